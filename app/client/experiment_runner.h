// Runs experiments to their ends, one after the other, for whoever may wait: lessons need all of a result.
#pragma once

#include <functional>
#include <memory>

#include "base/error.h"
#include "client/client.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::client {

/// One thread uses it.
class ExperimentRunner {
 public:
  /// `is_cancelled` (may be empty) is asked a few times a second, and ends the waiting.
  explicit ExperimentRunner(Options options = {}, std::function<bool()> is_cancelled = {});

  /// Runs in the worker, which is started by the first experiment, and waits for the trace too; the client ends what
  /// hangs. It fails when it was given up.
  [[nodiscard]] Expected<std::shared_ptr<const experiments::Result>> run(const experiments::Experiment& experiment);

 private:
  [[nodiscard]] bool cancelled() const { return is_cancelled_ && is_cancelled_(); }

  Options options_;
  std::function<bool()> is_cancelled_;
  std::unique_ptr<Client> worker_;
};

}  // namespace lanescope::client
