// Draws what is around the picture of the Grid view and over it: waves, tail, labels, scale, moment, strips.
#include "gui/screens/grid/grid_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/readings/time_axis.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

constexpr float upcoming_fade = 0.5F;              ///< how much of the ground covers what is yet to come
constexpr std::size_t max_numbered_blocks = 1500;  ///< visible blocks that get a number where it fits

}  // namespace

ImVec4 GridDrawing::wave_colour(std::size_t wave) const {
  const std::array<ImVec4, grid_colours> colours{theme.accent, theme.warning, theme.good, theme.recorded};
  return colours.at(wave % grid_colours);
}

ImRect GridDrawing::place_of(const trace::BlockRun& run) const {
  const float top = y_of(run.sm) + static_cast<float>(lanes.lane * run.slot);
  return {x_of(run.begin), top, x_of(run.end), top + static_cast<float>(std::max(1.0, lanes.lane))};
}

/// Draws the title and a summary in one line, with the choice of what is seen at its end.
float GridDrawing::draw_heading(const ImRect& canvas) const {
  const GridChoice& choice = frame.state.grid;
  std::vector<Choice> choices = {{"larger_rows", "grid.larger", false}};
  if (choice.last - choice.first < 1) choices.push_back({"smaller_rows", "grid.smaller", false});
  if (choice.to - choice.from < 1 || choice.last - choice.first < 1) choices.push_back({"fit_grid", "grid.fit", false});
  return ViewCanvas::draw_heading(canvas, "grid", title_of(frame.state, shown), summary(frame.state, shown), choices) +
         0.2F * em;
}

/// Draws what each mark means, for the marks that occur.
float GridDrawing::draw_legend(const ImRect& canvas, float top) const {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  Legend legend(*this, canvas, top, 1.3F);
  const model::GridSummary& summary = shown.now().summary;
  const auto waves = static_cast<std::size_t>(std::ceil(std::max(1.0, summary.waves)));
  for (std::size_t wave = 0; wave < std::min(waves, grid_colours); ++wave) {
    std::string words = frame.say("grid.wave", wave + 1);
    for (std::size_t more = wave + grid_colours; more < waves && more < wave + 2 * grid_colours + 1;
         more += grid_colours) {
      words += more == wave + grid_colours ? fmt::format(", {}", more + 1) : std::string(" …");
    }
    legend.entry(words, [&](const ImRect& at) {
      fill(at, wave_colour(wave), 1, 0.15F * em);
      for (std::size_t gap = 0; gap < wave; ++gap) {
        const float y = at.Min.y + at.GetHeight() * static_cast<float>(wave_gaps.at(gap));
        line({at.Min.x, y}, {at.Max.x, y}, theme.panel, std::max(1.0F, static_cast<float>(wave_gap) * at.GetHeight()));
      }
    });
  }
  if (summary.has_tail() || summary.sms < shown.times->sm_count) {
    legend.entry(frame.say("grid.legend_idle"), [&](const ImRect& at) {
      fill(at, theme.ground);
      hatch(list, at.Min, at.Max, 0.35F * em, ink(theme.quiet), std::max(1.0F, 0.07F * em));
    });
  }
  if (traced_block(shown)) {
    legend.entry(frame.say("grid.legend_traced"), [&](const ImRect& at) {
      outline(at, theme.peak, std::max(2.0F, 0.16F * em * theme.stroke), 1, 0.2F * em);
    });
  }
  legend.entry(frame.say("grid.legend_waiting"), [&](const ImRect& at) {
    fill(at, wave_colour(0), 1, 0.15F * em);
    fill(at, theme.panel, upcoming_fade, 0.15F * em);
  });
  return legend.end();
}

/// Names the multiprocessors on the left, as many as there is room for.
void GridDrawing::draw_row_labels() const {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  list.PushClipRect({label_left, rows.Min.y}, rows.Max, true);
  const float line = ImGui::GetTextLineHeight();
  std::uint32_t each = 1;
  for (const std::uint32_t step : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    each = step;
    if (static_cast<float>(step * lanes.row) >= 1.15F * line) break;
  }
  const auto begin = static_cast<std::uint32_t>(std::max(0.0, std::floor(first)));
  const auto end = static_cast<std::uint32_t>(std::ceil(std::min(last, double(shown.times->sm_count))));
  for (std::uint32_t sm = begin / each * each; sm < end; sm += each) {
    const float row = static_cast<float>(lanes.row), y = y_of(sm) + std::max(0.0F, (row - line) / 2);
    if (y < rows.Min.y - 0.3F * line || y + line > rows.Max.y + 0.3F * line) continue;
    const std::string words = frame.say("grid.sm", sm);
    text({rows.Min.x - size_of(words).x - 0.5F * em, y}, words, theme.quiet);
  }
  list.PopClipRect();
}

