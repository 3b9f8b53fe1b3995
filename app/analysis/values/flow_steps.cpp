#include "analysis/values/flow_steps.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace lanescope::analysis {
namespace {

/// Nodes of what was only moved give way to the values that were moved.
void replace_moved_nodes(ValueFlow& flow, const std::vector<std::uint32_t>& selections) {
  std::vector<std::uint32_t> stands_for(flow.nodes.size());
  std::iota(stands_for.begin(), stands_for.end(), 0u);
  for (const std::uint32_t number : selections) {
    FlowNode& node = flow.nodes[number];
    stands_for[number] = stands_for[node.inputs[0].node];  // an earlier one, which is done
    if (!flow.nodes[stands_for[number]].word) flow.nodes[stands_for[number]].word = node.word;
    node.inputs.clear();
    node.hidden = true;
  }
  for (FlowNode& node : flow.nodes) {
    for (FlowInput& input : node.inputs) input.node = stands_for[input.node];
  }
  for (FlowResult& result : flow.results) result.node = stands_for[result.node];
}

}  // namespace

bool FlowNode::takes_from_others(const std::vector<FlowNode>& nodes) const {
  return std::ranges::any_of(inputs, [&](const FlowInput& input) { return nodes[input.node].thread != thread; });
}

/// Decides whether all choices between two values were minima or maxima. What fits neither was only moved.
SelectionNames name_selections(ValueFlow& flow, const std::vector<std::uint32_t>& selections) {
  if (selections.empty()) return {};
  const auto value = [&](const FlowInput& input, bool as_real) {
    const std::uint32_t bits = flow.nodes[input.node].bits;
    return as_real ? static_cast<double>(std::bit_cast<float>(bits))
                   : static_cast<double>(std::bit_cast<std::int32_t>(bits));
  };
  for (const bool as_real : {false, true}) {
    bool largest = true, smallest = true, takes = false;
    for (const std::uint32_t number : selections) {
      const FlowNode& node = flow.nodes[number];
      const double chosen = value(node.inputs[0], as_real), other = value(node.inputs[1], as_real);
      largest = largest && chosen >= other;
      smallest = smallest && chosen <= other;
      takes = takes || flow.nodes[node.inputs[0].node].thread != node.thread;
    }
    if (largest == smallest || !takes) continue;
    for (const std::uint32_t number : selections) {
      flow.nodes[number].operation = largest ? FlowOperation::maximum : FlowOperation::minimum;
    }
    flow.combinations += static_cast<std::uint32_t>(selections.size());
    const auto count = static_cast<std::uint32_t>(selections.size());
    return as_real ? SelectionNames{0, count} : SelectionNames{count, 0};
  }
  replace_moved_nodes(flow, selections);
  return {};
}

/// A thread has one value in a step, and none in an earlier step than the one before. Inputs stand before the values
/// that are made from them.
void assign_steps(ValueFlow& flow) {
  std::vector<std::optional<std::uint32_t>> reached(flow.threads);
  for (FlowNode& node : flow.nodes) {
    for (const FlowInput& input : node.inputs) node.step = std::max(node.step, flow.nodes[input.node].step + 1);
    std::optional<std::uint32_t>& before = reached[node.thread];
    if (before) {
      node.hidden = node.hidden || (node.operation == FlowOperation::start && node.loads == 0);
      node.step = std::max(node.step, *before + (node.hidden ? 0 : 1));
    }
    if (!node.hidden || !before) before = node.step;
  }
}

void mark_used(ValueFlow& flow) {
  std::vector<std::uint32_t> open;
  for (const FlowResult& result : flow.results) open.push_back(result.node);
  if (open.empty()) {
    for (FlowNode& node : flow.nodes) node.used = true;
  }
  while (!open.empty()) {
    FlowNode& node = flow.nodes[open.back()];
    open.pop_back();
    if (std::exchange(node.used, true)) continue;
    for (const FlowInput& input : node.inputs) open.push_back(input.node);
  }
}

void summarise(ValueFlow& flow) {
  flow.combinations = 0;
  std::vector<std::set<std::uint32_t>> threads, used, warps;
  std::vector<std::map<FlowPath, std::uint32_t>> paths;
  std::vector<std::map<FlowOperation, std::uint32_t>> operations;
  std::vector<std::set<std::int32_t>> distances;
  for (const FlowNode& node : flow.nodes) {
    if (node.step >= flow.steps.size()) {
      const std::size_t count = node.step + 1;
      flow.steps.resize(count);
      threads.resize(count);
      used.resize(count);
      warps.resize(count);
      paths.resize(count);
      operations.resize(count);
      distances.resize(count);
    }
    if (node.hidden) continue;
    FlowStep& step = flow.steps[node.step];
    if (threads[node.step].empty() || node.index < step.first_index) step.first_index = node.index;
    threads[node.step].insert(node.thread);
    if (node.used) used[node.step].insert(node.thread);
    warps[node.step].insert(node.thread / trace::lanes_per_warp);
    if (!node.combines()) continue;
    if (node.operation != FlowOperation::unknown) ++operations[node.step][node.operation];
    const bool foreign = node.takes_from_others(flow.nodes);
    if (foreign && node.known) ++(node.operation == FlowOperation::unknown ? flow.unexplained : flow.combinations);
    for (const FlowInput& input : node.inputs) {
      const std::uint32_t from = flow.nodes[input.node].thread;
      if (from == node.thread && foreign) continue;
      ++paths[node.step][input.path];
      distances[node.step].insert(static_cast<std::int32_t>(from) - static_cast<std::int32_t>(node.thread));
    }
  }
  const auto most = [](const auto& counts, auto none) {
    const auto found = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return found == counts.end() ? none : found->first;
  };
  for (std::size_t step = 0; step < flow.steps.size(); ++step) {
    FlowStep& of = flow.steps[step];
    of.threads = static_cast<std::uint32_t>(threads[step].size());
    of.used = static_cast<std::uint32_t>(used[step].size());
    of.warps = static_cast<std::uint32_t>(warps[step].size());
    of.path = most(paths[step], FlowPath::own);
    of.operation = most(operations[step], FlowOperation::unknown);
    if (distances[step].size() == 1) of.distance = *distances[step].begin();
  }
}

}  // namespace lanescope::analysis
