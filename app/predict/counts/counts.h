// What one launch asks of each level of memory, what its warps wait for, and how busy each part of the GPU is, as the
// simulation counts it. What the model does not follow is absent, never zero.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace lanescope::predict {

/// Of all blocks of the grid, estimated from those that are simulated; nothing of the kernel's is in the caches before.
struct TrafficCounts {
  double requests = 0;    ///< warp instructions
  double wavefronts = 0;  ///< of shared memory
  double l1_sectors = 0;  ///< sectors of 32 bytes that the requests touch; 0 for shared memory
  /// Sectors that loads find in the L1. Loads that go past the L1 find none there. Absent for stores and atomic
  /// operations: the model does not look them up.
  std::optional<double> l1_hits;
  double l2_requests = 0;  ///< lines of 128 bytes of which at least one sector goes to the L2
  double l2_sectors = 0;   ///< sectors that the L2 is asked for or given
  /// Of l2_sectors. A load hits where another block, or an earlier access, has brought the sector. A store always hits,
  /// because the L2 takes it without asking the memory. Absent for atomic operations.
  std::optional<double> l2_hits;
  double memory_read_sectors = 0;   ///< with those that are read because stores fill them only in part
  double memory_write_sectors = 0;  ///< that leave the L2 before the launch ends

  /// Hits are added as far as they are there.
  TrafficCounts& operator+=(const TrafficCounts& other);
  friend bool operator==(const TrafficCounts&, const TrafficCounts&) = default;
};

/// The bytes by which addresses grow with each block along an axis of the grid.
struct BlockShift {
  std::int64_t x = 0, y = 0, z = 0;
  friend bool operator==(const BlockShift&, const BlockShift&) = default;
};

/// One memory instruction of the PTX; of instructions that ptxas has joined, the first stands for all. Parameters and
/// constants are left out. Registers that ptxas keeps in local memory have a site without a line (is_spill()).
struct SiteTraffic {
  trace::Site site;
  TrafficCounts counts;
  /// How its addresses move over the grid. Absent where data decide them, where they do not grow evenly, for shared
  /// memory, and in what was read from a file.
  std::optional<BlockShift> shift = {};
  friend bool operator==(const SiteTraffic&, const SiteTraffic&) = default;
};

/// Whether a site stands for registers that ptxas keeps in local memory, which belong to no line.
[[nodiscard]] inline bool is_spill(const SiteTraffic& traffic) {
  return traffic.site.space == trace::Space::local && traffic.site.ptx_line == 0;
}

/// The sum of all sites of a space; of all operations.
[[nodiscard]] TrafficCounts total_of(std::span<const SiteTraffic> sites, trace::Space space);

/// What a resident warp does in a clock, in the words of Nsight Compute's warp states; those that the simulation tells
/// apart. Its other states (branch_resolving, dispatch_stall, drain, imc_miss, mio_throttle, misc, no_instruction,
/// sleeping, tex_throttle) are not modelled: their clocks are part of the states here.
enum class WarpState : std::uint8_t {
  selected,            ///< issues an instruction
  not_selected,        ///< could issue, but the scheduler takes another warp
  wait,                ///< the stall count of the last instruction is not over
  math_pipe_throttle,  ///< the arithmetic pipe is taken by other warps
  long_scoreboard,     ///< a result of global, local or texture memory is not there
  short_scoreboard,    ///< a result of shared memory, a shuffle, a special function or a conversion is not there
  barrier,             ///< other warps of the block are not at the barrier
  membar,              ///< a fence
  lg_throttle,         ///< the queue of stores and reductions to global and local memory is full
  no_instruction       ///< predictions of versions before 12 have it; these are not modelled either
};
inline constexpr std::size_t warp_states = 10;
[[nodiscard]] std::string_view name_of(WarpState state);

struct StateClocks {
  WarpState state = WarpState::selected;
  double clocks = 0;  ///< of all warps of the grid
  friend bool operator==(const StateClocks&, const StateClocks&) = default;
};

