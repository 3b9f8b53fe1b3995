// The field that the exporter puts on the GPU, known to the test as well.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanescope::render {

/// Ripples, with a hole of NaN and one infinity; another picture for each version.
inline std::vector<float> exported_field(std::uint32_t width, std::uint32_t height, std::uint32_t version) {
  std::vector<float> values(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      values[std::size_t{y} * width + x] =
          std::sin(0.11f * static_cast<float>(x + version)) * std::cos(0.07f * static_cast<float>(y));
    }
  }
  const std::size_t hole = (std::size_t{height} / 2 * width + version) % values.size();
  values[hole] = std::numeric_limits<float>::quiet_NaN();
  values[(hole + 1) % values.size()] = std::numeric_limits<float>::infinity();
  return values;
}

}  // namespace lanescope::render
