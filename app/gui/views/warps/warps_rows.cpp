// The rows of the Warps panel: a bar for each instruction, as high as lanes were active, and the barriers between.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "gui/views/playback/view_canvas.h"
#include "gui/views/warps/warps_parts.h"

namespace warpscope::gui {

namespace {

using model::AccessKind;

constexpr std::size_t max_single_bars = 4000;
constexpr float bin_width = 0.22F;      // heights of text
constexpr float smallest_detail = 3;    // pixels of height, below which patterns are not drawn
constexpr float row_gap = 0.14F;        // of a row
constexpr float still_to_come = 0.45F;  // opacity
constexpr float other_site = 0.35F;     // opacity, while one instruction is watched
constexpr float all_lanes = 32;

struct RowsDrawing : ViewCanvas {
  const WarpsViewModel& shown;
  const WarpsSpace& space;
  double position;

  [[nodiscard]] bool seen(std::uint32_t row) const {
    const float top = space.top_of(row);
    return top < space.rows.Max.y && top + space.row_height > space.rows.Min.y;
  }
  /// The room of a row's bars.
  [[nodiscard]] ImRect place(std::uint32_t row, double begin, double end) const {
    const float top = space.top_of(row), gap = row_gap * space.row_height;
    return {space.x_of(begin), top + gap / 2, space.x_of(end), top + space.row_height - gap / 2};
  }
};

/// Half transparent where `position` has not come yet.
float opacity_of(const RowsDrawing& drawing, std::uint32_t record, std::uint32_t rank) {
  const Playback& playback = drawing.frame.state.playback;
  float opacity = rank <= drawing.position ? 1.0F : still_to_come;
  if (playback.site && drawing.shown.sequence->traced->trace.headers[record].site != *playback.site)
    opacity *= other_site;
  return opacity;
}

/// One lane of 32 is still to be seen from the back row.
ImRect as_high_as(ImRect place, float lanes) {
  const float height = place.GetHeight();
  place.Min.y = place.Max.y - std::max(std::max(2.0F, 0.08F * height), height * lanes / all_lanes);
  return place;
}

/// The mnemonic, where it fits.
void draw_letters(const RowsDrawing& drawing, const ImRect& bar, AccessKind kind, bool bright) {
  const Theme& theme = drawing.frame.theme;
  const float em = drawing.frame.em;
  const std::string letters(model::mnemonic_of(kind));
  const FontScope small(drawing.frame, drawing.frame.fonts.bold, 0.8F);
  const ImVec2 extent = size_of(letters);
  const float width = bar.GetWidth(), height = bar.GetHeight();
  if (extent.x + 0.3F * em > width || extent.y > height) return;
  const ImVec2 at{bar.Min.x + (width - extent.x) / 2, bar.Min.y + (height - extent.y) / 2};
  if (!bright) return drawing.text(at, letters, theme.text, 0.8F);
  if (strips_of(kind).size() != 1) {
    // Patterns have gaps: letters stand on a ground of their own.
    drawing.ground_of_text(at, extent, 0.15F * em, colour_of(theme, kind), 1, 0.15F * em);
  }
  drawing.text(at, letters, theme.panel);
}

void draw_single(const RowsDrawing& drawing) {
  const WarpsSpace& space = drawing.space;
  const Frame& frame = drawing.frame;
  const float seam =
      space.pixels_per_moment() * drawing.shown.timeline.drawn_width > 6 ? std::max(1.0F, 0.06F * frame.em) : 0.0F;
  for (std::uint32_t row = 0; row < drawing.shown.timeline.rows.size(); ++row) {
    if (!drawing.seen(row)) continue;
    const model::TimelineRow& here = drawing.shown.timeline.rows[row];
    for (std::size_t index = here.first_interval; index < here.first_interval + here.intervals; ++index) {
      const model::TimelineInterval& interval = drawing.shown.timeline.intervals[index];
      if (interval.end < space.from || interval.begin > space.to) continue;
      ImRect room = drawing.place(row, interval.begin, interval.end);
      room.Max.x = std::max(room.Min.x + 1.5F, room.Max.x - seam);
      const ImRect bar = as_high_as(room, static_cast<float>(interval.active_lanes));
      const float opacity = opacity_of(drawing, interval.record, interval.rank);
      if (interval.active_lanes < 32 && room.GetWidth() > smallest_detail) {
        drawing.fill({room.Min, {room.Max.x, bar.Min.y}}, frame.theme.line, 0.35F * opacity);
      }
      draw_bar(drawing, bar, interval.kind, opacity);
      draw_letters(drawing, bar, interval.kind, opacity > still_to_come);
    }
  }
}

/// Neighbouring columns that look the same are one bar.
void draw_binned(const RowsDrawing& drawing, const model::TimelineBins& bins) {
  const WarpsSpace& space = drawing.space;
  const double width = (space.to - space.from) / bins.columns;
  const double passed = model::playhead(drawing.shown.timeline, drawing.position);
  const bool all_at_once = drawing.shown.axis == model::TimeAxis::barrier_aligned;
  const auto lanes = [](const model::TimelineBin& bin) { return std::lround(bin.mean_lanes / 2); };
  const auto is_over = [&](std::uint32_t column) { return all_at_once || space.from + column * width <= passed; };
  for (std::uint32_t row = 0; row < bins.rows; ++row) {
    if (!drawing.seen(row)) continue;
    for (std::uint32_t column = 0; column < bins.columns;) {
      const model::TimelineBin& first = bins.at(row, column);
      std::uint32_t end = column + 1;
      const auto same = [&](const model::TimelineBin& other) {
        return other.records > 0 && other.dominant == first.dominant && lanes(other) == lanes(first) &&
               is_over(end) == is_over(column);
      };
      while (first.records > 0 && end < bins.columns && same(bins.at(row, end))) ++end;
      if (first.records > 0) {
        const ImRect room = drawing.place(row, space.from + column * width, space.from + end * width);
        draw_bar(drawing, as_high_as(room, first.mean_lanes), first.dominant, is_over(column) ? 1.0F : still_to_come);
      }
      column = end;
    }
  }
}

/// A dotted line from arrival to release.
void draw_waits(const RowsDrawing& drawing) {
  const Frame& frame = drawing.frame;
  const float dot = std::max(1.0F, 0.09F * frame.em), step = 0.5F * frame.em;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const std::string word = frame.say("warps.waits");
  const ImVec2 extent = size_of(word);
  const bool thick = drawing.shown.axis == model::TimeAxis::barrier_aligned;
  for (const model::TimelineWait& wait : drawing.shown.timeline.waits) {
    if (!drawing.seen(wait.row) || wait.end < drawing.space.from || wait.begin > drawing.space.to) continue;
    const bool ends_at_release = thick && drawing.shown.timeline.releases[wait.release].released;
    // In instrumented time a bar has a width that its instruction has not: what is said begins behind it.
    const auto before = model::interval_at(drawing.shown.timeline, wait.row, wait.begin);
    const double begin = before ? drawing.shown.timeline.intervals[*before].end : wait.begin;
    const ImRect room = drawing.place(wait.row, begin, ends_at_release ? wait.end - model::barrier_width : wait.end);
    const float left = std::max(room.Min.x, drawing.space.rows.Min.x),
                right = std::min(room.Max.x, drawing.space.rows.Max.x);
    if (right - left < step) continue;
    const float y = (room.Min.y + room.Max.y) / 2;
    const float words_end = left + 0.4F * frame.em + extent.x;
    const bool says = words_end + 2 * step < right && extent.y <= room.GetHeight();
    if (says) drawing.text({left + 0.3F * frame.em, y - extent.y / 2}, word, frame.theme.quiet);
    for (float x = says ? words_end + step / 2 : left + step / 2; x < right; x += step) {
      drawing.fill({x - dot, y - dot, x + dot, y + dot}, frame.theme.quiet, 0.8F);
    }
  }
}

/// A barrier: as wide as it is on the axis of instructions, and thin on the other axes; with courses of bricks.
void draw_barriers(const RowsDrawing& drawing) {
  const Frame& frame = drawing.frame;
  const WarpsSpace& space = drawing.space;
  const bool thick = drawing.shown.axis == model::TimeAxis::barrier_aligned;
  const float least = std::max(2.0F, 0.16F * frame.em * frame.theme.stroke);
  const float width = thick ? std::clamp(static_cast<float>(model::barrier_width * space.pixels_per_moment()) * 0.8F,
                                         least, 0.9F * frame.em)
                            : least;
  float free_from = space.rows.Min.x;
  for (const model::BarrierRelease& release : drawing.shown.timeline.releases) {
    if (release.position < space.from || release.position > space.to + model::barrier_width || !release.released)
      continue;
    const float middle = space.x_of(thick ? release.position - model::barrier_width / 2 : release.position);
    const float left = middle - width / 2, right = middle + width / 2;
    const float top = std::max(space.top_of(release.first_row), space.rows.Min.y);
    const float bottom = std::min(space.top_of(release.first_row + release.rows), space.rows.Max.y);
    if (bottom <= top) continue;
    drawing.fill({left, top, right, bottom}, frame.theme.text, 0.85F);
    if (width > 0.4F * frame.em) {
      const float course = 0.5F * frame.em, mortar = std::max(1.0F, 0.08F * frame.em);
      for (float y = top + course; y < bottom; y += course) {
        drawing.line({left, y}, {right, y}, frame.theme.panel, mortar);
      }
    }
    // What it is, above the rows, where there is room.
    if (release.first_row != 0) continue;
    const FontScope small(frame, frame.fonts.text, 0.8F);
    const std::string words = release.line > 0
                                  ? frame.say("warps.barrier_at", frame.say("warps.line", release.line))
                                  : frame.say("warps.barrier_at", frame.say("warps.ptx_line", release.ptx_line));
    const ImVec2 extent = size_of(words);
    const float from = middle - extent.x / 2;
    if (from < free_from || from + extent.x > space.rows.Max.x) continue;
    drawing.text({from, space.rows.Min.y - extent.y - 0.5F * frame.em}, words, frame.theme.text);
    free_from = from + extent.x + 0.6F * frame.em;
  }
}

/// A ground for each row; in instrumented time only while its block was on the multiprocessor.
void draw_grounds(const RowsDrawing& drawing) {
  const WarpsSpace& space = drawing.space;
  const auto draw = [&](std::uint32_t row, double begin, double end) {
    if (!drawing.seen(row)) return;
    const ImRect room = drawing.place(row, begin, end);
    drawing.fill(room, drawing.frame.theme.ground, 0.75F);
  };
  if (drawing.shown.axis != model::TimeAxis::time) {
    for (std::uint32_t row = 0; row < drawing.shown.timeline.rows.size(); ++row) draw(row, space.from, space.to);
    return;
  }
  for (const model::TimelineBlock& block : drawing.shown.timeline.blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) draw(block.first_row + row, block.begin, block.end);
  }
}

void draw_rules(const RowsDrawing& drawing) {
  const WarpsSpace& space = drawing.space;
  const Frame& frame = drawing.frame;
  const std::vector<model::TimelineRow>& rows = drawing.shown.timeline.rows;
  for (std::uint32_t row = 1; row < rows.size(); ++row) {
    if (!drawing.seen(row) || rows[row].block == rows[row - 1].block) continue;
    const float y = space.top_of(row);
    drawing.line({space.rows.Min.x, y}, {space.rows.Max.x, y}, frame.theme.faint, std::max(1.0F, 0.08F * frame.em));
  }
}

/// The instruction that is being executed, and how far each warp has come.
void draw_playhead(const RowsDrawing& drawing) {
  const Frame& frame = drawing.frame;
  const WarpsSpace& space = drawing.space;
  const model::Timeline& line = drawing.shown.timeline;
  const auto rank = static_cast<std::size_t>(std::max(0.0, drawing.position));
  if (rank >= drawing.shown.indices.size()) return;
  const std::uint32_t record = drawing.shown.sequence->records[drawing.shown.indices[rank]];
  const model::TimelineInterval& now = line.intervals[line.interval_of[record]];
  const float stroke = std::max(2.0F, 0.16F * frame.em * frame.theme.stroke);
  const float x = space.x_of(model::playhead(line, drawing.position));
  const ImU32 ink = drawing.ink(frame.theme.peak);
  const bool seen = x >= space.rows.Min.x && x <= space.rows.Max.x;
  const bool one_front = drawing.shown.axis != model::TimeAxis::barrier_aligned;
  if (seen && one_front) {
    drawing.list.AddLine({x, space.rows.Min.y}, {x, space.rows.Max.y}, ink, stroke);
  }
  if (seen) {
    const float top = one_front ? space.rows.Min.y : std::max(space.rows.Min.y, space.top_of(now.row));
    drawing.list.AddTriangleFilled({x - 0.4F * frame.em, top - 0.5F * frame.em},
                                   {x + 0.4F * frame.em, top - 0.5F * frame.em}, {x, top + 0.1F * frame.em}, ink);
  }
  if (!drawing.seen(now.row)) return;
  ImRect room = drawing.place(now.row, now.begin, now.end);
  room.Max.x = std::max(room.Min.x + 2 * stroke, room.Max.x);
  if (room.Max.x < space.rows.Min.x || room.Min.x > space.rows.Max.x) return;
  if (seen && !one_front) drawing.list.AddLine({x, room.Min.y}, {x, room.Max.y}, ink, stroke);
  drawing.outline({room.Min.x - stroke, room.Min.y - stroke / 2, room.Max.x + stroke / 2, room.Max.y + stroke / 2},
                  frame.theme.text, stroke, 1, 0.2F * frame.em);
  name_place(frame, "warps/now", room.Min, room.Max);
}

}  // namespace

