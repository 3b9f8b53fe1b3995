// Experiments on a real device, in this process; skipped where there is none. Only for kernels that leave the context
// whole.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/catalogue.h"
#include "temporary_folder.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace lanescope::worker {

class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    context_.emplace(options_);
    const auto device = context_->device(-1);
    if (!device) GTEST_SKIP() << device.error().text();
  }

  /// One of the program's own kernels, by its id.
  static experiments::Experiment own(const std::string& id, catalogue::Values values) {
    static catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
    kernels.refresh();
    const auto kernel = kernels.find(id);
    if (!kernel) throw std::runtime_error(kernel.error().text());
    experiments::Experiment experiment;
    experiment.kernel = (*kernel)->source;
    experiment.backend = experiments::Backend::gpu;
    experiment.budget = std::chrono::milliseconds(20);
    experiment.values = std::move(values);
    return experiment;
  }
  /// All Results of an experiment.
  std::vector<experiments::Result> results(const experiments::Experiment& experiment,
                                           const std::function<bool()>& abandoned = {}) {
    std::vector<experiments::Result> published;
    Listener listener;
    listener.publish = [&](const experiments::Result& result) { published.push_back(result); };
    listener.progress = [&](const experiments::Progress& progress) { steps_.push_back(progress.step); };
    listener.abandoned = abandoned;
    ending_ = execute(experiment, 1, *context_, listener);
    return published;
  }
  experiments::Result last(const experiments::Experiment& experiment) {
    auto published = results(experiment);
    EXPECT_EQ(ending_, Completion::finished);
    if (published.empty()) throw std::runtime_error("nothing was published");
    return std::move(published.back());
  }

  TemporaryFolder cache_;
  WorkerOptions options_{{}, cache_.path()};
  std::optional<WorkerContext> context_;
  std::vector<experiments::Progress::Activity> steps_;
  Completion ending_ = Completion::finished;
};

}  // namespace lanescope::worker
