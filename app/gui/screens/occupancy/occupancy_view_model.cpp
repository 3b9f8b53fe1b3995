#include "gui/screens/occupancy/occupancy_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "gui/readings/readings.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

OccupancyLine line_of(const model::OccupancyCurve& curve, double unit, const char* name, std::string title,
                      std::string unit_text, std::string now_text) {
  OccupancyLine line{
      name, std::move(title), std::move(unit_text), {}, {}, static_cast<double>(curve.now) / unit, std::move(now_text)};
  for (std::size_t i = 0; i < curve.warps.size(); ++i) {
    line.values.push_back(static_cast<double>(curve.first + curve.step * static_cast<std::int64_t>(i)) / unit);
    line.warps.push_back(curve.warps[i]);
  }
  return line;
}

std::string shared_text(const State& state, std::int64_t bytes) {
  if (bytes % 1024 == 0 && bytes > 0) return state.say("occupancy.kib_now", bytes / 1024);
  return state.say("occupancy.bytes_now", bytes);
}

/// Returns the name that the kernel file gives the kernel of the curves.
const std::string& title_of(const experiments::Result& result, const experiments::OccupancyCurves& curves) {
  const auto launch = std::ranges::find(result.launches, curves.entry, &experiments::LaunchInfo::entry);
  return launch == result.launches.end() ? curves.entry : launch->title();
}

/// Returns the occupancy of the launch for which these curves were calculated.
const model::Occupancy* demand_of(const experiments::Result& result, const experiments::OccupancyCurves& curves) {
  for (const experiments::LaunchInfo& launch : result.launches) {
    if (launch.entry != curves.entry || !launch.calculated) continue;
    if (static_cast<int>(launch.block.count()) == curves.block_threads) return &*launch.calculated;
  }
  return nullptr;
}

std::string reason_of(const State& state, const model::Occupancy& found, int threads) {
  const bool one = found.blocks_per_sm == 1;
  const std::string blocks =
      state.say(one ? "occupancy.one_block_of" : "occupancy.blocks_of", found.blocks_per_sm, threads);
  if (found.blocks_per_sm == 0) return state.say("occupancy.does_not_fit");
  if (found.resident_warps == found.max_warps) {
    // Full, which is not unlimited: these leave no room for one more block.
    std::vector<std::string> used_up;
    for (const model::Limit limit : found.limits) used_up.push_back(limit_word(state.language(), limit));
    return state.say(one ? "occupancy.one_fills" : "occupancy.fill", blocks, join(used_up, state.say("occupancy.and")));
  }
  std::vector<std::string> words;
  for (const model::Limit limit : found.limits) {
    words.push_back(limit == model::Limit::threads    ? state.say("occupancy.by_threads")
                    : limit == model::Limit::blocks   ? state.say("occupancy.by_blocks")
                    : limit == model::Limit::barriers ? state.say("occupancy.by_barriers")
                                                      : limit_word(state.language(), limit));
  }
  return state.say("occupancy.limited", blocks, join(words, state.say("occupancy.and")));
}

std::vector<OccupancyViewModel::Limit> limits_of(const State& state, const model::Occupancy& found) {
  std::vector<OccupancyViewModel::Limit> limits;
  for (const auto& [limit, blocks] : {std::pair{model::Limit::threads, found.by_threads},
                                      {model::Limit::registers, found.by_registers},
                                      {model::Limit::shared_memory, found.by_shared_memory},
                                      {model::Limit::blocks, found.by_blocks}}) {
    limits.push_back({limit, limit_word(state.language(), limit),
                      blocks < 0 ? state.say("occupancy.no_limit") : fmt::format("{}", blocks),
                      std::ranges::find(found.limits, limit) != found.limits.end()});
  }
  return limits;
}

