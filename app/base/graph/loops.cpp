#include "base/graph/loops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanescope {
namespace {

using Nodes = std::vector<std::uint32_t>;
using Edges = std::vector<Nodes>;

Edges reversed(const Edges& edges) {
  Edges back(edges.size());
  for (std::uint32_t from = 0; from < edges.size(); ++from) {
    for (const std::uint32_t to : edges[from]) back[to].push_back(from);
  }
  return back;
}

/// Appends what `from` reaches through nodes that are `left`, each behind all that it reaches, and takes it out of
/// them.
void walk(const Edges& edges, std::uint32_t from, std::vector<bool>& left, Nodes& order) {
  std::vector<std::pair<std::uint32_t, std::size_t>> path{{from, 0}};
  left[from] = false;
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next == edges[node].size()) {
      order.push_back(node);
      path.pop_back();
      continue;
    }
    const std::uint32_t successor = edges[node][next++];
    if (!left[successor]) continue;
    left[successor] = false;
    path.emplace_back(successor, 0);
  }
}

/// The sets of nodes, among these, that reach each other through these (Kosaraju and Sharir).
std::vector<Nodes> strongly_connected(const Edges& edges, const Edges& back, const Nodes& nodes) {
  std::vector<bool> left(edges.size(), false);
  for (const std::uint32_t node : nodes) left[node] = true;
  Nodes order;
  for (const std::uint32_t node : nodes) {
    if (left[node]) walk(edges, node, left, order);
  }
  for (const std::uint32_t node : nodes) left[node] = true;
  std::vector<Nodes> sets;
  std::for_each(order.rbegin(), order.rend(), [&](std::uint32_t node) {
    if (left[node]) walk(back, node, left, sets.emplace_back());
  });
  return sets;
}

}  // namespace

Loops loops_of(const std::vector<std::vector<std::uint32_t>>& successors) {
  const Edges back = reversed(successors);
  Loops loops{Nodes(successors.size(), 0), Nodes(successors.size(), Loops::none)};
  Nodes all(successors.size());
  for (std::uint32_t node = 0; node < all.size(); ++node) all[node] = node;
  std::uint32_t found = 0;
  std::vector<Nodes> parts{std::move(all)};
  while (!parts.empty()) {
    const Nodes part = std::move(parts.back());
    parts.pop_back();
    for (const Nodes& set : strongly_connected(successors, back, part)) {
      const bool repeats = set.size() > 1 || std::ranges::find(successors[set[0]], set[0]) != successors[set[0]].end();
      if (!repeats) continue;
      std::vector<bool> inside(successors.size(), false);
      for (const std::uint32_t node : set) inside[node] = true;
      Nodes within;
      for (const std::uint32_t node : set) {
        ++loops.depth[node];
        if (loops.depth[node] == 1) loops.outermost[node] = found;
        const bool is_entered = std::ranges::any_of(back[node], [&](std::uint32_t from) { return !inside[from]; });
        if (!is_entered) within.push_back(node);
      }
      ++found;
      // A set that nothing enters is never left to find loops in: it would be found again and again.
      if (within.size() < set.size()) parts.push_back(std::move(within));
    }
  }
  return loops;
}

}  // namespace lanescope
