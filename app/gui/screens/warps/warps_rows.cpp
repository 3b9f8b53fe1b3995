// Draws the rows of the Warps panel, with a bar for each instruction, as high as lanes were active, and the barriers.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "gui/screens/warps/warps_drawing.h"

namespace lanescope::gui {
namespace {

using model::AccessKind;

constexpr std::ptrdiff_t max_single_bars = 4000;
constexpr float bin_width = 0.22F;      // in text heights
constexpr float min_detail_height = 3;  // height in pixels below which patterns are not drawn
constexpr float row_gap = 0.14F;        // as a fraction of a row
constexpr float upcoming_opacity = 0.45F;
constexpr float other_site = 0.35F;  // opacity, while one instruction is watched

/// One lane of 32 must still be visible from the back row.
ImRect scaled_to_lanes(ImRect place, float lanes) {
  const float height = place.GetHeight();
  place.Min.y = place.Max.y - std::max(std::max(2.0F, 0.08F * height), height * lanes / trace::lanes_per_warp);
  return place;
}

}  // namespace

ImRect WarpsDrawing::place(std::uint32_t row, double begin, double end) const {
  const float top = top_of(row), gap = row_gap * row_height;
  return {x_of(begin), top + gap / 2, x_of(end), top + row_height - gap / 2};
}

/// Draws the mnemonic if it fits.
void WarpsDrawing::draw_mnemonic(const ImRect& bar, AccessKind kind, bool bright) const {
  const std::string mnemonic(model::mnemonic_of(kind));
  const FontScope small(frame, frame.fonts.bold, 0.8F);
  const ImVec2 extent = size_of(mnemonic);
  if (extent.x + 0.3F * em > bar.GetWidth() || extent.y > bar.GetHeight()) return;
  const ImVec2 at{bar.Min.x + (bar.GetWidth() - extent.x) / 2, bar.Min.y + (bar.GetHeight() - extent.y) / 2};
  if (!bright) return text(at, mnemonic, theme.text, 0.8F);
  if (strips_of(kind).size() != 1) {
    // Patterns have gaps, so the text gets a background of its own.
    fill_behind_text(at, extent, 0.15F * em, colour_of(theme, kind), 1, 0.15F * em);
  }
  text(at, mnemonic, theme.panel);
}

void WarpsDrawing::draw_single() const {
  const float seam = pixels_per_moment() * shown.timeline.drawn_width > 6 ? std::max(1.0F, 0.06F * em) : 0.0F;
  for (std::uint32_t row = 0; row < shown.timeline.rows.size(); ++row) {
    if (!is_row_visible(row)) continue;
    const model::TimelineRow& here = shown.timeline.rows[row];
    for (std::size_t index = here.first_interval; index < here.first_interval + here.intervals; ++index) {
      const model::TimelineInterval& interval = shown.timeline.intervals[index];
      if (interval.end < from || interval.begin > to) continue;
      ImRect room = place(row, interval.begin, interval.end);
      room.Max.x = std::max(room.Min.x + 1.5F, room.Max.x - seam);
      const ImRect bar = scaled_to_lanes(room, static_cast<float>(interval.active_lanes));
      // A bar is pale until the playhead reaches it.
      float share = interval.rank <= passed ? 1.0F : upcoming_opacity;
      const std::uint32_t site = shown.sequence->traced->trace.headers[interval.record].site;
      if (playback.focus.site && site != *playback.focus.site) share *= other_site;
      if (interval.active_lanes < trace::lanes_per_warp && room.GetWidth() > min_detail_height) {
        fill({room.Min, {room.Max.x, bar.Min.y}}, theme.line, 0.35F * share);
      }
      draw_bar(*this, bar, interval.kind, share);
      draw_mnemonic(bar, interval.kind, share > upcoming_opacity);
    }
  }
}

/// Adjacent columns that look the same are drawn as one bar.
void WarpsDrawing::draw_binned() const {
  const double width = (to - from) / bins->columns, playhead = model::playhead(shown.timeline, passed);
  const bool all_at_once = shown.axis == model::TimeAxis::barrier_aligned;
  const auto lanes = [](const model::TimelineBin& bin) { return std::lround(bin.mean_lanes / 2); };
  const auto is_over = [&](std::uint32_t column) { return all_at_once || from + column * width <= playhead; };
  for (std::uint32_t row = 0; row < bins->rows; ++row) {
    if (!is_row_visible(row)) continue;
    for (std::uint32_t column = 0; column < bins->columns;) {
      const model::TimelineBin& first = bins->at(row, column);
      std::uint32_t end = column + 1;
      const auto same = [&](const model::TimelineBin& other) {
        return other.records > 0 && other.dominant == first.dominant && lanes(other) == lanes(first) &&
               is_over(end) == is_over(column);
      };
      while (first.records > 0 && end < bins->columns && same(bins->at(row, end))) ++end;
      if (first.records > 0) {
        const ImRect room = place(row, from + column * width, from + end * width);
        draw_bar(*this, scaled_to_lanes(room, first.mean_lanes), first.dominant,
                 is_over(column) ? 1.0F : upcoming_opacity);
      }
      column = end;
    }
  }
}

/// Draws a dotted line from arrival to release.
void WarpsDrawing::draw_waits() const {
  const float dot = std::max(1.0F, 0.09F * em), step = 0.5F * em;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const std::string word = frame.say("warps.waits");
  const ImVec2 extent = size_of(word);
  const bool thick = shown.axis == model::TimeAxis::barrier_aligned;
  for (const model::TimelineWait& wait : shown.timeline.waits) {
    if (!is_row_visible(wait.row) || wait.end < from || wait.begin > to) continue;
    const bool ends_at_release = thick && shown.timeline.releases[wait.release].released;
    // In instrumented time a bar is wider than its instruction, so the text begins after the bar.
    const auto before = model::interval_at(shown.timeline, wait.row, wait.begin);
    const double begin = before ? shown.timeline.intervals[*before].end : wait.begin;
    const ImRect room = place(wait.row, begin, ends_at_release ? wait.end - model::barrier_width : wait.end);
    const float left = std::max(room.Min.x, rows.Min.x), right = std::min(room.Max.x, rows.Max.x);
    if (right - left < step) continue;
    const float y = (room.Min.y + room.Max.y) / 2, words_end = left + 0.4F * em + extent.x;
    const bool says = words_end + 2 * step < right && extent.y <= room.GetHeight();
    if (says) text({left + 0.3F * em, y - extent.y / 2}, word, theme.quiet);
    for (float x = says ? words_end + step / 2 : left + step / 2; x < right; x += step) {
      fill({x - dot, y - dot, x + dot, y + dot}, theme.quiet, 0.8F);
    }
  }
}

/// Draws a barrier as courses of bricks, with its own width on the axis of instructions, and thin on the other axes.
void WarpsDrawing::draw_barriers() const {
  const bool thick = shown.axis == model::TimeAxis::barrier_aligned;
  const float least = std::max(2.0F, 0.16F * em * theme.stroke);
  const float width =
      thick ? std::clamp(static_cast<float>(model::barrier_width * pixels_per_moment()) * 0.8F, least, 0.9F * em)
            : least;
  float free_from = rows.Min.x;
  for (const model::BarrierRelease& release : shown.timeline.releases) {
    if (release.position < from || release.position > to + model::barrier_width || !release.released) continue;
    const float middle = x_of(thick ? release.position - model::barrier_width / 2 : release.position);
    const float left = middle - width / 2, right = middle + width / 2;
    const float top = std::max(top_of(release.first_row), rows.Min.y);
    const float bottom = std::min(top_of(release.first_row + release.rows), rows.Max.y);
    if (bottom <= top) continue;
    fill({left, top, right, bottom}, theme.text, 0.85F);
    const float course = 0.5F * em, mortar = std::max(1.0F, 0.08F * em);
    for (float y = top + course; y < bottom && width > 0.4F * em; y += course) {
      line({left, y}, {right, y}, theme.panel, mortar);
    }
    // Its name is above the rows, where there is space.
    if (release.first_row != 0) continue;
    const FontScope small(frame, frame.fonts.text, 0.8F);
    const std::string words = frame.say("warps.barrier_at", barrier_place(frame.state, release.line, release.ptx_line));
    const ImVec2 extent = size_of(words);
    const float first = middle - extent.x / 2;
    if (first < free_from || first + extent.x > rows.Max.x) continue;
    text({first, rows.Min.y - extent.y - 0.5F * em}, words, theme.text);
    free_from = first + extent.x + 0.6F * em;
  }
}

/// Draws a background for each row, in instrumented time only while its block was on the multiprocessor.
void WarpsDrawing::draw_grounds() const {
  const auto draw = [&](std::uint32_t row, double begin, double end) {
    if (is_row_visible(row)) fill(place(row, begin, end), theme.ground, 0.75F);
  };
  if (shown.axis != model::TimeAxis::time) {
    for (std::uint32_t row = 0; row < shown.timeline.rows.size(); ++row) draw(row, from, to);
    return;
  }
  for (const model::TimelineBlock& block : shown.timeline.blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) draw(block.first_row + row, block.begin, block.end);
  }
}

