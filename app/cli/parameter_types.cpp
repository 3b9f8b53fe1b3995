#include "cli/parameter_types.h"

#include <chrono>
#include <memory>

namespace lanescope::cli {

experiments::KnownTypes parameter_types(const catalogue::KernelSource& source, const std::string& kernel,
                                        const ExperimentOptions& options, Worker& worker) {
  auto experiment = experiment_without_kernel(options);
  if (catalogue::is_ptx(source) || !experiment) return {};
  experiment->kernel = source;
  experiment->types_of = kernel;
  experiment->counters = {};
  const auto result = worker.perform_within(std::chrono::minutes(1), *experiment);
  return result ? experiments::known_types(*result) : experiments::KnownTypes{};
}

}  // namespace lanescope::cli
