#include "gui/occupancy_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "gui/numbers.h"
#include "gui/state.h"

namespace warpscope::gui {

namespace {

constexpr double kibibyte = 1024;

OccupancyLine line_of(const lab::OccupancyCurve& curve, double unit) {
  OccupancyLine line;
  for (std::size_t i = 0; i < curve.warps.size(); ++i) {
    line.values.push_back(static_cast<double>(curve.first + curve.step * static_cast<std::int64_t>(i)) / unit);
    line.warps.push_back(curve.warps[i]);
  }
  line.now = static_cast<double>(curve.now) / unit;
  return line;
}

OccupancyLine named(OccupancyLine line, const char* name, const char* title, const char* unit, std::string now) {
  line.name = name;
  line.title = title;
  line.unit = unit;
  line.now_text = std::move(now);
  return line;
}

std::string shared_text(std::int64_t bytes) {
  if (bytes % 1024 == 0 && bytes > 0) return fmt::format("{} KiB a block", bytes / 1024);
  return fmt::format("{} bytes a block", bytes);
}

/// The launch that these curves were worked out for.
const lab::Occupancy* demand_of(const lab::Result& result, const lab::OccupancyCurves& curves) {
  for (const lab::LaunchInfo& launch : result.launches) {
    if (launch.entry != curves.entry || !launch.calculated) continue;
    if (static_cast<int>(launch.block.count()) == curves.block_threads) return &*launch.calculated;
  }
  return nullptr;
}

std::string limit_in_words(const std::string& limit) {
  if (limit == "threads") return "the threads that a multiprocessor can hold";
  if (limit == "blocks") return "the blocks that a multiprocessor can hold";
  if (limit == "registers") return "registers";
  if (limit == "barriers") return "the barriers that blocks reserve";
  return limit;
}

std::string reason_of(const lab::Occupancy& found, int threads) {
  const std::string blocks =
      fmt::format("{} {} of {} threads", found.blocks_per_sm, found.blocks_per_sm == 1 ? "block" : "blocks", threads);
  if (found.blocks_per_sm == 0) return "a block of this size does not fit on a multiprocessor";
  if (found.resident_warps == found.max_warps) {
    return fmt::format("{} fill{} a multiprocessor: nothing limits", blocks, found.blocks_per_sm == 1 ? "s" : "");
  }
  std::vector<std::string> words;
  for (const std::string& limit : found.limits) words.push_back(limit_in_words(limit));
  return fmt::format("{} a multiprocessor; limited by {}", blocks, join(words, " and "));
}

std::vector<OccupancyPicture::Limit> limits_of(const lab::Occupancy& found) {
  std::vector<OccupancyPicture::Limit> limits;
  const auto add = [&](const char* name, int blocks) {
    const bool binds = std::find(found.limits.begin(), found.limits.end(), name) != found.limits.end();
    limits.push_back({name, blocks < 0 ? std::string("no limit") : fmt::format("{}", blocks), binds});
  };
  add("threads", found.by_threads);
  add("registers", found.by_registers);
  add("shared memory", found.by_shared_memory);
  add("blocks", found.by_blocks);
  return limits;
}

/// What the sweep's points hold of rates over the threads of a block. Points of one block size alone say nothing.
void add_rates(const State& state, OccupancyPicture& picture) {
  std::set<double> sizes;
  bool recorded = false;
  std::string machine;
  for (const SweepCell& cell : state.sweep.grid.cells) {
    const auto point = known_point(state, cell);
    if (!point || point->launches.empty() || point->time() == nullptr) continue;
    const lab::Samples& time = *point->time();
    const auto rate = point->gb_per_s();
    if (!rate || time.q1 <= 0 || time.q3 <= 0) continue;
    const auto threads = static_cast<double>(point->launches.front().block.count());
    picture.rates.push_back({threads, *rate, *rate * time.median / time.q3, *rate * time.median / time.q1,
                             !point->recorded.empty(), cell.setting});
    sizes.insert(threads);
    recorded = recorded || !point->recorded.empty();
    machine = point->machine.device;
    picture.top_rate = std::max(picture.top_rate, picture.rates.back().high);
  }
  if (sizes.size() < 2) {
    picture.rates.clear();
    picture.top_rate = 0;
    picture.rates_caption = "a sweep over the block size (F6) draws the measured bandwidth here";
    return;
  }
  std::stable_sort(picture.rates.begin(), picture.rates.end(),
                   [](const BlockSizeRate& one, const BlockSizeRate& two) { return one.threads < two.threads; });
  picture.rates_caption = fmt::format("{} bandwidth of {} settings{}", recorded ? "recorded" : "measured",
                                      picture.rates.size(), machine.empty() ? "" : " on " + machine);
}

std::string why_missing(const State& state) {
  const lab::Result* result = state.current();
  if (state.kernel.empty()) return "Select a kernel to see its occupancy.";
  if (result == nullptr) return state.connected ? "The kernel is being compiled." : "This recording has no curves.";
  if (!result->compile_ms) return "The kernel was not compiled, so its demand is not known.";
  return "This kernel launches no code of its own, or its GPU has no known rules of occupancy.";
}

}  // namespace

OccupancyPicture occupancy_picture(const State& state) {
  OccupancyPicture picture;
  const auto& result = state.in_source.with_curves;
  if (!result || result->curves.empty()) {
    picture.missing = why_missing(state);
    return picture;
  }
  for (const lab::OccupancyCurves& curves : result->curves) {
    picture.launches.push_back(fmt::format("{}, {} threads", curves.entry, curves.block_threads));
  }
  picture.launch = std::min(state.in_source.launch, result->curves.size() - 1);
  const lab::OccupancyCurves& curves = result->curves[picture.launch];
  const lab::Occupancy* found = demand_of(*result, curves);
  if (found == nullptr) {
    picture.missing = "The launch of these curves is not known.";
    return picture;
  }
  picture.lines[0] = named(line_of(curves.block_size, 1), "block", "block size", "threads a block",
                           fmt::format("{} threads", curves.block_size.now));
  picture.lines[1] = named(line_of(curves.registers, 1), "registers", "registers", "registers a thread",
                           fmt::format("{} registers", curves.registers.now));
  picture.lines[2] = named(line_of(curves.shared_memory, kibibyte), "shared", "shared memory", "KiB a block",
                           shared_text(curves.shared_memory.now));
  picture.warps = found->resident_warps;
  picture.most_warps = found->max_warps;
  const double percent = 100 * found->fraction;
  picture.headline = fmt::format("{} of {} warps ({:.{}f} %)", found->resident_warps, found->max_warps, percent,
                                 percent == std::floor(percent) ? 0 : 1);
  picture.reason = reason_of(*found, curves.block_threads);
  picture.limits = limits_of(*found);
  picture.machine = result->sheet ? result->sheet->name : result->target;
  picture.stale = state.stale();
  add_rates(state, picture);
  return picture;
}

}  // namespace warpscope::gui
