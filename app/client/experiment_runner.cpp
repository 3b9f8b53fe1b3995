#include "client/experiment_runner.h"

#include <chrono>
#include <utility>

namespace lanescope::client {
namespace {

constexpr std::chrono::milliseconds between_looks{50};

}  // namespace

ExperimentRunner::ExperimentRunner(Options options, std::function<bool()> given_up)
    : options_(std::move(options)), given_up_(std::move(given_up)) {}

Expected<std::shared_ptr<const lab::Result>> ExperimentRunner::run(const lab::Experiment& experiment) {
  if (!worker_) worker_ = std::make_unique<Client>(options_);
  const std::uint64_t request = worker_->request(experiment);
  std::shared_ptr<const lab::Result> result;
  while (!result && !is_given_up()) result = worker_->wait(request, between_looks);
  if (result) return result;
  worker_->cancel();
  return failure("nobody waits for this experiment any more");
}

}  // namespace lanescope::client
