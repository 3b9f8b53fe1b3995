// What follows from the values that were found in a block (value_flow.h): minima and maxima, the steps, which values a
// result depends on, and what is said of each step.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/values/value_flow.h"

namespace lanescope::analysis {

/// How many choices are minima or maxima of integers, and of real numbers.
struct SelectionNames {
  std::uint32_t integers = 0, reals = 0;
};
/// Decides whether all choices between two values were minima or maxima. What fits neither was only moved. `selections`
/// are indices into ValueFlow::nodes, rising; the first input of each is the chosen one.
SelectionNames name_selections(ValueFlow& flow, const std::vector<std::uint32_t>& selections);
/// Sets FlowNode::step and FlowNode::hidden.
void assign_steps(ValueFlow& flow);
/// Sets FlowNode::used.
void mark_used(ValueFlow& flow);
/// Sets ValueFlow::steps and the numbers of combinations.
void summarise(ValueFlow& flow);

}  // namespace lanescope::analysis
