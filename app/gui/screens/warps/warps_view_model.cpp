#include "gui/screens/warps/warps_view_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using model::AccessKind;
using model::TimeAxis;

/// Returns the warp that the others waited for, which is the one that arrived last at the barrier.
std::uint32_t last_at(const model::Timeline& line, std::uint32_t release, const trace::Trace& trace) {
  std::uint32_t warp = 0;
  double latest = -1;
  for (const model::TimelineWait& wait : line.waits) {
    if (wait.release != release || wait.begin < latest) continue;
    latest = wait.begin;
    warp = trace.barriers[wait.barrier].warp;
  }
  return warp;
}

}  // namespace

std::string barrier_place(const State& state, std::uint32_t line, std::uint32_t ptx_line) {
  return line > 0 ? state.say("warps.line", line) : state.say("warps.ptx_line", ptx_line);
}

void renew(WarpsViewModel& view_model, const State& state) {
  const std::shared_ptr<const analysis::AccessSequence>& sequence = state.playback.sequence;
  if (!sequence) {
    view_model = {};
    return;
  }
  const bool by_clock = sequence->order == analysis::AccessOrder::instrumented;
  const bool has_sms = sequence->traced->trace.has_multiprocessors();
  const TimeAxis axis = by_clock                    ? TimeAxis::time
                        : state.warps.one_at_a_time ? TimeAxis::order
                                                    : TimeAxis::barrier_aligned;
  const model::RowOrder rows =
      has_sms && state.warps.by_multiprocessor ? model::RowOrder::multiprocessors : model::RowOrder::blocks;
  if (view_model.sequence == sequence && view_model.axis == axis && view_model.rows == rows) return;
  view_model = {};
  view_model.sequence = sequence;
  view_model.axis = axis;
  view_model.rows = rows;
  std::vector<std::uint32_t> records;
  for (std::uint32_t index = 0; index < sequence->records.size(); ++index) {
    if (sequence->steps[index] == 0 || !shows(AnimatedView::warps, sequence->site(index).space)) continue;
    view_model.indices.push_back(index);
    records.push_back(sequence->records[index]);
  }
  view_model.timeline = model::timeline(sequence->traced->trace, std::move(records), axis, rows);
  for (const model::TimelineInterval& interval : view_model.timeline.intervals) {
    ++view_model.records.at(static_cast<std::size_t>(interval.kind));
  }
  std::set<std::uint32_t> blocks;
  for (const model::TimelineRow& row : view_model.timeline.rows) blocks.insert(row.block);
  view_model.blocks = static_cast<std::uint32_t>(blocks.size());
}

double passed(const WarpsViewModel& view_model, double position) {
  const double index = std::floor(std::max(0.0, position));
  const auto found = std::lower_bound(view_model.indices.begin(), view_model.indices.end(), index);
  const auto rank = static_cast<double>(found - view_model.indices.begin());
  return found != view_model.indices.end() && *found == index ? rank + position - index : rank;
}

std::span<const BarStrip> strips_of(AccessKind kind) {
  static constexpr std::array<BarStrip, 1> load{{{0, 1}}};
  static constexpr std::array<BarStrip, 2> store{{{0, 0.4}, {0.6, 1}}};
  static constexpr std::array<BarStrip, 3> atomic{{{0, 0.22}, {0.39, 0.61}, {0.78, 1}}};
  // Those of shared memory end above a gap and a base.
  static constexpr std::array<BarStrip, 2> shared_load{{{0, 0.78}, {0.9, 1}}};
  static constexpr std::array<BarStrip, 3> shared_store{{{0, 0.3}, {0.46, 0.78}, {0.9, 1}}};
  // Those of local memory begin with one.
  static constexpr std::array<BarStrip, 2> local_load{{{0, 0.1}, {0.22, 1}}};
  static constexpr std::array<BarStrip, 3> local_store{{{0, 0.1}, {0.22, 0.54}, {0.7, 1}}};
  static constexpr std::array<BarStrip, 4> shared_atomic{{{0, 0.18}, {0.3, 0.48}, {0.6, 0.78}, {0.9, 1}}};
  // Those of textures and surfaces begin with two, and those of constants begin and end with one.
  static constexpr std::array<BarStrip, 3> texture_load{{{0, 0.1}, {0.2, 0.3}, {0.42, 1}}};
  static constexpr std::array<BarStrip, 4> surface_store{{{0, 0.1}, {0.2, 0.3}, {0.42, 0.66}, {0.78, 1}}};
  static constexpr std::array<BarStrip, 3> constant_load{{{0, 0.1}, {0.22, 0.78}, {0.9, 1}}};
  switch (kind) {
    case AccessKind::texture_load:
      return texture_load;
    case AccessKind::surface_store:
      return surface_store;
    case AccessKind::constant_load:
      return constant_load;
    case AccessKind::global_store:
      return store;
    case AccessKind::local_load:
      return local_load;
    case AccessKind::local_store:
      return local_store;
    case AccessKind::global_atomic:
      return atomic;
    case AccessKind::shared_load:
      return shared_load;
    case AccessKind::shared_store:
      return shared_store;
    case AccessKind::shared_atomic:
      return shared_atomic;
    case AccessKind::asynchronous_copy:
      return {};
    default:
      return load;
  }
}

