// A layout as a grid: memory with offsets and banks, or a matrix with threads and values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "layout/mapping.h"

namespace lanescope::layout {

struct Cell {
  std::int64_t row = 0, column = 0;
  std::string number;      ///< the offset, or the thread, "T5"
  std::string below;       ///< the bank, "b5", or the value, "V1"
  std::int64_t group = 0;  ///< below 32; cells of one group have one colour: that of a bank, or of a thread
};
struct Picture {
  Matrix grid;
  std::vector<Cell> cells;
};

/// So many elements a picture may have.
inline constexpr std::int64_t max_cells = 16'384;

/// Of a place in a matrix that several threads hold it shows the first. It fails for more than max_cells.
[[nodiscard]] Expected<Picture> picture_of(const Mapping& mapping);

/// Red, green and blue of a group, from 0 to 255: 32 hues, light enough for dark text.
struct GroupColour {
  std::uint8_t red = 0, green = 0, blue = 0;
};
[[nodiscard]] GroupColour colour_of_group(std::int64_t group);

/// Returns the picture as SVG.
[[nodiscard]] std::string svg_of(const Picture& picture, const std::string& title);

}  // namespace lanescope::layout
