// How many slices of the L2 serve the atomic operations of a grid at the same time.
#pragma once

#include <cstdint>
#include <map>

#include "predict/locality/locality.h"

namespace lanescope::predict {

class AtomicSlices {
 public:
  /// `of_32_lines` says by how much 32 lines side by side are faster than one.
  AtomicSlices(const InstructionStream& block, const Locality& locality, const Extent& grid, double of_32_lines)
      : block_(block), locality_(locality), grid_(grid), of_32_lines_(of_32_lines) {}

  /// Returns the slices that the instruction of an access, in all blocks, spreads over; at least 1.
  [[nodiscard]] double of(std::uint32_t access);

 private:
  [[nodiscard]] double lines_of_site(std::uint32_t site);

  const InstructionStream& block_;
  const Locality& locality_;
  Extent grid_;
  double of_32_lines_;
  std::map<std::uint32_t, double> lines_;  ///< by site: that it touches in one block
};

}  // namespace lanescope::predict
