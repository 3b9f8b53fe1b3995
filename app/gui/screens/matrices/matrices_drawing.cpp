// Draws the pictures of the Matrices panel, and what is written beside them.
#include "gui/screens/matrices/matrices_drawing.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rounding.h"
#include "gui/store/words/numbers.h"
#include "model/access/sector_map.h"
#include "render/image/image.h"

namespace lanescope::gui {
namespace {

// Sizes are in text heights.
constexpr float image_gap = 1.1F;     // between two images
constexpr float strip_height = 1.1F;  // height of the memory below an image
constexpr float compact_below = 16;   // height of the canvas below which the pictures take all the space
constexpr double value_columns = 8;   // elements beside each other in a close view of an access

/// Returns the rectangle with its edges between pixels. A picture in it is shown sharply, and is copied instead of
/// drawn.
ImRect whole_pixels(const ImRect& place) {
  const auto round = [](ImVec2 corner) { return ImVec2(std::round(corner.x), std::round(corner.y)); };
  return {round(place.Min), round(place.Max)};
}

render::Colour colour(ImVec4 from) {
  const auto channel = [](float value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
  };
  return {channel(from.x), channel(from.y), channel(from.z), 255};
}

}  // namespace

void MatricesDrawing::draw(ImRect canvas) {
  compact_ = canvas.GetHeight() < compact_below * em;
  canvas.Min.y = draw_controls(canvas) + 0.3F * em;
  if (!compact_) canvas.Min.y = draw_legend(canvas);
  const std::size_t count = scene_.images().size();
  if (count == 0) return;
  const bool stacked = count > 2;
  const std::size_t columns = stacked ? 2 : count, rows = stacked ? 2 : 1;
  const float width =
      (canvas.GetWidth() - image_gap * em * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float height = (canvas.GetHeight() - 0.6F * em * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  for (std::size_t image = 0; image < count; ++image) {
    const float left = canvas.Min.x + static_cast<float>(image % columns) * (width + image_gap * em);
    const float top = canvas.Min.y + static_cast<float>(image / columns) * (height + 0.6F * em);
    draw_matrix(image, {left, top, left + width, top + height});
  }
}

void MatricesDrawing::draw_matrix(std::size_t image, ImRect place) {
  const MatrixImage& here = shown(image);
  place.Min.y = draw_heading(image, place) + 0.25F * em;
  const float line = ImGui::GetTextLineHeight();
  const float below = compact_ ? 0.15F * em : line;  // space for the labels at the ends of the strip
  ImRect area{place.Min.x, place.Min.y, place.Max.x, place.Max.y - (strip_height + 0.25F) * em - below};
  if (here.grid.rows == 1) area.Max.y = std::min(area.Max.y, area.Min.y + 3 * em);
  if (area.GetHeight() < 2 * em || area.GetWidth() < 2 * em) return;
  area = whole_pixels(area);
  const double shape = static_cast<double>(area.GetHeight() / area.GetWidth());
  MatrixViewport viewport = viewport_of(image, shape);
  answer_mouse(image, area, shape, viewport);
  const GridMap map{area, part_of(viewport, shape)};
  draw_heat(image, false, map);
  list.PushClipRect(area.Min, area.Max, true);
  outline({map.place(0, 0), map.place(here.grid.columns, here.grid.rows)}, theme.faint, stroke());
  if (scene_.show_sectors) draw_units(image, map);
  if (scene_.show_blocks) draw_blocks(image, map);
  if (scene_.show_sectors) draw_moved(image, map);
  if (scene_.show_values) draw_values(image, map);
  draw_access(image, map);
  draw_wrong(image, map);
  if (area.GetHeight() >= 7 * em) draw_overview(here.grid, map);
  list.PopClipRect();
  outline(area, theme.line, stroke());
  draw_strip(image, map, {place.Min.x, area.Max.y + 0.25F * em, place.Max.x, place.Max.y});
  if (hovered_) explain(image, map);
  name("matrices/image/" + buffer(image).name, area);
}

MatrixViewport MatricesDrawing::viewport_of(std::size_t image, double shape) {
  const model::ElementGrid& grid = shown(image).grid;
  const std::string& name = buffer(image).name;
  if (request_ == Request::whole) scene_.viewports[name] = whole_viewport(grid, shape);
  if (request_ == Request::access && is_accessed(image)) {
    scene_.viewports[name] = access_viewport(traced_.trace, at_.record, grid, shape, value_columns);
  }
  const auto chosen = scene_.viewports.find(name);
  if (chosen != scene_.viewports.end()) return chosen->second;
  return scene_.shows_grid() ? whole_viewport(grid, shape) : touched_viewport(grid, scene_.areas(image), shape);
}

float MatricesDrawing::draw_heading(std::size_t image, const ImRect& place) {
  const MatrixImage& here = shown(image);
  float left = place.Min.x;
  list.PushClipRect(place.Min, place.Max, true);
  // The mark looks like the marks of its elements, which are inset for a read, and whole for a write.
  const float side = 0.7F * em;
  const auto mark = [&](ImVec4 colour, bool whole) {
    ImRect square{left, place.Min.y + 0.18F * em, left + side, place.Min.y + 0.18F * em + side};
    left = square.Max.x + 0.3F * em;
    if (whole) return fill(square, colour);
    outline(square, colour, stroke(), 0.5F);
    square.Expand(-0.2F * side);
    fill(square, colour);
  };
  if (here.reads) mark(theme.accent, false);
  if (here.writes) mark(theme.warning, true);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    text({left, place.Min.y - 0.05F * em}, buffer(image).name, theme.text);
    left += size_of(buffer(image).name).x + 0.5F * em;
  }
  std::string words = shape_text(buffer(image));
  words += here.reads && here.writes ? frame.say("matrices.read_and_written")
           : here.reads              ? frame.say("matrices.read")
           : here.writes             ? frame.say("matrices.written")
                                     : frame.say("matrices.left_alone");
  if (here.grid.folded) words += frame.say("matrices.folded", grouped(here.grid.columns, 0));
  text({left, place.Min.y + 0.05F * em}, words, theme.quiet);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const bool grid = scene_.shows_grid();
  const model::TouchTotals& totals = totals_of(image);
  const trace::Trace& trace = traced_.trace;
  const bool whole = grid ? is_whole(*scene_.grid())
                          : trace.blocks >= trace.grid_blocks && trace.dropped == 0 &&
                                end_position(playback) == playback.sequence->records.size();
  const std::string counts = totals_text(frame.state, here, totals, whole, grid);
  const float second = place.Min.y + 1.3F * em, bottom = second + ImGui::GetTextLineHeight();
  const bool warns = totals.rewritten > 0 || totals.out_of_bounds_lanes > 0;
  if (!compact_ || warns) text({place.Min.x, second}, counts, warns ? theme.warning : theme.quiet);
  list.PopClipRect();
  if (compact_ && !warns) return second;
  name("matrices/heading/" + buffer(image).name, {place.Min, {place.Max.x, bottom}});
  return bottom;
}

/// Returns the totals of what is shown, which is the whole grid in all, or the trace up to the present moment.
const model::TouchTotals& MatricesDrawing::totals_of(std::size_t image) const {
  return scene_.shows_grid() ? scene_.grid_totals(image) : scene_.totals()[shown(image).buffer];
}

render::HeatStyle MatricesDrawing::style(std::size_t image) const {
  const auto cold = [&](ImVec4 base) { return colour(mixed(theme.panel, mixed(theme.ground, base, 0.42F), opacity)); };
  const auto hot = [&](ImVec4 base) { return colour(mixed(theme.panel, mixed(base, theme.text, 0.6F), opacity)); };
  render::HeatStyle style;
  style.mode = scene_.mode;
  const bool grid = scene_.shows_grid();
  const auto traced = static_cast<double>(playback.sequence->records.size());
  style.position = grid ? std::max(0.0, scene_.grid_end() - 1.0) : playback.position;
  style.half_life = half_life(playback);
  style.max_value = traced;
  if (grid) {
    style.max_value = static_cast<double>(scene_.grid()->records);
    style.half_life *= style.max_value / traced;
  }
  if (scene_.mode == render::HeatMode::touches) {
    const model::TouchTotals& totals = totals_of(image);
    const double mean = static_cast<double>(totals.loads + totals.stores) /
                        static_cast<double>(std::max<std::uint64_t>(1, totals.touched));
    style.max_value = std::max(2.0, 2 * mean);
  }
  style.ground = colour(theme.ground);
  style.dot = colour(mixed(theme.ground, theme.quiet, 0.45F));
  style.load_cold = cold(theme.accent);
  style.load_hot = hot(theme.accent);
  style.store_cold = cold(theme.warning);
  style.store_hot = hot(theme.warning);
  style.hatch = colour(theme.text);
  style.line = colour(theme.ground);
  style.line[3] = 150;
  style.stripe_pixels = std::max(4.0F, 0.5F * em);
  style.shapes_from_pixels = 0.5F * em;
  return style;
}

void MatricesDrawing::draw_heat(std::size_t image, bool strip, const GridMap& map) {
  render::HeatStyle how = style(image);
  if (strip) how.shapes_from_pixels = 1e6F;
  const std::uint32_t texture = scene_.draw(image, strip, map.part, map.area.GetSize(), colour(theme.panel), how);
  if (texture == 0) return;
  list.AddImage(ImTextureRef(static_cast<ImTextureID>(texture)), map.area.Min, map.area.Max, {0, 1}, {1, 0});
}

/// Draws in a corner which part of the whole is visible.
void MatricesDrawing::draw_overview(const model::ElementGrid& grid, const GridMap& map) {
  const bool whole = map.part.x <= 0 && map.part.y <= 0 && map.part.x + map.part.width >= grid.columns &&
                     map.part.y + map.part.height >= grid.rows;
  if (whole || grid.rows == 1) return;
  const float longest = 3.2F * em, ratio = static_cast<float>(grid.rows) / static_cast<float>(grid.columns);
  const float width = ratio > 1 ? std::max(0.5F * em, longest / ratio) : longest;
  const float height = ratio > 1 ? longest : std::max(0.5F * em, longest * ratio);
  const ImVec2 corner{map.area.Max.x - 0.4F * em, map.area.Max.y - 0.4F * em};
  const ImRect all{corner.x - width, corner.y - height, corner.x, corner.y};
  fill(all, theme.panel, 0.85F);
  outline(all, theme.quiet, stroke());
  const auto along = [](double at, std::uint32_t extent) {
    return static_cast<float>(std::clamp(at / extent, 0.0, 1.0));
  };
  const auto x = [&](double at) { return all.Min.x + width * along(at, grid.columns); };
  const auto y = [&](double at) { return all.Min.y + height * along(at, grid.rows); };
  ImRect seen{x(map.part.x), y(map.part.y), x(map.part.x + map.part.width), y(map.part.y + map.part.height)};
  seen.Add({seen.Min.x + 0.3F * em, seen.Min.y + 0.3F * em});
  fill(seen, theme.text, 0.35F);
  outline(seen, theme.text, stroke());
}

/// Draws the visible rows one after the other, as they are in memory.
void MatricesDrawing::draw_strip(std::size_t image, const GridMap& map, const ImRect& place) {
  const model::ElementGrid& grid = shown(image).grid;
  const ImRect area = whole_pixels({place.Min.x, place.Min.y, place.Max.x, place.Min.y + strip_height * em});
  const GridMap strip{area, strip_part(grid, map.part)};
  draw_heat(image, true, strip);
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp && is_accessed(image); ++lane) {
    const model::LaneElements elements = elements_of(image, lane);
    if (elements.count == 0) continue;
    const float from = strip.place(elements.first, 0).x, to = strip.place(elements.first + elements.count, 0).x;
    if (to < area.Min.x || from > area.Max.x) continue;
    const bool chosen = playback.focus.lane == lane;
    fill({from, area.Min.y - 0.12F * em, std::max(to, from + stroke()), area.Max.y + 0.12F * em},
         chosen ? theme.peak : theme.text, chosen ? 1.0F : 0.85F);
  }
  outline(area, theme.line, stroke());
  name("matrices/strip/" + buffer(image).name, area);
  if (compact_) return;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const auto first = static_cast<std::uint64_t>(strip.part.x);
  const auto last = static_cast<std::uint64_t>(strip.part.x + strip.part.width) - 1;
  const std::string from = element_name(buffer(image), first), to = element_name(buffer(image), last);
  const std::string words = frame.say("matrices.in_memory");
  const float y = area.Max.y + 0.12F * em, width = area.GetWidth();
  text({area.Min.x, y}, from, theme.quiet);
  text({area.Max.x - size_of(to).x, y}, to, theme.quiet);
  if (width > size_of(from).x + size_of(to).x + size_of(words).x + 2 * em) {
    text({area.Min.x + (width - size_of(words).x) / 2, y}, words, theme.quiet);
  }
}

namespace {

// Sizes are in text heights.
constexpr float value_from = 2.1F;     // width of an element from which its value is written into it
constexpr float outline_from = 0.45F;  // width from which the elements of an access are outlined one by one
constexpr float unit_from = 0.5F;      // width of a sector from which its borders are drawn
constexpr double max_values = 2500, max_marks = 3000;

/// Calls visit(first column, row, columns) for each row that contains some of these neighbouring elements.
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

/// Draws the borders of sectors, and thicker ones of lines, where they are large enough to see.
void MatricesDrawing::draw_units(std::size_t image, const GridMap& map) {
  const model::ElementGrid& grid = shown(image).grid;
  const std::uint32_t per_sector = std::max(1u, model::bytes_per_sector / grid.bytes_per_element);
  const std::uint32_t per_line = model::bytes_per_line / grid.bytes_per_element;
  const bool with_sectors = map.scale() * static_cast<float>(per_sector) >= unit_from * em;
  const bool with_lines = map.scale() * static_cast<float>(per_line) >= unit_from * em;
  if (!with_lines) return;
  const std::uint32_t step = with_sectors ? per_sector : per_line;
  const auto [left, top, width, height] = map.visible_part(grid);
  if (width <= 0 || height <= 0) return;
  // Where every row begins with a line, the borders cross all rows.
  const bool aligned = grid.columns % per_line == 0 || grid.rows == 1;
  const double rows = aligned ? 1 : height;
  if (rows * width / step > max_marks) return;
  for (double row = top; row < top + rows; ++row) {
    const std::uint64_t begin = static_cast<std::uint64_t>(row) * grid.columns;
    std::uint64_t at = round_up(begin + static_cast<std::uint64_t>(left), step);
    for (; at < begin + static_cast<std::uint64_t>(left + width); at += step) {
      const bool thick = at % per_line == 0;
      const auto x = static_cast<double>(at - begin);
      const ImVec2 from = map.place(x, row), to = map.place(x, aligned ? top + height : row + 1);
      line(from, to, theme.quiet, (thick ? 1.6F : 0.8F) * stroke(), thick ? 0.75F : 0.4F);
    }
  }
}

/// Returns the colour of the frame of a block: from the first (0) to the last (1). Both ends stand out from the ground.
ImVec4 MatricesDrawing::block_colour(double share) const {
  const bool on_dark = contrast(theme.ground, {1, 1, 1, 1}) > contrast(theme.ground, {0, 0, 0, 1});
  const auto [red, green, blue, alpha] = render::fractions(render::viridis((on_dark ? 0.25 : 0.0) + 0.7 * share));
  return {red, green, blue, alpha};
}

/// Says what the marks over the images mean, and returns where the images begin.
float MatricesDrawing::draw_legend(const ImRect& canvas) const {
  const FontScope small(frame, frame.fonts.text, 0.8F);
  Legend legend(*this, canvas, canvas.Min.y);
  const float thin = 1.5F * stroke();
  legend.entry(frame.say("matrices.legend_access"),
               [&](const ImRect& mark) { outline(mark, theme.text, thin, 1, 0.2F * em); });
  if (scene_.show_blocks) {
    legend.entry(frame.say("matrices.legend_block"), [&](const ImRect& mark) { outline(mark, block_colour(1), thin); });
  }
  if (scene_.show_sectors) {
    legend.entry(frame.say("matrices.legend_sector"), [&](const ImRect& mark) {
      for (const float x : {mark.Min.x, mark.Max.x}) line({x, mark.Min.y}, {x, mark.Max.y}, theme.quiet, stroke());
    });
  }
  legend.entry(frame.say("matrices.legend_again"), [&](const ImRect& mark) {
    fill(mark, theme.faint);
    hatch(list, mark.Min, mark.Max, 0.35F * em, ink(theme.text), stroke());
  });
  return legend.end();
}

/// Draws the areas of the blocks, numbered in the order in which the blocks came.
void MatricesDrawing::draw_blocks(std::size_t image, const GridMap& map) {
  const auto areas = scene_.areas(image);
  if (static_cast<double>(areas.size()) > max_marks) return;
  for (std::size_t n = 0; n < areas.size(); ++n) {
    const model::BlockArea& area = areas[n];
    const bool came = area.first < end_position(playback);
    const ImRect place{map.place(area.left, area.top), map.place(area.right, area.bottom)};
    if (place.Max.x < map.area.Min.x || place.Min.x > map.area.Max.x || place.Max.y < map.area.Min.y ||
        place.Min.y > map.area.Max.y) {
      continue;
    }
    const double share = areas.size() > 1 ? static_cast<double>(n) / static_cast<double>(areas.size() - 1) : 1;
    ImRect around = place;
    around.Expand(stroke());
    outline(around, block_colour(share), 1.6F * stroke(), came ? 1.0F : 0.35F);
    const FontScope small(frame, frame.fonts.bold, 0.8F);
    const std::string number = frame.say("matrices.block", n + 1, area.block);
    const ImVec2 extent = size_of(number);
    const ImVec2 at{std::max(place.Min.x, map.area.Min.x) + 0.25F * em,
                    std::max(around.Min.y - extent.y, map.area.Min.y)};
    const bool room = areas.size() == 1 || (place.GetWidth() >= extent.x + 0.5F * em && place.GetHeight() >= 1.2F * em);
    if (!room) continue;
    fill_behind_text(at, extent, 0.15F * em, theme.panel, 0.8F);
    text(at, number, came ? theme.text : theme.quiet);
  }
}

/// Draws the sectors that the present access moves. They are hatched where bytes were not requested.
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

/// Draws the recorded values of the elements, when they are large enough.
void MatricesDrawing::draw_values(std::size_t image, const GridMap& map) {
  const MatrixImage& here = shown(image);
  if (map.scale() < value_from * em || !traced_.trace.has_values()) return;
  const auto [left, top, width, height] = map.visible_part(here.grid);
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
      const ImVec2 at = top_left_of(map.place(column + 0.5, row + 0.5), extent);
      fill_behind_text(at, extent, 0.1F * em, theme.ground, 0.8F, 0.2F * em);
      text(at, words, theme.text);
    }
  }
}

/// Draws the elements of the present access one by one if they are large, or a frame around them, and the chosen lane.
void MatricesDrawing::draw_access(std::size_t image, const GridMap& map) {
  if (!is_accessed(image)) return;
  const bool one_by_one = map.scale() >= outline_from * em;
  ImRect around{1e9F, 1e9F, -1e9F, -1e9F};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    const model::LaneElements elements = elements_of(image, lane);
    for_rows(shown(image).grid, elements.first, elements.count, [&](double x, double y, double count) {
      const ImRect place{map.place(x, y), map.place(x + count, y + 1)};
      around.Add(place);
      const bool chosen = playback.focus.lane == lane;
      if (playback.levels) {
        const Level level = level_of_lane(traced_, at_.record, lane);
        fill(place, level_colour(level), 0.85F);
        mark_level(place, level);
      }
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
  fill_behind_text(from, extent, 0.15F * em, theme.panel, 0.9F);
  text(from, words, theme.wrong);
  name("matrices/wrong", square_around(at, size / 2));
}

}  // namespace lanescope::gui
