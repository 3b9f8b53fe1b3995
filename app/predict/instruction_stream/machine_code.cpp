#include "predict/instruction_stream/machine_code.h"

#include <algorithm>
#include <map>

namespace lanescope::predict {
namespace {

/// All regions that branches make, the outer before the inner, and no two that cross.
std::vector<Region> regions_of(const std::vector<MachineInstruction>& instructions) {
  const auto count = static_cast<std::uint32_t>(instructions.size());
  std::map<std::uint32_t, std::uint32_t> loops;  // end by first
  std::vector<Region> found;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (instructions[i].target < 0) continue;
    const auto target = static_cast<std::uint32_t>(instructions[i].target);
    // Behind the last EXIT ptxas puts a branch to itself.
    if (target == i) continue;
    if (target < i) {
      loops[target] = std::max(loops[target], i + 1);
    } else if (instructions[i].guarded && target > i + 1) {
      found.push_back({i + 1, target, false, -1});
    }
  }
  for (const auto& [first, end] : loops) found.push_back({first, end, true, -1});
  std::sort(found.begin(), found.end(), [](const Region& a, const Region& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.end != b.end) return a.end > b.end;
    return !a.loop && b.loop;
  });
  std::vector<Region> regions{{0, count, false, -1}};
  std::vector<std::uint32_t> open{0};
  for (Region region : found) {
    while (regions[open.back()].end <= region.first && open.size() > 1) open.pop_back();
    if (region.end > regions[open.back()].end) continue;
    region.parent = static_cast<std::int32_t>(open.back());
    open.push_back(static_cast<std::uint32_t>(regions.size()));
    regions.push_back(region);
  }
  return regions;
}

/// Whether an atomic is what ptxas makes of one whose address is the same for all lanes: they vote who does it, and add
/// up (REDUX, or POPC of the vote) what he does it with. The vote may stand far before it.
bool elects(const sass::Function& function, std::size_t atomic) {
  constexpr std::size_t at_most_before = 128;
  if (!sass::is_guarded(function.instructions[atomic].bits)) return false;
  bool votes = false, leads = false, sums = false;
  for (std::size_t i = atomic; i-- > 0 && atomic - i <= at_most_before;) {
    const sass::Bits& bits = function.instructions[i].bits;
    votes |= sass::is_vote(bits);
    leads |= sass::finds_leader(bits);
    sums |= sass::is_sum_of_warp(bits);
  }
  return votes && leads && sums;
}

}  // namespace

std::int32_t MachineCode::region_of_branch(std::uint32_t instruction) const {
  const MachineInstruction& branch = instructions[instruction];
  if (branch.target < 0) return -1;
  const auto target = static_cast<std::uint32_t>(branch.target);
  for (std::size_t i = regions.size(); i-- > 1;) {
    const Region& region = regions[i];
    const bool repeats = region.loop && region.first == target && instruction < region.end && target <= instruction;
    const bool skips = !region.loop && region.first == instruction + 1 && region.end == target;
    if (repeats || skips) return static_cast<std::int32_t>(i);
  }
  return -1;
}

MachineCode machine_code(const sass::Function& function) {
  MachineCode code;
  const auto count = static_cast<std::int64_t>(function.instructions.size());
  for (const sass::Instruction& from : function.instructions) {
    MachineInstruction to;
    to.control = sass::control_of(from.bits);
    to.unit = sass::unit_of(from.bits, function.architecture);
    to.guarded = sass::is_guarded(from.bits);
    to.ptx_line = from.ptx_line;
    to.memory = from.memory;
    const bool is_atomic = to.memory && (to.memory->operation == sass::Operation::atomic ||
                                         to.memory->operation == sass::Operation::reduce);
    to.elects = is_atomic && elects(function, code.instructions.size());
    to.copy_groups_left = sass::copy_groups_left(from.bits).value_or(0);
    // The signed bits 40 to 63 are what is added to the register.
    to.frame_offset = static_cast<std::int32_t>(static_cast<std::int64_t>(from.bits[0]) >> 40);
    if (const auto target = sass::branch_target(from.bits, from.address, function.architecture)) {
      const std::int64_t index = *target / sass::bytes_per_instruction;
      if (*target >= 0 && index < count) to.target = static_cast<std::int32_t>(index);
    }
    code.instructions.push_back(to);
  }
  code.regions = regions_of(code.instructions);
  code.region_of.assign(code.instructions.size(), 0);
  for (std::uint32_t i = 1; i < code.regions.size(); ++i) {
    const Region& region = code.regions[i];
    std::fill(code.region_of.begin() + region.first, code.region_of.begin() + region.end, i);
  }
  return code;
}

}  // namespace lanescope::predict
