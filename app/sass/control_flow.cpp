#include "sass/control_flow.h"

#include <cstddef>

#include "base/graph/loops.h"
#include "sass/control.h"

namespace lanescope::sass {

std::optional<std::vector<std::uint32_t>> loop_depths(const Function& function) {
  const std::size_t size = function.instructions.size();
  std::vector<std::vector<std::uint32_t>> successors(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Instruction& instruction = function.instructions[i];
    const Unit unit = unit_of(instruction.bits, function.architecture);
    if (is_indirect_branch(instruction.bits)) return std::nullopt;
    const auto target = branch_target(instruction.bits, instruction.address, function.architecture);
    const bool leaves = (target || unit == Unit::exit) && !is_guarded(instruction.bits);
    if (!leaves && i + 1 < size) successors[i].push_back(static_cast<std::uint32_t>(i + 1));
    if (!target || *target < 0) continue;
    const auto to = static_cast<std::size_t>(*target) / bytes_per_instruction;
    // Behind the last EXIT ptxas puts a branch to itself.
    if (to < size && to != i) successors[i].push_back(static_cast<std::uint32_t>(to));
  }
  return loops_of(successors).depth;
}

}  // namespace lanescope::sass
