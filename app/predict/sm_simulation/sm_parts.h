// What the simulation of a multiprocessor is made of: its queues, warps and slots for blocks, and how long it runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sass/control.h"

namespace lanescope::predict {

/// So many rounds of resident blocks show the steady state; the rest of the grid goes on like that.
inline constexpr std::uint64_t max_rounds = 6;
/// A simulation stops early after so many operations, but not before two rounds.
inline constexpr std::uint64_t max_operations = 30'000;

/// Serves one after the other.
struct Server {
  double free = 0, busy = 0;
  double serve(double from, double clocks) {
    free = std::max(free, from) + clocks;
    busy += clocks;
    return free;
  }
};

struct Warp {
  std::size_t op = 0;
  bool issued = false;  ///< its instructions are, but not what it does behind them
  std::uint32_t slot = 0, number = 0;
  std::uint8_t far = 0;  ///< scoreboards that stand for memory beyond the SM
  double at = 0, begin = 0;
  double stored = 0;                ///< when the L2 has answered its last store
  double copied = 0;                ///< when the asynchronous copies of the open group have arrived
  std::vector<double> copy_groups;  ///< the same of the groups before it; they arrive in their order
  std::array<double, sass::scoreboard_count> ready{};
};

struct Slot {
  std::int64_t block = 0;  ///< which of the blocks of this SM
  std::uint32_t running = 0, arrived = 0;
  std::vector<std::uint32_t> at_barrier;
};

/// Returns the time from the end of one block to the end of the next, when all places are taken: `ends` of the blocks
/// of an SM with so many places, which is done at `end`. Blocks may end together, round by round; so it compares one
/// whole round with another.
[[nodiscard]] inline double clocks_per_block(std::vector<double> ends, std::uint64_t places, double end) {
  std::sort(ends.begin(), ends.end());
  const auto round = static_cast<std::ptrdiff_t>(places), all = static_cast<std::ptrdiff_t>(ends.size());
  if (all < 2 * round) return end / static_cast<double>(all);
  // The first round starts with idle servers, the last one ends with them.
  const std::ptrdiff_t skipped = all >= 4 * round ? round : 0;
  const auto mean = [&](std::ptrdiff_t first) {
    return std::accumulate(ends.begin() + first, ends.begin() + first + round, 0.0) / static_cast<double>(round);
  };
  const std::ptrdiff_t last = all - skipped - round;
  return (mean(last) - mean(skipped)) / static_cast<double>(last - skipped);
}

}  // namespace lanescope::predict
