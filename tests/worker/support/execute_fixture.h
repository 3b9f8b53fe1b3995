// execute() with everything it publishes, and a compile cache of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "sanitized.h"
#include "temporary_folder.h"
#include "test_kernels.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace lanescope::worker {

/// All that was published, in order.
struct Log {
  std::vector<experiments::Result> results;
  std::vector<experiments::Progress> progress;
  Completion ending = Completion::finished;
};

[[nodiscard]] inline std::vector<std::string> notes_of(const experiments::Result& result) {
  std::vector<std::string> notes;
  for (const Message& note : result.notes) notes.push_back(note.text());
  return notes;
}

class Execute : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }

  Log run(const experiments::Experiment& experiment, const std::function<bool()>& abandoned = {}) {
    WorkerContext context(options_);
    Log log;
    Listener listener;
    listener.publish = [&](const experiments::Result& result) { log.results.push_back(result); };
    listener.progress = [&](const experiments::Progress& progress) { log.progress.push_back(progress); };
    listener.abandoned = abandoned;
    log.ending = execute(experiment, 7, context, listener);
    return log;
  }
  /// The last Result of an experiment.
  experiments::Result last(const experiments::Experiment& experiment) {
    Log log = run(experiment);
    if (log.results.empty()) throw std::runtime_error("nothing was published");
    return std::move(log.results.back());
  }
  /// One of tests/data/kernels, in the emulator.
  static experiments::Experiment emulated(const std::string& kernel, catalogue::Values values = {}) {
    return as_emulated(test_experiment(kernel), std::move(values));
  }
  /// The same kernel without its [expect].
  static experiments::Experiment promising_nothing(experiments::Experiment experiment) {
    std::string& text = experiment.kernel.text;
    const std::size_t table = text.find("[expect]");
    if (table == std::string::npos) throw std::runtime_error(experiment.kernel.id + " promises nothing");
    // Its lines stay, so that those behind it keep their numbers.
    for (std::size_t at = table; at < text.find("*/", table); ++at) {
      if (text[at] != '\n') text[at] = ' ';
    }
    return experiment;
  }
  /// One of the program's own kernels, by its id.
  static experiments::Experiment own(const std::string& id, catalogue::Values values = {}) {
    static catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
    const auto kernel = kernels.find(id);
    if (!kernel) throw std::runtime_error(kernel.error().text());
    experiments::Experiment experiment;
    experiment.kernel = (*kernel)->source;
    return as_emulated(std::move(experiment), std::move(values));
  }
  static experiments::Experiment without_device(const std::string& kernel) {
    experiments::Experiment experiment = test_experiment(kernel);
    experiment.device = no_such_device;
    return experiment;
  }

  static experiments::Experiment as_emulated(experiments::Experiment experiment, catalogue::Values values) {
    experiment.backend = experiments::Backend::emulator;
    experiment.proceed = false;
    experiment.analyse = true;
    experiment.timeout = ample_time;
    experiment.values = std::move(values);
    return experiment;
  }

  TemporaryFolder cache_;
  WorkerOptions options_{{}, cache_.path()};
};

}  // namespace lanescope::worker
