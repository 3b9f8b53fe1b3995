#include "render/renderers/heat_painter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

namespace lanescope::render {
namespace {

/// Returns the element at the middle of a pixel, as heat.frag computes it.
std::uint32_t element_of(int pixel, double from, double elements, int pixels) {
  const float ratio = static_cast<float>(elements) / static_cast<float>(pixels);
  return static_cast<std::uint32_t>(static_cast<float>(from) + (static_cast<float>(pixel) + 0.5F) * ratio);
}

std::uint32_t bin_of(std::uint32_t element, std::uint32_t level, std::uint32_t first, std::uint32_t count) {
  return std::min((element >> level) - first, count - 1);
}

/// Returns what the mode shows of a bin that was touched.
float quantity_of(const model::HeatBin& bin, const HeatStyle& style, std::uint32_t elements_log2) {
  switch (style.mode) {
    case HeatMode::cooling:
      return std::max(static_cast<float>(style.position) - (static_cast<float>(bin.last / 2) - 1.0F), 0.0F);
    case HeatMode::touches:
      return std::log2(1.0F + static_cast<float>(bin.loads + bin.stores()) /
                                  static_cast<float>(std::uint32_t{1} << elements_log2));
    case HeatMode::arrival:
      break;
  }
  return static_cast<float>(bin.first_position());
}

}  // namespace

bool HeatPainter::draws(const model::Heat& heat, const model::GridPart& part, int width, int height,
                        const HeatStyle& style) {
  return !heat.has_rewritten() && !has_shapes(heat.window(), part, width, height, style);
}

void HeatPainter::draw(const Framebuffer& target, const model::Heat& heat, const model::GridPart& part,
                       const Colour& ground, const HeatStyle& style) {
  if (colours_.empty() || !have_same_colours(coloured_, style)) {
    const Image table = heat_colours(style);
    colours_.resize(table.pixels.size() / sizeof(Pixel));
    std::memcpy(colours_.data(), table.pixels.data(), table.pixels.size());
    coloured_ = style;
  }
  const PixelArea whole{0, 0, static_cast<int>(target.width()), static_cast<int>(target.height())};
  pixels_.assign(std::size_t{target.width()} * target.height(), std::bit_cast<Pixel>(ground));
  const model::HeatWindow& window = heat.window();
  const model::ElementGrid& grid = heat.grid();
  const PixelArea drawn = window.bins() == 0 ? PixelArea() : heat_pixels(window, grid, part, whole);
  const auto scale = static_cast<float>(heat_scale(style));
  const auto untouched = std::bit_cast<Pixel>(Colour{style.ground[0], style.ground[1], style.ground[2], 255});
  const std::uint32_t elements_log2 = window.level_x + window.level_y;
  column_bins_.clear();
  for (int x = drawn.x; x < drawn.x + drawn.width; ++x) {
    column_bins_.push_back(
        bin_of(element_of(x, part.x, part.width, whole.width), window.level_x, window.first_x, window.width));
  }
  const auto row_of = [&](int y) { return pixels_.begin() + std::ptrdiff_t{whole.height - 1 - y} * whole.width; };
  bins_.resize(window.width);
  std::uint32_t before = ~0u;  // the row of bins of the pixels above
  for (int y = drawn.y; y < drawn.y + drawn.height; ++y) {
    const std::uint32_t element_row = element_of(y, part.y, part.height, whole.height);
    const std::uint32_t row = bin_of(element_row, window.level_y, window.first_y, window.height);
    const auto to = row_of(y) + drawn.x;
    if (row == before) {
      std::copy_n(row_of(y - 1) + drawn.x, drawn.width, to);
      continue;
    }
    before = row;
    const std::span<const model::HeatBin> bins = heat.bins().subspan(std::size_t{row} * window.width, window.width);
    for (std::uint32_t column = column_bins_.front(); column <= column_bins_.back(); ++column) {
      const model::HeatBin& bin = bins[column];
      const float place = std::min(quantity_of(bin, style, elements_log2) * scale, 1.0F);
      const auto step = static_cast<std::uint32_t>(place * 255.0F + 0.5F);
      bins_[column] = bin.touched() ? colours_[(bin.last_was_store() ? colour_steps : 0) + step] : untouched;
    }
    for (std::size_t x = 0; x < column_bins_.size(); ++x) to[static_cast<std::ptrdiff_t>(x)] = bins_[column_bins_[x]];
    if (elements_log2 > 0) continue;
    // The last row of elements may be short.
    const std::uint64_t first_of_row = std::uint64_t{row + window.first_y} * grid.columns;
    if (first_of_row + grid.columns <= grid.elements) continue;
    for (std::size_t x = 0; x < column_bins_.size(); ++x) {
      const bool there = first_of_row + window.first_x + column_bins_[x] < grid.elements;
      if (!there) to[static_cast<std::ptrdiff_t>(x)] = std::bit_cast<Pixel>(ground);
    }
  }
  target.write(std::as_bytes(std::span(pixels_)));
}

}  // namespace lanescope::render
