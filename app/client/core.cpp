#include "client/core.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "catalogue/kernel_files.h"
#include "client/messages.h"

namespace lanescope::client {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t max_events = 2000;  ///< kept until they are taken, since a printf may write without end

/// The slowest line, in bytes per second; a request is not late before such a line could have carried it.
constexpr std::int64_t slowest_line = 100'000;

constexpr milliseconds clock_poll_interval{200};

}  // namespace

Client::Core::Core(Options options) : options_(std::move(options)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw MachineError({message<"client.no_pipe">(), "", ""});
  wake_read_ = Descriptor(ends[0]);
  wake_write_ = Descriptor(ends[1]);
  // A worker that dies while we write must give an error code instead of ending this process.
  signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGPIPE
  thread_ = std::thread([this] { run(); });
}

Client::Core::~Core() {
  change([&] { stopping = true; });
  thread_.join();
}

void Client::Core::wake_thread() const {
  const char byte = 1;
  [[maybe_unused]] const ssize_t ignored = write(wake_write_.get(), &byte, 1);  // a full pipe will wake it too
}

void Client::Core::release_slots(const experiments::Result& result, const experiments::Generations& kept) {
  const experiments::Generations generations = experiments::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    // The caller itself gives back what it knows from an earlier stage.
    const std::uint64_t generation = generations[kind];
    if (generation != 0 && generation != handed_out[kind] && generation != kept[kind]) {
      acknowledgements.push_back(generation);
    }
  }
}

void Client::Core::replace_newest(std::shared_ptr<const experiments::Result> result) {
  if (!newest_taken) release_slots(*newest, result ? experiments::generations_of(*result) : experiments::Generations{});
  newest_taken = result == nullptr;
  newest = std::move(result);
}

void Client::Core::mark_taken() {
  newest_taken = true;
  const experiments::Generations generations = experiments::generations_of(*newest);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    if (generations[kind] != 0) handed_out[kind] = generations[kind];
  }
}

bool Client::Core::is_answer_complete() const {
  return newest && newest->request == newest_request.number && newest->is_complete();
}

void Client::Core::run() {
  for (;;) {
    {
      const std::scoped_lock lock(mutex);
      if (stopping) break;
    }
    resume_if_requested();
    if (!link_ && !given_up_ && Clock::now() >= next_start_) start_worker();
    if (link_) send_requests();
    poll_pipes();
    if (link_) collect_output();
    if (link_) read_frames();
    if (link_) check_deadlines();
  }
  if (!link_) return;
  link_->send(experiments::encode_frame(experiments::FrameType::goodbye, 0));
  link_->write_some();
  link_->process().input().close();
  if (!link_->process().wait(milliseconds(200))) link_->process().kill();
}

/// Handles a request, or a wish to reconnect, after the client gave up or during its pause before a new start.
void Client::Core::resume_if_requested() {
  std::uint64_t newest_number = 0;
  bool asked = false;
  std::optional<Trouble> known;
  {
    const std::scoped_lock lock(mutex);
    newest_number = newest_request.number;
    asked = std::exchange(reconnect_requested, false);
    known = trouble;
  }
  if (link_) {
    if (asked && !hello_received_)
      backoff_.reset();  // if the attempt that is being made fails, the next one follows at once
    return;
  }
  const bool newer = given_up_ && newest_number > gave_up_at_request_;
  if (newer && options_.remote && !asked && known) {
    // The answer is known; otherwise every turn of a knob would try a connection that was given up.
    gave_up_at_request_ = newest_number;
    fail_request(newest_number, known->error);
  } else if (newer || asked) {
    given_up_ = false;
    restarts_.reset();
    backoff_.reset();
    next_start_ = Clock::now();
  }
}

void Client::Core::start_worker() {
  Expected<std::vector<std::string>> command = options_.command;
  if (options_.remote) command = command_of(*options_.remote);
  if (command && command->empty()) command = std::vector<std::string>{executable_path().string(), "worker"};
  watchdog_.forget();
  hello_received_ = false;
  last_sent_request_ = 0;
  undelivered_request_ = 0;
  received_bytes_ = 0;
  started_ = Clock::now();
  if (!command) return give_up_connection(command.error());
  auto link = Link::start(*command, options_.environment);
  if (!link && options_.remote) {
    Error error = link.error();
    if (options_.remote->shell.empty()) error.remedy = message<"connection.no_ssh_remedy">();
    return give_up_connection(error);
  }
  if (!link) {
    const Message event_text = message<"worker.cannot_be_started">(link.error().message());
    return give_up({event_text, "", message<"worker.cannot_be_started_remedy">(), FaultKind::worker_lost}, event_text);
  }
  link_ = std::move(*link);
  if (!options_.remote) clock_.emplace(link_->process().id());
  pending_bytes_ = 0;
  if (options_.remote) set_state(hello_ever_received_ ? State::reconnecting : State::starting);
  const std::scoped_lock lock(mutex);
  process = link_->process().id();
}

milliseconds Client::Core::start_limit() const {
  return options_.remote ? 2 * options_.start_limit : options_.start_limit;
}

