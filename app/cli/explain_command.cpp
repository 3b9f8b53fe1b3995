#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "catalogue/kernel.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/perform.h"
#include "cli/print/explain_text.h"
#include "cli/print/table.h"
#include "lab/explain/condition.h"
#include "lab/json/explain_json.h"
#include "lab/recording/recording.h"
#include "lab/sweep/sweep_key.h"

namespace lanescope::cli {
namespace {

/// The setting that is asked for, with every knob and size, in the form of lab::setting_text().
Expected<std::string> setting_of(const lab::Experiment& experiment) {
  const auto kernel = catalogue::read_kernel(experiment.kernel);
  if (!kernel) return failure(kernel.error().front());
  TRY(const auto plan, catalogue::resolve(*kernel, experiment.values, experiment.seed));
  return lab::setting_text(plan);
}

/// Finds the result of a kernel and setting in a recording.
Expected<std::shared_ptr<const lab::Result>> recorded(const std::filesystem::path& file,
                                                      const lab::Experiment& experiment) {
  TRY(auto recording, lab::read_recording(file));
  if (!recording.warning.empty()) std::cerr << recording.warning << '\n';
  TRY(const auto setting, setting_of(experiment));
  std::vector<std::string> others;
  std::optional<lab::Result> found;  // of two with the same setting, the later one counts
  for (lab::Result& result : recording.results) {
    if (result.kernel != experiment.kernel.id) continue;
    const std::string of_result = lab::setting_text(result);
    if (of_result == setting) found = std::move(result);
    others.push_back(of_result);
  }
  if (found) return std::make_shared<const lab::Result>(std::move(*found));
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
std::shared_ptr<const lab::Result> run_with_fallback(lab::Experiment experiment, const ExperimentOptions& options) {
  auto result = perform(experiment, options);
  if (!result || !(result->has_fault(FaultKind::too_large) || result->has_fault(FaultKind::timeout))) return result;
  experiment.verify = false;
  experiment.blocks = {lab::BlockChoice::Kind::range, 0, 1};
  for (const lab::LaunchInfo& launch : result->launches)
    experiment.blocks.first = std::max(experiment.blocks.first, launch.grid.count() / 2);
  auto some = perform(experiment, options);
  if (!some || !some->metrics) return result;
  std::cerr << "Emulating all blocks would take too long: one block was executed, and nothing was verified.\n";
  return some;
}

}  // namespace

Expected<int> explain(const ExperimentOptions& options, const ExplainOptions& what, bool json) {
  // A wrong condition is refused before anything runs.
  std::optional<lab::Condition> condition;
  if (!what.fail_if.empty()) {
    TRY(condition, lab::Condition::parse(what.fail_if, "--fail-if"));
  }
  TRY(const auto experiment, make_experiment(options));
  std::shared_ptr<const lab::Result> result;
  if (what.recording.empty()) {
    result = run_with_fallback(experiment, options);
  } else {
    TRY(result, recorded(what.recording, experiment));
  }
  if (!result) return run_failed;
  std::cerr << diagnostics(*result);
  const lab::Sheet known = lab::sheet_of(*result);
  const lab::Summary summary = lab::summary_of(*result, known);
  std::cout << (json ? lab::explain_json(*result, known, summary).dump(2) + "\n"
                     : explain_text(*result, known, summary))
            << std::flush;
  if (!condition) return status_of(*result);
  // A condition may ask for faults; it decides alone, as long as the kernel got as far as running.
  const int status = status_of(*result);
  if (status != done && !result->metrics) return status;
  TRY(const auto decided, condition->evaluate(known));
  std::cerr << fmt::format("{}: {}, because {}\n", decided.holds ? "failed" : "passed", what.fail_if, decided.values);
  return decided.holds ? run_failed : done;
}

}  // namespace lanescope::cli
