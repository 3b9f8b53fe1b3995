#include "client/experiment_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

namespace lanescope::client {
namespace {

using Clock = std::chrono::steady_clock;

/// The limit for one experiment, which a busy machine does not reach.
constexpr std::chrono::minutes longest{5};
constexpr std::chrono::milliseconds between_looks{50};

}  // namespace

ExperimentRunner::ExperimentRunner(Options options, std::function<bool()> given_up)
    : options_(std::move(options)), given_up_(std::move(given_up)) {}

Expected<std::shared_ptr<const lab::Result>> ExperimentRunner::run(const lab::Experiment& experiment) {
  if (!worker_) worker_ = std::make_unique<Client>(options_);
  const auto end = Clock::now() + longest;
  const std::uint64_t request = worker_->request(experiment);
  std::shared_ptr<const lab::Result> result;
  while (!result && Clock::now() < end && !is_given_up()) result = worker_->wait(request, between_looks);
  // The trace follows the numbers in pieces.
  while (result && !worker_->at_rest() && Clock::now() < end && !is_given_up()) {
    if (auto newer = worker_->take()) result = std::move(newer);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (is_given_up()) {
    worker_->cancel();
    return failure("nobody waits for this experiment any more");
  }
  if (result) return result;
  return failure(fmt::format("the worker gave no answer for {}", experiment.kernel.id), "",
                 "see what `lanescope doctor` says of this machine");
}

}  // namespace lanescope::client