void GridDrawing::draw_scale() const {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float y = rows.Max.y, stroke = std::max(1.0F, 0.06F * em);
  line({rows.Min.x, y}, {rows.Max.x, y}, theme.faint, stroke);
  const double units = shown.times->units_per_tick;
  const int max_count = std::max(2, static_cast<int>(rows.GetWidth() / (7 * em)));
  const std::vector<double> moments = round_moments(from * units, to * units, max_count, false);
  const double step = moments.size() > 1 ? moments[1] - moments[0] : (to - from) * units;
  for (const double moment : moments) {
    const float x = x_of(moment / units);
    line({x, y}, {x, y + 0.25F * em}, theme.faint, stroke);
    const std::string words = tick_text(frame.state, *shown.times, moment / units, step / units);
    const float extent = size_of(words).x;
    text({std::clamp(x - extent / 2, rows.Min.x, rows.Max.x - extent), y + 0.25F * em}, words, theme.quiet);
  }
}

/// Names each wave where its first block begins, and the tail over its time.
void GridDrawing::draw_waves() const {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const analysis::GridTimes& times = *shown.times;
  const float y = rows.Min.y - ImGui::GetTextLineHeight() - 0.3F * em, stroke = std::max(1.0F, 0.08F * em);
  list.PushClipRect({rows.Min.x, rows.Min.y - grid_wave_height * em}, rows.Max, true);
  // Tails first, because their words matter the most.
  std::vector<ImRect> taken;
  for (const analysis::GridLaunch& launch : times.launches) {
    const model::GridSummary& summary = launch.summary;
    if (!summary.has_tail()) continue;
    const float left = x_of(summary.tail_begin), right = x_of(summary.tail_end);
    if (right < rows.Min.x || left > rows.Max.x || right - left < 0.6F * em) continue;
    const float bar = rows.Min.y - 0.2F * em;
    line({left, bar}, {right, bar}, theme.text, 2 * stroke);
    line({left, bar - 0.2F * em}, {left, rows.Max.y}, theme.text, stroke, 0.75F);
    const FontScope bold(frame, frame.fonts.bold, 0.85F);
    std::string words = tail_text(frame.state, launch);
    if (size_of(words).x > right - rows.Min.x) words = frame.say("grid.tail_short");
    const float extent = size_of(words).x;
    const float x = std::clamp((left + right - extent) / 2, rows.Min.x, std::max(rows.Min.x, rows.Max.x - extent));
    const ImRect room{x - 0.4F * em, y, x + extent + 0.4F * em, rows.Min.y};
    if (std::ranges::any_of(taken, [&](const ImRect& other) { return other.Overlaps(room); })) continue;
    fill_behind_text({x, y}, {extent, ImGui::GetTextLineHeight()}, 0.3F * em, theme.panel, 0.85F);
    text({x, y}, words, theme.text);
    name("grid/tail", room);
    taken.push_back(room);
  }
  for (std::size_t number = 0; number < times.launches.size(); ++number) {
    const model::GridSummary& summary = times.launches[number].summary;
    const auto runs = times.runs_of(number);
    if (number > 0) {
      const float x = x_of(summary.begin);
      line({x, rows.Min.y - 0.9F * em}, {x, rows.Max.y}, theme.text, stroke, 0.6F);
    }
    float free_from = rows.Min.x;
    for (std::size_t wave = 0; wave * summary.wave_blocks < runs.size() && summary.wave_blocks > 0; ++wave) {
      const float x = x_of(runs[wave * summary.wave_blocks].begin);
      if (x > rows.Max.x) break;
      const std::string words =
          wave == 0 && times.launches.size() > 1 ? times.launches[number].title : frame.say("grid.wave", wave + 1);
      const float extent = size_of(words).x;
      const ImRect room{x, y, x + extent + 0.4F * em, rows.Min.y};
      if (x < free_from || std::ranges::any_of(taken, [&](const ImRect& other) { return other.Overlaps(room); })) {
        continue;
      }
      line({x, rows.Min.y - 0.3F * em}, {x, rows.Min.y}, wave_colour(wave), 2 * stroke);
      text({x + 0.15F * em, y}, words, theme.quiet);
      free_from = x + extent + 1.2F * em;
    }
  }
  list.PopClipRect();
}

