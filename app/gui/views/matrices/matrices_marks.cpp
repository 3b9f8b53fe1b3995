// What stands over a picture of the Matrices panel: sectors, blocks, values, the access of the moment, what is wrong.
#include "gui/views/matrices/matrices_drawing.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/access/sector_map.h"
#include "render/image/colour_map.h"

namespace warpscope::gui {

namespace {

// In heights of text.
constexpr float value_from = 2.1F;     // width of an element from which its value is written into it
constexpr float outline_from = 0.45F;  // from which the elements of an access are outlined one by one
constexpr float unit_from = 0.5F;      // width of a sector from which its borders are drawn
constexpr std::size_t max_values = 2500, max_marks = 3000;

/// Calls visit(first column, row, columns) for the rows that some neighbouring elements lie in.
template <class Visit>
static void for_rows(const model::ElementGrid& grid, std::uint64_t first, std::uint64_t count, Visit visit) {
  const std::uint64_t end = std::min<std::uint64_t>(first + count, grid.elements);
  while (first < end) {
    const std::uint64_t row = first / grid.columns, column = first % grid.columns;
    const std::uint64_t here = std::min<std::uint64_t>(end - first, grid.columns - column);
    visit(static_cast<double>(column), static_cast<double>(row), static_cast<double>(here));
    first += here;
  }
}

}  // namespace

/// The borders of sectors, and thicker ones of lines, where they are large enough to be seen.
void MatricesDrawing::draw_units(std::size_t image, const Map& map) {
  const model::ElementGrid& grid = scene_.images()[image].grid;
  const std::uint32_t per_sector = std::max(1u, model::bytes_per_sector / grid.bytes_per_element);
  const std::uint32_t per_line = model::bytes_per_line / grid.bytes_per_element;
  const bool with_sectors = map.scale() * static_cast<float>(per_sector) >= unit_from * em_;
  const bool with_lines = map.scale() * static_cast<float>(per_line) >= unit_from * em_;
  if (!with_lines) return;
  const std::uint32_t step = with_sectors ? per_sector : per_line;
  const double left = std::max(0.0, std::floor(map.part.x)), top = std::max(0.0, std::floor(map.part.y));
  const double right = std::min<double>(grid.columns, std::ceil(map.part.x + map.part.width));
  const double bottom = std::min<double>(grid.rows, std::ceil(map.part.y + map.part.height));
  if (right <= left || bottom <= top) return;
  // Where every row begins with a line, the borders go through.
  const bool aligned = grid.columns % per_line == 0 || grid.rows == 1;
  const double rows = aligned ? 1 : bottom - top;
  if (rows * (right - left) / step > max_marks) return;
  for (double row = top; row < (aligned ? top + 1 : bottom); ++row) {
    const std::uint64_t begin = static_cast<std::uint64_t>(row) * grid.columns;
    std::uint64_t at = (begin + static_cast<std::uint64_t>(left) + step - 1) / step * step;
    for (; at < begin + static_cast<std::uint64_t>(right); at += step) {
      const bool thick = at % per_line == 0;
      const auto x = static_cast<double>(at - begin);
      const ImVec2 from = map.place(x, row), to = map.place(x, aligned ? bottom : row + 1);
      line(from, to, frame.theme.quiet, (thick ? 1.6F : 0.8F) * stroke(), thick ? 0.75F : 0.4F);
    }
  }
}

/// Where the blocks were, numbered in the order in which they came.
void MatricesDrawing::draw_blocks(std::size_t image, const Map& map) {
  const auto areas = scene_.areas(image);
  if (areas.size() > max_marks) return;
  for (std::size_t n = 0; n < areas.size(); ++n) {
    const model::BlockArea& area = areas[n];
    const bool came = area.first < happened(playback_);
    const ImVec2 from = map.place(area.left, area.top), to = map.place(area.right, area.bottom);
    if (to.x < map.area.Min.x || from.x > map.area.Max.x || to.y < map.area.Min.y || from.y > map.area.Max.y) continue;
    const double share = areas.size() > 1 ? static_cast<double>(n) / static_cast<double>(areas.size() - 1) : 1;
    const render::Colour of_order = render::viridis(0.25 + 0.75 * share);
    const ImVec4 paint{static_cast<float>(of_order[0]) / 255, static_cast<float>(of_order[1]) / 255,
                       static_cast<float>(of_order[2]) / 255, 1};
    const float grow = stroke();
    outline({from.x - grow, from.y - grow, to.x + grow, to.y + grow}, paint, 1.6F * stroke(), came ? 1.0F : 0.35F);
    const FontScope small(frame, frame.fonts.bold, 0.8F);
    const std::string number = frame.say("matrices.block", n + 1, area.block);
    const ImVec2 extent = size_of(number);
    const ImVec2 at{std::max(from.x, map.area.Min.x) + 0.25F * em_, std::max(from.y - grow - extent.y, map.area.Min.y)};
    const bool room = areas.size() == 1 || (to.x - from.x >= extent.x + 0.5F * em_ && to.y - from.y >= 1.2F * em_);
    if (!room) continue;
    ground_of_text(at, extent, 0.15F * em_, frame.theme.panel, 0.8F);
    text(at, number, came ? frame.theme.text : frame.theme.quiet);
  }
}

/// The sectors that the access of the moment moves: hatched where nobody asked for them.
void MatricesDrawing::draw_moved(std::size_t image, const Map& map) {
  const MatrixImage& here = scene_.images()[image];
  if (traced_.trace.headers[at_.record].buffer != here.buffer) return;
  const auto moved = model::sector_map(traced_.trace, at_.record, playback_.sequence->bytes_per_lane(at_.index));
  if (!moved) return;
  const std::uint32_t bytes = here.grid.bytes_per_element;
  if (map.scale() * static_cast<float>(model::bytes_per_sector / bytes) < unit_from * em_) return;
  for (const model::LineUse& line : moved->lines) {
    for (std::size_t sector = 0; sector < model::sectors_per_line; ++sector) {
      const model::SectorUse& use = line.sectors[sector];
      if (!use.moved()) continue;
      const std::uint64_t byte = line.line * model::bytes_per_line + sector * model::bytes_per_sector;
      for_rows(here.grid, byte / bytes, model::bytes_per_sector / bytes, [&](double x, double y, double count) {
        const ImVec2 from = map.place(x, y), to = map.place(x + count, y + 1);
        if (to.y - from.y < 0.5F * em_) {  // too low for strokes
          fill({from, to}, frame.theme.warning, 0.4F);
          return;
        }
        if (use.used != 0xffffffffu) hatch(list, from, to, 0.45F * em_, ink(frame.theme.warning, 0.75F), stroke());
        outline({from, to}, frame.theme.warning, 1.3F * stroke());
      });
    }
  }
}

/// What the elements were seen to hold, when they are large enough.
void MatricesDrawing::draw_values(std::size_t image, const Map& map) {
  const MatrixImage& here = scene_.images()[image];
  if (map.scale() < value_from * em_ || !traced_.trace.has_values()) return;
  const double left = std::max(0.0, std::floor(map.part.x)), top = std::max(0.0, std::floor(map.part.y));
  const double right = std::min<double>(here.grid.columns, std::ceil(map.part.x + map.part.width));
  const double bottom = std::min<double>(here.grid.rows, std::ceil(map.part.y + map.part.height));
  if ((right - left) * (bottom - top) > static_cast<double>(max_values)) return;
  const FontScope mono(frame, frame.fonts.mono, 0.75F);
  for (double row = top; row < bottom; ++row) {
    for (double column = left; column < right; ++column) {
      const auto x = static_cast<std::uint32_t>(column), y = static_cast<std::uint32_t>(row);
      const auto bin = scene_.bin_of(image, x, y);
      if (!bin || !bin->touched()) continue;
      const std::uint32_t record = playback_.sequence->records[bin->last_position()];
      const std::uint32_t element = y * here.grid.columns + x;
      const auto lane = lane_of(traced_.trace, record, element, here.grid);
      if (!lane) continue;
      const std::string words = value_of(traced_, record, *lane, element, here.grid);
      const ImVec2 extent = size_of(words);
      if (words.empty() || extent.x > 0.94F * map.scale()) continue;
      const ImVec2 centre = map.place(column + 0.5, row + 0.5);
      const ImVec2 at{centre.x - extent.x / 2, centre.y - extent.y / 2};
      ground_of_text(at, extent, 0.1F * em_, frame.theme.ground, 0.8F, 0.2F * em_);
      text(at, words, frame.theme.text);
    }
  }
}

/// The access of the moment: its elements one by one when they are large, else a frame around them; the chosen lane.
void MatricesDrawing::draw_access(std::size_t image, const Map& map) {
  const MatrixImage& here = scene_.images()[image];
  const trace::Header& header = traced_.trace.headers[at_.record];
  if (header.buffer != here.buffer) return;
  const bool one_by_one = map.scale() >= outline_from * em_;
  ImVec2 low{1e9F, 1e9F}, high{-1e9F, -1e9F};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    const model::LaneElements elements = model::elements_of(traced_.trace, at_.record, lane, here.grid);
    for_rows(here.grid, elements.first, elements.count, [&](double x, double y, double count) {
      const ImVec2 from = map.place(x, y), to = map.place(x + count, y + 1);
      low = {std::min(low.x, from.x), std::min(low.y, from.y)};
      high = {std::max(high.x, to.x), std::max(high.y, to.y)};
      const bool chosen = playback_.lane == lane;
      if (one_by_one || chosen) {
        outline({from, to}, chosen ? frame.theme.peak : frame.theme.text, (chosen ? 3.0F : 1.5F) * stroke());
      }
      if (chosen)
        list.AddCircle({(from.x + to.x) / 2, (from.y + to.y) / 2}, 0.7F * em_, ink(frame.theme.peak), 0,
                       1.6F * stroke());
    });
  }
  if (high.x < low.x || one_by_one) return;
  const float pad = 0.2F * em_;
  outline({low.x - pad, low.y - pad, high.x + pad, high.y + pad}, frame.theme.text, 1.5F * stroke(), 1, 0.2F * em_);
}

