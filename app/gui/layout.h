// Where the panels stand when nobody moved them.
#pragma once

#include <imgui.h>

namespace warpscope::gui {

/// Docks all panels below `dock_space`: what is chosen on the left, what comes of it in the middle, what it rests on at
/// the right. Shares of the size, so that they keep their proportions when the window grows. `wide`: Source, Occupancy
/// and Sweep have the room of the middle too, and what was measured goes below them. `front`: the title of the one of
/// these three that is seen.
void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const char* front);

/// The title of the one of Source, Occupancy and Sweep whose tab is chosen; `otherwise` when none is docked.
[[nodiscard]] const char* panel_in_front(const char* otherwise);

}  // namespace warpscope::gui
