#include "predict/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <future>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/names.h"
#include "base/text.h"
#include "model/access/sector_map.h"
#include "predict/messages.h"

namespace lanescope::predict {
namespace {

/// The operations of all resident warps that a simulation should not exceed; longer loops are continued from two
/// lengths.
constexpr double wanted_operations = 12'000;
/// The least trips of a long loop that are simulated, and their multiple for the second length.
constexpr std::uint64_t min_trips = 4, longer = 2;

PipeCosts costs_of(const Constants& gpu) {
  return {gpu.alu_clocks,         gpu.fma_clocks,          gpu.integer_multiply_clocks, gpu.half_clocks,
          gpu.double_clocks,      gpu.special_clocks,      gpu.special_latency,         gpu.matrix_clocks,
          gpu.matrix_half_clocks, gpu.matrix_double_clocks};
}

std::size_t operations_of(const InstructionStream& block) {
  std::size_t operations = 0;
  for (const auto& ops : block.warps) operations += ops.size();
  return operations;
}

Extent extent_at(std::uint64_t block, const Extent& grid) {
  return {block % grid[0], block / grid[0] % grid[1], block / grid[0] / grid[1]};
}

/// The part of what the plan reads that is not in the L2 before it starts, when it ran just before.
double hot_misses(double footprint_bytes, double l2_bytes) {
  // A cache that is used in order keeps nothing of what is larger than it. What both partitions of the L2 use lies in
  // it twice, so that the edge begins at half of its size.
  return std::clamp((footprint_bytes / l2_bytes - 0.5) / 0.5, 0.0, 1.0);
}

/// The L2 as far as it holds what is used once: what both partitions use lies in it twice.
double l2_of_all(const Constants& gpu) {
  return gpu.l2_bytes / gpu.l2_partitions;
}

InstructionStreamInput stream_input_of(const LaunchInput& input, const MachineCode& code, const GpuProfile& gpu) {
  return {input.block.trace,
          input.vectorization,
          input.module,
          code,
          input.block.line_counts,
          std::max<std::uint64_t>(1, (input.block_threads + 31) / 32),
          input.block_threads,
          costs_of(gpu.value)};
}

double touched_bytes(const SmSimulation& simulation) {
  return simulation.memory_read_bytes + simulation.memory_write_bytes;
}

/// What all lengths of the loops have in common.
struct Sources {
  Sources(const LaunchInput& launch, const GpuProfile& profile)
      : input(launch),
        gpu(profile),
        code(machine_code(launch.function)),
        streams(stream_input_of(launch, code, profile), launch.block.block),
        neighbours(launch.block.trace, launch.block.block, launch.neighbours) {}
  Sources(const Sources&) = delete;  // the instruction streams refer to the code
  Sources& operator=(const Sources&) = delete;

  const LaunchInput& input;
  const GpuProfile& gpu;
  MachineCode code;
  InstructionStreams streams;
  NeighbourShifts neighbours;
};

/// One length of the loops: instruction stream, locality and what follows.
class LoopLength {
 public:
  LoopLength(Sources& sources, std::uint64_t max_trips)
      : block(sources.streams.of(max_trips)),
        locality(locality_of(block, sources.neighbours.of(block), sources.input.grid)),
        input_(sources.input) {}

  [[nodiscard]] SmSimulation run(const Constants& gpu, bool hot) const {
    const std::uint64_t grid = blocks();
    const Traffic& traffic = traffic_for(gpu);
    const double read = traffic.read_sectors * model::bytes_per_sector * static_cast<double>(grid);
    const double written = traffic.write_sectors * model::bytes_per_sector * static_cast<double>(grid);
    SmSimulationInput input{block,
                            locality,
                            traffic,
                            gpu,
                            input_.grid,
                            extent_at(input_.block.block, input_.grid),
                            input_.blocks_per_sm,
                            input_.shared_bytes};
    input.work_of_mean = input_.work_of_mean;
    // What was written last is still in the L2 when the kernel ends.
    const double stays = gpu.l2_dirty_share * gpu.l2_bytes * (written > 0 ? written / (read + written) : 0);
    input.memory_writes = written > 0 ? std::max(0.0, 1 - stays / written) : 0;
    const double misses = hot ? hot_misses(read + written, gpu.l2_bytes) : 1;
    input.memory_reads = 1 - in_l2(1 - misses, read, gpu);
    if (hot) {
      // Each run has the memory take what the one before it left.
      input.memory_writes = misses;
    }
    return simulate_sm(input);
  }