std::string key_of(AccessKind kind) {
  constexpr std::array<const char*, model::access_kind_count> keys{
      "warps.global_load",       "warps.global_store",  "warps.global_atomic", "warps.shared_load",
      "warps.shared_store",      "warps.shared_atomic", "warps.local_load",    "warps.local_store",
      "warps.asynchronous_copy", "warps.texture_load",  "warps.constant_load", "warps.surface_store"};
  return keys.at(static_cast<std::size_t>(kind));
}

std::string title_of(const State& state, const WarpsViewModel& view_model) {
  return view_model.axis == TimeAxis::time ? state.say("warps.title_time") : state.say("warps.title_logical");
}

std::string axis_text(const State& state, const WarpsViewModel& view_model) {
  if (view_model.axis == TimeAxis::barrier_aligned) return state.say("warps.axis_lined_up");
  return state.say(view_model.axis == TimeAxis::order ? "warps.axis_order" : "warps.axis_time");
}

std::string summary(const State& state, const WarpsViewModel& view_model) {
  const std::uint64_t dropped = view_model.sequence->traced->trace.dropped;
  std::string records = grouped(view_model.timeline.intervals.size());
  if (dropped > 0) records = state.say("warps.not_all", records, grouped(dropped));
  return state.say("warps.summary", fmt::arg("warps", view_model.timeline.rows.size()),
                   fmt::arg("blocks", view_model.blocks), fmt::arg("records", records),
                   fmt::arg("barriers", grouped(view_model.timeline.releases.size())));
}

std::string sentence_of_interval(const State& state, const WarpsViewModel& view_model, std::size_t index) {
  const model::TimelineInterval& interval = view_model.timeline.intervals[index];
  const model::TimelineRow& row = view_model.timeline.rows[interval.row];
  const trace::Trace& trace = view_model.sequence->traced->trace;
  const trace::Header& header = trace.headers[interval.record];
  const trace::Site& site = trace.sites[header.site];
  const std::string place = barrier_place(state, static_cast<std::uint32_t>(std::max(0, site.line)),
                                          static_cast<std::uint32_t>(site.ptx_line));
  // Records that were dropped may belong to this warp.
  std::string count = fmt::format("{}", row.intervals);
  if (trace.dropped > 0) count = state.say("warps.or_more", count);
  std::string text =
      state.say("warps.hover_record", fmt::arg("warp", row.warp), fmt::arg("block", row.block),
                fmt::arg("kind", state.say(key_of(interval.kind))), fmt::arg("lanes", interval.active_lanes),
                fmt::arg("place", place), fmt::arg("number", index - row.first_interval + 1), fmt::arg("count", count));
  if (view_model.axis != TimeAxis::time) return text;
  return text + " " +
         state.say("warps.hover_issued", fmt::arg("time", moment_text(view_model.axis, interval.begin)),
                   fmt::arg("sm", header.sm));
}

std::string sentence_of_wait(const State& state, const WarpsViewModel& view_model, std::size_t index) {
  const model::TimelineWait& wait = view_model.timeline.waits[index];
  const model::TimelineRow& row = view_model.timeline.rows[wait.row];
  const model::BarrierRelease& release = view_model.timeline.releases[wait.release];
  const trace::Trace& trace = view_model.sequence->traced->trace;
  const std::string place = barrier_place(state, release.line, release.ptx_line);
  const std::uint32_t last = last_at(view_model.timeline, wait.release, trace);
  const auto say = [&](const char* key) {
    return state.say(key, fmt::arg("warp", row.warp), fmt::arg("block", row.block), fmt::arg("place", place),
                     fmt::arg("last", last), fmt::arg("warps", release.warps));
  };
  if (!release.released) return say("warps.hover_never");
  if (last == row.warp) return say("warps.hover_last");
  const std::string text = say("warps.hover_wait");
  if (view_model.axis != TimeAxis::time) return text;
  return text + " " + state.say("warps.hover_waited", moment_text(view_model.axis, wait.end - wait.begin));
}

std::string sentence_of_bin(const State& state, const model::TimelineBin& bin) {
  return state.say("warps.hover_bin", fmt::arg("records", bin.records),
                   fmt::arg("kind", state.say(key_of(bin.dominant))),
                   fmt::arg("mean", fmt::format("{:.1f}", bin.mean_lanes)), fmt::arg("least", bin.min_lanes));
}

std::optional<std::size_t> wait_at(const model::Timeline& line, std::uint32_t row, double x) {
  const auto found = std::ranges::find_if(
      line.waits, [&](const model::TimelineWait& wait) { return wait.row == row && x >= wait.begin && x < wait.end; });
  return found == line.waits.end() ? std::nullopt : std::optional<std::size_t>(found - line.waits.begin());
}

}  // namespace lanescope::gui
