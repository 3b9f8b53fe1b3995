#include "cli/parameter_types.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/perform.h"
#include "client/client.h"

namespace lanescope::cli {

KnownTypes parameter_types(const catalogue::KernelSource& source, const std::string& kernel,
                           const ExperimentOptions& options) {
  constexpr std::chrono::milliseconds limit = std::chrono::minutes(1);
  auto experiment = experiment_without_kernel(options);
  auto worker_options = client_options(options);
  if (catalogue::is_ptx(source) || !experiment || !worker_options) return {};
  experiment->kernel = source;
  experiment->types_of = kernel;
  experiment->counters = {};
  worker_options->reconnect_limit = std::chrono::seconds(5);
  client::Client worker(*worker_options);
  const auto result = worker.wait(worker.request(*experiment), limit);
  KnownTypes known;
  if (!result) return known;
  known.types = result->parameter_types;
  known.missing = catalogue::missing_headers(result->diagnostics);
  const auto fault = std::ranges::find(result->faults, FaultKind::compile, &experiments::Fault::kind);
  if (fault != result->faults.end() && fault->line > 0) {
    known.refused = Error{fault->message, {fault->file, fault->line, fault->column}, fault->remedy, fault->kind};
  }
  return known;
}

}  // namespace lanescope::cli
