#include "gpu/picture.h"

#include <algorithm>

namespace lanescope::gpu {

std::size_t shown_buffer(const catalogue::LaunchPlan& plan) {
  if (plan.check.present()) return plan.check.output;
  const auto written = std::find_if(plan.buffers.begin(), plan.buffers.end(), [](const catalogue::Buffer& buffer) {
    return buffer.role == catalogue::Role::out || buffer.role == catalogue::Role::inout;
  });
  return written == plan.buffers.end() ? 0 : static_cast<std::size_t>(written - plan.buffers.begin());
}

PictureSize picture_size(const catalogue::Buffer& buffer, std::uint32_t max_width, std::uint32_t max_height) {
  const std::uint64_t elements = buffer.elements();
  if (elements == 0) return {};
  PictureSize size;
  size.columns = buffer.shape.empty() ? 1 : static_cast<std::uint64_t>(buffer.shape.back());
  size.rows = elements / size.columns;
  size.width = static_cast<std::uint32_t>(std::min<std::uint64_t>(size.columns, max_width));
  size.height = static_cast<std::uint32_t>(std::min<std::uint64_t>(size.rows, max_height));
  return size;
}

}  // namespace lanescope::gpu
