#include "emulator/checks/access_shadow.h"

#include <algorithm>
#include <utility>

namespace lanescope::emulator {

std::uint64_t* BlockLines::new_cells() {
  const std::uint64_t number = used_cells_++;
  if (number / lines_of_a_chunk == chunks_.size()) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(lines_of_a_chunk * line_cells));
  }
  std::uint64_t* const cells = chunks_[number / lines_of_a_chunk].get() + number % lines_of_a_chunk * line_cells;
  std::fill_n(cells, line_cells, 0);
  return cells;
}

void BlockLines::clear() {
  ++generation_;
  used_ = used_cells_ = 0;
  last_ = nullptr;
}

void BlockLines::grow() {
  const std::vector<Line> before = std::exchange(table_, std::vector<Line>(std::max(first_size, 2 * table_.size())));
  for (const Line& line : before) {
    if (line.generation == generation_) place_of(line.number) = line;
  }
}

}  // namespace lanescope::emulator
