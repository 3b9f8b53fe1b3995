// Runs an experiment in a worker of its own, and finds the exit status for its Result.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "client/client.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::cli {

/// One worker for all that a command asks, on this machine or where the options say. The first question starts it.
class Worker {
 public:
  explicit Worker(const ExperimentOptions& options) : options_(options) {}

  /// Runs the experiment and returns its last Result. Output of the worker and its kernels goes to standard error. Null
  /// means that no worker can be started, which has been reported there.
  [[nodiscard]] std::shared_ptr<const experiments::Result> perform(const experiments::Experiment& experiment);
  /// The same, for what may stay unanswered: null at the limit too.
  [[nodiscard]] std::shared_ptr<const experiments::Result> perform_within(std::chrono::milliseconds limit,
                                                                          const experiments::Experiment& experiment);

 private:
  const ExperimentOptions& options_;
  std::unique_ptr<client::Client> client_;  ///< null before the first question
};

[[nodiscard]] int status_of(const experiments::Result& result);

/// Adds --host and its further options, the same for every command that runs experiments.
void add_remote(CLI::App& command, RemoteOptions& options);

/// Returns the machine that the options name; empty means this one.
[[nodiscard]] std::optional<client::Remote> remote_of(const RemoteOptions& options);
/// Returns the client's options for that machine and that time limit. It fails on what was typed: a wrong host, an open
/// quote.
[[nodiscard]] Expected<client::Options> client_options(const ExperimentOptions& options);
[[nodiscard]] Expected<client::Options> client_options(const RemoteOptions& options);

[[nodiscard]] std::chrono::milliseconds milliseconds_of(double seconds);

}  // namespace lanescope::cli
