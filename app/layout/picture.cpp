#include "layout/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/markup.h"
#include "layout/messages.h"
#include "model/access/banks.h"

namespace lanescope::layout {
namespace {

constexpr std::int64_t colours = model::bank_count;

Cell memory_cell(const Mapping& mapping, const Matrix& grid, std::int64_t index) {
  constexpr std::int64_t word_bits = std::int64_t{8} * model::bytes_per_bank, period = word_bits * colours;
  // So many elements, of any size, are whole rows of banks. An offset below 0 counts from the end of such a row.
  const std::int64_t offset = mapping.at(index), in_period = (offset % period + period) % period;
  const std::int64_t bank = in_period * mapping.element_bits / word_bits % colours;
  return {index % grid.rows, index / grid.rows, fmt::format("{}", offset), fmt::format("b{}", bank), bank};
}

}  // namespace

Expected<Picture> picture_of(const Mapping& mapping) {
  const std::int64_t count = size(mapping.layout);
  if (count > max_cells) {
    return failure(message<"memory_layout.too_many_elements">(mapping.text(), count), {},
                   message<"memory_layout.extent_remedy">(max_cells));
  }
  Picture picture{mapping.matrix.value_or(mapping.grid()), {}};
  std::set<std::int64_t> shown;
  const std::int64_t threads = size(mapping.layout.mode(0));
  for (std::int64_t i = 0; i < count; ++i) {
    if (!mapping.matrix) {
      picture.cells.push_back(memory_cell(mapping, picture.grid, i));
      continue;
    }
    const std::int64_t place = mapping.at(i), thread = i % threads;
    if (!shown.insert(place).second) continue;
    picture.cells.push_back({place % picture.grid.rows, place / picture.grid.rows, fmt::format("T{}", thread),
                             fmt::format("V{}", i / threads), thread % colours});
  }
  return picture;
}

GroupColour colour_of_group(std::int64_t group) {
  // Hues around the circle; each second one is lighter, so that neighbours differ in brightness, too.
  const double hue = static_cast<double>(group) / colours * 6, light = group % 2 == 0 ? 0.72 : 0.86, chroma = 0.5;
  const auto channel = [&](double shift) {
    const double position = std::fmod(hue + shift, 6.0);
    const double ramp = std::clamp(std::min(position, 4 - position), 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround(255 * (light + (ramp - 0.5) * chroma * (1 - light) * 2)));
  };
  return {channel(2), channel(0), channel(4)};
}

std::string svg_of(const Picture& picture, const std::string& title) {
  constexpr std::int64_t width = 40, height = 32;  // of a cell, in pixels
  Markup cells;
  for (const Cell& cell : picture.cells) {
    const GroupColour colour = colour_of_group(cell.group);
    const std::int64_t x = cell.column * width, y = cell.row * height;
    cells += Markup::of(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#{:02x}{:02x}{:02x}" stroke="#444"/>)", x,
                        y, width, height, colour.red, colour.green, colour.blue);
    cells += Markup::of(R"(<text x="{}" y="{}" font-size="12">{}</text><text x="{}" y="{}" font-size="9">{}</text>)"
                        "\n",
                        x + width / 2, y + 14, cell.number, x + width / 2, y + 27, cell.below);
  }
  const std::int64_t all_width = picture.grid.columns * width, all_height = picture.grid.rows * height;
  return Markup::
      of(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="-1 -1 {} {}" font-family="sans-serif" text-anchor="middle" fill="#111"><title>{}</title>)"
         "\n{}</svg>\n",
         all_width + 2, all_height + 2, all_width + 2, all_height + 2, title, cells)
          .text();
}

}  // namespace lanescope::layout
