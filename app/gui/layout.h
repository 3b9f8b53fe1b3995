// Where the panels stand when nobody moved them.
#pragma once

#include <imgui.h>

namespace warpscope::gui {

/// Docks all panels below `dock_space`: what is chosen on the left, what comes of it in the middle, what it rests on at
/// the right. Shares of the size, so that they keep their proportions when the window grows.
void arrange_panels(ImGuiID dock_space, ImVec2 size);

}  // namespace warpscope::gui
