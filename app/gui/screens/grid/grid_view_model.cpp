#include "gui/screens/grid/grid_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

constexpr std::uint64_t kibi = 1024, mebi = 1024 * kibi, gibi = 1024 * mebi;

std::string percent(double share) {
  const double hundredths = 100 * share;
  return fmt::format("{:.{}f}", hundredths, hundredths > 0 && hundredths < 10 ? 1 : 0);
}

std::string waves_text(double waves) {
  return fmt::format("{:.{}f}", waves, waves < 100 && std::abs(waves - std::round(waves)) > 0.005 ? 2 : 0);
}

void touch(GridViewModel& view_model) {
  std::vector<std::uint64_t> running;
  const auto runs = view_model.times->runs_of(view_model.launch);
  for (std::size_t block = 0; block < runs.size(); ++block) {
    if (view_model.tick >= runs[block].begin && view_model.tick < runs[block].end) running.push_back(block);
  }
  view_model.touched = touched_by(view_model.memory, running);
}

}  // namespace

std::uint64_t GridViewModel::touched_bytes() const {
  std::uint64_t sum = 0;
  for (const GridTouched& of_buffer : touched) sum += of_buffer.bytes;
  return sum;
}

void renew(GridViewModel& view_model, const State& state) {
  const GridClock& clock = state.playback.grid;
  const bool same = view_model.times == clock.times;
  const double tick = clock.tick();
  if (!same || view_model.tick != tick) {
    view_model.times = clock.times;
    view_model.tick = tick;
    view_model.launch = clock.times->launch_at(tick);
    const analysis::GridLaunch& launch = view_model.now();
    view_model.moment = model::moment_of(clock.times->runs_of(view_model.launch), launch.summary.blocks, tick);
  }
  const analysis::Traced* const traced = state.playback.traced();
  const experiments::Result* const result = clock.result.get();
  const bool known =
      same && view_model.traced == traced && view_model.result == result && view_model.memory_of == view_model.launch;
  if (!known) {
    view_model.traced = traced;
    view_model.result = result;
    view_model.memory_of = view_model.launch;
    view_model.memory = grid_memory(traced, result, view_model.now());
  }
  if (known && view_model.touched_at == tick) return;
  view_model.touched_at = tick;
  touch(view_model);
}

std::optional<GridBlock> block_at(const analysis::GridTimes& times, std::uint32_t sm, std::uint32_t slot, double tick) {
  for (std::size_t launch = 0; launch < times.launches.size(); ++launch) {
    const auto runs = times.runs_of(launch);
    const auto found = std::ranges::find_if(runs, [&](const trace::BlockRun& run) {
      return run.sm == sm && run.slot == slot && tick >= run.begin && tick < run.end;
    });
    if (found != runs.end()) return GridBlock{launch, static_cast<std::uint64_t>(found - runs.begin())};
  }
  return std::nullopt;
}

std::optional<GridBlock> traced_block(const GridViewModel& view_model) {
  if (view_model.traced == nullptr) return std::nullopt;
  // A block of a smaller problem is another block.
  const analysis::GridLaunch& launch = view_model.now();
  const auto& launches = view_model.traced->launches;
  if (launch.step >= launches.size() || launches[launch.step].grid != launch.grid) return std::nullopt;
  const auto& headers = view_model.traced->trace.headers;
  const auto first = std::ranges::find(headers, launch.step, &trace::Header::launch);
  if (first == headers.end()) return std::nullopt;
  return GridBlock{view_model.launch, first->block};
}

std::string title_of(const State& state, const GridViewModel& view_model) {
  switch (view_model.times->source) {
    case analysis::GridSource::instrumented:
      return state.say("grid.title_instrumented");
    case analysis::GridSource::predicted:
    case analysis::GridSource::even:
      return state.say("grid.title_predicted");
    case analysis::GridSource::order:
      break;
  }
  return state.say("grid.title_order");
}

std::string summary(const State& state, const GridViewModel& view_model) {
  const analysis::GridTimes& times = *view_model.times;
  const analysis::GridLaunch& launch = view_model.now();
  std::string text;
  if (times.launches.size() > 1) {
    text = state.say("grid.launch_of", view_model.launch + 1, times.launches.size(), launch.title) + " · ";
  }
  text += state.say("grid.summary", fmt::arg("gpu", times.gpu), fmt::arg("blocks", grouped(launch.summary.blocks)),
                    fmt::arg("sms", times.sm_count), fmt::arg("resident", launch.blocks_per_sm),
                    fmt::arg("waves", waves_text(launch.summary.waves)));
  if (launch.cluster.count() > 1) text += " · " + state.say("grid.clusters", launch.cluster.count());
  return text;
}

std::string tail_text(const State& state, const analysis::GridLaunch& launch) {
  const model::GridSummary& summary = launch.summary;
  if (!summary.has_tail()) return {};
  // Where each SM holds many blocks, it is places that are empty, and only at the very end SMs.
  const bool whole_sms = summary.idle_in_tail > 0.9 * summary.empty_in_tail * summary.sms;
  return state.say(whole_sms ? "grid.tail" : "grid.tail_places", fmt::arg("share", percent(summary.tail_share)),
                   fmt::arg("empty", percent(summary.empty_in_tail)),
                   fmt::arg("idle", fmt::format("{:.0f}", summary.idle_in_tail)), fmt::arg("sms", summary.sms));
}

