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

namespace lanescope::client {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t max_events = 2000;  ///< kept until they are taken, since a printf may write without end

/// The slowest line, in bytes per second; a request is not late before such a line could have carried it.
constexpr std::int64_t slowest_line = 100'000;

constexpr milliseconds between_looks_at_clock{200};

}  // namespace

Client::Core::Core(Options options) : options_(std::move(options)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw MachineError({"no pipe is to be had", "", ""});
  bell_read_ = Descriptor(ends[0]);
  bell_write_ = Descriptor(ends[1]);
  // A worker that dies while we write must give an error code instead of ending this process.
  signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGPIPE
  thread_ = std::thread([this] { run(); });
}

Client::Core::~Core() {
  change([&] { stopping = true; });
  thread_.join();
}

void Client::Core::ring() const {
  const char byte = 1;
  [[maybe_unused]] const ssize_t ignored = write(bell_write_.get(), &byte, 1);  // a full pipe will wake it too
}

void Client::Core::give_back(const lab::Result& result, const lab::Generations& kept) {
  const lab::Generations generations = lab::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    // The caller itself gives back what it knows from an earlier stage.
    const std::uint64_t generation = generations[kind];
    if (generation != 0 && generation != handed_out[kind] && generation != kept[kind]) {
      acknowledgements.push_back(generation);
    }
  }
}

void Client::Core::replace_newest(std::shared_ptr<const lab::Result> result) {
  if (!newest_taken) give_back(*newest, result ? lab::generations_of(*result) : lab::Generations{});
  newest_taken = result == nullptr;
  newest = std::move(result);
}

void Client::Core::mark_seen() {
  newest_taken = true;
  const lab::Generations generations = lab::generations_of(*newest);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    if (generations[kind] != 0) handed_out[kind] = generations[kind];
  }
}

bool Client::Core::answered_to_the_end() const {
  return newest && newest->request == newest_request.number && newest->is_complete();
}

void Client::Core::run() {
  for (;;) {
    {
      const std::scoped_lock lock(mutex);
      if (stopping) break;
    }
    take_up_requests();
    if (!link_ && !given_up_ && Clock::now() >= start_again_) start_worker();
    if (link_) send_requests();
    wait_for_news();
    if (link_) collect_output();
    if (link_) read_frames();
    if (link_) check_deadlines();
  }
  if (!link_) return;
  link_->send(lab::encode_frame(lab::FrameType::goodbye, 0));
  link_->write_some();
  link_->process().input().close();
  if (!link_->process().wait(milliseconds(200))) link_->process().kill();
}

/// Handles a request, or a wish to reconnect, after the client gave up or during its pause before a new start.
void Client::Core::take_up_requests() {
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
      backoff_.forget();  // if the attempt that is being made fails, the next one follows at once
    return;
  }
  const bool newer = given_up_ && newest_number > gave_up_at_;
  if (newer && options_.remote && !asked && known) {
    // The answer is known; otherwise every turn of a knob would try a connection that was given up.
    gave_up_at_ = newest_number;
    fail_request(newest_number, known->error);
  } else if (newer || asked) {
    given_up_ = false;
    restarts_.forget();
    backoff_.forget();
    start_again_ = Clock::now();
  }
}

void Client::Core::start_worker() {
  Expected<std::vector<std::string>> command = options_.command;
  if (options_.remote) command = command_of(*options_.remote);
  if (command && command->empty()) command = std::vector<std::string>{executable_path().string(), "worker"};
  watchdog_.forget();
  hello_received_ = false;
  sent_ = 0;
  undelivered_ = 0;
  received_ = 0;
  started_ = Clock::now();
  if (!command) return give_up_line(command.error());
  auto link = Link::start(*command, options_.environment);
  if (!link && options_.remote) {
    Error error = link.error();
    if (options_.remote->shell.empty()) error.remedy = "install an ssh client (apt install openssh-client)";
    return give_up_line(error);
  }
  if (!link) {
    const std::string said = "the worker cannot be started: " + link.error().text();
    return give_up({said, "", "check the command that starts it", FaultKind::worker_lost}, said);
  }
  link_ = std::move(*link);
  if (!options_.remote) clock_.emplace(link_->process().id());
  pending_ = 0;
  if (options_.remote) set_state(hello_ever_received_ ? State::reconnecting : State::starting);
  const std::scoped_lock lock(mutex);
  process = link_->process().id();
}

milliseconds Client::Core::start_limit() const {
  return options_.remote ? 2 * options_.start_limit : options_.start_limit;
}

