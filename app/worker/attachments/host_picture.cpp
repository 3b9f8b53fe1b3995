#include "worker/attachments/host_picture.h"

#include "gpu/picture.h"
#include "worker/attachments/preview_slots.h"
#include "worker/verify/element_value.h"

namespace warpscope::worker {

std::optional<lab::Preview> host_picture(const catalogue::LaunchPlan& plan,
                                         const std::vector<std::vector<std::byte>>& buffers) {
  const std::size_t shown = gpu::shown_buffer(plan);
  if (shown >= plan.buffers.size() || shown >= buffers.size()) return std::nullopt;
  const catalogue::Buffer& buffer = plan.buffers[shown];
  if (buffer.elements() == 0 || buffers[shown].size() != buffer.bytes()) return std::nullopt;
  const gpu::PictureSize size = gpu::picture_size(buffer, PreviewMemory::bytes_extent, PreviewMemory::bytes_extent);
  lab::Preview preview;
  preview.width = size.width;
  preview.height = size.height;
  preview.values.reserve(std::size_t{size.width} * size.height);
  for (std::uint64_t y = 0; y < size.height; ++y) {
    const std::uint64_t row = gpu::nearest_element(y, size.height, size.rows);
    for (std::uint64_t x = 0; x < size.width; ++x) {
      const std::uint64_t column = gpu::nearest_element(x, size.width, size.columns);
      const std::uint64_t bits = element_bits(buffers[shown], row * size.columns + column, buffer.type);
      preview.values.push_back(static_cast<float>(element_value(buffer.type, bits)));
    }
  }
  return preview;
}

}  // namespace warpscope::worker
