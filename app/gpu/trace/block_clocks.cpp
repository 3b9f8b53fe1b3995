#include "gpu/trace/block_clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "gpu/messages.h"
#include "gpu/timing/clock.h"
#include "ptx/instrument/block_clocks.h"

namespace lanescope::gpu {
namespace {

using catalogue::Argument;
using catalogue::Launch;
using ptx::BlockClocks;

/// Readings of an SM that disagree by more than this, beyond the step of the shared clock, are not joined.
constexpr double max_disagreement_ns = 1000;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The smallest difference between readings of the shared clock; 0 when there is only one.
std::uint32_t step_of(const std::vector<BlockClocks>& clocks) {
  std::vector<std::uint64_t> moments;
  for (const BlockClocks& block : clocks) moments.push_back(block.nanoseconds);
  std::ranges::sort(moments);
  std::uint64_t step = 0;
  for (std::size_t index = 1; index < moments.size(); ++index) {
    const std::uint64_t difference = moments[index] - moments[index - 1];
    if (difference > 0 && (step == 0 || difference < step)) step = difference;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(step, std::numeric_limits<std::uint32_t>::max()));
}

/// The nanoseconds of a cycle: the median of the lines through the readings of each SM with many of them, because the
/// shared clock advances in steps. Empty when no SM has enough.
std::optional<double> ns_per_cycle_of(const std::vector<BlockClocks>& clocks) {
  constexpr std::size_t enough = 8;
  struct Sums {
    std::uint64_t cycles = 0, nanoseconds = 0;  ///< of the first reading
    double x = 0, y = 0, xx = 0, xy = 0, count = 0;
  };
  std::map<std::uint32_t, Sums> by_sm;
  for (const BlockClocks& block : clocks) {
    Sums& sums = by_sm.try_emplace(block.sm, Sums{block.begin_cycles, block.nanoseconds}).first->second;
    const auto x = static_cast<double>(static_cast<std::int64_t>(block.begin_cycles - sums.cycles));
    const auto y = static_cast<double>(static_cast<std::int64_t>(block.nanoseconds - sums.nanoseconds));
    sums.x += x;
    sums.y += y;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.count += 1;
  }
  std::vector<double> slopes;
  for (const auto& [sm, sums] : by_sm) {
    const double spread = sums.xx - sums.x * sums.x / sums.count;
    const double slope = spread > 0 ? (sums.xy - sums.x * sums.y / sums.count) / spread : 0;
    if (sums.count >= enough && slope > 0) slopes.push_back(slope);
  }
  if (slopes.empty()) return std::nullopt;
  return median(std::move(slopes));
}

/// The begins of all blocks in nanoseconds of the shared clock since `first`.
std::vector<double> begins_of(const std::vector<BlockClocks>& clocks, std::uint64_t first, double ns_per_cycle,
                              double step) {
  std::map<std::uint32_t, std::vector<std::size_t>> by_sm;
  for (std::size_t block = 0; block < clocks.size(); ++block) by_sm[clocks[block].sm].push_back(block);
  std::vector<double> begins(clocks.size());
  for (const auto& [sm, blocks] : by_sm) {
    const std::uint64_t zero = clocks[blocks.front()].begin_cycles;
    const auto own_time = [&](std::size_t block) {
      return static_cast<double>(static_cast<std::int64_t>(clocks[block].begin_cycles - zero)) * ns_per_cycle;
    };
    std::vector<double> offsets;
    for (const std::size_t block : blocks) {
      offsets.push_back(static_cast<double>(clocks[block].nanoseconds - first) - own_time(block));
    }
    const double offset = median(offsets);
    const auto [least, greatest] = std::ranges::minmax(offsets);
    const bool agree = greatest - least <= 2 * step + max_disagreement_ns;
    for (const std::size_t block : blocks) {
      begins[block] = agree ? offset + own_time(block) : static_cast<double>(clocks[block].nanoseconds - first);
    }
  }
  return begins;
}

}  // namespace

std::uint64_t TimedPlan::blocks() const {
  std::uint64_t sum = 0;
  for (const trace::BlockTimes::Launch& launch : launches) sum += launch.runs;
  return sum;
}

TimedPlan with_block_clocks(const catalogue::LaunchPlan& plan) {
  TimedPlan timed;
  timed.plan = plan;
  timed.buffer = plan.buffers.size();
  std::uint64_t taken = 0;
  for (std::size_t number = 0; number < timed.plan.launches.size(); ++number) {
    Launch& launch = timed.plan.launches[number];
    if (launch.call != Launch::Call::kernel) continue;
    const std::uint64_t blocks = launch.grid.count();
    const std::uint64_t runs = std::min(blocks, trace::max_block_runs - taken);
    timed.launches.push_back({static_cast<std::uint32_t>(number), blocks, runs});
    Argument place;
    place.kind = Argument::Kind::buffer;
    place.name = ptx::block_clocks_parameter;
    place.index = timed.buffer;
    place.value = static_cast<std::int64_t>(taken * sizeof(BlockClocks));
    launch.arguments.push_back(std::move(place));
    Argument count;
    count.kind = Argument::Kind::scalar;
    count.name = ptx::block_count_parameter;
    count.value = static_cast<std::int64_t>(runs);
    launch.arguments.push_back(std::move(count));
    taken += runs;
  }
  catalogue::Buffer added;
  added.name = block_clocks_name;
  added.role = catalogue::Role::scratch;
  added.type = catalogue::ElementType::u64;
  added.shape = {static_cast<std::int64_t>(std::max<std::uint64_t>(taken, 1) * sizeof(BlockClocks) / 8)};
  added.fill = catalogue::Fill::zero;
  timed.plan.buffers.push_back(std::move(added));
  return timed;
}

Expected<trace::BlockTimes> block_times_of(std::span<const std::byte> bytes, const TimedPlan& plan,
                                           double sm_clock_mhz) {
  trace::BlockTimes times;
  times.launches = plan.launches;
  std::vector<BlockClocks> clocks(plan.blocks());
  if (bytes.size() < clocks.size() * sizeof(BlockClocks)) {
    return failure(message<"trace.block_clock_bytes">(clocks.size(), bytes.size()), plan.plan.kernel, "");
  }
  if (clocks.empty()) return times;
  std::memcpy(clocks.data(), bytes.data(), clocks.size() * sizeof(BlockClocks));
  std::vector<ClockSample> samples;
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  for (const BlockClocks& block : clocks) {
    if (block.written != 1 || block.sm > std::numeric_limits<std::uint16_t>::max()) {
      return failure(message<"trace.block_without_time">(&block - clocks.data()), plan.plan.kernel,
                     message<"trace.block_without_time_remedy">());
    }
    samples.push_back({block.sm, block.begin_cycles, block.nanoseconds});
    first = std::min(first, block.nanoseconds);
  }
  times.clock_step = step_of(clocks);
  const double megahertz = clock_of(samples).value_or(sm_clock_mhz);
  if (megahertz <= 0) return failure(message<"trace.no_clock">(), plan.plan.kernel, "");
  // Where the readings lie close together, a line through them says nothing.
  const auto fitted = clock_of(samples) ? ns_per_cycle_of(clocks) : std::nullopt;
  const double ns_per_cycle = fitted.value_or(1000 / megahertz);
  const std::vector<double> begins = begins_of(clocks, first, ns_per_cycle, times.clock_step);
  const double zero = std::ranges::min(begins);
  const auto tick = [](double ns) {
    return static_cast<std::uint32_t>(
        std::clamp(std::round(ns), 0.0, double{std::numeric_limits<std::uint32_t>::max()}));
  };
  std::size_t block = 0;
  for (const trace::BlockTimes::Launch& launch : times.launches) {
    std::vector<trace::BlockRun> runs;
    for (std::uint64_t number = 0; number < launch.runs; ++number, ++block) {
      const BlockClocks& at = clocks[block];
      const double cycles = at.end_cycles > at.begin_cycles ? static_cast<double>(at.end_cycles - at.begin_cycles) : 0;
      const double begin = begins[block] - zero;
      runs.push_back({tick(begin), tick(begin + cycles * ns_per_cycle), static_cast<std::uint16_t>(at.sm), 0});
    }
    trace::place_in_slots(runs);
    times.runs.insert(times.runs.end(), runs.begin(), runs.end());
  }
  return times;
}

Expected<trace::BlockTimes> record_block_times(DeviceSession& session, const TimedPlan& plan,
                                               const InstrumentedProgram& program,
                                               const std::map<std::string, std::vector<std::byte>>& inputs) {
  TRY(auto execution, session.prepare(plan.plan, program.ptx, program.cubin, inputs));
  // The first run names the launch that fails, and brings the code to the device.
  TRY_STATUS(execution->run());
  TRY_STATUS(execution->reset(execution->why_no_cold().empty() ? Caches::cold : Caches::hot));
  TRY_STATUS(execution->launch_all());
  std::vector<std::byte> bytes(plan.blocks() * sizeof(BlockClocks));
  TRY_STATUS(execution->read(plan.buffer, 0, bytes));
  return block_times_of(bytes, plan, session.device().sm_clock_khz / 1000);
}

}  // namespace lanescope::gpu
