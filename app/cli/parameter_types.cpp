#include "cli/parameter_types.h"

#include <chrono>
#include <memory>

#include "cli/perform.h"
#include "client/client.h"

namespace lanescope::cli {

std::optional<ValueTypes> parameter_types(const catalogue::KernelSource& source, const std::string& kernel,
                                          const ExperimentOptions& options) {
  constexpr std::chrono::milliseconds limit = std::chrono::minutes(1);
  auto experiment = experiment_without_kernel(options);
  auto worker_options = client_options(options);
  if (catalogue::is_ptx(source) || !experiment || !worker_options) return std::nullopt;
  experiment->kernel = source;
  experiment->types_of = kernel;
  experiment->counters = {};
  worker_options->reconnect_limit = std::chrono::seconds(5);
  client::Client worker(*worker_options);
  const auto result = worker.wait(worker.request(*experiment), limit);
  return result ? result->parameter_types : std::nullopt;
}

}  // namespace lanescope::cli
