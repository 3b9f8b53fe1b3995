// The data that the caller's thread and the client's own thread share, and the loop of the client's thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "base/process.h"
#include "base/time/process_clock.h"
#include "client/client.h"
#include "client/incoming.h"
#include "client/link.h"
#include "client/remote.h"
#include "client/restarts.h"
#include "client/watchdog.h"

namespace lanescope::client {

struct Client::Core {
  explicit Core(Options options);
  ~Core();

  // Both threads use these, under `mutex`.
  struct Request {
    std::uint64_t number = 0;                                   ///< 0 means nothing was asked for yet
    std::shared_ptr<const experiments::Experiment> experiment;  ///< null means cancelled
  };
  mutable std::mutex mutex;
  std::condition_variable changed;
  Request newest_request;
  std::uint64_t last_request_number = 0;
  std::vector<std::uint64_t> acknowledgements;
  bool stopping = false;
  bool reconnect_requested = false;
  std::shared_ptr<const experiments::Result> newest;  ///< the newest Result of the newest request
  bool newest_taken = true;
  experiments::Generations handed_out{};  ///< the last slots in the worker's GPU memory that the caller has seen
  std::optional<Trouble> trouble;
  std::optional<experiments::Machine> machine;
  std::deque<Event> events;
  State state = State::starting;
  int process = -1;
  int restarts = 0;

  void wake_thread() const;  ///< It wakes the client's thread, which waits in poll_pipes().
  /// Changes the shared data and wakes the client's thread.
  void change(const auto& make) {
    {
      const std::scoped_lock lock(mutex);
      make();
    }
    wake_thread();
  }
  /// With `mutex` held: replaces the newest Result by another (or by none) and gives back the slots that nobody will
  /// look at.
  void replace_newest(std::shared_ptr<const experiments::Result> result);
  /// With `mutex` held: gives back the slots that the caller has not seen, except those that are `kept`.
  void release_slots(const experiments::Result& result, const experiments::Generations& kept = {});
  /// With `mutex` held: notes that the caller has seen the newest Result.
  void mark_taken();
  /// With `mutex` held: tells whether the last Result of the newest request, and all that follows it, has come.
  [[nodiscard]] bool is_answer_complete() const;

 private:
  /// The facts about a link that ended.
  struct LostWorker {
    bool killed = false;  ///< The client killed it.
    bool hello_received = false;
    bool compiling = false;  ///< the step that it was in
    ExitState exit_state;
    std::uint64_t busy_request = 0;     ///< the request that it had begun; 0 means none
    std::uint64_t pending_request = 0;  ///< the request that it was busy with or had been sent; 0 means none
    Clock::time_point now;
    Clock::duration lifetime{};
    std::deque<std::string> last_lines;
  };

  // Only the client's own thread uses the members below.
  void run();
  void resume_if_requested();
  void start_worker();
  void poll_pipes();
  void send_requests();
  void send_request(const Request& wanted);
  [[nodiscard]] experiments::Experiment for_remote(experiments::Experiment experiment);
  [[nodiscard]] int poll_timeout_ms();
  /// Returns the time that limits count: that of the worker, as far as this machine knows it.
  [[nodiscard]] Clock::time_point worker_time() { return clock_ ? clock_->now() : Clock::now(); }
  [[nodiscard]] std::chrono::milliseconds start_limit() const;

  // These receive what the worker sends.
  void read_frames();
  void receive(const experiments::WireFrame& frame);
  void receive_hello(experiments::Machine found);
  /// Receives a part of what follows a Result. The last part completes the newest Result, when that waits for it. It
  /// fails as Incoming::add() does.
  [[nodiscard]] Status receive_part(std::uint64_t request, const experiments::AttachmentPart& part);
  void receive_result(experiments::Result result);
  /// Tells the worker, at the other end of the line, what has arrived.
  void send_received(const experiments::WireFrame& frame);
  void collect_output();

  // These handle failures (core_loss.cpp).
  void check_deadlines();
  /// Handles a worker that ended or must end: kills it, blames the request that it was busy with, prepares a new one.
  /// An error without words means that it ended by itself; permanent means another start would end the same way.
  void handle_lost_worker(const Error& reason, bool permanent = false);
  [[nodiscard]] LostWorker close_link(bool kill);
  void handle_lost_local_worker(const LostWorker& lost, const Error& reason, bool permanent);
  /// Handles a connection that never came about, or that ended without the worker's fault.
  void handle_lost_connection(const LostWorker& lost, DisconnectReason disconnect);
  /// Starts no other worker before the next request. `event_text` goes into the events.
  void give_up(const Error& error, const std::string& event_text);
  void give_up_connection(Error error);
  void fail_request(std::uint64_t number, const Error& error);

  // These are for the caller.
  void publish(experiments::Result result);
  void add_event(Event::Kind kind, std::string text);
  void set_state(State next);
  [[nodiscard]] std::uint64_t newest_request_number() const;

  const Options options_;
  Descriptor wake_read_, wake_write_;
  std::optional<Link> link_;
  std::optional<ProcessClock> clock_;  ///< of a worker on this machine
  Watchdog watchdog_;
  bool hello_received_ = false;            ///< The worker's hello has come.
  std::uint64_t last_sent_request_ = 0;    ///< the last request that this worker was sent
  std::set<std::string> unsent_files_;     ///< names of files that the last event named as not sent
  std::uint64_t undelivered_request_ = 0;  ///< a request on its way to the worker; 0 means none
  /// It was answered or blamed for a worker's end, so no other worker gets it.
  std::uint64_t last_settled_request_ = 0;
  std::uint64_t received_bytes_ = 0;  ///< bytes of Results and attachments from this worker
  std::size_t pending_bytes_ = 0;     ///< of the message that is arriving
  Incoming incoming_;                 ///< from this worker
  Clock::time_point started_;
  Restarts restarts_;
  Clock::time_point next_start_;              ///< No start comes before this time.
  std::optional<Clock::time_point> lost_at_;  ///< the time when the last worker was lost, until the next one says hello
  std::uint64_t gave_up_at_request_ = 0;  ///< the request after which too many workers died; a newer one tries again
  bool given_up_ = false;
  bool hello_ever_received_ = false;  ///< The other machine was reached once.
  Backoff backoff_;                   ///< for attempts to reach it again
  std::optional<std::chrono::system_clock::time_point> disconnected_since_;
  std::uint64_t request_during_losses_ = 0;  ///< the request that the last lost connections were busy with
  int losses_in_a_row_ = 0;                  ///< the number of such losses in a row
  std::deque<std::string> last_lines_;
  std::thread thread_;
};

}  // namespace lanescope::client
