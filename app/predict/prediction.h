// How long a plan will take on a GPU that may be anywhere else: time, the share of each level of memory, and why.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/metrics/vectorization.h"
#include "predict/counts/counts.h"
#include "predict/counts/served.h"
#include "predict/locality/neighbours.h"
#include "predict/profile/gpu_profile.h"
#include "predict/sm_simulation/sm_simulation.h"
#include "ptx/module.h"
#include "sass/cubin.h"
#include "trace/trace.h"

namespace lanescope::predict {

/// Rises with every change of code or of a profile's constants that changes a prediction; results carry it, so that
/// those of two versions are not compared. A change that moves no recorded setting by more than a thousandth keeps it.
inline constexpr int model_version = 12;

struct PredictedTime {
  double ms = 0, low = 0, high = 0;  ///< most measurements lie between low and high
  friend bool operator==(const PredictedTime&, const PredictedTime&) = default;
};

/// high: the model follows every access. medium: some of what happens is estimated. low: much of it is.
enum class Confidence { high, medium, low };
[[nodiscard]] std::string_view name_of(Confidence confidence);

struct CauseShare {
  Cause cause = Cause::launch;
  double share = 0;  ///< of the time, if nothing but this took any
  friend bool operator==(const CauseShare&, const CauseShare&) = default;
};

struct Prediction {
  std::string profile;  ///< name of the GPU
  int version = model_version;
  PredictedTime cold, hot;
  std::vector<CauseShare> by_cause;                ///< of the cold time, the largest first
  std::string limited_by;                          ///< a sentence
  std::optional<double> l1_hit_rate, l2_hit_rate;  ///< of loads; cold
  double l1_bytes = 0, l2_bytes = 0, memory_read_bytes = 0, memory_write_bytes = 0;  ///< cold
  Confidence confidence = Confidence::high;
  std::vector<LaunchCounts> launches;  ///< of the plan, in order; cold
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// One block that was executed alone, with all that it accessed.
struct TracedBlock {
  std::uint64_t block = 0;  ///< linear in the grid, x fastest
  trace::Trace trace;
  std::map<std::int32_t, std::uint64_t> line_counts;  ///< warp instructions by PTX line
};

struct LaunchPrediction;

/// One launch of a plan. The block lies inside the grid, and its neighbours near it.
struct LaunchInput {
  const ptx::Module& module;
  const sass::Function& function;
  const model::Vectorization& vectorization;
  const TracedBlock& block;
  const TracedNeighbours& neighbours;
  Extent grid{1, 1, 1};
  std::uint32_t block_threads = 1;
  std::uint64_t blocks_per_sm = 1;
  std::uint64_t shared_bytes = 0;  ///< of a block, as the SM allocates them
  /// The same block as if it had counted itself last, where the one that does goes on longer than the others; or null.
  const TracedBlock* last = nullptr;
  const LaunchPrediction* before = nullptr;  ///< of the launch before it in the plan, or null
  double work_of_mean = 1;  ///< what a block of the grid does in the mean, as a share of what `block` does
  bool uneven = false;      ///< blocks do different work, and not only those at an edge of the grid
};

/// One launch, without what starting it costs.
struct LaunchPrediction {
  SmSimulation cold, hot;
  SmSimulation cold_fast, cold_slow;  ///< with the ends of the constants' ranges
  Confidence confidence = Confidence::high;
  LaunchCounts counts;                 ///< cold
  ServedBlock served;                  ///< empty for a copy by the driver
  std::vector<std::uint32_t> buffers;  ///< of the trace, that it reads or writes; by rising number
  /// Not 0: the trace has too few records of a warp and site, of which so many are wanted, and nothing else is said.
  std::uint32_t records_wanted = 0;
};

/// Fails, saying why, when the model does not know what the launch would do.
[[nodiscard]] Expected<LaunchPrediction> predict_launch(const LaunchInput& input, const GpuProfile& gpu);

/// A copy of so many bytes by the driver.
[[nodiscard]] LaunchPrediction predict_copy(std::uint64_t bytes, const GpuProfile& gpu);

/// Joins the launches of a plan. There is at least one.
[[nodiscard]] Prediction combine(std::span<const LaunchPrediction> launches, const GpuProfile& gpu);

}  // namespace lanescope::predict
