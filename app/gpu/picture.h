// Chooses the buffer that a picture shows, and the picture's size. It is pure; device/preview.cu draws the pixels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/launch_plan.h"

namespace lanescope::gpu {

/// Returns the checked output; without a check the first buffer that is written, else the first. There must be one.
[[nodiscard]] std::size_t shown_buffer(const catalogue::LaunchPlan& plan);

/// A buffer seen as a matrix, and the size of its picture, which never has more pixels than elements.
struct PictureSize {
  std::uint64_t rows = 0, columns = 0;
  std::uint32_t width = 0, height = 0;
};
[[nodiscard]] PictureSize picture_size(const catalogue::Buffer& buffer, std::uint32_t max_width,
                                       std::uint32_t max_height);

/// Returns the element under the middle of pixel `pixel` when `pixels` pixels cover `elements` elements.
[[nodiscard]] constexpr std::uint64_t nearest_element(std::uint64_t pixel, std::uint64_t pixels,
                                                      std::uint64_t elements) {
  return (2 * pixel + 1) * elements / (2 * pixels);
}

}  // namespace lanescope::gpu
