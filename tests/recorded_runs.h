// Runs recorded settings again in the emulator, so that what follows from addresses can be compared with what was
// counted.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "catalogue/catalogue.h"
#include "experiments/experiment.h"
#include "experiments/result.h"
#include "model/hardware/devices.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace lanescope {

class RecordedRuns {
 public:
  /// `limit` is what the emulator may take for all blocks of one setting.
  explicit RecordedRuns(std::chrono::milliseconds limit) : limit_(limit) {}

  /// Adds a kernel that is not in the catalogue. It fails when the file cannot be used.
  [[nodiscard]] auto add_kernel(const std::string& file) { return kernels_.add_file(file); }

  /// Runs all blocks of the setting for the GPU of the recording. Returns nothing when the kernel is not known, or when
  /// neither accesses nor times came of it.
  [[nodiscard]] std::optional<experiments::Result> run(const experiments::Result& recorded) {
    const auto kernel = kernels_.find(recorded.kernel);
    if (!kernel) return std::nullopt;
    experiments::Experiment experiment;
    experiment.kernel = (*kernel)->source;
    experiment.values.insert(recorded.parameters.begin(), recorded.parameters.end());
    for (const auto& [name, size] : recorded.sizes) experiment.values[name] = size;
    experiment.seed = recorded.seed;
    experiment.backend = experiments::Backend::emulator;
    if (const auto* const sheet = model::device_sheet(recorded.machine.device)) experiment.target = sheet->name;
    experiment.verify = false;
    experiment.keep_going = true;
    experiment.blocks = {experiments::BlockChoice::Kind::all, 0, 0};
    experiment.timeout = limit_;
    std::optional<experiments::Result> last;
    worker::Listener listener;
    listener.publish = [&](const experiments::Result& result) { last = result; };
    listener.progress = [](const experiments::Progress&) {};
    (void)worker::execute(experiment, 1, context_, listener);
    if (!last || (!last->predicted && !last->metrics)) return std::nullopt;
    return last;
  }

 private:
  std::chrono::milliseconds limit_;
  catalogue::Catalogue kernels_{std::string(LANESCOPE_SOURCES) + "/kernels"};
  worker::WorkerContext context_{worker::usual_options()};
};

}  // namespace lanescope
