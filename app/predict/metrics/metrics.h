// The quantities of Nsight Compute's pages, filled without a counter: from the addresses of executed blocks, from the
// prediction, from the occupancy and from the data sheet.
#pragma once

#include <cstdint>
#include <span>

#include "counters/values.h"
#include "model/hardware/devices.h"
#include "model/hardware/occupancy.h"
#include "model/metrics/metrics.h"
#include "predict/prediction.h"

namespace lanescope::predict {

/// What is known of a plan. Null means unknown.
struct MetricSources {
  const model::Metrics* metrics = nullptr;
  const Prediction* prediction = nullptr;
  bool same_sizes = true;                       ///< whether metrics and prediction are of the same sizes
  const model::Occupancy* occupancy = nullptr;  ///< of the launch with the most threads
  const model::DataSheet* sheet = nullptr;      ///< of the GPU that the prediction is for
};

struct FilledMetrics {
  /// From executed addresses: counts of the executed blocks, which are those of the plan when
  /// model::Metrics::is_whole().
  counters::Values derived;
  /// From the model, of the whole plan at the sizes of the prediction. Where the executed blocks are not whole but
  /// scaled to the grid, their counts are estimates and stand here.
  counters::Values predicted;
};

/// Returns what follows from the sums of accesses: of each operation on a memory, as the pages have it.
[[nodiscard]] counters::Values access_counts(std::span<const model::TotalMetrics> totals);
/// Returns the same of each memory, and of all of them.
[[nodiscard]] counters::Values access_sums(std::span<const model::TotalMetrics> totals);
/// Returns what the model expects of instructions that access memory, at the caches and behind them.
[[nodiscard]] counters::Values traffic_counts(std::span<const SiteTraffic> sites);

[[nodiscard]] FilledMetrics fill_metrics(const MetricSources& sources);

}  // namespace lanescope::predict
