#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/headers_elsewhere.h"
#include "cli/messages.h"
#include "cli/perform.h"
#include "cli/print/table.h"
#include "experiments/names.h"
#include "experiments/wire/wire.h"

namespace lanescope::cli {
namespace {

/// Reads "all" or "FIRST:COUNT".
Expected<experiments::BlockChoice> block_choice(const std::string& text) {
  using Kind = experiments::BlockChoice::Kind;
  if (text == "all") return experiments::BlockChoice{Kind::all, 0, 0};
  const auto parts = split(text, ':');
  if (parts.size() == 2) {
    const auto first = parse_integer(parts[0]), count = parse_integer(parts[1]);
    if (first && count && *first >= 0 && *count > 0) {
      return experiments::BlockChoice{Kind::range, static_cast<std::uint64_t>(*first),
                                      static_cast<std::uint64_t>(*count)};
    }
  }
  return failure(message<"trace.no_blocks">(text), "--blocks", message<"trace.no_blocks_remedy">());
}

}  // namespace

Expected<int> trace(const ExperimentOptions& options, const TraceOptions& what, bool json) {
  Worker worker(options);
  TRY(auto experiment, make_experiment(options, worker));
  TRY(experiment.blocks, block_choice(what.blocks));
  const auto view = experiments::enum_named<model::CountView>(what.view);
  if (!view) return failure(message<"trace.no_view">(what.view), "--as", message<"trace.no_view_remedy">());
  if (experiment.backend == experiments::Backend::gpu) {
    // The kernel records its accesses on the GPU, and they are counted there; no access is copied here.
    experiment.trace.emplace();
    experiment.trace->source = trace::Trace::Source::instrumented;
    experiment.trace->max_records = 0;
    experiment.trace->values = false;
  } else {
    experiment.backend = experiments::Backend::emulator;
  }
  experiment.verify = false;
  experiment.analyse = true;
  experiment.scale_to_grid = what.scale;
  // Faults are reported, and the counts are still those of all the blocks that were asked for.
  experiment.keep_going = true;

  const auto result = worker.perform(experiment);
  if (!result) return run_failed;
  std::cerr << diagnostics(*result);
  std::cout << (json ? experiments::trace_json(*result, *view).dump(2) + "\n"
                     : trace_table(*result, *view, what.by == "instruction"))
            << std::flush;
  if (json) std::cerr << faults_text(*result);
  say_what_may_help(experiment, *result);
  // Without a fault the notes say why nothing was counted.
  if (!result->metrics && result->faults.empty()) return run_failed;
  return result->expected == FaultKind::none ? status_of(*result) : result->failed() ? run_failed : done;
}

}  // namespace lanescope::cli