  /// Says what the caches answered the block, as the simulation of it found. `cold` is that simulation.
  [[nodiscard]] ServedBlock served(const SmSimulation& cold, const Constants& gpu) const {
    const Traffic& traffic = traffic_for(gpu);
    ServedBlock served{block.accesses, block.records, block.touches, cold.from_l1, traffic.from_memory};
    // Where blocks share a sector, one of them brings it.
    for (std::size_t t = 0; t < served.touches.size(); ++t) {
      const auto sectors = static_cast<float>(std::popcount(traffic.from_memory[t]));
      if (traffic.memory_sectors[t] < 0.5F * sectors) served.from_memory[t] = 0;
    }
    return served;
  }

  [[nodiscard]] std::vector<std::uint32_t> buffers() const {
    std::set<std::uint32_t> touched;
    for (const Access& access : block.accesses) {
      if (access.buffer_lines > 0) touched.insert(access.buffer);
    }
    return {touched.begin(), touched.end()};
  }

  [[nodiscard]] std::uint64_t blocks() const { return equal_blocks(input_.grid, input_.work_of_mean); }

  InstructionStream block;
  Locality locality;

 private:
  /// The part of what the launch reads, `read` bytes, that is in the L2 when it starts. `of_others` is that of buffers
  /// that the launch before it has not touched. That launch touched its bytes evenly, and this one comes to them in the
  /// same order: by then what lay behind them has been touched, and what this one has read. With p the part of the way,
  /// (1 - p) touched + p read bytes must fit.
  [[nodiscard]] double in_l2(double of_others, double read, const Constants& gpu) const {
    const LaunchPrediction* const before = input_.before;
    if (before == nullptr) return of_others;
    double sectors = 0, known = 0;
    for (const Access& access : block.accesses) {
      if (access.shared || access.kind != Access::Kind::load) continue;
      sectors += access.sectors;
      if (access.buffer_lines > 0 && std::ranges::binary_search(before->buffers, access.buffer))
        known += access.sectors;
    }
    if (known == 0) return of_others;
    const double holds = l2_of_all(gpu), touched = touched_bytes(before->cold);
    const double kept = touched <= holds ? 1 : read >= holds ? 0 : (holds - read) / (touched - read);
    return (kept * known + of_others * (sectors - known)) / sectors;
  }

  /// Most constants make no difference to it, so that it is kept.
  [[nodiscard]] const Traffic& traffic_for(const Constants& gpu) const {
    const TrafficInput input{gpu.l2_bytes, gpu.l2_bytes * gpu.l2_dirty_share, blocks(),
                             static_cast<std::uint64_t>(gpu.sm_count) * input_.blocks_per_sm, gpu.l2_partitions};
    for (const auto& [known, traffic] : traffic_) {
      if (known == input) return traffic;
    }
    return traffic_.emplace_back(input, traffic_of(block, locality, input)).second;
  }