std::string grid_caption(const State& state, const GridViewModel& view_model) {
  const analysis::GridTimes& times = *view_model.times;
  const analysis::GridLaunch& launch = view_model.now();
  const model::GridMoment& moment = view_model.moment;
  std::string text = state.say("grid.caption", fmt::arg("time", moment_text(state, times, view_model.tick)),
                               fmt::arg("running", grouped(moment.running)), fmt::arg("busy", moment.busy_sms),
                               fmt::arg("sms", times.sm_count), fmt::arg("done", grouped(moment.done)),
                               fmt::arg("waiting", grouped(moment.waiting)));
  const model::GridSummary& all = launch.summary;
  const auto add = [&](const std::string& sentence) { text += state.say("grid.space") + sentence; };
  if (all.has_tail()) {
    add(state.say("grid.caption_tail", fmt::arg("share", percent(all.tail_share)),
                  fmt::arg("empty", percent(all.empty_in_tail)), fmt::arg("lost", percent(all.lost_share))));
  } else if (all.sms < times.sm_count) {
    add(state.say("grid.caption_unused", times.sm_count - all.sms, times.sm_count));
  } else if (!times.is_cut()) {
    add(state.say("grid.caption_no_tail"));
  }
  switch (times.source) {
    case analysis::GridSource::instrumented:
      add(state.say("grid.from_clock", times.clock_step));
      break;
    case analysis::GridSource::predicted:
      add(state.say("grid.from_model"));
      break;
    case analysis::GridSource::even:
      add(state.say("grid.from_even"));
      break;
    case analysis::GridSource::order:
      add(state.say("grid.from_order"));
      if (!times.no_prediction.empty())
        add(state.say("grid.without", state.language().translated(times.no_prediction)));
      break;
  }
  if (times.source != analysis::GridSource::instrumented && launch.cluster.count() > 1)
    add(state.say("grid.from_clusters"));
  if (times.is_cut()) add(state.say("grid.cut", grouped(times.runs.size()), grouped(times.blocks())));
  return text;
}

std::string sentence_of_block(const State& state, const analysis::GridTimes& times, const GridBlock& block) {
  const analysis::GridLaunch& launch = times.launches[block.launch];
  const trace::BlockRun& run = times.runs_of(block.launch)[block.block];
  const std::uint64_t width = launch.grid.x, height = launch.grid.y;
  // In one dimension the number says it all.
  const std::string place = height * launch.grid.z == 1
                                ? std::string()
                                : fmt::format(" ({}, {}, {})", block.block % width, block.block / width % height,
                                              block.block / width / height);
  std::string text = state.say("grid.block", fmt::arg("block", block.block), fmt::arg("place", place),
                               fmt::arg("sm", run.sm), fmt::arg("wave", times.wave_of(block.launch, block.block) + 1),
                               fmt::arg("begin", moment_text(state, times, run.begin)),
                               fmt::arg("end", moment_text(state, times, run.end)),
                               fmt::arg("time", moment_text(state, times, static_cast<double>(run.end) - run.begin)));
  if (times.launches.size() > 1) text = state.say("grid.of_launch", launch.title) + state.say("grid.space") + text;
  return text;
}

std::string sentence_of_idle(const State& state, const analysis::GridTimes& times, std::uint32_t sm, double tick) {
  const analysis::GridLaunch& launch = times.launches[times.launch_at(tick)];
  const std::vector<std::uint32_t>& done = launch.summary.sm_ends;
  if (sm >= done.size() || done[sm] == 0) return state.say("grid.unused", sm);
  if (tick < done[sm] || tick > launch.summary.end) return state.say("grid.idle", sm);
  return state.say("grid.idle_since", sm, moment_text(state, times, done[sm]));
}

std::string bytes_text(std::uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (bytes >= gibi) return fmt::format("{} GiB", figures(value / static_cast<double>(gibi), 3));
  if (bytes >= mebi) return fmt::format("{} MiB", figures(value / static_cast<double>(mebi), 3));
  if (bytes >= kibi) return fmt::format("{} KiB", figures(value / static_cast<double>(kibi), 3));
  return fmt::format("{} B", bytes);
}

std::string memory_text(const State& state, const GridViewModel& view_model) {
  if (view_model.traced == nullptr && !state.known.connected) return state.say("grid.memory_recording");
  if (!view_model.memory.why_not.empty()) return state.say(view_model.memory.why_not);
  const std::uint64_t bytes = view_model.touched_bytes();
  const double l2 = view_model.times->l2_bytes;
  std::string text = l2 > 0 ? state.say("grid.memory_l2", fmt::arg("bytes", bytes_text(bytes)),
                                        fmt::arg("share", percent(static_cast<double>(bytes) / l2)),
                                        fmt::arg("l2", bytes_text(static_cast<std::uint64_t>(l2))))
                            : state.say("grid.memory", bytes_text(bytes));
  if (!view_model.memory.is_whole) text += state.say("grid.space") + state.say("grid.memory_part");
  return text;
}

std::string axis_text(const State& state, const analysis::GridTimes& times) {
  switch (times.unit) {
    case analysis::GridUnit::nanoseconds:
      return state.say(times.source == analysis::GridSource::instrumented ? "grid.axis_clock" : "grid.axis_predicted");
    case analysis::GridUnit::clocks:
      return state.say("grid.axis_clocks");
    case analysis::GridUnit::blocks:
      break;
  }
  return state.say("grid.axis_blocks");
}

}  // namespace lanescope::gui
