// What a block has had brought from beyond the L1: the first load of a sector may come from the memory, later ones not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "predict/locality/locality.h"

namespace lanescope::predict {

class FetchedSectors {
 public:
  /// In sectors.
  struct Fetched {
    double memory = 0;  ///< that come from the memory
    double missed = 0;  ///< that the L2 does not have when it is asked
  };

  /// Forgets everything: another block begins.
  void begin(const Traffic& traffic) { fetched_.assign(traffic.lines(), 0); }

  /// A touch of a load asks the L2 for some sectors of its line.
  Fetched fetch(const Traffic& traffic, std::uint32_t touch, std::uint8_t sectors) {
    const std::uint32_t line = traffic.line_of[touch];
    Fetched fetched;
    for (unsigned fresh = sectors & static_cast<unsigned>(~fetched_[line]); fresh != 0; fresh &= fresh - 1) {
      const SectorOrigin& origin =
          traffic.origins[4 * std::size_t{line} + static_cast<unsigned>(std::countr_zero(fresh))];
      fetched.memory += origin.memory;
      fetched.missed += origin.missed;
    }
    fetched_[line] |= sectors;
    return fetched;
  }

 private:
  std::vector<std::uint8_t> fetched_;  ///< by line of the block: a mask of sectors
};

}  // namespace lanescope::predict