ImVec4 colour_of(const Theme& theme, AccessKind kind) {
  static constexpr std::array<ImVec4 Theme::*, model::access_kinds> colours{
      &Theme::accent,   &Theme::accent,   &Theme::accent, &Theme::warning, &Theme::warning, &Theme::warning,
      &Theme::recorded, &Theme::recorded, &Theme::wrong,  &Theme::good,    &Theme::quiet};
  return theme.*colours.at(static_cast<std::size_t>(kind));
}

void draw_bar(const ViewCanvas& canvas, const ImRect& bar, AccessKind kind, float share) {
  const ImVec4 colour = colour_of(canvas.frame.theme, kind);
  const float left = bar.Min.x, top = bar.Min.y, right = bar.Max.x, bottom = bar.Max.y, height = bar.GetHeight();
  const auto strips = strips_of(height < 3 * smallest_detail ? AccessKind::global_load : kind);
  for (const auto& [from, to] : strips) {
    canvas.fill({left, top + static_cast<float>(from) * height, right, top + static_cast<float>(to) * height}, colour,
                share);
  }
  if (!strips.empty()) return;
  const float rim = std::max(1.0F, std::min(0.14F * canvas.frame.em, bar.GetWidth() / 3));
  canvas.fill({left, top, right, top + rim}, colour, share);
  canvas.fill({left, bottom - rim, right, bottom}, colour, share);
  canvas.fill({left, top + rim, left + rim, bottom - rim}, colour, share);
  canvas.fill({right - rim, top + rim, right, bottom - rim}, colour, share);
}

