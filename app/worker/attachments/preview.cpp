#include "worker/attachments/preview.h"

#include "catalogue/element.h"
#include "cuda/functions.h"
#include "gpu/picture.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// The largest width and height of a picture in a slot, and of one that travels as bytes.
constexpr std::uint32_t slot_extent = 512, bytes_extent = 256;
constexpr std::uint64_t slot_bytes = std::uint64_t{slot_extent} * slot_extent * sizeof(float);
constexpr std::uint64_t plain_bytes = std::uint64_t{bytes_extent} * bytes_extent * sizeof(float);
/// One allocation holds the slots one after another, and then the picture that travels as bytes. It is allocated once,
/// so that the window may keep it open.
constexpr std::uint32_t allocation = 0;
constexpr std::uint64_t plain_offset = SlotLedger::slots * slot_bytes;

experiments::Preview preview_of(const gpu::Picture& picture) {
  experiments::Preview preview;
  preview.width = picture.width;
  preview.height = picture.height;
  return preview;
}

Expected<experiments::Preview> preview_as_values(gpu::Execution& execution, const cuda::Functions& functions,
                                                 const SlotMemory& memory) {
  TRY(const auto picture, execution.picture(memory.address(allocation) + plain_offset, bytes_extent, bytes_extent));
  experiments::Preview preview = preview_of(picture);
  preview.values.resize(std::size_t{picture.width} * picture.height);
  if (preview.values.empty()) return preview;
  // On the null stream, a copy to memory that is not page-locked ends before the call returns. The picture was finished
  // on its own stream before.
  TRY_STATUS(gpu::with_context<"doing.reading_preview">(functions.cuMemcpyDtoHAsync(
      preview.values.data(), picture.address, preview.values.size() * sizeof(float), nullptr)));
  return preview;
}

}  // namespace

Expected<experiments::Preview> make_preview(gpu::Execution& execution, const cuda::Functions& functions,
                                            SlotMemory& memory, SlotLedger& ledger, bool interop) {
  TRY_STATUS(memory.reserve(allocation, plain_offset + plain_bytes));
  if (!interop || !memory.share(allocation, 0, 0).used()) return preview_as_values(execution, functions, memory);
  const auto taken = ledger.reserve(experiments::AttachmentKind::preview);
  if (!taken) return preview_as_values(execution, functions, memory);
  const std::uint64_t offset = taken->slot * slot_bytes;
  const auto picture = execution.picture(memory.address(allocation) + offset, slot_extent, slot_extent);
  if (!picture) {
    ledger.release(taken->generation);
    return tl::unexpected(picture.error());
  }
  experiments::Preview preview = preview_of(*picture);
  preview.slot = memory.share(allocation, offset, taken->generation);
  return preview;
}

std::optional<experiments::Preview> host_preview(const catalogue::LaunchPlan& plan,
                                                 const std::vector<std::span<const std::byte>>& buffers) {
  const std::size_t shown = gpu::shown_buffer(plan);
  if (shown >= plan.buffers.size() || shown >= buffers.size()) return std::nullopt;
  const catalogue::Buffer& buffer = plan.buffers[shown];
  if (buffer.elements() == 0 || buffers[shown].size() != buffer.bytes()) return std::nullopt;
  const gpu::PictureSize size = gpu::picture_size(buffer, bytes_extent, bytes_extent);
  experiments::Preview preview;
  preview.width = size.width;
  preview.height = size.height;
  preview.values.reserve(std::size_t{size.width} * size.height);
  for (std::uint64_t y = 0; y < size.height; ++y) {
    const std::uint64_t row = gpu::nearest_element(y, size.height, size.rows);
    for (std::uint64_t x = 0; x < size.width; ++x) {
      const std::uint64_t column = gpu::nearest_element(x, size.width, size.columns);
      const std::uint64_t bits = catalogue::element_bits(buffers[shown], row * size.columns + column, buffer.type);
      preview.values.push_back(static_cast<float>(catalogue::element_value(buffer.type, bits)));
    }
  }
  return preview;
}

}  // namespace lanescope::worker
