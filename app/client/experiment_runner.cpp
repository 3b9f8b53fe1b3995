#include "client/experiment_runner.h"

#include <chrono>
#include <utility>

#include "client/messages.h"

namespace lanescope::client {
namespace {

constexpr std::chrono::milliseconds poll_interval{50};

}  // namespace

ExperimentRunner::ExperimentRunner(Options options, std::function<bool()> is_cancelled)
    : options_(std::move(options)), is_cancelled_(std::move(is_cancelled)) {}

Expected<std::shared_ptr<const experiments::Result>> ExperimentRunner::run(const experiments::Experiment& experiment) {
  if (!worker_) worker_ = std::make_unique<Client>(options_);
  const std::uint64_t request = worker_->request(experiment);
  std::shared_ptr<const experiments::Result> result;
  while (!result && !cancelled()) result = worker_->wait(request, poll_interval);
  if (result) return result;
  worker_->cancel();
  return failure(message<"client.nobody_waits">());
}

}  // namespace lanescope::client
