// The handling of failures: workers that hang or die, and connections that break.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "client/core.h"
#include "client/messages.h"
#include "client/watchdog.h"

namespace lanescope::client {
namespace {

using std::chrono::milliseconds;

/// The exit status of a worker that had to end after a fault on the GPU, which it has reported (worker/serve/serve.h).
constexpr int ended_after_fault = 70;

/// The exit status of a worker that took more memory than it may. Its last words name the limit.
constexpr int ended_for_memory = 72;

/// A line may break at any time, but a request that breaks it again and again is not sent for ever.
constexpr int max_losses_in_a_row = 3;

/// By a signal that a program's own code causes, and nobody sends it.
bool crashed(const ExitState& ended) {
  const int signal = ended.signal.value_or(0);
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGABRT;
}

}  // namespace

void Client::Core::check_deadlines() {
  const Clock::time_point now = worker_time();
  if (!hello_received_) {
    if (now < started_ + start_limit()) return;
    handle_lost_worker({message<"worker.no_start">(duration_text(start_limit())), "",
                        message<"worker.cannot_be_started_remedy">(), FaultKind::worker_lost},
                       true);
    return;
  }
  const auto deadline = watchdog_.deadline(), when_stopped = watchdog_.deadline_when_stopped();
  const bool stopped = when_stopped && now >= *when_stopped && !options_.remote && link_->process().is_stopped();
  if (stopped || (deadline && now >= *deadline)) {
    const auto step = watchdog_.step();
    const auto limit = stopped ? watchdog_.step_limit() : watchdog_.limit();
    handle_lost_worker({step ? message<"worker.no_answer_while">(duration_text(limit), name_of(*step))
                             : message<"worker.no_answer">(duration_text(limit)),
                        "", message<"worker.no_answer_remedy">(), FaultKind::timeout});
  }
}

void Client::Core::handle_lost_worker(const Error& reason, bool permanent) {
  const LostWorker lost = close_link(!reason.what.empty());
  if (options_.remote && !lost.killed) {
    const DisconnectReason disconnect =
        disconnect_reason(*options_.remote, lost.exit_state, lost.last_lines, lost.hello_received);
    if (!lost.hello_received || disconnect.connection_failed) return handle_lost_connection(lost, disconnect);
  }
  if (options_.remote && !lost.hello_received) {
    const std::string& host = options_.remote->host;
    const Message there = message<"connection.no_worker_remedy">(reason.remedy, host);
    return handle_lost_connection(lost, {{message<"connection.no_worker">(host, reason.what), host, there}, permanent});
  }
  handle_lost_local_worker(lost, reason, permanent);
}

/// Kills the worker when asked to, and collects its last output.
Client::Core::LostWorker Client::Core::close_link(bool kill) {
  LostWorker lost;
  lost.killed = kill;
  lost.hello_received = hello_received_;
  lost.now = Clock::now();
  lost.lifetime = lost.now - started_;
  if (kill) link_->process().kill();
  std::optional<ExitState> ended = link_->process().wait(milliseconds(500));
  if (!ended) {
    link_->process().kill();
    ended = link_->process().wait(milliseconds(5'000));
  }
  if (ended) lost.exit_state = *ended;
  collect_output();
  lost.last_lines = std::exchange(last_lines_, {});
  lost.busy_request = watchdog_.busy_with().value_or(0);
  lost.compiling = watchdog_.step() == experiments::Progress::Activity::compiling;
  // A worker may say that it is busy with what nobody sent; the request that it was sent waits all the same.
  lost.pending_request = lost.busy_request != 0 ? std::min(lost.busy_request, last_sent_request_)
                         : watchdog_.deadline() ? last_sent_request_
                                                : 0;
  link_.reset();
  clock_.reset();
  watchdog_.forget();
  incoming_ = {};
  lost_at_ = lost.now;
  next_start_ = Clock::now();
  const std::scoped_lock lock(mutex);
  process = -1;
  ++restarts;
  acknowledgements.clear();  // their pictures are gone with the worker
  return lost;
}

void Client::Core::handle_lost_local_worker(const LostWorker& lost, const Error& reason, bool permanent) {
  // The request that it was busy with is to blame, or, when it said nothing yet, the one it was sent. A newer
  // request goes to the next worker. A request that met a worker which was ending after a reported fault is not to
  // blame.
  const bool in_order = !lost.killed && lost.busy_request == 0 && lost.exit_state.status == ended_after_fault;
  const std::uint64_t blamed = in_order ? 0 : lost.pending_request;
  last_settled_request_ = std::max(last_settled_request_, blamed);
  const Message what = lost.killed ? message<"worker.stopped_after">(duration_text(lost.lifetime), reason.what)
                                   : message<"worker.ended">(lost.exit_state.text());
  Error error{lost.killed ? message<"worker.stopped">(reason.what) : what, "", reason.remedy, reason.kind};
  if (!lost.killed && lost.exit_state.status == ended_for_memory) {
    error.what = message<"worker.needs_too_much_memory">();
    error.remedy = message<"worker.needs_too_much_memory_remedy">();
  }
  if (lost.compiling && crashed(lost.exit_state)) {
    error.what = message<"worker.compiler_crashed">(lost.exit_state.text());
    error.remedy = message<"worker.compiler_crashed_remedy">();
  }
  if (!lost.last_lines.empty()) {
    error.what = message<"worker.last_words">(error.what, fmt::format("{}", fmt::join(lost.last_lines, " | ")));
  }
  if (permanent) return give_up(error, error.what);
  // After a kernel that hangs, or a fault that was reported, the worker is not in doubt.
  if (!in_order && reason.kind != FaultKind::timeout) {
    const auto pause = restarts_.record_death(lost.now);
    if (!pause) {
      error.what = message<"worker.ends_too_often">(error.what, Restarts::max_deaths, duration_text(Restarts::window));
      return give_up(error, error.what);
    }
    next_start_ += *pause;
  }
  add_event(blamed != 0 ? Event::Kind::warning : Event::Kind::information,
            fmt::format("{}; starting another one", what));
  set_state(State::restarting);
  if (blamed != 0 && blamed == newest_request_number()) fail_request(blamed, error);
}

void Client::Core::handle_lost_connection(const LostWorker& lost, DisconnectReason disconnect) {
  disconnect.error.kind = FaultKind::worker_lost;
  if (disconnect.permanent || !hello_ever_received_) return give_up_connection(disconnect.error);
  if (!disconnected_since_) disconnected_since_ = std::chrono::system_clock::now();
  if (std::chrono::system_clock::now() - *disconnected_since_ >= options_.reconnect_limit)
    return give_up_connection(disconnect.error);
  const milliseconds pause = backoff_.record_loss(lost.now);
  next_start_ = lost.now + pause;
  {
    const std::scoped_lock lock(mutex);
    trouble = Trouble{disconnect.error, *disconnected_since_, next_start_};
  }
  add_event(Event::Kind::warning,
            fmt::format("{}; trying again {}", disconnect.error.what,
                        pause.count() == 0 ? std::string("at once") : "in " + duration_text(pause)));
  set_state(State::reconnecting);
  if (lost.pending_request == 0) return;
  losses_in_a_row_ = request_during_losses_ == lost.pending_request ? losses_in_a_row_ + 1 : 1;
  request_during_losses_ = lost.pending_request;
  if (losses_in_a_row_ < max_losses_in_a_row) return;
  last_settled_request_ = std::max(last_settled_request_, lost.pending_request);
  fail_request(lost.pending_request, {message<"connection.lost_again">(losses_in_a_row_, disconnect.error.what), "",
                                      message<"connection.lost_again_remedy">(), FaultKind::worker_lost});
}

void Client::Core::give_up(const Error& error, const std::string& event_text) {
  given_up_ = true;
  gave_up_at_request_ = newest_request_number();
  add_event(Event::Kind::error, event_text);
  set_state(State::failed);
  fail_request(gave_up_at_request_, error);
}

void Client::Core::give_up_connection(Error error) {
  error.kind = FaultKind::worker_lost;
  {
    const std::scoped_lock lock(mutex);
    trouble = Trouble{error, std::chrono::system_clock::now(), std::nullopt};
  }
  give_up(error, Error{error.what, "", error.remedy}.text());
}

void Client::Core::fail_request(std::uint64_t number, const Error& error) {
  experiments::Result result;
  {
    const std::scoped_lock lock(mutex);
    if (newest_request.number != number || !newest_request.experiment) return;
    const experiments::Experiment& experiment = *newest_request.experiment;
    if (newest && newest->request == number) {
      result = *newest;
      result.pending_attachments.clear();  // the attachments will not come
      if (newest->failed()) {
        // The worker itself said what was wrong before it ended.
        newest = std::make_shared<const experiments::Result>(std::move(result));
        return changed.notify_all();
      }
    } else {
      result.kernel = experiment.kernel.id;
      result.backend = experiment.backend;
      result.seed = experiment.seed;
      result.source = experiment.kernel.text;
      result.parameters = experiment.values;
      if (machine) result.machine = *machine;
    }
    experiments::Fault& fault = result.faults.emplace_back();
    fault.kind = error.kind;
    fault.message = error.what;
    fault.remedy = error.remedy;
    fault.file = experiment.kernel.path;
  }
  result.request = number;
  result.stage = experiments::ResultStage::failed;
  publish(std::move(result));
}

}  // namespace lanescope::client
