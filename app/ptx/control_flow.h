// Basic blocks of a function, their edges, and where diverged paths meet again.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace warpscope::ptx {

struct BasicBlock {
  std::uint32_t first = 0, end = 0;            ///< instructions [first, end); the exit block is empty
  std::vector<std::uint32_t> successors;       ///< into ControlFlow::blocks; each once
  std::uint32_t immediate_post_dominator = 0;  ///< into ControlFlow::blocks; the exit block's own is itself
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;       ///< in the order of the text; the last one is the exit
  std::vector<std::uint32_t> block_of;  ///< by instruction

  [[nodiscard]] std::uint32_t exit() const { return static_cast<std::uint32_t>(blocks.size() - 1); }
  /// First instruction of the immediate post-dominator of the block that instruction `i` ends; instructions.size() when
  /// the paths meet only at the exit.
  [[nodiscard]] std::uint32_t reconvergence(std::uint32_t instruction) const;
};

/// A guarded ret or exit is an edge to the exit block as well as to the next; brx.idx goes to all of its targets; trap
/// and a call of a .noreturn function go to the exit. A block from which no path leads to the exit (an endless loop)
/// has the exit as its post-dominator.
[[nodiscard]] ControlFlow control_flow(const Function& function);

}  // namespace warpscope::ptx
