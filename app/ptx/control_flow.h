// Basic blocks of a function, their edges, and where diverged paths meet again.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace lanescope::ptx {

struct BasicBlock {
  std::uint32_t first = 0, end = 0;            ///< instructions [first, end); the exit block is empty
  std::vector<std::uint32_t> successors;       ///< index into ControlFlow::blocks; each once
  std::uint32_t immediate_post_dominator = 0;  ///< index into ControlFlow::blocks; that of the exit block is itself
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;       ///< in the order of the text; the last one is the exit
  std::vector<std::uint32_t> block_of;  ///< by instruction

  [[nodiscard]] std::uint32_t exit() const { return static_cast<std::uint32_t>(blocks.size() - 1); }
  /// Returns the first instruction of the immediate post-dominator of the block with instruction `i`;
  /// instructions.size() when the paths meet only at the exit.
  [[nodiscard]] std::uint32_t reconvergence(std::uint32_t instruction) const;
};

/// Builds the graph. A guarded ret or exit is an edge to the exit block as well as to the next block; brx.idx has edges
/// to all of its targets; trap and a call of a .noreturn function lead to the exit. The post-dominator of a block
/// without a path to the exit (an endless loop) is the exit.
[[nodiscard]] ControlFlow control_flow(const Function& function);

}  // namespace lanescope::ptx
