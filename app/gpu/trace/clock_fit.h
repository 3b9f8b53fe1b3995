// The rate of the SMs' clocks, from records that read both clocks. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::gpu {

struct ClockSample {
  std::uint32_t sm = 0;
  std::uint64_t cycles = 0;       ///< %clock64
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
};

/// Median over the SMs of the cycles between the first and the last sample of each, in MHz. Only of SMs whose samples
/// lie at least 20 microseconds apart: %globaltimer advances in steps of up to one microsecond. Empty: there is none.
[[nodiscard]] std::optional<double> clock_of(std::span<const ClockSample> samples);

}  // namespace warpscope::gpu
