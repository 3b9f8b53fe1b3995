#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gui/panels/panels.h"

namespace warpscope::gui {

namespace {

std::string caption_of(const Frame& frame) {
  const OutputView& output = frame.output;
  std::string words = frame.say("output.caption", output.rows, output.columns, fmt::format("{:.3g}", output.least),
                                fmt::format("{:.3g}", output.greatest));
  if (output.odd > 0) words += frame.say("output.odd", output.odd);
  return words + frame.say("output.path", output.path);
}

}  // namespace

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
    wrapped(caption_of(frame), frame.theme.quiet);
  }
  ImGui::End();
}

}  // namespace warpscope::gui
