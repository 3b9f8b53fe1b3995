#include "cli/print/layout_image.h"

#include <array>
#include <string_view>
#include <utility>

namespace lanescope::cli {
namespace {

constexpr std::uint32_t cell_width = 40, cell_height = 32, dot = 2;

/// Five rows of three dots for each letter that a cell may have, the highest bit at the left.
using Dots = std::array<std::uint8_t, 5>;
constexpr std::array<std::pair<char, Dots>, 14> letters = {{{'0', {7, 5, 5, 5, 7}},
                                                            {'1', {2, 6, 2, 2, 7}},
                                                            {'2', {7, 1, 7, 4, 7}},
                                                            {'3', {7, 1, 7, 1, 7}},
                                                            {'4', {5, 5, 7, 1, 1}},
                                                            {'5', {7, 4, 7, 1, 7}},
                                                            {'6', {7, 4, 7, 5, 7}},
                                                            {'7', {7, 1, 1, 1, 1}},
                                                            {'8', {7, 5, 7, 5, 7}},
                                                            {'9', {7, 5, 7, 1, 7}},
                                                            {'-', {0, 0, 7, 0, 0}},
                                                            {'T', {7, 2, 2, 2, 2}},
                                                            {'V', {5, 5, 5, 5, 2}},
                                                            {'b', {4, 4, 7, 5, 7}}}};

void fill(render::Image& image, std::uint32_t left, std::uint32_t top, std::uint32_t width, std::uint32_t height,
          const render::Colour& colour) {
  for (std::uint32_t y = top; y < top + height; ++y) {
    for (std::uint32_t x = left; x < left + width; ++x) image.set(x, y, colour);
  }
}

/// Draws a word around the middle of a cell; what is wider than the cell is drawn in smaller dots.
void draw_word(render::Image& image, std::string_view word, std::uint32_t middle, std::uint32_t top) {
  const auto letters_wide = static_cast<std::uint32_t>(word.size()) * 4;
  const std::uint32_t size = letters_wide * dot < cell_width ? dot : 1;
  if (letters_wide * size >= cell_width) return;
  std::uint32_t left = middle - letters_wide * size / 2;
  for (const char each : word) {
    for (const auto& [letter, rows] : letters) {
      for (std::uint32_t i = 0; letter == each && i < 15; ++i) {
        if ((rows.at(i / 3) >> (2 - i % 3) & 1u) != 0)
          fill(image, left + i % 3 * size, top + i / 3 * size, size, size, {17, 17, 17, 255});
      }
    }
    left += 4 * size;
  }
}

}  // namespace

render::Image image_of(const layout::Picture& picture) {
  render::Image image;
  image.width = static_cast<std::uint32_t>(picture.grid.columns) * cell_width + 1;
  image.height = static_cast<std::uint32_t>(picture.grid.rows) * cell_height + 1;
  image.pixels.assign(std::size_t{4} * image.width * image.height, 255);
  for (const layout::Cell& cell : picture.cells) {
    const auto left = static_cast<std::uint32_t>(cell.column) * cell_width;
    const auto top = static_cast<std::uint32_t>(cell.row) * cell_height;
    const layout::GroupColour colour = layout::colour_of_group(cell.group);
    fill(image, left, top, cell_width + 1, cell_height + 1, {68, 68, 68, 255});
    fill(image, left + 1, top + 1, cell_width - 1, cell_height - 1, {colour.red, colour.green, colour.blue, 255});
    draw_word(image, cell.number, left + cell_width / 2 + 1, top + 5);
    draw_word(image, cell.below, left + cell_width / 2 + 1, top + 19);
  }
  return image;
}

}  // namespace lanescope::cli
