// What lies between the caller and the client's thread: one slot in each direction that holds only the newest.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::client {

/// A numbered Experiment.
struct Wish {
  std::uint64_t number = 0;
  std::shared_ptr<const lab::Experiment> experiment;
};

/// Safe to use from any thread.
class Mailbox {
 public:
  // The caller's side: as client.h says.
  std::uint64_t request(const lab::Experiment& experiment);
  void cancel();
  [[nodiscard]] std::shared_ptr<const lab::Result> take();
  [[nodiscard]] std::shared_ptr<const lab::Result> wait(std::uint64_t request, std::chrono::milliseconds limit);
  void acknowledge(std::uint64_t generation);
  void close();
  [[nodiscard]] State state() const;
  [[nodiscard]] std::optional<lab::Machine> machine() const;
  [[nodiscard]] std::vector<Event> take_events();
  [[nodiscard]] int worker_process() const;
  [[nodiscard]] int restarts() const;

  // The side of the client's thread.
  [[nodiscard]] std::optional<Wish> take_wish();
  /// A wish that the worker did not begin goes back, unless there is a newer one.
  void put_back(Wish wish);
  [[nodiscard]] bool has_wish() const;
  /// Whether the caller cancelled since the last call.
  [[nodiscard]] bool take_cancel();
  [[nodiscard]] std::vector<std::uint64_t> take_acknowledged();
  /// The pictures of a worker that is gone need no acknowledgement.
  void forget_acknowledged();
  [[nodiscard]] bool closed() const;
  /// Whether this request is still the newest.
  [[nodiscard]] bool wanted(std::uint64_t request) const;
  /// False when it was overtaken: dropped, and its picture acknowledged.
  bool deliver(lab::Result result);
  void set_state(State state);
  void set_machine(lab::Machine machine);
  void set_worker(int process);
  void count_restart();
  void add_event(Event::Kind kind, std::string text);

 private:
  void drop(const std::shared_ptr<const lab::Result>& result, const lab::Result* replacement);

  static constexpr std::size_t most_events = 1000;

  mutable std::mutex mutex_;
  std::condition_variable delivered_;
  std::uint64_t last_number_ = 0;
  std::uint64_t wanted_ = 0;  ///< the newest request; 0: cancelled, or none yet
  std::optional<Wish> wish_;  ///< not sent yet
  bool cancelled_ = false, closed_ = false;
  std::vector<std::uint64_t> acknowledged_;
  std::uint64_t handed_out_ = 0;                  ///< generation of the last picture that the caller has seen
  std::shared_ptr<const lab::Result> result_;     ///< not taken yet
  std::shared_ptr<const lab::Result> last_word_;  ///< the Result that ended the newest request
  State state_ = State::starting;
  std::optional<lab::Machine> machine_;
  std::deque<Event> events_;
  std::size_t lost_events_ = 0;
  int worker_ = -1, restarts_ = 0;
};

}  // namespace warpscope::client