void GridDrawing::draw_numbers() const {
  const analysis::GridTimes& times = *shown.times;
  if (lanes.lane < 0.6 * em) return;
  const FontScope small(frame, frame.fonts.bold, static_cast<float>(std::clamp(lanes.lane / em * 0.75, 0.5, 0.85)));
  const float line = ImGui::GetTextLineHeight();
  list.PushClipRect(rows.Min, rows.Max, true);
  std::size_t looked_at = 0;
  for (std::size_t number = 0; number < times.launches.size(); ++number) {
    const auto runs = times.runs_of(number);
    for (std::size_t block = 0; block < runs.size() && looked_at < max_numbered_blocks; ++block) {
      const trace::BlockRun& run = runs[block];
      if (run.end < from || run.begin > to || run.sm + 1.0 < first || run.sm > last) continue;
      ++looked_at;
      const ImRect place = place_of(run);
      const std::string words = fmt::format("{}", block);
      const ImVec2 extent = size_of(words);
      if (extent.x + 0.3F * em > place.GetWidth() || line > place.GetHeight() + 0.2F * em) continue;
      const ImVec2 at = top_left_of(place.GetCenter(), extent);
      const bool left = place.Min.x < rows.Min.x;
      text({left ? std::max(at.x, rows.Min.x + 0.2F * em) : at.x, at.y}, words, theme.ground);
    }
  }
  list.PopClipRect();
}

/// What is yet to come is paler. The cursor is a line, and running blocks touch it.
void GridDrawing::draw_moment() const {
  const analysis::GridTimes& times = *shown.times;
  const float x = x_of(shown.tick), stroke = std::max(2.0F, 0.16F * em * theme.stroke);
  list.PushClipRect({rows.Min.x, rows.Min.y - grid_wave_height * em}, {rows.Max.x, strip.Max.y}, true);
  // Before anything has played, all of it is as bright as at the end.
  if (x < rows.Max.x && shown.tick > 0) {
    fill({std::max(x, rows.Min.x), rows.Min.y, rows.Max.x, rows.Max.y}, theme.panel, upcoming_fade);
  }
  if (x >= rows.Min.x && x <= rows.Max.x) {
    line({x, rows.Min.y}, {x, rows.Max.y}, theme.peak, stroke);
    line({x, strip.Min.y}, {x, strip.Max.y}, theme.peak, stroke);
    list.AddTriangleFilled({x - 0.4F * em, rows.Min.y - 0.5F * em}, {x + 0.4F * em, rows.Min.y - 0.5F * em},
                           {x, rows.Min.y + 0.1F * em}, ink(theme.peak));
  }
  list.PopClipRect();
  name("grid/now", {x - stroke, rows.Min.y, x + stroke, rows.Max.y});
  list.PushClipRect(rows.Min, rows.Max, true);
  const auto mark = [&](const GridBlock& block, ImVec4 colour) {
    if (block.launch >= times.launches.size() || block.block >= times.runs_of(block.launch).size()) return;
    ImRect place = place_of(times.runs_of(block.launch)[block.block]);
    const float more = std::max(0.0F, (0.5F * em - place.GetHeight()) / 2);
    place.Expand({stroke, stroke + more});
    outline(place, theme.ground, 2 * stroke, 1, 0.2F * em);
    outline(place, colour, stroke, 1, 0.2F * em);
  };
  if (const auto traced = traced_block(shown)) mark(*traced, theme.peak);
  if (const auto& chosen = playback.grid.chosen) mark(*chosen, theme.text);
  list.PopClipRect();
}

/// Draws how many blocks are resident over time, against the number that fits.
void GridDrawing::draw_strip(const std::vector<float>& resident) const {
  if (resident.empty()) return;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const auto fits = static_cast<float>(shown.now().summary.wave_blocks);
  const float top = std::max(fits, *std::ranges::max_element(resident)), height = strip.GetHeight();
  fill(strip, theme.ground, 0.6F);
  const float width = strip.GetWidth() / static_cast<float>(resident.size());
  for (std::size_t column = 0; column < resident.size();) {
    // Columns of the same height are one rectangle.
    std::size_t end = column + 1;
    const float level = std::round(resident[column] / top * height);
    while (end < resident.size() && std::round(resident[end] / top * height) == level) ++end;
    if (level > 0) {
      fill({strip.Min.x + width * static_cast<float>(column), strip.Max.y - level,
            strip.Min.x + width * static_cast<float>(end), strip.Max.y},
           theme.accent, 0.8F);
    }
    column = end;
  }
  line({strip.Min.x, strip.Min.y}, {strip.Max.x, strip.Min.y}, theme.peak, std::max(1.0F, 0.08F * em));
  const float line_height = ImGui::GetTextLineHeight();
  const auto label = [&](const std::string& words, float y, ImVec4 colour) {
    text({std::max(label_left, strip.Min.x - size_of(words).x - 0.5F * em), y}, words, colour);
  };
  label(grouped(static_cast<double>(top), 0), strip.Min.y - 0.2F * line_height, theme.quiet);
  label(frame.say("grid.resident"), (strip.Min.y + strip.Max.y - line_height) / 2, theme.text);
  label("0", strip.Max.y - 0.8F * line_height, theme.quiet);
  name("grid/strip", strip);
}

