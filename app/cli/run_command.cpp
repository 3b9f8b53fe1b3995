#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/headers_elsewhere.h"
#include "cli/messages.h"
#include "cli/perform.h"
#include "cli/print/table.h"
#include "experiments/wire/wire.h"
#include "recordings/sweep/sweep_file.h"
#include "worker/pipelines/execute.h"

namespace lanescope::cli {
namespace {

Status write_dumps(const ExperimentOptions& options, const experiments::Result& result) {
  for (const std::string& text : options.dump) {
    const std::size_t equals = text.find('=');
    const auto bytes = result.dumps.find(text.substr(0, equals));
    if (bytes == result.dumps.end()) {
      return failure(message<"run.buffer_not_computed">(), text.substr(equals + 1));
    }
    const std::string_view view(reinterpret_cast<const char*>(bytes->second.data()), bytes->second.size());
    TRY_STATUS(write_file(text.substr(equals + 1), view));
  }
  return {};
}

/// Begins a recording, or adds to one that was made on the same device.
Status record(const std::filesystem::path& file, const experiments::Experiment& experiment,
              const experiments::Result& result) {
  TRY(auto recording, recordings::open_sweep_recording(file));
  if (!recording->warning().empty()) std::cerr << recording->warning() << '\n';
  const auto kernel = catalogue::read_kernel(experiment.kernel);
  if (!kernel) return failure(kernel.error().front());
  TRY(const auto key, recordings::key_of(*kernel, experiment, result.machine));
  return recording->add(key, result);
}

}  // namespace

Expected<int> run(const ExperimentOptions& options, bool json, bool profile) {
  Worker worker(options);
  TRY(const auto experiment, make_experiment(options, worker));
  if (profile && !options.remote.host.empty()) {
    std::cerr << "--profile runs in this process, and --host on another machine: start it there\n";
    return wrong_usage;
  }
  const std::shared_ptr<const experiments::Result> result =
      profile ? std::make_shared<const experiments::Result>(lanescope::worker::profile(experiment))
              : worker.perform(experiment);
  if (!result) return run_failed;
  std::cerr << diagnostics(*result);
  std::cout << (json ? experiments::run_json(*result).dump(2) + "\n" : table(*result)) << std::flush;
  if (!options.record.empty() && result->time() == nullptr) {
    std::cerr << "nothing was recorded: the result has no times\n";
  } else if (!options.record.empty()) {
    if (auto written = record(options.record, experiment, *result); !written)
      return report(written.error(), run_failed);
  }
  if (!result->failed()) {
    if (auto written = write_dumps(options, *result); !written) return report(written.error(), run_failed);
  }
  say_what_may_help(experiment, *result);
  return status_of(*result);
}

}  // namespace lanescope::cli
