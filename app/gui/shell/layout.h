// Where the panels stand when nobody moved them.
#pragma once

#include <imgui.h>

#include <string>

#include "gui/panels/panels.h"

namespace warpscope::gui {

/// Docks all panels below `dock_space`: what is chosen on the left, what comes of it in the middle, what it rests on at
/// the right. Shares of the size, so that they keep their proportions when the window grows. `wide`: the panels of the
/// large place have the room of the middle too, and what was measured goes below them. `front`: the one of these that
/// is seen.
void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const PanelEntry& front);

/// Readout and knobs on the left, the panels of the large place on the right; of these the interface draws one.
void arrange_lecture(ImGuiID dock_space, ImVec2 size);

/// It stands in the large place, in some layouts or in all.
[[nodiscard]] bool is_large(const PanelEntry& panel);
/// A lecture shows the readout, the knobs and the panel that is in front of the large place.
[[nodiscard]] bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front);

/// Where the panels are, as Dear ImGui writes it.
[[nodiscard]] std::string arrangement();
/// Puts them where they were when arrangement() was asked. Between two frames.
void load_arrangement(const std::string& text);

/// The panel of the large place whose tab is chosen; `otherwise` when none is docked.
[[nodiscard]] const PanelEntry* panel_in_front(const PanelEntry* otherwise);

}  // namespace warpscope::gui
