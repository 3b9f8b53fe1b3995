#include "worker/pipelines/prediction.h"

#include <optional>
#include <utility>

#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// Returns nothing where no profiles are at hand.
Expected<std::optional<experiments::PredictedRun>> predicted_run(ExperimentRun& run, std::chrono::milliseconds limit) {
  const experiments::Result& result = run.result();
  if (!result.sheet) return failure(message<"prediction.no_gpu">());
  TRY(const predict::GpuProfile* gpu, run.context().profile_of(result.sheet->name));
  if (gpu == nullptr) return std::nullopt;
  TRY(const auto emulation, run.emulation());
  TRY(auto predicted, simulator::predict_plan(emulation.program, emulation.plan, shares_of(result), *gpu,
                                              run.deadline(limit), emulation.experiment.inputs));
  if (run.experiment().trace) run.set_served(std::move(predicted.served));
  experiments::PredictedRun prediction{std::move(predicted.prediction), emulation.plan.sizes, emulation.plan.work.bytes,
                                       emulation.plan.work.flops};
  for (const catalogue::Launch& launch : emulation.plan.launches)
    prediction.launch_blocks.push_back(launch.grid.count());
  return prediction;
}

}  // namespace

std::vector<simulator::LaunchShare> shares_of(const experiments::Result& result) {
  std::vector<simulator::LaunchShare> shares;
  for (const experiments::LaunchInfo& launch : result.launches) {
    const auto& fits = launch.calculated;
    shares.push_back({static_cast<std::uint64_t>(launch.blocks_per_sm.value_or(0)),
                      fits ? static_cast<std::uint64_t>(fits->allocated_shared_bytes) : 0});
  }
  return shares;
}

Status add_prediction(ExperimentRun& run, std::chrono::milliseconds limit) {
  experiments::Result& result = run.result();
  if (result.expected != FaultKind::none || !run.experiment().analyse) return {};
  auto predicted = predicted_run(run, limit);
  if (predicted) {
    result.predicted = std::move(*predicted);
    return {};
  }
  if (is_final(predicted.error())) return tl::unexpected(predicted.error());
  result.without_prediction = run.message_of(predicted.error());
  return {};
}

}  // namespace lanescope::worker