/// Draws a line between two blocks.
void WarpsDrawing::draw_rules() const {
  const std::vector<model::TimelineRow>& warps = shown.timeline.rows;
  for (std::uint32_t row = 1; row < warps.size(); ++row) {
    if (!is_row_visible(row) || warps[row].block == warps[row - 1].block) continue;
    const float y = top_of(row);
    line({rows.Min.x, y}, {rows.Max.x, y}, theme.faint, std::max(1.0F, 0.08F * em));
  }
}

/// Draws the instruction that is being executed, and how far each warp has come.
void WarpsDrawing::draw_playhead() const {
  const model::Timeline& timeline = shown.timeline;
  const auto rank = static_cast<std::size_t>(std::max(0.0, passed));
  if (rank >= shown.indices.size()) return;
  const std::uint32_t record = shown.sequence->records[shown.indices[rank]];
  const model::TimelineInterval& now = timeline.intervals[timeline.interval_of[record]];
  const float stroke = std::max(2.0F, 0.16F * em * theme.stroke), x = x_of(model::playhead(timeline, passed));
  const ImVec4 colour = theme.peak;
  const bool in_sight = x >= rows.Min.x && x <= rows.Max.x;
  const bool one_front = shown.axis != model::TimeAxis::barrier_aligned;
  if (in_sight) {
    if (one_front) line({x, rows.Min.y}, {x, rows.Max.y}, colour, stroke);
    const float top = one_front ? rows.Min.y : std::max(rows.Min.y, top_of(now.row));
    list.AddTriangleFilled({x - 0.4F * em, top - 0.5F * em}, {x + 0.4F * em, top - 0.5F * em}, {x, top + 0.1F * em},
                           ink(colour));
  }
  if (!is_row_visible(now.row)) return;
  ImRect room = place(now.row, now.begin, now.end);
  room.Max.x = std::max(room.Min.x + 2 * stroke, room.Max.x);
  if (room.Max.x < rows.Min.x || room.Min.x > rows.Max.x) return;
  if (in_sight && !one_front) line({x, room.Min.y}, {x, room.Max.y}, colour, stroke);
  outline({room.Min.x - stroke, room.Min.y - stroke / 2, room.Max.x + stroke / 2, room.Max.y + stroke / 2}, theme.text,
          stroke, 1, 0.2F * em);
  name("warps/now", room);
}

