// What is wrong with the kernel (readings/mistake.h), over the stage.
#pragma once

namespace lanescope::gui {

struct Frame;
/// Draws it above what the panel draws.
void draw_banner(const Frame& frame);

}  // namespace lanescope::gui