/// Adds the sweep's rates over the threads of a block. Points of a single block size are not used.
void add_rates(const State& state, OccupancyViewModel& view_model) {
  std::set<double> sizes;
  bool recorded = false, measured = false;
  std::string machine;
  for (const SweepCell& cell : sweep_grid(state).cells) {
    const auto point = known_point(state, cell);
    if (!point || point->launches.empty()) continue;
    const auto rate = experiments::rate_of(*point, experiments::Work::bytes);
    if (!rate) continue;
    const auto threads = static_cast<double>(point->launches.front().block.count());
    view_model.rates.push_back({*rate, threads, cell.setting});
    sizes.insert(threads);
    recorded = recorded || rate->origin == experiments::Origin::recorded;
    measured = measured || rate->origin == experiments::Origin::measured;
    machine =
        rate->origin == experiments::Origin::predicted ? point->predicted->prediction.profile : point->machine.device;
    view_model.top_rate = std::max(view_model.top_rate, view_model.rates.back().high());
  }
  if (sizes.size() < 2) {
    view_model.rates.clear();
    view_model.top_rate = 0;
    view_model.rates_caption = state.say("occupancy.sweep_hint");
    return;
  }
  std::ranges::stable_sort(view_model.rates, {}, &BlockSizeRate::threads);
  const char* const known = recorded   ? "occupancy.rates_recorded"
                            : measured ? "occupancy.rates_measured"
                                       : "occupancy.rates_predicted";
  const char* const known_on = recorded   ? "occupancy.rates_recorded_on"
                               : measured ? "occupancy.rates_measured_on"
                                          : "occupancy.rates_predicted_on";
  view_model.rates_caption = state.say(machine.empty() ? known : known_on, view_model.rates.size(), machine);
}

std::string why_missing(const State& state) {
  const experiments::Result* result = state.current();
  if (state.selection.kernel.empty()) return state.say("occupancy.select");
  if (result == nullptr) return state.say(state.known.connected ? "occupancy.compiling" : "occupancy.no_curves");
  if (!result->compile_ms) return state.say("occupancy.not_compiled");
  return state.say("occupancy.no_rules");
}

}  // namespace

OccupancyViewModel occupancy_view_model(const State& state) {
  OccupancyViewModel view_model;
  const auto& result = state.source.with_curves;
  if (!result || result->curves.empty()) {
    view_model.missing = why_missing(state);
    return view_model;
  }
  for (const experiments::OccupancyCurves& curves : result->curves) {
    view_model.launches.push_back(state.say("occupancy.launch", title_of(*result, curves), curves.block_threads));
  }
  view_model.launch = std::min(state.source.launch, result->curves.size() - 1);
  const experiments::OccupancyCurves& curves = result->curves[view_model.launch];
  const model::Occupancy* found = demand_of(*result, curves);
  if (found == nullptr) {
    view_model.missing = state.say("occupancy.no_launch");
    return view_model;
  }
  view_model.lines = {
      line_of(curves.block_size, 1, "block", state.say("occupancy.block_size"), state.say("occupancy.threads_a_block"),
              state.say("occupancy.threads", curves.block_size.now)),
      line_of(curves.registers, 1, "registers", state.say("occupancy.registers"),
              state.say("occupancy.registers_a_thread"), state.say("occupancy.registers_now", curves.registers.now)),
      line_of(curves.shared_memory, 1024, "shared", state.say("occupancy.shared"), state.say("occupancy.kib_a_block"),
              shared_text(state, curves.shared_memory.now))};
  view_model.warps = found->resident_warps;
  view_model.max_warps = found->max_warps;
  const double percent = 100 * found->fraction;
  view_model.headline = state.say("occupancy.headline", found->resident_warps, found->max_warps, percent,
                                  percent == std::floor(percent) ? 0 : 1);
  view_model.reason = reason_of(state, *found, curves.block_threads);
  view_model.limits = limits_of(state, *found);
  view_model.machine = result->sheet ? result->sheet->name : result->target;
  view_model.stale = state.stale();
  add_rates(state, view_model);
  return view_model;
}

}  // namespace lanescope::gui
