// Predicts how long a plan takes on a GPU: it executes a few blocks of each launch and asks the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "predict/prediction.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/program.h"

namespace lanescope::simulator {

/// The contents of buffers by name.
using Inputs = std::map<std::string, std::vector<std::byte>>;

/// What a multiprocessor gives the blocks of one launch.
struct LaunchShare {
  std::uint64_t blocks_per_sm = 1;
  std::uint64_t shared_bytes = 0;  ///< of a block, as it is allocated
};

/// One launch as the model reads it, whatever the constants of the GPU are.
struct TracedLaunch {
  std::uint64_t copied_bytes = 0;            ///< of a copy by the driver; everything else is empty then
  const sass::Function* function = nullptr;  ///< of the program's cubin
  model::Vectorization vectorization;
  predict::TracedBlock block;
  std::optional<predict::TracedBlock> last;  ///< the same block, having counted itself last, where it does more then
  predict::TracedNeighbours neighbours;
  predict::Extent grid{1, 1, 1};
  double work_of_mean = 1;  ///< what a block of the grid does in the mean, as a share of what `block` does
  bool uneven = false;      ///< blocks do different work, and not only those at an edge of the grid
  std::uint32_t block_threads = 1;
  LaunchShare share;
};

/// Executes some blocks of each launch. `shares` has one entry for each of them. It fails, saying why, where the model
/// does not know: library calls, blocks that wait for each other, programs without a cubin, blocks that do not end
/// before the deadline. `inputs` are the contents of buffers by name, where not those of the plan. Where what memory
/// holds decides nothing, at most `max_records_of_site` records of a warp at one instruction are kept, if that is not
/// 0.
[[nodiscard]] Expected<std::vector<TracedLaunch>> trace_plan(const Program& program, const catalogue::LaunchPlan& plan,
                                                             std::span<const LaunchShare> shares,
                                                             std::uint32_t sm_count, const Deadline& deadline,
                                                             std::uint32_t max_records_of_site = 0,
                                                             const Inputs& inputs = {});

/// What the caches answered the traced blocks of a plan, with the traces.
struct ServedPlan {
  std::vector<TracedLaunch> launches;
  std::vector<predict::ServedBlock> blocks;  ///< by launch
};
/// Returns for each record of a trace of the plan which level answers its lanes.
[[nodiscard]] std::vector<predict::LaneLevels> levels_of(const trace::Trace& shown, const ServedPlan& plan);

/// Asks the model. `module` is that of the program. `served` is given what the caches answered, unless it is null. It
/// fails, saying why, where the model does not know. Of launches that were traced with a bound of records,
/// `records_wanted` is given the bound with which the model would have enough, or 0 where it has; it fails if not.
[[nodiscard]] Expected<predict::Prediction> predict_traced(const ptx::Module& module,
                                                           std::span<const TracedLaunch> launches,
                                                           const predict::GpuProfile& gpu,
                                                           std::vector<predict::ServedBlock>* served = nullptr,
                                                           std::uint32_t* records_wanted = nullptr);

struct PredictedPlan {
  predict::Prediction prediction;
  ServedPlan served;
};
/// Does both, with a bound of records that is enough.
[[nodiscard]] Expected<PredictedPlan> predict_plan(const Program& program, const catalogue::LaunchPlan& plan,
                                                   std::span<const LaunchShare> shares, const predict::GpuProfile& gpu,
                                                   const Deadline& deadline, const Inputs& inputs = {});

}  // namespace lanescope::simulator
