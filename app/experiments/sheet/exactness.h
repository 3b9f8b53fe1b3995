// Which numbers that follow from addresses equal what a hardware counter finds, and why others need not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "counters/counted.h"
#include "counters/values.h"
#include "experiments/result.h"
#include "model/metrics/machine_counts.h"

namespace lanescope::experiments {

/// By quantity, a sentence that says why it is only approximate. What is not in it is exact.
using Approximations = std::map<std::string, std::string, std::less<>>;

/// Returns the approximations among `derived`, the numbers that follow from the executed accesses.
[[nodiscard]] Approximations approximations_of(const model::Metrics& metrics, const counters::Values& derived);

/// Adds the derived numbers of all blocks that counters of single instructions, which judge, have otherwise.
void add_those_counted_otherwise(const counters::Counted& counted, const counters::Values& derived,
                                 Approximations& approximate);

/// Returns how many of the memory instructions that were executed count exactly. Nothing without accesses.
[[nodiscard]] std::optional<model::ExactSites> exact_instructions(const Result& result);
/// Returns the approximate ones: by source line and reason, in the order of lines; 0 for an unknown line.
[[nodiscard]] std::map<std::pair<std::int32_t, std::string>, std::uint64_t> approximate_lines(const Result& result);

}  // namespace lanescope::experiments
