// What a block has had brought from beyond the L1: the first load of a sector may come from the memory, later ones not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "predict/footprint/footprint.h"

namespace lanescope::predict {

class BroughtSectors {
 public:
  /// In sectors.
  struct Answer {
    double memory = 0;  ///< that come from the memory
    double missed = 0;  ///< that the L2 does not have when it is asked
  };

  /// Forgets everything: another block begins.
  void begin(const Traffic& traffic) { asked_.assign(traffic.lines(), 0); }

  /// A touch of a load asks the L2 for some sectors of its line.
  Answer ask(const Traffic& traffic, std::uint32_t touch, std::uint8_t sectors) {
    const std::uint32_t line = traffic.line_of[touch];
    Answer answer;
    for (unsigned fresh = sectors & static_cast<unsigned>(~asked_[line]); fresh != 0; fresh &= fresh - 1) {
      const SectorOrigin& origin =
          traffic.origins[4 * std::size_t{line} + static_cast<unsigned>(std::countr_zero(fresh))];
      answer.memory += origin.memory;
      answer.missed += origin.missed;
    }
    asked_[line] |= sectors;
    return answer;
  }

 private:
  std::vector<std::uint8_t> asked_;  ///< by line of the block: a mask of sectors
};

}  // namespace lanescope::predict