struct WarpStates {
  double instructions = 0;          ///< warp instructions that the grid issues
  double warp_clocks = 0;           ///< clocks that the warps of the grid are resident: the sum of the states
  std::vector<StateClocks> states;  ///< in the order of WarpState
  // per scheduler and clock, while the SM has blocks
  double warps_active = 0, warps_eligible = 0, issued = 0;
  friend bool operator==(const WarpStates&, const WarpStates&) = default;
};

/// The share of the launch's time for which a part is busy, from 0 to 1. Parts of an SM: of one that has blocks. The
/// L2, the memory, atomics and block starts: of the whole GPU.
struct Throughputs {
  double issue = 0;         ///< issue slots of the schedulers
  double alu = 0;           ///< integers, logic, moves and comparisons
  double fma = 0;           ///< FP32 and the multiplication of integers
  double half = 0;          ///< packed 16-bit arithmetic
  double fp64 = 0;          ///< double precision
  double special = 0;       ///< special functions and conversions
  double l1 = 0;            ///< the load/store pipe, by all that goes through it
  double shared = 0;        ///< of that, wavefronts of shared memory and shuffles
  double l2 = 0;            ///< the bandwidth of the L2
  double memory = 0;        ///< the bandwidth of the device memory
  double atomics = 0;       ///< the slices of the L2 that atomic operations meet in
  double block_starts = 0;  ///< what gives blocks to SMs
  friend bool operator==(const Throughputs&, const Throughputs&) = default;
};

/// When the first blocks of one SM begin and end, as the simulation has them: in the order in which they begin, in
/// clocks since the first one. Where the SM has more blocks than are simulated, those go on like these, and the last
/// ones end like the last of these.
struct SimulatedBlocks {
  std::vector<double> begin, end;
  double clock_mhz = 0;  ///< of the GPU whose clocks they are
  friend bool operator==(const SimulatedBlocks&, const SimulatedBlocks&) = default;
};

/// One launch of a plan, cold. A copy by the driver has no sites and no warps.
struct LaunchCounts {
  std::string entry;  ///< empty for a copy by the driver
  double clocks = 0;  ///< of an SM, from the first block's start to the last one's end
  double sms = 0;     ///< that have blocks
  std::vector<SiteTraffic> sites;
  TrafficCounts global, local, texture, shared;  ///< sums of the sites
  WarpStates warps;
  Throughputs busy;
  SimulatedBlocks blocks = {};  ///< empty in what was read from a file
  friend bool operator==(const LaunchCounts&, const LaunchCounts&) = default;
};

/// Counts as the simulation adds them: by site of the trace, in arrays.
struct SimulatedCounts {
  struct Site {
    double requests = 0, wavefronts = 0, l1_sectors = 0, l1_hits = 0, l2_requests = 0, l2_sectors = 0, l2_misses = 0;
    double memory_read_sectors = 0, memory_write_sectors = 0;
    bool looked_up = false;  ///< a load that asks the caches
    bool stored = false;
  };
  std::vector<Site> sites;
  std::array<double, warp_states> state_clocks{};                       ///< of the grid
  double instructions = 0, warp_clocks = 0;                             ///< of the grid
  double issue = 0, alu = 0, fma = 0, half = 0, fp64 = 0, special = 0;  ///< clocks of one scheduler
  double pipe = 0, shared = 0;                                          ///< clocks of an SM
  double sms = 0;
};

/// Gives the counts of a launch their names. `sites` are those of the trace.
[[nodiscard]] LaunchCounts launch_counts_of(const SimulatedCounts& counts, std::span<const trace::Site> sites,
                                            double clocks, double schedulers);

/// Returns to + factor * (to - from) for every count: what grows with the trips of a loop is continued.
[[nodiscard]] SimulatedCounts extrapolated(const SimulatedCounts& from, const SimulatedCounts& to, double factor);

}  // namespace lanescope::predict
