// A Client with a worker that plays roles, and what tests wait for.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "client/client.h"

namespace lanescope::client {

using std::chrono::milliseconds;

/// Long enough for the slowest machine under a sanitizer; only what hangs meets it.
inline constexpr milliseconds patience{120'000};

[[nodiscard]] inline Options evil(const std::string& mode) {
  Options options;
  options.command = {LANESCOPE_EVIL_WORKER, mode};
  return options;
}

/// An experiment that makes the actor play a role.
[[nodiscard]] inline experiments::Experiment role(const std::string& name, milliseconds timeout = patience) {
  experiments::Experiment experiment;
  experiment.kernel.id = name;
  experiment.kernel.path = "/kernels/" + name + ".cu";
  experiment.kernel.text = "the text of " + name;
  experiment.timeout = timeout;
  return experiment;
}

/// Waits until it holds. False when it never did.
[[nodiscard]] inline bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

/// Whether a process lives (or was not reaped). Not for -1, "no worker", which kill() takes for every process there is.
[[nodiscard]] inline bool is_alive(int process) {
  return process > 0 && kill(process, 0) == 0;
}

/// Kills the client's worker from outside and gives its process id; -1, and nothing is killed, when it has none.
/// Never hand worker_process() to kill() itself: kill(-1, SIGKILL) ends every process of the machine.
[[nodiscard]] inline int kill_worker(const Client& client) {
  const int process = client.worker_process();
  if (process <= 0 || kill(process, SIGKILL) != 0) return -1;
  return process;
}

/// Collects events, because each is given only once.
class Events {
 public:
  explicit Events(Client& client) : client_(client) {}

  [[nodiscard]] bool contain(Event::Kind kind, const std::string& text) {
    collect();
    for (const Event& event : all_) {
      if (event.kind == kind && event.text.find(text) != std::string::npos) return true;
    }
    return false;
  }
  [[nodiscard]] bool will_contain(Event::Kind kind, const std::string& text) {
    return eventually([&] { return contain(kind, text); });
  }
  [[nodiscard]] std::size_t count() {
    collect();
    return all_.size();
  }

 private:
  void collect() {
    for (Event& event : client_.events()) all_.push_back(std::move(event));
  }
  Client& client_;
  std::vector<Event> all_;
};

/// The only fault of a failed Result; an empty one when there is no such thing.
[[nodiscard]] inline experiments::Fault only_fault(const std::shared_ptr<const experiments::Result>& result) {
  if (!result || !result->failed() || result->faults.size() != 1) {
    ADD_FAILURE() << "there is no failed result with one fault";
    return {};
  }
  return result->faults[0];
}

}  // namespace lanescope::client