int Client::Core::poll_timeout_ms() {
  const auto left = [](Clock::duration time, milliseconds max_time) {
    const auto rounded_up = std::chrono::duration_cast<milliseconds>(time) + milliseconds(1);
    return static_cast<int>(std::clamp(rounded_up, milliseconds(0), max_time).count());
  };
  constexpr milliseconds longest = std::chrono::hours(1);
  if (!link_) return given_up_ ? -1 : left(next_start_ - Clock::now(), longest);
  const Clock::time_point now = worker_time();
  std::optional<Clock::time_point> until = watchdog_.deadline();
  const auto when_stopped = watchdog_.deadline_when_stopped();
  if (when_stopped && *when_stopped > now) until = when_stopped;
  if (!hello_received_) until = started_ + start_limit();
  if (!until) return -1;
  // The worker's clock must be looked at while its threads live.
  return left(*until - now, clock_ ? clock_poll_interval : longest);
}

void Client::Core::poll_pipes() {
  std::array<pollfd, 4> waiting{};
  std::size_t count = 0;
  waiting.at(count++) = {wake_read_.get(), POLLIN, 0};
  if (link_) {
    waiting.at(count++) = {link_->process().output().get(), POLLIN, 0};
    if (link_->process().error()) waiting.at(count++) = {link_->process().error().get(), POLLIN, 0};
    if (link_->has_unsent()) waiting.at(count++) = {link_->process().input().get(), POLLOUT, 0};
  }
  poll(waiting.data(), count, poll_timeout_ms());
  std::array<char, 64> drained;  // NOLINT(cppcoreguidelines-pro-type-member-init): thrown away
  while (read(wake_read_.get(), drained.data(), drained.size()) > 0) {
  }
}

void Client::Core::send_requests() {
  Request wanted;
  std::vector<std::uint64_t> copied;
  {
    const std::scoped_lock lock(mutex);
    wanted = newest_request;
    copied.swap(acknowledgements);
  }
  link_->write_some();
  if (hello_received_) {
    // A request waits while an older one is on its way, here or on the line, because only the newest is worth its time.
    const bool room = undelivered_request_ == 0;
    for (const std::uint64_t generation : copied) {
      link_->send(experiments::encode_frame(experiments::FrameType::acknowledge, generation));
    }
    const bool fresh = wanted.number > last_sent_request_ && wanted.number > last_settled_request_;
    if (fresh && room && wanted.experiment) {
      send_request(wanted);
    } else if (fresh && !wanted.experiment && last_sent_request_ != 0) {
      link_->send(experiments::encode_frame(experiments::FrameType::cancel, wanted.number));
      watchdog_.cancelled();
      last_sent_request_ = wanted.number;
    }
  }
  link_->write_some();
}

/// What another machine gets of an experiment: no handle to GPU memory, which has no meaning there, and no file that is
/// not the kernel's own.
experiments::Experiment Client::Core::for_remote(experiments::Experiment experiment) {
  experiment.interop = false;
  std::set<std::string> kept = experiment.kernel.outside;
  experiment.kernel = catalogue::without_outside_files(experiment.kernel);
  if (experiment.reference_kernel) {
    kept.insert(experiment.reference_kernel->outside.begin(), experiment.reference_kernel->outside.end());
    experiment.reference_kernel = catalogue::without_outside_files(*experiment.reference_kernel);
  }
  if (kept != unsent_files_) {
    for (const std::string& name : kept) {
      add_event(Event::Kind::warning,
                fmt::format("{}: {} lies outside of the kernel's folders and is not sent to {} (name its folder in "
                            "[compile] include, or with --include)",
                            experiment.kernel.path, name, options_.remote->host));
    }
    unsent_files_ = std::move(kept);
  }
  return experiment;
}

void Client::Core::send_request(const Request& wanted) {
  const auto body = experiments::encode(options_.remote ? for_remote(*wanted.experiment) : *wanted.experiment);
  link_->frames().set_max_body_bytes(wanted.experiment->dump.empty() ? experiments::max_plain_result_bytes
                                                                     : experiments::max_frame_bytes);
  link_->send(experiments::encode_frame(experiments::FrameType::request, wanted.number, body));
  const milliseconds on_its_way(options_.remote ? static_cast<std::int64_t>(body.size()) * 1000 / slowest_line : 0);
  watchdog_.sent(wanted.number, {wanted.experiment->timeout, options_.preparation_limit}, wanted.experiment->budget,
                 worker_time() + on_its_way);
  last_sent_request_ = undelivered_request_ = wanted.number;
  set_state(State::working);
}

void Client::Core::publish(experiments::Result result) {
  {
    const std::scoped_lock lock(mutex);
    // It is superseded, so nobody will see it.
    if (result.request != newest_request.number || !newest_request.experiment) return release_slots(result);
    replace_newest(std::make_shared<const experiments::Result>(std::move(result)));
  }
  changed.notify_all();
  if (options_.wake) options_.wake();
}

void Client::Core::add_event(Event::Kind kind, std::string text) {
  {
    const std::scoped_lock lock(mutex);
    if (events.size() == max_events) events.pop_front();
    events.push_back({kind, std::chrono::system_clock::now(), std::move(text)});
  }
  if (options_.wake) options_.wake();
}

std::uint64_t Client::Core::newest_request_number() const {
  const std::scoped_lock lock(mutex);
  return newest_request.number;
}

void Client::Core::set_state(State next) {
  {
    const std::scoped_lock lock(mutex);
    if (state == next) return;
    state = next;
  }
  if (options_.wake) options_.wake();
}

}  // namespace lanescope::client
