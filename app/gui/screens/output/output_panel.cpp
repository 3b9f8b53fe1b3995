// The picture of the checked output. It takes what the worker sent to OpenGL and draws it, once for each new one.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/rounding.h"
#include "gui/messages.h"
#include "gui/widgets/panels.h"
#include "render/interop/shared_buffer.h"
#include "render/renderers/field_summary.h"
#include "render/renderers/matrix_renderer.h"

namespace lanescope::gui {
namespace {

/// Small fields are drawn larger, so that their elements stay sharp squares when the panel scales the picture.
constexpr std::uint32_t min_pixels = 512;

class OutputPanel : public Panel {
 public:
  OutputPanel(render::SharedBuffer values, render::FieldSummariser summariser, render::MatrixRenderer matrix)
      : values_(std::move(values)), summariser_(std::move(summariser)), matrix_(std::move(matrix)) {}

  Expected<std::optional<AttachmentReceipt>> take(const State& state) override {
    if (std::exchange(kernel_, state.selection.kernel) != state.selection.kernel) field_ = {};
    if (state.stale() || !state.known.result) return std::nullopt;
    const experiments::Result& result = *state.known.result;
    if (!result.preview || result.preview->width == 0 || result.preview->height == 0) return std::nullopt;
    const experiments::Preview& preview = *result.preview;
    if (result.request == request_ && preview.slot.generation == generation_) return std::nullopt;
    request_ = result.request;
    generation_ = preview.slot.generation;
    const std::uint64_t size = std::uint64_t{preview.width} * preview.height;
    if (preview.slot.used()) {
      const render::IpcSource source{preview.slot.handle, result.machine.uuid, preview.slot.offset, 4 * size};
      if (const Status copied = values_.update_from_ipc(source); !copied) {
        return AttachmentReceipt{experiments::AttachmentKind::preview, generation_, copied.error().message(), true};
      }
    } else if (preview.values.size() != size) {
      return failure(message<"output.values">(preview.values.size(), preview.width, preview.height));
    } else {
      TRY_STATUS(values_.update_from_bytes(std::as_bytes(std::span(preview.values))));
    }
    TRY_STATUS(draw_picture({preview.width, preview.height, 0}));
    return AttachmentReceipt{experiments::AttachmentKind::preview, generation_, values_.transport(), false};
  }

  void draw(const Frame& frame) override {
    if (field_.width == 0) {
      draw_wrapped(frame.say("output.none"), frame.theme.text);
      draw_wrapped(frame.readout.rate.known() ? frame.say("output.not_sent")
                                              : frame.say("output.later", frame.readout.rate.missing),
                   frame.theme.quiet);
      return;
    }
    const float width = static_cast<float>(picture_->width()), height = static_cast<float>(picture_->height());
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float caption = 2.6F * ImGui::GetTextLineHeightWithSpacing();
    const float scale = std::max(0.01F, std::min(space.x / width, (space.y - caption) / height));
    ImGui::ImageWithBg(ImTextureRef(static_cast<ImTextureID>(picture_->texture())), {width * scale, height * scale},
                       {0, 1}, {1, 0}, {0, 0, 0, 0}, {1, 1, 1, opacity_of(frame.readout.stale)});
    name_item(frame, "output");
    const FontScope small(frame, frame.fonts.text, 0.85F);
    std::string words =
        frame.say("output.caption", field_.height, field_.width, fmt::format("{:.3g}", summary_.range.least),
                  fmt::format("{:.3g}", summary_.range.greatest));
    const std::uint32_t odd = summary_.not_a_number + summary_.infinite;
    if (odd > 0) words += frame.say("output.odd", odd);
    draw_wrapped(words + frame.say("output.path", frame.language().translated(values_.transport())), frame.theme.quiet);
  }

 private:
  Status draw_picture(const render::Field& field) {
    const std::uint32_t longest = std::max(field.width, field.height);
    const std::uint32_t scale = std::max(1U, ceil_div(min_pixels, longest));
    const std::uint32_t width = field.width * scale, height = field.height * scale;
    if (!picture_ || picture_->width() != width || picture_->height() != height) {
      TRY(picture_, render::Framebuffer::create(width, height));
    }
    summary_ = summariser_.summarise(values_.buffer(), field);
    picture_->clear({0, 0, 0, 255});
    matrix_.draw(*picture_, {0, 0, static_cast<int>(width), static_cast<int>(height)}, values_.buffer(), field,
                 summary_.range);
    field_ = field;
    return {};
  }

  render::SharedBuffer values_;
  render::FieldSummariser summariser_;
  render::MatrixRenderer matrix_;
  std::optional<render::Framebuffer> picture_;  ///< its first row is at the bottom
  render::Field field_;                         ///< the field that is shown; its width is 0 when there is none
  render::FieldSummary summary_;                ///< summary of the field
  std::string kernel_;                          ///< the kernel whose output is shown
  std::uint64_t request_ = 0, generation_ = 0;  ///< request and generation of the picture
};

Expected<std::unique_ptr<Panel>> make_output_panel(const PanelOptions& options) {
  TRY(auto values, render::SharedBuffer::create());
  TRY(auto summariser, render::FieldSummariser::load(options.shaders));
  TRY(auto matrix, render::MatrixRenderer::load(options.shaders));
  return std::make_unique<OutputPanel>(std::move(values), std::move(summariser), std::move(matrix));
}

}  // namespace

PanelEntry output_panel() {
  return {.window = "###output",
          .place = PanelPlace::view,
          .make = make_output_panel,
          .show = Action{"show_output", "Output", "8", "Views", "Shows the output of the kernel as a picture.",
                         shows_panel<PanelPlace::view, "output">}};
}

}  // namespace lanescope::gui
