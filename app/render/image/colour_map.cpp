#include "render/image/colour_map.h"

#include <algorithm>
#include <cmath>

namespace warpscope::render {

namespace {

// Viridis (Smith and van der Walt, matplotlib) at ten equal distances, as published with the map.
constexpr std::array<std::array<double, 3>, 10> published{{{68, 1, 84},
                                                           {72, 40, 120},
                                                           {62, 74, 137},
                                                           {49, 104, 142},
                                                           {38, 130, 142},
                                                           {31, 158, 137},
                                                           {53, 183, 121},
                                                           {109, 205, 89},
                                                           {180, 222, 44},
                                                           {253, 231, 37}}};

}  // namespace

Colour viridis(double position) {
  constexpr std::size_t last = published.size() - 1;
  const double along = std::clamp(position, 0.0, 1.0) * static_cast<double>(last);
  const std::size_t from = std::min(static_cast<std::size_t>(along), last - 1);
  const double t = along - static_cast<double>(from);

  Colour colour{0, 0, 0, 255};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    // A Catmull-Rom curve: straight pieces would show as bands, because the eye sees kinks in a ramp.
    const double start = published[from][channel];
    const double end = published[from + 1][channel];
    const double before = from > 0 ? published[from - 1][channel] : 2 * start - end;
    const double behind = from + 2 <= last ? published[from + 2][channel] : 2 * end - start;
    const double leaving = (end - before) / 2;
    const double arriving = (behind - start) / 2;
    const double value =
        start +
        t * (leaving + t * (3 * (end - start) - 2 * leaving - arriving + t * (2 * (start - end) + leaving + arriving)));
    colour[channel] = static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
  }
  return colour;
}

std::array<Colour, colour_steps> viridis_table() {
  std::array<Colour, colour_steps> table{};
  for (std::size_t step = 0; step < colour_steps; ++step) {
    table[step] = viridis(static_cast<double>(step) / static_cast<double>(colour_steps - 1));
  }
  return table;
}

}  // namespace warpscope::render
