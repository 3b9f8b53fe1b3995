// Computes the clock of SMs from readings of their own clocks and of the shared clock. It is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace lanescope::gpu {

/// One SM's %globaltimer and clock64 at one moment, written by lanescope_clocks. Zeros mean that no block ran there.
struct ClockRecord {
  std::uint64_t nanoseconds = 0;
  std::uint64_t cycles = 0;
};

/// Returns the median of the SMs' clocks between two readings, in MHz; records[i] belongs to SM i. It is empty when no
/// SM was read twice, or no time passed.
[[nodiscard]] std::optional<double> clock_mhz(std::span<const ClockRecord> before, std::span<const ClockRecord> after);

struct ClockSample {
  std::uint32_t sm = 0;
  std::uint64_t cycles = 0;       ///< %clock64
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
};

/// Returns the median, in MHz, of each SM's cycles between its first and last sample. It uses SMs whose samples are at
/// least 20 microseconds apart, because %globaltimer advances in steps of up to one microsecond; empty when none is.
[[nodiscard]] std::optional<double> clock_of(std::span<const ClockSample> samples);

}  // namespace lanescope::gpu
