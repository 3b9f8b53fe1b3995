// Where the panels stand.
#pragma once

#include <imgui.h>

namespace warpscope::gui {

/// Arranges all panels in this dock space, which has been given no arrangement yet or gets a new one. `wide`: Source,
/// Occupancy and Sweep have the room of the Readout, which goes below them. `front`: the title of the one that is seen.
void arrange_panels(ImGuiID dock_space, ImVec2 size, bool wide, const char* front);

/// The title of the one of Source, Occupancy and Sweep whose tab is chosen; `otherwise` when none is docked.
[[nodiscard]] const char* panel_in_front(const char* otherwise);

}  // namespace warpscope::gui
