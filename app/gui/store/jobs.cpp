#include "gui/store/jobs.h"

#include <cmath>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

constexpr double shortest = 1;  // in seconds

/// Adds jobs that have run for long enough.
class JobList {
 public:
  explicit JobList(double now) : now_(now) {}

  void add(double began, std::string words, std::string_view cancel, std::optional<double> share = {}) {
    if (now_ - began >= shortest) jobs_.push_back({std::move(words), share, cancel});
  }
  /// Adds one of which nobody knows how long it takes.
  void add(const State& state, double began, const std::string& words, std::string_view cancel) {
    add(began, state.say("job.for_seconds", words, static_cast<int>(std::floor(now_ - began))), cancel);
  }
  [[nodiscard]] std::vector<Job> take() { return std::move(jobs_); }

 private:
  double now_;
  std::vector<Job> jobs_;
};

double share_of(double done, double all) {
  return all > 0 ? done / all : 0;
}

/// Returns what the worker does for the selected experiment, by how far its result is.
std::string words_of_run(const State& state) {
  const std::string& kernel = state.selection.kernel;
  const experiments::Result* const result = state.current();
  if (result == nullptr || result->stage == experiments::ResultStage::resolved) {
    return state.say("job.compiling", kernel);
  }
  if (result->ended() && !result->is_complete()) return state.say("job.recording", kernel);
  const bool emulates = result->backend == experiments::Backend::emulator || !has_gpu(state);
  return state.say(emulates ? "job.emulating" : "job.measuring", kernel);
}

}  // namespace

std::vector<Job> jobs_of(const State& state, double now) {
  JobList jobs(now);
  if (const auto& film = state.ui.animation) {
    jobs.add(film->began, state.say("job.animation", film->taken, film->frames), "cancel_animation",
             share_of(film->taken, film->frames));
  }
  if (const auto& run = state.sweep.run) {
    const std::size_t points = run->plan.points.size();
    jobs.add(run->began, state.say(run->is_ladder ? "job.ladder" : "job.sweep", run->subject, run->next, points),
             "stop_sweep", share_of(static_cast<double>(run->next), static_cast<double>(points)));
  } else if (state.known.worker == client::State::working && state.known.asked_at && !state.selection.cancelled) {
    jobs.add(state, *state.known.asked_at, words_of_run(state), "cancel");
  }
  if (state.doctor.running) jobs.add(state, state.doctor.began, state.say("job.doctor"), "stop_examining");
  return jobs.take();
}

}  // namespace lanescope::gui
