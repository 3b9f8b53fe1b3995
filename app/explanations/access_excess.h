// Accesses that cost more than they need: the sums of an operation, and its worst line.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "experiments/sheet/lines.h"
#include "explanations/findings.h"
#include "model/metrics/metrics.h"

namespace lanescope::explanations {

enum class CostUnit : std::uint8_t { wavefronts, sectors };

/// The accesses of one space and of some operations.
struct AccessSum {
  double requests = 0, cost = 0, ideal = 0;
  double excess = 0;  ///< bank conflicts, or sectors beyond the ideal
  /// The same of the line with the most excess.
  double line_requests = 0, line_cost = 0, line_ideal = 0, line_excess = 0;
  std::optional<FindingPlace> worst;  ///< of that line; nothing where nothing is in excess
  /// excess / cost, 0 to 1.
  [[nodiscard]] double part() const { return cost > 0 ? excess / cost : 0; }
};

[[nodiscard]] AccessSum sum_of(const model::ViewMetrics& view, trace::Space space,
                               std::initializer_list<trace::Operation> operations, CostUnit unit);

/// The same of loads from shared memory (or stores to it), by the counters: where nothing was executed. A counted
/// instruction does not say whether it loads; the worst line is the one with the most excess of those that have no more
/// than all of these accesses have. Nothing where the ideal was not counted.
[[nodiscard]] std::optional<AccessSum> counted_sum(const counters::Values& values,
                                                   const std::vector<experiments::LineSheet>& lines,
                                                   trace::Operation operation);
/// Everything that goes through the load/store pipe, in its passes, by the counters.
[[nodiscard]] std::optional<double> counted_passes(const counters::Values& values);

/// Returns the line with the most requests to a space.
[[nodiscard]] std::optional<FindingPlace> busiest_line(const model::ViewMetrics& view, trace::Space space,
                                                       std::initializer_list<trace::Operation> operations);

}  // namespace lanescope::explanations
