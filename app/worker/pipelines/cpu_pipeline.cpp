#include "worker/messages.h"
#include "worker/pipelines/experiment_run.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalogue/reference/reference.h"
#include "gpu/timing/statistics.h"
#include "worker/report/report.h"
#include "worker/verify/verify_on_host.h"

namespace lanescope::worker {
namespace {

using Clock = std::chrono::steady_clock;

/// A median with quartiles needs so many samples.
constexpr std::size_t min_samples = 5;

/// Returns the name that Linux gives, "AMD EPYC 9654 96-Core Processor"; empty when Linux gives none.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(':');
    return colon == std::string::npos ? "" : std::string(trim(std::string_view(line).substr(colon + 1)));
  }
  return {};
}

}  // namespace

Status time_reference(ExperimentRun& run) {
  const experiments::Experiment& experiment = run.experiment();
  TRY_STATUS(run.resolve());
  experiments::Result& result = run.result();
  result.machine = {result.machine.host, processor_name(), "", "", "", "", 0, 0, 0, 0};
  const catalogue::LaunchPlan& plan = run.plan();
  if (plan.check.reference.empty()) {
    const std::string& named = plan.check.reference_kernel;
    return failure(named.empty() ? message<"cpu.no_reference">() : message<"cpu.compared_with_kernel">(named),
                   experiment.kernel.path, named.empty() ? "" : message<"cpu.compared_with_kernel_remedy">());
  }
  const std::vector<std::vector<std::byte>> buffers = reference_inputs(plan, experiment.inputs);
  run.report_progress(experiments::Progress::Activity::measuring,
                      "timing the CPU reference of " + experiment.kernel.id);
  std::vector<gpu::Sample> samples;
  const Clock::time_point end = Clock::now() + experiment.budget;
  while (samples.size() < min_samples || (Clock::now() < end && samples.size() < max_recent)) {
    TRY_STATUS(run.fail_if_abandoned());
    const Clock::time_point start = Clock::now();
    TRY_STATUS(catalogue::compute_reference(plan, buffers));
    samples.push_back({std::chrono::duration<float, std::milli>(Clock::now() - start).count(), std::nullopt});
  }
  gpu::Timing timing = gpu::summarise(samples);
  timing.stop = samples.size() < max_recent ? catalogue::SamplingEnd::budget : catalogue::SamplingEnd::samples;
  result.hot = samples_of(timing);
  result.recent = recent_of(timing);
  run.add_note(message<"note.cpu_reference">());
  run.publish(experiments::ResultStage::refined);
  return {};
}

}  // namespace lanescope::worker
