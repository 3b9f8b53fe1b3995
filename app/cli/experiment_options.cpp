#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "cli/perform.h"
#include "lab/names.h"

namespace warpscope::cli {
namespace {

struct Assignment {
  std::string name, value;
};

Expected<Assignment> assignment(const std::string& text, const char* option, const char* form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    return failure(fmt::format("'{}' is not of the form {}", text, form), option,
                   fmt::format("write {} {}", option, form));
  }
  return Assignment{text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

Expected<lab::Experiment> experiment_without_kernel(const ExperimentOptions& options) {
  lab::Experiment experiment;
  if (!options.backend.empty()) {
    const auto backend = lab::value_named<lab::Backend>(options.backend);
    if (!backend) return failure("'" + options.backend + "' is no backend", "--backend", "write gpu, emulator or cpu");
    experiment.backend = *backend;
  }
  experiment.seed = options.seed;
  experiment.device = options.device;
  experiment.target = options.target;
  experiment.schedule = options.schedule;
  experiment.proceed = options.proceed;
  experiment.keep_going = options.keep_going;
  experiment.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_seconds * 1000));
  return experiment;
}

Expected<lab::Experiment> make_experiment(const ExperimentOptions& options) {
  TRY_STATUS(client_options(options.remote));
  TRY(auto data, data_folder());
  catalogue::Catalogue kernels(data / "kernels");
  TRY(auto kernel, kernels.find(options.kernel));

  TRY(auto made, experiment_without_kernel(options));
  lab::Experiment experiment = std::move(made);
  experiment.kernel = kernel->source;
  TRY(const auto partner, catalogue::partner_of(*kernel, *kernels.snapshot()));
  if (partner) experiment.same_as = partner->source;
  for (const std::string& setting : options.settings) {
    TRY(auto parts, assignment(setting, "-p", "NAME=VALUE"));
    experiment.values[parts.name] = catalogue::value_from_text(parts.value);
  }
  std::string id = options.kernel;
  kernels.snapshot()->follow_alias(id, experiment.values);
  // It is resolved here too, so that a wrong name or value is a usage error before any worker starts.
  TRY(auto plan, catalogue::resolve(*kernel, experiment.values, experiment.seed));

  std::vector<std::string> names;
  for (const catalogue::Buffer& buffer : plan.buffers) names.push_back(buffer.name);
  const auto known = [&](const Assignment& parts, const char* option) -> Status {
    if (std::find(names.begin(), names.end(), parts.name) != names.end()) return {};
    return failure(fmt::format("the kernel has no buffer '{}'", parts.name), option,
                   "its buffers are " + join(names, ", "));
  };
  for (const std::string& text : options.load) {
    TRY(auto parts, assignment(text, "--load", "BUFFER=FILE"));
    TRY_STATUS(known(parts, "--load"));
    TRY(auto bytes, read_file(parts.value));
    for (const catalogue::Buffer& buffer : plan.buffers) {
      if (buffer.name == parts.name && buffer.bytes() != bytes.size()) {
        return failure(
            fmt::format("the file has {} bytes, buffer '{}' has {}", bytes.size(), buffer.name, buffer.bytes()),
            parts.value, "give raw little-endian elements, or set the sizes with -p");
      }
    }
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    experiment.inputs[parts.name] = std::vector<std::byte>(first, first + bytes.size());
  }
  for (const std::string& text : options.dump) {
    TRY(auto parts, assignment(text, "--dump", "BUFFER=FILE"));
    TRY_STATUS(known(parts, "--dump"));
    experiment.dump.push_back(parts.name);
  }
  return experiment;
}

}  // namespace warpscope::cli
