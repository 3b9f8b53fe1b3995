#include "gui/panels/output/output_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace warpscope::gui {

namespace {

/// Small fields are drawn larger, so that their elements stay sharp squares when the panel scales the picture.
constexpr std::uint32_t min_pixels = 512;

}  // namespace

OutputRenderer::OutputRenderer(render::SharedBuffer values, render::FieldSummariser summariser,
                               render::MatrixRenderer matrix)
    : values_(std::move(values)), summariser_(std::move(summariser)), matrix_(std::move(matrix)) {}

Expected<OutputRenderer> OutputRenderer::create(const std::filesystem::path& shaders) {
  TRY(auto values, render::SharedBuffer::create());
  TRY(auto summariser, render::FieldSummariser::load(shaders));
  TRY(auto matrix, render::MatrixRenderer::load(shaders));
  return OutputRenderer(std::move(values), std::move(summariser), std::move(matrix));
}

Expected<std::optional<TakenAttachment>> OutputRenderer::update(const lab::Result& result) {
  if (!result.preview || result.preview->width == 0 || result.preview->height == 0) return std::nullopt;
  const lab::Preview& preview = *result.preview;
  if (result.request == request_ && preview.slot.generation == generation_) return std::nullopt;
  request_ = result.request;
  generation_ = preview.slot.generation;
  if (preview.slot.used()) {
    const std::uint64_t bytes = std::uint64_t{4} * preview.width * preview.height;
    const render::IpcSource source{preview.slot.handle, result.machine.uuid, preview.slot.offset, bytes};
    if (!values_.update_from_ipc(source)) {
      return TakenAttachment{lab::AttachmentKind::preview, preview.slot.generation, values_.path(), true};
    }
  } else {
    TRY_STATUS(copy_bytes(preview));
  }
  TRY_STATUS(draw(preview));
  return TakenAttachment{lab::AttachmentKind::preview, preview.slot.generation, values_.path(), false};
}

Status OutputRenderer::copy_bytes(const lab::Preview& preview) {
  if (preview.values.size() != std::uint64_t{preview.width} * preview.height) {
    return failure(fmt::format("the picture of the output has {} values instead of {} × {}", preview.values.size(),
                               preview.width, preview.height));
  }
  return values_.update_from_bytes(std::as_bytes(std::span(preview.values)));
}

Status OutputRenderer::draw(const lab::Preview& preview) {
  const render::Field field{preview.width, preview.height, 0};
  const std::uint32_t longest = std::max(field.width, field.height);
  const std::uint32_t scale = std::max(1U, (min_pixels + longest - 1) / longest);
  const std::uint32_t width = field.width * scale, height = field.height * scale;
  if (!picture_ || picture_->width() != width || picture_->height() != height) {
    TRY(picture_, render::Framebuffer::create(width, height));
  }
  const render::FieldSummary summary = summariser_.summarise(values_.buffer(), field);
  picture_->clear({0, 0, 0, 255});
  matrix_.draw(*picture_, {0, 0, static_cast<int>(width), static_cast<int>(height)}, values_.buffer(), field,
               summary.range);
  view_ = OutputView{picture_->texture(),
                     static_cast<float>(width),
                     static_cast<float>(height),
                     preview.height,
                     preview.width,
                     summary.range.least,
                     summary.range.greatest,
                     summary.not_a_number + summary.infinite,
                     values_.path()};
  return {};
}

void OutputRenderer::clear() {
  view_ = {};
}

}  // namespace warpscope::gui
