// Where the panels are until the user moves them.
#pragma once

#include <imgui.h>

#include <string>

#include "base/error.h"
#include "gui/panels/panels.h"

namespace warpscope::gui {

/// Docks all panels below `dock_space`. The left has what the user chooses, the middle has the measurements, and the
/// right has what explains them. The sizes are shares, so that they keep their proportions when the window grows. With
/// `Arrangement::wide`, the panels of the large place also take the middle, and the measurements go below them. With
/// `Arrangement::analysis`, the Summary and the other pages of Nsight Compute stand above the Source and the
/// measurements. `front` is the panel of the large place, or the page, whose tab is selected.
enum class Arrangement { overview, wide, analysis };
void arrange_panels(ImGuiID dock_space, ImVec2 size, Arrangement arrangement, const PanelEntry& front);
/// Returns the arrangement that the user has chosen.
[[nodiscard]] Arrangement arrangement_of(const Ui& ui);

/// Puts readout and knobs on the left, and the large place on the right. The interface draws one panel of that place.
void arrange_lecture(ImGuiID dock_space, ImVec2 size);

/// Returns whether the panel is in the large place, in some layouts or in all.
[[nodiscard]] bool is_large(const PanelEntry& panel);
/// Returns whether a lecture shows the panel. It shows the readout, the knobs and the front panel of the large place.
[[nodiscard]] bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front);

/// Returns where the panels are, as Dear ImGui writes it.
[[nodiscard]] std::string arrangement();
/// Restores what arrangement() returned. It must be called between two frames. It fails, and changes nothing, when the
/// text is none that layout_defect() accepts.
[[nodiscard]] Status load_arrangement(const std::string& text);

/// Returns the large panel that the user looked at last: the one that has the focus, else `otherwise` while it is
/// visible, else a page or a panel of the large place whose tab is selected. It returns `otherwise` when none is
/// docked.
[[nodiscard]] const PanelEntry* panel_in_front(const PanelEntry* otherwise);

}  // namespace warpscope::gui
