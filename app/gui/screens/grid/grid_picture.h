// The blocks of a grid as a picture in pixels: a row for each multiprocessor, with a lane for each place of a resident
// block, and time to the right. A million blocks make the same number of pixels as ten. A pure function.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/grid_times.h"
#include "render/image/image.h"

namespace lanescope::gui {

inline constexpr std::size_t grid_colours = 4;  ///< waves take them in turn
/// Where bars have gaps, as parts of their height, beside the number in their middle. The second colour has the first
/// of them, the third two and the fourth three, so that nobody needs the colours.
inline constexpr std::array<double, grid_colours - 1> wave_gaps{0.86, 0.14, 0.72};
inline constexpr double wave_gap = 0.1;               ///< height of a gap, as such a part
inline constexpr double min_lane_with_wave_gaps = 8;  ///< in pixels

struct GridPictureRequest {
  std::uint32_t width = 1, height = 1;  ///< in pixels
  double from = 0, to = 1;              ///< ticks
  double first = 0, last = 1;           ///< multiprocessors, with fractions
  render::Colour ground{}, row{}, idle{};
  std::array<render::Colour, grid_colours> waves{};
  std::uint32_t hatch = 6;  ///< pixels from stroke to stroke
  friend bool operator==(const GridPictureRequest&, const GridPictureRequest&) = default;
};

struct GridPicture {
  render::Image image;
  std::vector<float> resident;  ///< by column: the blocks of all multiprocessors, in the mean of its time
};
/// Where lanes are thinner than a pixel, or blocks shorter, a pixel is as strong as the share of it that blocks cover.
/// Places that stay empty to the end of a launch are hatched.
[[nodiscard]] GridPicture grid_picture(const analysis::GridTimes& times, const GridPictureRequest& request);

/// The places of lanes, in pixels.
struct GridLanes {
  double row = 1, lane = 1;  ///< heights
  double gap = 0;            ///< below each row
  [[nodiscard]] static GridLanes of(double height, double rows, std::uint32_t slots);
};

}  // namespace lanescope::gui
