// How often a line of the source ran.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::trace {

/// Of all instructions that came from the line, also those that touch no memory.
struct LineExecution {
  std::string file;
  std::int32_t line = 0;
  std::uint64_t instructions = 0;  ///< warp instructions
  std::uint64_t lanes = 0;         ///< lanes active in them; 32 × instructions where no path diverges

  /// 0 to 1. 0 without instructions.
  [[nodiscard]] double lane_efficiency() const {
    return instructions == 0 ? 0 : static_cast<double>(lanes) / (32.0 * static_cast<double>(instructions));
  }
  friend bool operator==(const LineExecution&, const LineExecution&) = default;
};

}  // namespace warpscope::trace