  const LaunchInput& input_;
  mutable std::deque<std::pair<TrafficInput, Traffic>> traffic_;
};

SmSimulation scaled(const SmSimulation& a, const SmSimulation& b, double factor) {
  // b + factor * (b - a), for every number.
  SmSimulation sum = b;
  const auto extrapolate = [factor](double& to, double from) { to += factor * (to - from); };
  extrapolate(sum.clocks, a.clocks);
  for (std::size_t i = 0; i < causes; ++i) extrapolate(sum.busy[i], a.busy[i]);
  extrapolate(sum.l1_sectors, a.l1_sectors);
  extrapolate(sum.l1_hits, a.l1_hits);
  extrapolate(sum.l2_sectors, a.l2_sectors);
  extrapolate(sum.l2_read_sectors, a.l2_read_sectors);
  extrapolate(sum.l2_read_misses, a.l2_read_misses);
  extrapolate(sum.memory_read_bytes, a.memory_read_bytes);
  extrapolate(sum.memory_write_bytes, a.memory_write_bytes);
  extrapolate(sum.shared_wavefronts, a.shared_wavefronts);
  sum.counts = extrapolated(a.counts, b.counts, factor);
  // No server can be busy for longer than all takes.
  const double max_busy = *std::max_element(sum.busy.begin(), sum.busy.begin() + static_cast<int>(Cause::waiting));
  sum.clocks = std::max({sum.clocks, b.clocks, max_busy});
  sum.busy[static_cast<std::size_t>(Cause::waiting)] = sum.clocks - max_busy;
  const double longer_by = b.clocks > 0 ? sum.clocks / b.clocks : 1;
  for (std::vector<double>* const moments : {&sum.blocks.begin, &sum.blocks.end}) {
    for (double& clocks : *moments) clocks *= longer_by;
  }
  return sum;
}

std::string sentence(const std::vector<CauseShare>& causes_of_time) {
  const auto what = [](Cause cause) -> std::string_view {
    static constexpr EnumNames<causes> texts{"launch overhead",
                                             "the block launch rate",
                                             "the instruction issue rate",
                                             "the LSU pipe of the SMs",
                                             "L2 bandwidth",
                                             "device memory bandwidth",
                                             "atomic operations on the same addresses",
                                             "latency: too few accesses are in flight"};
    return enum_name(texts, cause);
  };
  std::string text =
      fmt::format("limited by {} ({:.0f} % of the time)", what(causes_of_time[0].cause), 100 * causes_of_time[0].share);
  if (causes_of_time.size() > 1) {
    text += fmt::format("; next is {} ({:.0f} %)", what(causes_of_time[1].cause), 100 * causes_of_time[1].share);
  }
  return text;
}

/// Gives the counts of a cold simulation their names, and adds what only the simulation of the whole knows.
LaunchCounts counts_of(const SmSimulation& cold, std::string_view entry, std::span<const trace::Site> sites,
                       const Constants& gpu) {
  std::vector<trace::Site> all(sites.begin(), sites.end());
  all.resize(sites.size() + spill_sites);
  for (std::uint32_t spill = 0; spill < spill_sites; ++spill) {
    trace::Site& site = all[sites.size() + spill];
    site.entry = entry;
    site.space = trace::Space::local;
    site.operation = spill == spill_loads ? trace::Operation::load : trace::Operation::store;
    site.bytes_per_lane = 4;
  }
  LaunchCounts counts = launch_counts_of(cold.counts, all, cold.clocks, gpu.schedulers);
  counts.entry = entry;
  const auto share = [&](Cause cause) {
    return cold.clocks > 0 ? std::clamp(cold.busy.at(static_cast<std::size_t>(cause)) / cold.clocks, 0.0, 1.0) : 0;
  };
  counts.busy.l2 = share(Cause::l2);
  counts.busy.memory = share(Cause::memory);
  counts.busy.atomics = share(Cause::atomics);
  counts.busy.block_starts = share(Cause::block_starts);
  counts.blocks = cold.blocks;
  counts.blocks.clock_mhz = gpu.clock_mhz;
  return counts;
}

/// Says of each site how its addresses grow from block to block, where all of its accesses grow alike.
void add_shifts(LaunchCounts& counts, const InstructionStream& block, const Locality& locality,
                std::span<const trace::Site> sites) {
  if (!locality.affine) return;
  std::map<std::uint32_t, std::optional<BlockShift>> of_site;
  for (std::size_t i = 0; i < block.accesses.size(); ++i) {
    const Access& access = block.accesses[i];
    if (access.shared || access.buffer_lines == 0) continue;
    std::optional<BlockShift> shift;
    if (!locality.is_scattered(i)) {
      const auto& axes = *locality.affine;
      shift = BlockShift{axes[0][i], axes[1][i], axes[2][i]};
    }
    const auto [known, is_new] = of_site.emplace(access.site, shift);
    if (!is_new && known->second != shift) known->second.reset();
  }
  for (SiteTraffic& site : counts.sites) {
    for (const auto& [number, shift] : of_site) {
      if (shift && sites[number] == site.site) site.shift = shift;
    }
  }
}

/// Not all constants are at the same end of their ranges. With this share of what they make together, and the error of
/// the model itself, 82 % of all times recorded on an H200 on 2026-11-21 lie in their intervals.
constexpr double share_of_ranges = 0.4;

/// The error that the model has with the right constants, as a share of the time. The rate at which blocks start is
/// known well; where instructions limit, conflicts of registers and the like are left out. What is only estimated was
/// off by so much in eight of ten settings of bench/recordings/h200-foreign-1.jsonl.
double error_of_model(const std::vector<CauseShare>& causes_of_time, Confidence confidence) {
  const auto share = [&](Cause cause) {
    const auto found = std::ranges::find(causes_of_time, cause, &CauseShare::cause);
    return found == causes_of_time.end() ? 0.0 : found->share;
  };
  const double followed =
      (0.08 + 0.15 * std::max(share(Cause::instructions), share(Cause::pipe))) * (1 - share(Cause::block_starts));
  switch (confidence) {
    case Confidence::high:
      return followed;
    case Confidence::medium:
      return std::max(followed, 0.3);
    default:
      return std::max(followed, 0.7);
  }
}

}  // namespace

std::string_view name_of(Confidence confidence) {
  static constexpr EnumNames<3> names{"high", "medium", "low"};
  return enum_name(names, confidence);
}

namespace {

/// How well the model follows what a block does. Where data decide which addresses are accessed, one block stands for
/// all; where they decide how often words are exchanged, even the longest wait of all blocks counts. Waits for
/// asynchronous copies are not followed, nor which part of a larger local memory stays in the L2. Where blocks do
/// different work and all run at once, the multiprocessor with the most of it is not looked for.
Confidence confidence_of(const LoopLength& length, const Sources& sources) {
  const InstructionStream& block = length.block;
  const auto unmet = static_cast<double>(block.unmatched), met = static_cast<double>(block.matched);
  if (unmet > 0.1 * met) return Confidence::low;
  bool scattered = false, exchanges = false, copies = false, local = false;
  for (std::size_t i = 0; i < block.accesses.size(); ++i) {
    const Access& access = block.accesses[i];
    scattered |= access.buffer_lines > 0 && length.locality.is_scattered(i);
    exchanges |= access.kind == Access::Kind::atomic;
    local |= access.local;
    const std::span<const trace::Site> sites = sources.input.block.trace.sites;
    copies |= access.site < sites.size() && trace::is_asynchronous_copy(sites[access.site].operation);
  }
  const LaunchInput& input = sources.input;
  const double at_once = sources.gpu.value.sm_count * static_cast<double>(input.blocks_per_sm);
  if (input.uneven && static_cast<double>(length.blocks()) <= 2 * at_once) return Confidence::low;
  const bool uneven = sources.neighbours.are_uneven() || input.uneven;
  if ((uneven || scattered) && exchanges) return Confidence::low;
  const bool estimated = scattered || uneven || copies || local || unmet > 0.02 * met;
  return estimated ? Confidence::medium : Confidence::high;
}

Expected<LaunchPrediction> predict_blocks(const LaunchInput& input, const GpuProfile& gpu) {
  Sources sources(input, gpu);
  const std::uint64_t few = min_trips * longer;
  const LoopLength whole(sources, few);
  if (whole.block.uses_group_matrices) {
    return failure(message<"prediction.matrix_instructions">(), input.function.name,
                   message<"prediction.matrix_instructions_remedy">());
  }
  LaunchPrediction result;
  result.records_wanted = whole.block.records_wanted;
  if (result.records_wanted > 0) return result;
  const std::uint64_t blocks = whole.blocks();
  const auto blocks_of_an_sm = static_cast<std::uint64_t>(std::ceil(static_cast<double>(blocks) / gpu.value.sm_count));
  const double resident = static_cast<double>(std::min(input.blocks_per_sm, blocks_of_an_sm)) *
                          static_cast<double>(operations_of(whole.block));
  result.confidence = confidence_of(whole, sources);
  const bool long_loops = whole.block.work < whole.block.full_work;
  const double factor = wanted_operations / std::max(resident, 1.0);
  const double trips = static_cast<double>(few) * factor;
  const auto run_all = [&](const LoopLength& length, auto&& run) {
    result.cold = run(gpu.value, false);
    result.counts = counts_of(result.cold, input.function.name, input.block.trace.sites, gpu.value);
    add_shifts(result.counts, length.block, length.locality, input.block.trace.sites);
    result.served = length.served(result.cold, gpu.value);
    result.buffers = length.buffers();
    result.hot = run(gpu.value, true);
    result.cold_fast = gpu.fast == gpu.value ? result.cold : run(gpu.fast, false);
    result.cold_slow = gpu.slow == gpu.value ? result.cold : run(gpu.slow, false);
  };
  if (!long_loops) {
    run_all(whole, [&](const Constants& constants, bool hot) { return whole.run(constants, hot); });
    return result;
  }
  const std::uint64_t second = factor > 1 ? static_cast<std::uint64_t>(std::min(trips, 1e9)) : few;
  std::optional<LoopLength> more_trips;
  if (second > few) more_trips.emplace(sources, second);
  const LoopLength& two = more_trips ? *more_trips : whole;
  result.records_wanted = two.block.records_wanted;
  if (result.records_wanted > 0) return result;
  if (two.block.work >= two.block.full_work) {
    run_all(two, [&](const Constants& constants, bool hot) { return two.run(constants, hot); });
    return result;
  }
  const LoopLength one(sources, second / longer);
  const double per = two.block.work - one.block.work;
  if (per <= 0) return failure(message<"prediction.loop_length">(), input.function.name, "");
  const double more = (two.block.full_work - two.block.work) / per;
  // The shorter length is followed on another core. Where the constants are at the ends of their ranges the longer one
  // alone says what that changes.
  auto shorter =
      std::async(std::launch::async, [&] { return std::pair(one.run(gpu.value, false), one.run(gpu.value, true)); });
  const SmSimulation cold = two.run(gpu.value, false), hot = two.run(gpu.value, true);
  const bool exact = gpu.fast == gpu.value && gpu.slow == gpu.value;
  SmSimulation fast = exact ? cold : two.run(gpu.fast, false), slow = exact ? cold : two.run(gpu.slow, false);
  const auto [one_cold, one_hot] = shorter.get();
  result.cold = scaled(one_cold, cold, more);
  result.hot = scaled(one_hot, hot, more);
  result.counts = counts_of(result.cold, input.function.name, input.block.trace.sites, gpu.value);
  add_shifts(result.counts, two.block, two.locality, input.block.trace.sites);
  result.served = two.served(result.cold, gpu.value);
  result.buffers = two.buffers();
  const double whole_of_part = cold.clocks > 0 ? result.cold.clocks / cold.clocks : 1;
  fast.clocks *= whole_of_part;
  slow.clocks *= whole_of_part;
  result.cold_fast = std::move(fast);
  result.cold_slow = std::move(slow);
  return result;
}

/// The clocks by which a block that goes on when all others have ended makes the launch longer: those of the block by
/// itself, less those of one that does not. It reads what the others have written all along, of which the L2 still has
/// what was touched last. `touched` are the bytes of the memory that the launch reads and writes.
Expected<double> clocks_of_last(const LaunchInput& input, const GpuProfile& gpu, double touched) {
  GpuProfile only = gpu;
  only.fast = only.slow = only.value;
  const TracedNeighbours none;
  const auto alone = [&](const TracedBlock& block) {
    return predict_blocks({input.module,
                           input.function,
                           input.vectorization,
                           block,
                           none,
                           {1, 1, 1},
                           input.block_threads,
                           1,
                           input.shared_bytes,
                           nullptr},
                          only);
  };
  TRY(const auto longer_one, alone(*input.last));
  TRY(const auto usual_one, alone(input.block));
  const double holds = l2_of_all(gpu.value), in_l2 = touched > holds ? holds / touched : 1;
  return std::max(0.0, in_l2 * (longer_one.hot.clocks - usual_one.hot.clocks) +
                           (1 - in_l2) * (longer_one.cold.clocks - usual_one.cold.clocks));
}

}  // namespace

Expected<LaunchPrediction> predict_launch(const LaunchInput& input, const GpuProfile& gpu) {
  TRY(auto result, predict_blocks(input, gpu));
  if (input.last == nullptr || result.records_wanted > 0) return result;
  TRY(const double more, clocks_of_last(input, gpu, touched_bytes(result.cold)));
  for (SmSimulation* const simulation : {&result.cold, &result.hot, &result.cold_fast, &result.cold_slow}) {
    simulation->clocks += more;
    simulation->busy[static_cast<std::size_t>(Cause::waiting)] += more;
  }
  return result;
}

LaunchPrediction predict_copy(std::uint64_t bytes, const GpuProfile& gpu) {
  const auto copy_with = [&](const Constants& constants, double part) {
    SmSimulation simulation;
    simulation.memory_read_bytes = simulation.memory_write_bytes = static_cast<double>(bytes) * part;
    const double seconds = simulation.memory_read_bytes / (constants.dram_read_gb * 1e9) +
                           simulation.memory_write_bytes / (constants.dram_write_gb * 1e9);
    const double l2 =
        2 * static_cast<double>(bytes) / model::bytes_per_sector * constants.l2_read_clocks / constants.sm_count;
    simulation.clocks = std::max(seconds * constants.clock_mhz * 1e6, l2) + constants.dram_latency;
    simulation.busy[static_cast<std::size_t>(Cause::memory)] = seconds * constants.clock_mhz * 1e6;
    simulation.busy[static_cast<std::size_t>(Cause::l2)] = l2;
    return simulation;
  };
  const double misses = hot_misses(2 * static_cast<double>(bytes), gpu.value.l2_bytes);
  const SmSimulation cold = copy_with(gpu.value, 1);
  return {cold,
          copy_with(gpu.value, misses),
          copy_with(gpu.fast, 1),
          copy_with(gpu.slow, 1),
          Confidence::high,
          counts_of(cold, "", {}, gpu.value),
          {},
          {}};
}

Prediction combine(std::span<const LaunchPrediction> launches, const GpuProfile& gpu) {
  Prediction prediction;
  prediction.profile = gpu.name;
  const auto time = [&](SmSimulation LaunchPrediction::*which, const Constants& constants, bool hot) {
    double clocks = 0;
    bool accesses = false;
    for (const LaunchPrediction& launch : launches) {
      clocks += (launch.*which).clocks;
      accesses |= (launch.*which).l2_sectors > 0;
    }
    if (!hot && accesses) clocks += constants.start_clocks;
    const double us = (hot ? constants.launch_hot_us : constants.launch_cold_us) +
                      constants.further_launch_us * static_cast<double>(launches.size() - 1);
    return us * 1e-3 + clocks / constants.clock_mhz * 1e-3;
  };
  prediction.cold.ms = time(&LaunchPrediction::cold, gpu.value, false);
  const double fast = time(&LaunchPrediction::cold_fast, gpu.fast, false);
  const double slow = time(&LaunchPrediction::cold_slow, gpu.slow, false);
  prediction.hot.ms = time(&LaunchPrediction::hot, gpu.value, true);
  std::array<double, causes> busy{};
  double l1_sectors = 0, l1_hits = 0, l2_reads = 0, l2_misses = 0, l2_sectors = 0;
  for (const LaunchPrediction& launch : launches) {
    for (std::size_t i = 0; i < causes; ++i) busy[i] += launch.cold.busy[i];
    l1_sectors += launch.cold.l1_sectors;
    l1_hits += launch.cold.l1_hits;
    l2_reads += launch.cold.l2_read_sectors;
    l2_misses += launch.cold.l2_read_misses;
    l2_sectors += launch.cold.l2_sectors;
    prediction.memory_read_bytes += launch.cold.memory_read_bytes;
    prediction.memory_write_bytes += launch.cold.memory_write_bytes;
    prediction.confidence = std::max(prediction.confidence, launch.confidence);
    prediction.launches.push_back(launch.counts);
  }
  prediction.l1_bytes = l1_sectors * model::bytes_per_sector;
  prediction.l2_bytes = l2_sectors * model::bytes_per_sector;
  if (l1_sectors > 0) prediction.l1_hit_rate = l1_hits / l1_sectors;
  if (l2_reads > 0) prediction.l2_hit_rate = std::clamp(1 - l2_misses / l2_reads, 0.0, 1.0);
  const double all = prediction.cold.ms * gpu.value.clock_mhz * 1e3;
  double clocks = 0;
  for (const LaunchPrediction& launch : launches) clocks += launch.cold.clocks;
  busy[static_cast<std::size_t>(Cause::launch)] = all - clocks;
  for (std::size_t i = 0; i < causes; ++i) {
    const double share = std::clamp(busy[i] / all, 0.0, 1.0);
    if (share > 0.005) prediction.by_cause.push_back({static_cast<Cause>(i), share});
  }
  std::stable_sort(prediction.by_cause.begin(), prediction.by_cause.end(),
                   [](const CauseShare& a, const CauseShare& b) { return a.share > b.share; });
  prediction.limited_by = sentence(prediction.by_cause);
  const double own = error_of_model(prediction.by_cause, prediction.confidence);
  PredictedTime& cold = prediction.cold;
  cold.low = std::max(0.0, cold.ms * (1 - own) - share_of_ranges * std::max(0.0, cold.ms - fast));
  cold.high = cold.ms * (1 + own) + share_of_ranges * std::max(0.0, slow - cold.ms);
  prediction.hot.low = prediction.hot.ms * cold.low / cold.ms;
  prediction.hot.high = prediction.hot.ms * cold.high / cold.ms;
  return prediction;
}

}  // namespace lanescope::predict
