#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "catalogue/kernel.h"
#include "cli/commands.h"
#include "cli/headers_elsewhere.h"
#include "cli/messages.h"
#include "cli/perform.h"
#include "cli/print/explain_text.h"
#include "cli/print/table.h"
#include "experiments/setting_text.h"
#include "explanations/condition.h"
#include "explanations/explain_json.h"
#include "recordings/recording.h"

namespace lanescope::cli {
namespace {

/// The setting that is asked for, with every knob and size, in the form of experiments::setting_text().
Expected<std::string> setting_of(const experiments::Experiment& experiment) {
  const auto kernel = catalogue::read_kernel(experiment.kernel);
  if (!kernel) return failure(kernel.error().front());
  TRY(const auto plan, catalogue::resolve(*kernel, experiment.values, experiment.seed));
  return experiments::setting_text(plan);
}

/// Finds the result of a kernel and setting in a recording.
Expected<std::shared_ptr<const experiments::Result>> recorded(const std::filesystem::path& file,
                                                              const experiments::Experiment& experiment) {
  TRY(auto recording, recordings::read_recording(file));
  if (!recording.warning.empty()) std::cerr << recording.warning << '\n';
  TRY(const auto setting, setting_of(experiment));
  std::vector<std::string> others;
  std::optional<experiments::Result> found;  // of two with the same setting, the later one counts
  for (experiments::Result& result : recording.results) {
    if (result.kernel != experiment.kernel.id) continue;
    const std::string of_result = experiments::setting_text(result);
    if (of_result == setting) found = std::move(result);
    others.push_back(of_result);
  }
  if (found) return std::make_shared<const experiments::Result>(std::move(*found));
  constexpr std::size_t shown = 5;
  const std::size_t all = others.size();
  others.resize(std::min(all, shown));
  return failure(message<"recording.no_result_with">(experiment.kernel.id, setting), file.string(),
                 all == 0      ? message<"recording.no_result_with_remedy">()
                 : all > shown ? message<"recording.has_more_settings">(join(others, "; "), all - shown)
                               : message<"recording.has_settings">(join(others, "; ")));
}

/// Runs the kernel. Where the emulator would take too long for the sizes that were asked for, it executes some blocks:
/// then nothing is verified, but what limits the kernel is known all the same.
std::shared_ptr<const experiments::Result> run_with_fallback(experiments::Experiment experiment, Worker& worker) {
  auto result = worker.perform(experiment);
  if (!result || !(result->has_fault(FaultKind::too_large) || result->has_fault(FaultKind::timeout))) return result;
  experiment.verify = false;
  experiment.blocks = {experiments::BlockChoice::Kind::range, 0, 1};
  for (const experiments::LaunchInfo& launch : result->launches)
    experiment.blocks.first = std::max(experiment.blocks.first, launch.grid.count() / 2);
  auto some = worker.perform(experiment);
  if (!some || !some->metrics) return result;
  std::cerr << "Emulating all blocks would take too long: one block was executed, and nothing was verified.\n";
  return some;
}

}  // namespace

Expected<int> explain(const ExperimentOptions& options, const ExplainOptions& what, bool json) {
  // A wrong condition is refused before anything runs.
  std::optional<explanations::Condition> condition;
  if (!what.fail_if.empty()) {
    TRY(condition, explanations::Condition::parse(what.fail_if, "--fail-if"));
  }
  Worker worker(options);
  TRY(const auto experiment, make_experiment(options, worker));
  std::shared_ptr<const experiments::Result> result;
  if (what.recording.empty()) {
    result = run_with_fallback(experiment, worker);
  } else {
    TRY(result, recorded(what.recording, experiment));
  }
  if (!result) return run_failed;
  std::cerr << diagnostics(*result);
  const experiments::Sheet known = experiments::sheet_of(*result);
  const explanations::Summary summary = explanations::summary_of(*result, known);
  std::cout << (json ? explanations::explain_json(*result, known, summary).dump(2) + "\n"
                     : explain_text(*result, known, summary))
            << std::flush;
  say_what_may_help(experiment, *result);
  if (!condition) return status_of(*result);
  // A condition may ask for faults; it decides alone, as long as the kernel got as far as running.
  const int status = status_of(*result);
  if (status != done && !result->metrics) return status;
  TRY(const auto decided, condition->evaluate(known));
  std::cerr << fmt::format("{}: {}, because {}\n", decided.holds ? "failed" : "passed", what.fail_if, decided.values);
  return decided.holds ? run_failed : done;
}

}  // namespace lanescope::cli
