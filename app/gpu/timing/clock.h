// The clock that SMs ran at, from looks at their own clocks and the one they share. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::gpu {

/// As warpscope_clocks writes it: %globaltimer and clock64 of one SM at one moment. Zeros: no block ran there.
struct ClockRecord {
  std::uint64_t nanoseconds = 0;
  std::uint64_t cycles = 0;
};

/// Median of the SMs' clocks between two looks, in MHz; records[i] is of SM i. Empty when no SM was looked at twice,
/// or no time passed.
[[nodiscard]] std::optional<double> clock_mhz(std::span<const ClockRecord> before, std::span<const ClockRecord> after);

struct ClockSample {
  std::uint32_t sm = 0;
  std::uint64_t cycles = 0;       ///< %clock64
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
};

/// Median over the SMs of the cycles between the first and the last sample of each, in MHz. Only of SMs whose samples
/// lie at least 20 microseconds apart: %globaltimer advances in steps of up to one microsecond. Empty: there is none.
[[nodiscard]] std::optional<double> clock_of(std::span<const ClockSample> samples);

}  // namespace warpscope::gpu
