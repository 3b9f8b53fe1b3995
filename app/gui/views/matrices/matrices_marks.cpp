// What stands over a picture of the Matrices panel: sectors, blocks, values, the access of the moment, what is wrong.
#include "gui/views/matrices/matrices_drawing.h"

#include <algorithm>
#include <string>

#include "model/access/sector_map.h"
#include "render/image/image.h"

namespace warpscope::gui {

namespace {

// In heights of text.
constexpr float value_from = 2.1F;     // width of an element from which its value is written into it
constexpr float outline_from = 0.45F;  // from which the elements of an access are outlined one by one
constexpr float unit_from = 0.5F;      // width of a sector from which its borders are drawn
constexpr double max_values = 2500, max_marks = 3000;

/// Calls visit(first column, row, columns) for the rows that some neighbouring elements lie in.
template <class Visit>
void for_rows(const model::ElementGrid& grid, std::uint64_t first, std::uint64_t count, Visit visit) {
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
void MatricesDrawing::draw_units(std::size_t image, const GridMap& map) {
  const model::ElementGrid& grid = shown(image).grid;
  const std::uint32_t per_sector = std::max(1u, model::bytes_per_sector / grid.bytes_per_element);
  const std::uint32_t per_line = model::bytes_per_line / grid.bytes_per_element;
  const bool with_sectors = map.scale() * static_cast<float>(per_sector) >= unit_from * em;
  const bool with_lines = map.scale() * static_cast<float>(per_line) >= unit_from * em;
  if (!with_lines) return;
  const std::uint32_t step = with_sectors ? per_sector : per_line;
  const auto [left, top, width, height] = map.seen_of(grid);
  if (width <= 0 || height <= 0) return;
  // Where every row begins with a line, the borders go through.
  const bool aligned = grid.columns % per_line == 0 || grid.rows == 1;
  const double rows = aligned ? 1 : height;
  if (rows * width / step > max_marks) return;
  for (double row = top; row < top + rows; ++row) {
    const std::uint64_t begin = static_cast<std::uint64_t>(row) * grid.columns;
    std::uint64_t at = (begin + static_cast<std::uint64_t>(left) + step - 1) / step * step;
    for (; at < begin + static_cast<std::uint64_t>(left + width); at += step) {
      const bool thick = at % per_line == 0;
      const auto x = static_cast<double>(at - begin);
      const ImVec2 from = map.place(x, row), to = map.place(x, aligned ? top + height : row + 1);
      line(from, to, theme.quiet, (thick ? 1.6F : 0.8F) * stroke(), thick ? 0.75F : 0.4F);
    }
  }
}

/// Where the blocks were, numbered in the order in which they came.
void MatricesDrawing::draw_blocks(std::size_t image, const GridMap& map) {
  const auto areas = scene_.areas(image);
  if (static_cast<double>(areas.size()) > max_marks) return;
  for (std::size_t n = 0; n < areas.size(); ++n) {
    const model::BlockArea& area = areas[n];
    const bool came = area.first < happened(playback);
    const ImRect place{map.place(area.left, area.top), map.place(area.right, area.bottom)};
    if (place.Max.x < map.area.Min.x || place.Min.x > map.area.Max.x || place.Max.y < map.area.Min.y ||
        place.Min.y > map.area.Max.y) {
      continue;
    }
    const double share = areas.size() > 1 ? static_cast<double>(n) / static_cast<double>(areas.size() - 1) : 1;
    const auto [red, green, blue, alpha] = render::fractions(render::viridis(0.25 + 0.75 * share));
    ImRect around = place;
    around.Expand(stroke());
    outline(around, {red, green, blue, alpha}, 1.6F * stroke(), came ? 1.0F : 0.35F);
    const FontScope small(frame, frame.fonts.bold, 0.8F);
    const std::string number = frame.say("matrices.block", n + 1, area.block);
    const ImVec2 extent = size_of(number);
    const ImVec2 at{std::max(place.Min.x, map.area.Min.x) + 0.25F * em,
                    std::max(around.Min.y - extent.y, map.area.Min.y)};
    const bool room = areas.size() == 1 || (place.GetWidth() >= extent.x + 0.5F * em && place.GetHeight() >= 1.2F * em);
    if (!room) continue;
    ground_of_text(at, extent, 0.15F * em, theme.panel, 0.8F);
    text(at, number, came ? theme.text : theme.quiet);
  }
}

/// The sectors that the access of the moment moves: hatched where nobody asked for them.
void MatricesDrawing::draw_moved(std::size_t image, const GridMap& map) {
  const MatrixImage& here = shown(image);
  if (!is_accessed(image)) return;
  const auto moved = model::sector_map(traced_.trace, at_.record, playback.sequence->bytes_per_lane(at_.index));
  if (!moved) return;
  const std::uint32_t bytes = here.grid.bytes_per_element;
  if (map.scale() * static_cast<float>(model::bytes_per_sector / bytes) < unit_from * em) return;
  for (const model::LineUse& used : moved->lines) {
    std::uint64_t byte = used.line * model::bytes_per_line - model::bytes_per_sector;
    for (const model::SectorUse& use : used.sectors) {
      byte += model::bytes_per_sector;
      if (!use.moved()) continue;
      for_rows(here.grid, byte / bytes, model::bytes_per_sector / bytes, [&](double x, double y, double count) {
        const ImRect place{map.place(x, y), map.place(x + count, y + 1)};
        if (place.GetHeight() < 0.5F * em) return fill(place, theme.warning, 0.4F);  // too low for strokes
        if (use.used != 0xffffffffu) {
          hatch(list, place.Min, place.Max, 0.45F * em, ink(theme.warning, 0.75F), stroke());
        }
        outline(place, theme.warning, 1.3F * stroke());
      });
    }
  }
}

/// What the elements were seen to hold, when they are large enough.
void MatricesDrawing::draw_values(std::size_t image, const GridMap& map) {
  const MatrixImage& here = shown(image);
  if (map.scale() < value_from * em || !traced_.trace.has_values()) return;
  const auto [left, top, width, height] = map.seen_of(here.grid);
  if (width * height > max_values) return;
  const FontScope mono(frame, frame.fonts.mono, 0.75F);
  for (double row = top; row < top + height; ++row) {
    for (double column = left; column < left + width; ++column) {
      const auto x = static_cast<std::uint32_t>(column), y = static_cast<std::uint32_t>(row);
      const auto bin = scene_.bin_of(image, x, y);
      if (!bin || !bin->touched()) continue;
      const std::uint32_t record = playback.sequence->records[bin->last_position()];
      const std::uint32_t element = y * here.grid.columns + x;
      const auto lane = lane_of(traced_.trace, record, element, here.grid);
      if (!lane) continue;
      const std::string words = value_of(traced_, record, *lane, element, here.grid);
      const ImVec2 extent = size_of(words);
      if (words.empty() || extent.x > 0.94F * map.scale()) continue;
      const ImVec2 at = corner_of(map.place(column + 0.5, row + 0.5), extent);
      ground_of_text(at, extent, 0.1F * em, theme.ground, 0.8F, 0.2F * em);
      text(at, words, theme.text);
    }
  }
}

/// The access of the moment: its elements one by one when they are large, else a frame around them; the chosen lane.
void MatricesDrawing::draw_access(std::size_t image, const GridMap& map) {
  if (!is_accessed(image)) return;
  const bool one_by_one = map.scale() >= outline_from * em;
  ImRect around{1e9F, 1e9F, -1e9F, -1e9F};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    const model::LaneElements elements = elements_of(image, lane);
    for_rows(shown(image).grid, elements.first, elements.count, [&](double x, double y, double count) {
      const ImRect place{map.place(x, y), map.place(x + count, y + 1)};
      around.Add(place);
      const bool chosen = playback.lane == lane;
      if (one_by_one || chosen) {
        outline(place, chosen ? theme.peak : theme.text, (chosen ? 3.0F : 1.5F) * stroke());
      }
      if (chosen) list.AddCircle(place.GetCenter(), 0.7F * em, ink(theme.peak), 0, 1.6F * stroke());
    });
  }
  if (around.Max.x < around.Min.x || one_by_one) return;
  around.Expand(0.2F * em);
  outline(around, theme.text, 1.5F * stroke(), 1, 0.2F * em);
}

void MatricesDrawing::draw_wrong(std::size_t image, const GridMap& map) {
  const model::ElementGrid& grid = shown(image).grid;
  const std::optional<WrongElement>& wrong = scene_.wrong();
  if (!wrong || wrong->buffer != shown(image).buffer || wrong->first.index >= grid.elements) return;
  const auto middle_of = [&](std::uint64_t element) {
    return map.place(static_cast<double>(element % grid.columns) + 0.5,
                     static_cast<double>(element / grid.columns) + 0.5);
  };
  for (const std::uint64_t element : wrong->all) {
    if (element >= grid.elements || element == wrong->first.index) continue;
    const ImVec2 place = middle_of(element);
    if (!map.area.Contains(place)) continue;
    draw_shape(list, Shape::cross, place, std::max(0.55F * em, 0.6F * map.scale()), faded(theme.wrong, opacity));
  }
  const ImVec2 at = middle_of(wrong->first.index);
  const float size = std::max(1.6F * em, 0.8F * map.scale());
  draw_shape(list, Shape::cross, at, 1.25F * size, theme.panel);
  draw_shape(list, Shape::cross, at, size, faded(theme.wrong, opacity));
  const FontScope bold(frame, frame.fonts.bold, 0.9F);
  const std::string words = frame.say(wrong->first.unwritten ? "matrices.never_written_word" : "matrices.wrong_word");
  const ImVec2 extent = size_of(words);
  const ImVec2 from{std::min(at.x + 0.5F * size, map.area.Max.x - extent.x - 0.3F * em), at.y - extent.y / 2};
  ground_of_text(from, extent, 0.15F * em, theme.panel, 0.9F);
  text(from, words, theme.wrong);
  name("matrices/wrong", square_around(at, size / 2));
}

}  // namespace warpscope::gui