std::optional<model::TimelineBins> bins_of(const WarpsViewModel& view_model, const WarpsSpace& space, float em) {
  std::size_t seen = 0;
  for (const model::TimelineInterval& interval : view_model.timeline.intervals) {
    seen += interval.end >= space.from && interval.begin <= space.to ? 1 : 0;
  }
  if (seen <= max_single_bars) return std::nullopt;
  const float columns = space.rows.GetWidth() / (bin_width * em);
  return model::bin(view_model.timeline, space.from, space.to, static_cast<std::uint32_t>(std::max(1.0F, columns)));
}

void draw_warp_rows(const Frame& frame, const WarpsViewModel& view_model, const WarpsSpace& space,
                    const std::optional<model::TimelineBins>& bins, double position) {
  const RowsDrawing drawing{{frame, space.opacity}, view_model, space, passed(view_model, position)};
  // Labels of barriers and the playhead's head stand above the rows.
  drawing.list.PushClipRect({space.rows.Min.x, space.rows.Min.y - 1.7F * frame.em}, space.rows.Max, true);
  drawing.list.PushClipRect(space.rows.Min, space.rows.Max, true);
  draw_grounds(drawing);
  draw_rules(drawing);
  draw_waits(drawing);
  if (bins) {
    draw_binned(drawing, *bins);
  } else {
    draw_single(drawing);
  }
  drawing.list.PopClipRect();
  draw_barriers(drawing);
  draw_playhead(drawing);
  drawing.list.PopClipRect();
}

}  // namespace warpscope::gui