int Client::Core::milliseconds_to_wait() {
  const auto left = [](Clock::duration time, milliseconds max_time) {
    const auto rounded_up = std::chrono::duration_cast<milliseconds>(time) + milliseconds(1);
    return static_cast<int>(std::clamp(rounded_up, milliseconds(0), max_time).count());
  };
  constexpr milliseconds longest = std::chrono::hours(1);
  if (!link_) return given_up_ ? -1 : left(start_again_ - Clock::now(), longest);
  const Clock::time_point now = time_of_worker();
  std::optional<Clock::time_point> until = watchdog_.deadline();
  const auto when_stopped = watchdog_.deadline_when_stopped();
  if (when_stopped && *when_stopped > now) until = when_stopped;
  if (!hello_received_) until = started_ + start_limit();
  if (!until) return -1;
  // The worker's clock must be looked at while its threads live.
  return left(*until - now, clock_ ? between_looks_at_clock : longest);
}

void Client::Core::wait_for_news() {
  std::array<pollfd, 4> waiting{};
  std::size_t count = 0;
  waiting.at(count++) = {bell_read_.get(), POLLIN, 0};
  if (link_) {
    waiting.at(count++) = {link_->process().output().get(), POLLIN, 0};
    if (link_->process().error()) waiting.at(count++) = {link_->process().error().get(), POLLIN, 0};
    if (link_->has_unsent()) waiting.at(count++) = {link_->process().input().get(), POLLOUT, 0};
  }
  poll(waiting.data(), count, milliseconds_to_wait());
  std::array<char, 64> rung;  // NOLINT(cppcoreguidelines-pro-type-member-init): thrown away
  while (read(bell_read_.get(), rung.data(), rung.size()) > 0) {
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
    const bool room = undelivered_ == 0;
    for (const std::uint64_t generation : copied) {
      link_->send(lab::encode_frame(lab::FrameType::acknowledge, generation));
    }
    const bool fresh = wanted.number > sent_ && wanted.number > settled_;
    if (fresh && room && wanted.experiment) {
      send_request(wanted);
    } else if (fresh && !wanted.experiment && sent_ != 0) {
      link_->send(lab::encode_frame(lab::FrameType::cancel, wanted.number));
      watchdog_.cancelled();
      sent_ = wanted.number;
    }
  }
  link_->write_some();
}

/// What another machine gets of an experiment: no handle to GPU memory, which has no meaning there, and no file that is
/// not the kernel's own.
lab::Experiment Client::Core::as_for_elsewhere(lab::Experiment experiment) {
  experiment.interop = false;
  std::set<std::string> kept = experiment.kernel.outside;
  experiment.kernel = catalogue::without_outside_files(experiment.kernel);
  if (experiment.same_as) {
    kept.insert(experiment.same_as->outside.begin(), experiment.same_as->outside.end());
    experiment.same_as = catalogue::without_outside_files(*experiment.same_as);
  }
  if (kept != kept_here_) {
    for (const std::string& name : kept) {
      note(Event::Kind::warning,
           fmt::format("{}: {} lies outside of the kernel's folders and is not sent to {} (name its folder in "
                       "[compile] include, or with --include)",
                       experiment.kernel.path, name, options_.remote->host));
    }
    kept_here_ = std::move(kept);
  }
  return experiment;
}

void Client::Core::send_request(const Request& wanted) {
  const auto body = lab::encode(options_.remote ? as_for_elsewhere(*wanted.experiment) : *wanted.experiment);
  link_->frames().set_largest(wanted.experiment->dump.empty() ? lab::largest_plain_result : lab::largest_frame);
  link_->send(lab::encode_frame(lab::FrameType::request, wanted.number, body));
  const milliseconds on_its_way(options_.remote ? static_cast<std::int64_t>(body.size()) * 1000 / slowest_line : 0);
  watchdog_.sent(wanted.number, {wanted.experiment->timeout, options_.preparation_limit}, wanted.experiment->budget,
                 time_of_worker() + on_its_way);
  sent_ = undelivered_ = wanted.number;
  set_state(State::working);
}

void Client::Core::publish(lab::Result result) {
  {
    const std::scoped_lock lock(mutex);
    // It is overtaken, so nobody will see it.
    if (result.request != newest_request.number || !newest_request.experiment) return give_back(result);
    replace_newest(std::make_shared<const lab::Result>(std::move(result)));
  }
  changed.notify_all();
  if (options_.wake) options_.wake();
}

void Client::Core::note(Event::Kind kind, std::string text) {
  {
    const std::scoped_lock lock(mutex);
    if (events.size() == max_events) events.pop_front();
    events.push_back({kind, std::chrono::system_clock::now(), std::move(text)});
  }
  if (options_.wake) options_.wake();
}

std::uint64_t Client::Core::wanted() const {
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
