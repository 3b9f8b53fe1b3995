// The loops of a directed graph, such as the basic blocks of a program.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

struct Loops {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> depth;      ///< by node: the loops around it, each within the other; 0 outside of all
  std::vector<std::uint32_t> outermost;  ///< by node: the number of the outermost loop around it, or `none`
};

/// Finds the loops of a graph by the successors of each node. Nodes that reach each other are a loop; without the nodes
/// at which it is entered, what still reaches each other is a loop within it.
[[nodiscard]] Loops loops_of(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace lanescope
