// Experiments with the kernels of tests/data/kernels, each of which does one thing wrong (or none).
#pragma once

#include <stdexcept>
#include <string>

#include "base/file.h"
#include "experiments/experiment.h"

namespace lanescope {

/// Small enough that a CPU reference costs nothing. For the GPU, and for what a kernel does to it: nothing looks for
/// faults before it is launched, and nothing is emulated beside it.
[[nodiscard]] inline experiments::Experiment test_experiment(const std::string& kernel) {
  const std::string path = std::string(LANESCOPE_TEST_DATA) + "/kernels/" + kernel + ".cu";
  const auto text = read_file(path);
  if (!text) throw std::runtime_error(text.error().text());
  experiments::Experiment experiment;
  experiment.kernel = {kernel, path, *text, {}};
  experiment.backend = experiments::Backend::gpu;
  experiment.proceed = true;
  experiment.analyse = false;
  experiment.budget = std::chrono::milliseconds(20);
  return experiment;
}

/// A device that no machine has: the way of an experiment ends where the GPU would be needed.
inline constexpr int no_such_device = 1000;

}  // namespace lanescope
