// Where the panels stand when nobody moved them.
#pragma once

#include <imgui.h>

#include <string>

namespace warpscope::gui {

/// Docks all panels below `dock_space`: what is chosen on the left, what comes of it in the middle, what it rests on at
/// the right. Shares of the size, so that they keep their proportions when the window grows. `wide`: Source, Occupancy
/// and Sweep have the room of the middle too, and what was measured goes below them. `front`: the title of the one of
/// these three that is seen.
void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const char* front);

/// Readout and knobs on the left, the views on the right; of the views the interface draws one.
void arrange_lecture(ImGuiID dock_space, ImVec2 size);

/// Where the panels are, as Dear ImGui writes it.
[[nodiscard]] std::string arrangement();
/// Puts them where they were when arrangement() was asked. Between two frames.
void load_arrangement(const std::string& text);

/// The title of the one of Source, Occupancy and Sweep whose tab is chosen; `otherwise` when none is docked.
[[nodiscard]] const char* panel_in_front(const char* otherwise);

}  // namespace warpscope::gui