ImVec4 colour_of(const Theme& theme, AccessKind kind) {
  static constexpr std::array<ImVec4 Theme::*, model::access_kind_count> colours{
      &Theme::accent,   &Theme::accent,   &Theme::accent, &Theme::warning, &Theme::warning, &Theme::warning,
      &Theme::recorded, &Theme::recorded, &Theme::wrong,  &Theme::good,    &Theme::quiet,   &Theme::good};
  return theme.*colours.at(static_cast<std::size_t>(kind));
}

void draw_bar(const ViewCanvas& canvas, const ImRect& bar, AccessKind kind, float share) {
  const ImVec4 colour = colour_of(canvas.theme, kind);
  const float left = bar.Min.x, top = bar.Min.y, right = bar.Max.x, bottom = bar.Max.y, height = bar.GetHeight();
  const auto strips = strips_of(height < 3 * min_detail_height ? AccessKind::global_load : kind);
  for (const auto& [from, to] : strips) {
    canvas.fill({left, top + static_cast<float>(from) * height, right, top + static_cast<float>(to) * height}, colour,
                share);
  }
  if (!strips.empty()) return;
  const float rim = std::max(1.0F, std::min(0.14F * canvas.em, bar.GetWidth() / 3));
  for (const ImRect& side :
       {ImRect{left, top, right, top + rim}, ImRect{left, bottom - rim, right, bottom},
        ImRect{left, top + rim, left + rim, bottom - rim}, ImRect{right - rim, top + rim, right, bottom - rim}}) {
    canvas.fill(side, colour, share);
  }
}

void WarpsDrawing::choose_bins() {
  const auto count = std::ranges::count_if(shown.timeline.intervals, [&](const model::TimelineInterval& interval) {
    return interval.end >= from && interval.begin <= to;
  });
  if (count <= max_single_bars) return;
  const float columns = rows.GetWidth() / (bin_width * em);
  bins = model::bin(shown.timeline, from, to, static_cast<std::uint32_t>(std::max(1.0F, columns)));
}

void WarpsDrawing::draw_rows() const {
  // Labels of barriers and the playhead's head are above the rows.
  list.PushClipRect({rows.Min.x, rows.Min.y - 1.7F * em}, rows.Max, true);
  list.PushClipRect(rows.Min, rows.Max, true);
  draw_grounds();
  draw_rules();
  draw_waits();
  if (bins) {
    draw_binned();
  } else {
    draw_single();
  }
  list.PopClipRect();
  draw_barriers();
  draw_playhead();
  list.PopClipRect();
}

}  // namespace lanescope::gui