void MatricesDrawing::draw_wrong(std::size_t image, const Map& map) {
  const MatrixImage& here = scene_.images()[image];
  if (!wrong_ || wrong_->buffer != here.buffer || wrong_->element >= here.grid.elements) return;
  const auto middle_of = [&](std::uint64_t element) {
    return map.place(static_cast<double>(element % here.grid.columns) + 0.5,
                     static_cast<double>(element / here.grid.columns) + 0.5);
  };
  for (const std::uint64_t element : wrong_->all) {
    if (element >= here.grid.elements || element == wrong_->element) continue;
    const ImVec2 place = middle_of(element);
    if (place.x < map.area.Min.x || place.x > map.area.Max.x || place.y < map.area.Min.y || place.y > map.area.Max.y) {
      continue;
    }
    draw_shape(list, Shape::cross, place, std::max(0.55F * em_, 0.6F * map.scale()), faded(frame.theme.wrong, opacity));
  }
  const ImVec2 at = middle_of(wrong_->element);
  const float size = std::max(1.6F * em_, 0.8F * map.scale());
  draw_shape(list, Shape::cross, at, 1.25F * size, frame.theme.panel);
  draw_shape(list, Shape::cross, at, size, faded(frame.theme.wrong, opacity));
  const FontScope bold(frame, frame.fonts.bold, 0.9F);
  const std::string words = frame.say(wrong_->unwritten ? "matrices.never_written_word" : "matrices.wrong_word");
  const ImVec2 extent = size_of(words);
  const ImVec2 from{std::min(at.x + 0.5F * size, map.area.Max.x - extent.x - 0.3F * em_), at.y - extent.y / 2};
  ground_of_text(from, extent, 0.15F * em_, frame.theme.panel, 0.9F);
  text(from, words, frame.theme.wrong);
  name_place(frame, "matrices/wrong", {at.x - size / 2, at.y - size / 2}, {at.x + size / 2, at.y + size / 2});
}

}  // namespace warpscope::gui
