// The machine code of a kernel as a warp meets it: what each instruction costs by itself, and the regions (loops, and
// code that a branch jumps over) that run more or less often than the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sass/control.h"
#include "sass/cubin.h"

namespace lanescope::predict {

struct MachineInstruction {
  sass::Control control;
  sass::Unit unit = sass::Unit::other;
  bool guarded = false;
  std::int32_t ptx_line = 0;
  std::int32_t target = -1;  ///< of a branch: index of the instruction; -1 for none
  std::optional<sass::MemoryInstruction> memory;
  std::uint32_t copy_groups_left = 0;  ///< of a wait for asynchronous copies: groups that may still be on their way
  bool elects = false;                 ///< of an atomic: one lane does it with what all lanes of the warp give
  std::int32_t frame_offset = 0;       ///< of local memory: bytes from the register that holds the address

  /// Parameters and constants come from a cache of their own.
  [[nodiscard]] bool accesses_memory() const {
    return unit == sass::Unit::memory && memory && memory->space != sass::Space::constant;
  }
};

/// Instructions [first, end). The first region is the whole function; any other one lies within its parent, which comes
/// before it in the list.
struct Region {
  std::uint32_t first = 0, end = 0;
  bool loop = false;
  std::int32_t parent = -1;
};

struct MachineCode {
  std::vector<MachineInstruction> instructions;
  std::vector<Region> regions;
  std::vector<std::uint32_t> region_of;  ///< by instruction: the innermost region

  /// Returns the region that a branch at `instruction` repeats or jumps over; -1 when it is none.
  [[nodiscard]] std::int32_t region_of_branch(std::uint32_t instruction) const;
};

/// Backward branches make loops (several to one place make one), guarded forward branches make code that is jumped
/// over. A branch that leaves a region in its middle makes no region of its own.
[[nodiscard]] MachineCode machine_code(const sass::Function& function);

}  // namespace lanescope::predict
