#include "experiments/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace lanescope::experiments {
namespace {

bool is_plain(char letter) {
  const bool alphanumeric = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter);
  return alphanumeric || std::string_view("_-./=:,+@%").find(letter) != std::string_view::npos;
}

/// Returns the word quoted for a POSIX shell.
std::string quoted(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

/// Kernels of the catalogue have FAMILY/NAME as their id and are found by it; a loose file is found by its path.
const std::string& kernel_word(const catalogue::KernelSource& kernel) {
  return kernel.id.find('/') != std::string::npos || kernel.path.empty() ? kernel.id : kernel.path;
}

}  // namespace

std::string command_line_of(const Experiment& experiment) {
  const Experiment defaults;
  std::string line = "lanescope run " + quoted(kernel_word(experiment.kernel));
  for (const auto& [name, value] : experiment.values) line += " -p " + quoted(name + "=" + catalogue::to_text(value));
  if (experiment.seed != defaults.seed) line += fmt::format(" --seed {}", experiment.seed);
  if (experiment.device != defaults.device) line += fmt::format(" --device {}", experiment.device);
  if (!experiment.target.empty()) line += " --target " + quoted(experiment.target);
  if (experiment.timeout != defaults.timeout) {
    line += fmt::format(" --timeout {}", static_cast<double>(experiment.timeout.count()) / 1000);
  }
  if (experiment.ptx_lines) line += " --ptx-lines";
  return line;
}

}  // namespace lanescope::experiments
