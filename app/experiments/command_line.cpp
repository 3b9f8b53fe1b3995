#include "experiments/experiment.h"

#include <fmt/format.h>

#include "base/shell_word.h"

namespace lanescope::experiments {
namespace {

/// Kernels of the catalogue have FAMILY/NAME as their id and are found by it; a loose file is found by its path.
const std::string& kernel_word(const catalogue::KernelSource& kernel) {
  return kernel.id.find('/') != std::string::npos || kernel.path.empty() ? kernel.id : kernel.path;
}

}  // namespace

std::string command_line_of(const Experiment& experiment) {
  const Experiment defaults;
  std::string line = "lanescope run " + shell_word(kernel_word(experiment.kernel));
  for (const auto& [name, value] : experiment.values)
    line += " -p " + shell_word(name + "=" + catalogue::to_text(value));
  if (experiment.seed != defaults.seed) line += fmt::format(" --seed {}", experiment.seed);
  if (experiment.device != defaults.device) line += fmt::format(" --device {}", experiment.device);
  if (!experiment.target.empty()) line += " --target " + shell_word(experiment.target);
  if (experiment.timeout != defaults.timeout) {
    line += fmt::format(" --timeout {}", static_cast<double>(experiment.timeout.count()) / 1000);
  }
  if (experiment.ptx_lines) line += " --ptx-lines";
  return line;
}

}  // namespace lanescope::experiments
