// What the caller's thread and the client's own thread share, and the loop of the latter.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "base/process.h"
#include "client/client.h"
#include "client/link.h"
#include "client/watch.h"

namespace warpscope::client {

struct Client::Core {
  explicit Core(Options options);
  ~Core();

  // Shared; held by `mutex`.
  struct Wish {
    std::uint64_t number = 0;                           ///< 0: nothing was asked for yet
    std::shared_ptr<const lab::Experiment> experiment;  ///< null: cancelled
  };
  mutable std::mutex mutex;
  std::condition_variable changed;
  Wish wish;
  std::uint64_t last_number = 0;
  std::vector<std::uint64_t> acknowledgements;
  bool stopping = false;
  std::shared_ptr<const lab::Result> newest;  ///< of the wish
  bool newest_taken = true;
  std::optional<lab::Machine> machine;
  std::deque<Event> events;
  State state = State::starting;
  int process = -1;
  int restarts = 0;

  void ring() const;  ///< wakes the client's thread

 private:
  // The client's own thread, and only it.
  void run();
  void start_worker();
  void wait_for_news();
  void send_wishes();
  void read_frames();
  void receive(const lab::Frame& frame);
  void collect_output();
  void check_deadlines();
  /// The worker is gone or must go: kills it, blames the request it was busy with, makes ready for a new one.
  void lose_worker(const std::string& kind, const std::string& reason, const std::string& remedy);
  void fail_wish(std::uint64_t number, const std::string& kind, const std::string& message, const std::string& remedy);
  void publish(lab::Result result);
  void note(Event::Kind kind, std::string text);
  void set_state(State next);
  [[nodiscard]] int milliseconds_to_wait() const;

  const Options options_;
  Descriptor bell_read_, bell_write_;
  std::optional<Link> link_;
  Watch watch_;
  bool greeted_ = false;    ///< the worker's hello has come
  std::uint64_t sent_ = 0;  ///< number of the last wish that this worker was sent
  bool cancel_sent_ = false;
  std::uint64_t culprit_ = 0;  ///< not sent again to another worker
  Clock::time_point started_;
  std::deque<Clock::time_point> deaths_;
  std::uint64_t gave_up_at_ = 0;  ///< the wish after which too many workers died; a newer one tries again
  bool given_up_ = false;
  std::deque<std::string> last_lines_;
  std::thread thread_;
};

}  // namespace warpscope::client
