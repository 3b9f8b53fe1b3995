// Results of a kernel of two loads, two stores and accesses to shared memory, with what a test puts in.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/result.h"

namespace lanescope::experiments {

using predict::Cause;
using trace::Operation;
using trace::Space;

/// One memory instruction of line `line`.
struct TestAccess {
  std::int32_t line = 0;
  Space space = Space::global;
  Operation operation = Operation::load;
  model::Counts counts = {};
};

[[nodiscard]] inline model::Counts sectors(std::uint64_t requests, std::uint64_t sectors, std::uint64_t ideal) {
  model::Counts counts;
  counts.requests = requests;
  counts.lanes = 32 * requests;
  counts.sectors = sectors;
  counts.sectors_ideal = ideal;
  return counts;
}
[[nodiscard]] inline model::Counts wavefronts(std::uint64_t requests, std::uint64_t wavefronts, std::uint64_t ideal) {
  model::Counts counts;
  counts.requests = requests;
  counts.lanes = 32 * requests;
  counts.wavefronts = wavefronts;
  counts.wavefronts_ideal = ideal;
  counts.bank_conflicts = wavefronts - ideal;
  return counts;
}

/// Sums sites to lines and totals as a counter of accesses does.
[[nodiscard]] inline model::Metrics metrics_of(const std::vector<TestAccess>& accesses) {
  model::Metrics metrics;
  model::ViewMetrics& view = metrics.executed;
  for (const TestAccess& access : accesses) {
    model::SiteMetrics site;
    site.file = "k.cu";
    site.line = access.line;
    site.ptx_line = 100 + access.line;
    site.space = access.space;
    site.operation = access.operation;
    site.counts = access.counts;
    view.sites.push_back(site);
    const auto line = std::ranges::find_if(view.lines, [&](const model::LineMetrics& each) {
      return each.line == access.line && each.space == access.space && each.operation == access.operation;
    });
    if (line == view.lines.end()) {
      view.lines.push_back({"k.cu", access.line, access.space, access.operation, access.counts});
    } else {
      line->counts += access.counts;
    }
    const auto total = std::ranges::find_if(view.totals, [&](const model::TotalMetrics& each) {
      return each.space == access.space && each.operation == access.operation;
    });
    if (total == view.totals.end()) {
      view.totals.push_back({access.space, access.operation, access.counts});
    } else {
      total->counts += access.counts;
    }
  }
  metrics.written = metrics.executed;
  metrics.blocks = metrics.grid_blocks = 1320;
  metrics.instructions = 1000;
  metrics.lane_instructions = 32'000;
  return metrics;
}

/// A launch of 1,320 blocks of 256 threads on an H200, ten blocks for each multiprocessor.
[[nodiscard]] inline Result result_to_explain(const std::vector<TestAccess>& accesses,
                                              std::vector<predict::CauseShare> by_cause, double ms = 0.5) {
  Result result;
  result.kernel = "family/k";
  result.sizes = {{"n", 1024}};
  result.stage = ResultStage::refined;
  result.backend = Backend::emulator;
  result.sheet = model::DataSheet{"H200", "9.0", 132, 1980, 4800, 66908, 62914560};
  LaunchInfo launch;
  launch.entry = "k";
  launch.grid = {1320, 1, 1};
  launch.block = {256, 1, 1};
  launch.registers = 32;
  launch.blocks_per_sm = 8;
  launch.calculated = model::Occupancy{};
  launch.calculated->blocks_per_sm = 8;
  launch.calculated->resident_warps = 64;
  launch.calculated->max_warps = 64;
  launch.calculated->fraction = 1;
  result.launches = {launch};
  if (!accesses.empty()) result.metrics = metrics_of(accesses);
  if (!by_cause.empty()) {
    predict::Prediction prediction;
    prediction.profile = "H200";
    prediction.cold = {ms, 0.9 * ms, 1.1 * ms};
    prediction.hot = prediction.cold;
    for (const predict::CauseShare& each : by_cause) {
      if (each.cause == Cause::memory)  // as many bytes as take this share of the time at the peak rate
        prediction.memory_read_bytes = each.share * result.sheet->gb_per_s * 1e6 * ms;
    }
    prediction.by_cause = std::move(by_cause);
    PredictedRun run;
    run.prediction = std::move(prediction);
    run.sizes = result.sizes;
    run.launch_blocks = {1320};
    result.predicted = std::move(run);
  }
  return result;
}

/// Loads from shared memory with conflicts, and stores to global memory without excess.
[[nodiscard]] inline Result conflicting() {
  return result_to_explain({{10, Space::shared, Operation::load, wavefronts(200, 1000, 600)},
                            {13, Space::global, Operation::store, sectors(100, 400, 400)}},
                           {{Cause::pipe, 0.9}});
}

}  // namespace lanescope::experiments
