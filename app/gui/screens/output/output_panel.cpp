// The picture of the checked output. It takes what the worker sent to OpenGL and draws it, once for each new one.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
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
    if (std::exchange(kernel_, state.selection.kernel) != state.selection.kernel) shown_.reset();
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

  void copy_settings_from(const Panel& other) override {
    const auto* const output = dynamic_cast<const OutputPanel*>(&other);
    if (output == nullptr) return;
    shown_ = output->shown_;
    kernel_ = output->kernel_;
    request_ = output->request_;
    generation_ = output->generation_;
  }

  void draw(const Frame& frame) override {
    if (!shown_) {
      draw_wrapped(frame.say("output.none"), frame.theme.text);
      draw_wrapped(frame.readout.rate.known() ? frame.say("output.not_sent")
                                              : frame.say("output.later", frame.readout.rate.missing),
                   frame.theme.quiet);
      return;
    }
    const render::Framebuffer& picture = shown_->picture;
    const auto width = static_cast<float>(picture.width()), height = static_cast<float>(picture.height());
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float caption = 2.6F * ImGui::GetTextLineHeightWithSpacing();
    const float scale = std::max(0.01F, std::min(space.x / width, (space.y - caption) / height));
    ImGui::ImageWithBg(ImTextureRef(static_cast<ImTextureID>(picture.texture())), {width * scale, height * scale},
                       {0, 1}, {1, 0}, {0, 0, 0, 0}, {1, 1, 1, opacity_of(frame.readout.stale)});
    name_item(frame, "output");
    const FontScope small(frame, frame.fonts.text, 0.85F);
    std::string words = frame.say("output.caption", shown_->field.height, shown_->field.width,
                                  fmt::format("{:.3g}", shown_->summary.range.least),
                                  fmt::format("{:.3g}", shown_->summary.range.greatest));
    const std::uint32_t odd = shown_->summary.not_a_number + shown_->summary.infinite;
    if (odd > 0) words += frame.say("output.odd", odd);
    draw_wrapped(words + frame.say("output.path", frame.language().translated(shown_->transport)), frame.theme.quiet);
  }

 private:
  Status draw_picture(const render::Field& field) {
    const std::uint32_t longest = std::max(field.width, field.height);
    const std::uint32_t scale = std::max(1U, ceil_div(min_pixels, longest));
    const std::uint32_t width = field.width * scale, height = field.height * scale;
    // A picture that is being exported goes on with the one that it began with.
    if (shown_.use_count() != 1 || shown_->picture.width() != width || shown_->picture.height() != height) {
      TRY(auto picture, render::Framebuffer::create(width, height));
      shown_ = std::make_shared<Shown>(Shown{std::move(picture), {}, {}, {}});
    }
    shown_->field = field;
    shown_->summary = summariser_.summarise(values_.buffer(), field);
    shown_->transport = values_.transport();
    shown_->picture.clear({0, 0, 0, 255});
    matrix_.draw(shown_->picture, {0, 0, static_cast<int>(width), static_cast<int>(height)}, values_.buffer(), field,
                 shown_->summary.range);
    return {};
  }

  struct Shown {
    render::Framebuffer picture;  ///< its first row is at the bottom
    render::Field field;
    render::FieldSummary summary;
    Message transport;
  };

  render::SharedBuffer values_;
  render::FieldSummariser summariser_;
  render::MatrixRenderer matrix_;
  std::shared_ptr<Shown> shown_;                ///< null means none
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
