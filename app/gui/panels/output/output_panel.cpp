#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "gui/panels/output/output_renderer.h"
#include "gui/panels/panels.h"

namespace warpscope::gui {

namespace {

std::string caption_of(const Frame& frame, const OutputView& output) {
  std::string words = frame.say("output.caption", output.rows, output.columns, fmt::format("{:.3g}", output.least),
                                fmt::format("{:.3g}", output.greatest));
  if (output.odd > 0) words += frame.say("output.odd", output.odd);
  return words + frame.say("output.path", output.path);
}

class OutputPanel : public Panel {
 public:
  explicit OutputPanel(OutputRenderer renderer) : renderer_(std::move(renderer)) {}

  Expected<std::optional<TakenAttachment>> take(const State& state) override {
    if (std::exchange(kernel_, state.selection.kernel) != state.selection.kernel) renderer_.clear();
    if (state.stale() || !state.known.result) return std::nullopt;
    return renderer_.update(*state.known.result);
  }

  void draw(const Frame& frame) override {
    const OutputView& output = renderer_.view();
    if (output.texture == 0) {
      wrapped(frame.say("output.none"), frame.theme.text);
      wrapped(frame.readout.rate.known() ? frame.say("output.not_sent")
                                         : frame.say("output.later", frame.readout.rate.missing),
              frame.theme.quiet);
      return;
    }
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float caption = 2.6F * ImGui::GetTextLineHeightWithSpacing();
    const float scale = std::max(0.01F, std::min(space.x / output.width, (space.y - caption) / output.height));
    const float opacity = frame.readout.stale ? 0.38F : 1.0F;
    ImGui::ImageWithBg(ImTextureRef(static_cast<ImTextureID>(output.texture)),
                       {output.width * scale, output.height * scale}, {0, 1}, {1, 0}, {0, 0, 0, 0}, {1, 1, 1, opacity});
    name_item(frame, "output");
    const FontScope small(frame, frame.fonts.text, 0.85F);
    wrapped(caption_of(frame, output), frame.theme.quiet);
  }

 private:
  OutputRenderer renderer_;
  std::string kernel_;  ///< whose output is shown
};

}  // namespace

Expected<std::unique_ptr<Panel>> make_output_panel(const PanelOptions& options) {
  TRY(auto renderer, OutputRenderer::create(options.shaders));
  return std::make_unique<OutputPanel>(std::move(renderer));
}

}  // namespace warpscope::gui