/// Draws each buffer from its first byte to its last, with the parts that the running blocks touch.
void GridDrawing::draw_memory() const {
  if (memory.GetHeight() < 0.9F * grid_memory_heading * em) return;
  const FontScope small(frame, frame.fonts.text, 0.9F);
  ImGui::SetCursorScreenPos({memory.Min.x, memory.Min.y});
  const std::string words = memory_text(frame.state, shown);
  draw_elided(words, faded(theme.text, opacity), memory.Max.x);
  name_item(frame, "grid/memory");
  if (ImGui::IsItemHovered()) tooltip(frame, words + frame.say("grid.space") + frame.say("grid.memory_help"));
  float y = memory.Min.y + grid_memory_heading * em;
  const std::size_t seen = std::min(shown.memory.buffers.size(), max_visible_buffers);
  for (std::size_t number = 0; number < seen && y + 0.9F * em <= memory.Max.y; ++number) {
    const GridBuffer& buffer = shown.memory.buffers[number];
    const GridTouched& touched = shown.touched[number];
    const std::string size = bytes_text(buffer.bytes);
    const ImRect bar{rows.Min.x, y + 0.1F * em, rows.Max.x, y + (grid_buffer_height - 0.2F) * em};
    {
      const FontScope smaller(frame, frame.fonts.text, 0.85F);
      const std::string label = frame.say("grid.buffer", buffer.name, size);
      text({std::max(label_left, rows.Min.x - size_of(label).x - 0.5F * em), bar.Min.y - 0.1F * em}, label, theme.text);
    }
    fill(bar, theme.ground, 0.6F);
    const auto sections = touched.sections.size();
    const auto columns = static_cast<std::size_t>(std::max(1.0F, bar.GetWidth()));
    // What is read reaches the upper edge, what is written the lower one; a column is as strong as the part of it that
    // is touched.
    struct Column {
      int read = 0, written = 0;  ///< strengths from 0 to `levels`
      bool operator==(const Column&) const = default;
    };
    constexpr int levels = 6;
    const auto column_at = [&](std::size_t column) {
      const std::size_t first_section = column * sections / columns;
      const std::size_t end = std::min(std::max(first_section + 1, (column + 1) * sections / columns), sections);
      std::size_t read = 0, written = 0;
      for (std::size_t section = first_section; section < end; ++section) {
        read += touched.sections[section] & 1u;
        written += touched.sections[section] >> 1 & 1u;
      }
      const auto all = std::max<std::size_t>(1, end - first_section);
      return Column{static_cast<int>((levels * read + all - 1) / all),
                    static_cast<int>((levels * written + all - 1) / all)};
    };
    const auto draw = [&](const Column& what, float left, float right) {
      const float high = bar.GetHeight(), middle = bar.GetCenter().y;
      const bool both = what.read > 0 && what.written > 0;
      const auto share = [&](int level) { return 0.25F + 0.75F * static_cast<float>(level) / levels; };
      if (what.read > 0) {
        fill({left, bar.Min.y, right, both ? middle : bar.Max.y - 0.3F * high}, theme.accent, share(what.read));
      }
      if (what.written > 0) {
        fill({left, both ? middle : bar.Min.y + 0.3F * high, right, bar.Max.y}, theme.warning, share(what.written));
      }
    };
    for (std::size_t column = 0; column < columns;) {
      const Column what = column_at(column);
      std::size_t end = column + 1;
      while (end < columns && column_at(end) == what) ++end;
      draw(what, bar.Min.x + static_cast<float>(column), bar.Min.x + static_cast<float>(end));
      column = end;
    }
    outline(bar, theme.line, std::max(1.0F, 0.05F * em));
    name("grid/buffer/" + buffer.name, bar);
    y += grid_buffer_height * em;
  }
}

}  // namespace lanescope::gui
