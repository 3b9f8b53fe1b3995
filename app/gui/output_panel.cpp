#include <algorithm>

#include "gui/panels.h"

namespace warpscope::gui {

void draw_output_panel(const Frame& frame) {
  begin_panel(frame, panel::output);
  const OutputView& output = frame.output;
  if (output.texture == 0) {
    wrapped(frame.say("output.none"), frame.theme.text);
    wrapped(frame.readout.rate.known() ? frame.say("output.not_sent")
                                       : frame.say("output.later", frame.readout.rate.missing),
            frame.theme.quiet);
  } else {
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float caption = 2.6F * ImGui::GetTextLineHeightWithSpacing();
    const float scale = std::max(0.01F, std::min(space.x / output.width, (space.y - caption) / output.height));
    const float opacity = frame.readout.stale ? 0.38F : 1.0F;
    ImGui::ImageWithBg(ImTextureRef(static_cast<ImTextureID>(output.texture)),
                       {output.width * scale, output.height * scale}, {0, 1}, {1, 0}, {0, 0, 0, 0}, {1, 1, 1, opacity});
    name_item(frame, "output");
    const FontScope small(frame, frame.fonts.text, 0.85F);
    wrapped(output.caption, frame.theme.quiet);
  }
  ImGui::End();
}

}  // namespace warpscope::gui
