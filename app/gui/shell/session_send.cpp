// The requests of the session to the worker, for the selected experiment and for points of the sweep.
#include <fmt/format.h>

#include <utility>

#include "gui/shell/session.h"

namespace lanescope::gui {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds repeat_interval = 500ms;  ///< between runs of the same setting, in live mode
constexpr std::chrono::milliseconds repeat_budget = 5ms;      ///< time for measuring in such a run

}  // namespace

client::Options Session::worker_options() const {
  client::Options worker = options_.worker;
  const int mib = state_.ui.preferences.worker_mib;
  if (mib > 0) worker.environment.push_back(fmt::format("LANESCOPE_WORKER_MEMORY={}", mib));
  return worker;
}

/// Changes to a worker on another machine, or to one with other limits. The old client ends on a thread of its own, so
/// that no frame waits for it.
void Session::replace_client(const std::optional<client::Remote>& remote) {
  closing_clients_.emplace_back([left = std::move(client_)]() mutable { left.reset(); });
  options_.worker.remote = remote;
  options_.device = remote == first_remote_ ? first_device_ : -1;  // a device ordinal belongs to one machine
  client_ = std::make_unique<client::Client>(worker_options());
  sent_revision_ = 0;
  sent_request_ = 0;
  sweep_request_ = 0;
  requested_ = false;
  slots_ = {};
  state_.known.connection = {remote, {}, -1};
  state_.known.worker = client::State::starting;
  state_.known.machine.reset();
}

bool Session::should_measure_again() const {
  const experiments::Result* result = state_.current();
  // A result that was not found right stays as it is, so that its errors stay readable.
  return state_.selection.continuous && !state_.selection.cancelled &&
         state_.known.verified_revision == state_.selection.revision && result != nullptr &&
         result->stage == experiments::ResultStage::refined && result->time() != nullptr &&
         result->request == sent_request_ && client_->is_idle() && !state_.known.connection.trouble &&
         !state_.sweep.run;
}

Session::Clock::time_point Session::next_run() const {
  return last_sent_ + repeat_interval;
}

void Session::send_experiment(Clock::time_point now) {
  if (state_.selection.cancelled) {
    if (std::exchange(requested_, false)) {
      client_->cancel();
      sweep_request_ = 0;
    }
    return;
  }
  const bool changed = sent_revision_ != state_.selection.revision || run_requested_;
  if (!changed && !(should_measure_again() && now >= next_run())) return;
  std::optional<experiments::Experiment> experiment = experiment_of(state_);
  sent_revision_ = state_.selection.revision;
  run_requested_ = false;
  if (!experiment) {
    if (std::exchange(requested_, false)) client_->cancel();
    return;
  }
  if (!changed) {
    // This run of the same setting is for the scope only. Its output, picture and accesses were handled when it was
    // new, and a short burst twice a second costs the processor and the GPU little.
    experiment->budget = repeat_budget;
    experiment->verify = false;
    experiment->analyse = false;
    experiment->trace.reset();
    experiment->counters = {};
    experiment->preview = false;
  }
  set_device_and_timeout(*experiment);
  experiment->interop = options_.interop && !state_.known.connection.remote;
  sent_request_ = client_->request(*experiment);
  sweep_request_ = 0;  // it was replaced; its point is sent again when the knobs rest
  last_sent_ = now;
  state_.known.asked_at = seconds(now);
  requested_ = true;
}

/// Fills in the device and the time limit.
void Session::set_device_and_timeout(experiments::Experiment& experiment) const {
  experiment.device = options_.device;
  experiment.timeout = options_.timeout.value_or(std::chrono::seconds(state_.ui.preferences.run_seconds));
}

/// Sends a point of the sweep when nothing else is wanted.
void Session::send_sweep() {
  std::optional<experiments::Experiment> next = sweep_experiment(state_);
  if (!next && std::exchange(sweep_request_, 0) != 0) client_->cancel();
  if (!next || sweep_request_ != 0 || !client_->is_idle() || state_.known.connection.trouble) return;
  set_device_and_timeout(*next);
  sweep_request_ = client_->request(*next);
}

}  // namespace lanescope::gui
