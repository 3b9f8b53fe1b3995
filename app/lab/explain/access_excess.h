// Accesses that cost more than they need: the sums of an operation, and its worst line.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "lab/explain/findings.h"
#include "model/metrics/metrics.h"

namespace warpscope::lab {

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

/// Returns the line with the most requests to a space.
[[nodiscard]] std::optional<FindingPlace> busiest_line(const model::ViewMetrics& view, trace::Space space,
                                                       std::initializer_list<trace::Operation> operations);

}  // namespace warpscope::lab
