#include "client/core.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "client/watchdog.h"

namespace warpscope::client {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t max_events = 2000;  ///< kept until they are taken: a kernel's printf may run wild

/// A request is not late before so slow a line could have carried it. Bytes per second.
constexpr std::int64_t slowest_line = 100'000;

}  // namespace

Client::Core::Core(Options options) : options_(std::move(options)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw MachineError({"no pipe is to be had", "", ""});
  bell_read_ = Descriptor(ends[0]);
  bell_write_ = Descriptor(ends[1]);
  // A worker that dies while we write must be an error code, not the end of this process.
  signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGPIPE
  thread_ = std::thread([this] { run(); });
}

Client::Core::~Core() {
  change([&] { stopping = true; });
  thread_.join();
}

void Client::Core::ring() const {
  const char byte = 1;
  [[maybe_unused]] const ssize_t ignored = write(bell_write_.get(), &byte, 1);  // full: it will wake anyway
}

void Client::Core::give_back(const lab::Result& result, const lab::Generations& kept) {
  const lab::Generations generations = lab::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    // What the caller knows from an earlier stage is his to give back.
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
  return newest && newest->request == newest_request.number && newest->follows.empty() &&
         (newest->failed() || newest->stage == lab::Stage::refined);
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

/// Whether somebody wants what was given up, or waits too long for.
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
      backoff_.forget();  // an attempt is being made: if it fails, the next one follows at once
    return;
  }
  const bool newer = given_up_ && newest_number > gave_up_at_;
  if (newer && options_.remote && !asked && known) {
    // Every turn of a knob would knock at a door that stays closed: the answer is known.
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
  if (options_.remote) set_state(hello_ever_received_ ? State::reconnecting : State::starting);
  const std::scoped_lock lock(mutex);
  process = link_->process().id();
}

milliseconds Client::Core::start_limit() const {
  return options_.remote ? 2 * options_.start_limit : options_.start_limit;
}

int Client::Core::milliseconds_to_wait() const {
  std::optional<Clock::time_point> until = watchdog_.deadline();
  if (link_ && !hello_received_) until = started_ + start_limit();
  if (!link_ && !given_up_) until = start_again_;
  if (!until) return -1;
  const auto left = std::chrono::duration_cast<milliseconds>(*until - Clock::now()).count() + 1;
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
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
    // A request waits while an older one is still on its way, here or on the line: only the newest is worth its time.
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

void Client::Core::send_request(const Request& wanted) {
  // A handle to GPU memory means nothing on another machine.
  std::optional<lab::Experiment> as_bytes;
  if (options_.remote && wanted.experiment->interop) as_bytes.emplace(*wanted.experiment).interop = false;
  const auto body = lab::encode(as_bytes ? *as_bytes : *wanted.experiment);
  link_->send(lab::encode_frame(lab::FrameType::request, wanted.number, body));
  const milliseconds on_its_way(options_.remote ? static_cast<std::int64_t>(body.size()) * 1000 / slowest_line : 0);
  watchdog_.sent(wanted.number, wanted.experiment->timeout, Clock::now() + on_its_way);
  sent_ = undelivered_ = wanted.number;
  set_state(State::working);
}

void Client::Core::publish(lab::Result result) {
  {
    const std::scoped_lock lock(mutex);
    // Overtaken: nobody will see it.
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

namespace {

constexpr std::size_t max_lines = 5;  ///< of standard error, for the message when a worker dies

/// More of one frame than this is waiting for its rest: it is on its way, and long. Bytes.
constexpr std::size_t long_frame = std::size_t{64} * 1024;

}  // namespace

void Client::Core::read_frames() {
  const auto more = link_->read_some();
  while (link_) {
    const auto frame = link_->frames().next();
    if (!frame) break;
    receive(*frame);
  }
  if (!link_) return;
  if (link_->frames().pending() > long_frame) watchdog_.receiving(Clock::now());
  if (!more) {
    // Before the hello it is another program or another version, and would be so again.
    lose_worker(
        {"it sent what is not the protocol: " + more.error().what, "", more.error().remedy, FaultKind::worker_lost},
        !hello_received_);
  } else if (!*more) {
    lose_worker(
        {"", "", "run it again, or change the kernel; the log holds the worker's last words", FaultKind::worker_lost});
  }
}

void Client::Core::receive(const lab::WireFrame& frame) {
  const auto malformed = [&](const Error& error) {
    lose_worker({"it sent a broken message: " + error.text(), "", error.remedy, FaultKind::worker_lost});
  };
  switch (frame.type) {
    case lab::FrameType::hello: {
      auto hello = lab::decode_machine(frame.body);
      return hello ? receive_hello(std::move(*hello)) : malformed(hello.error());
    }
    case lab::FrameType::received:
      if (frame.request == undelivered_) undelivered_ = 0;
      return;
    case lab::FrameType::progress: {
      auto progress = lab::decode_progress(frame.body);
      if (!progress) return malformed(progress.error());
      watchdog_.progressed(frame.request, progress->step, Clock::now());
      if (!watchdog_.deadline()) set_state(State::ready);
      return;
    }
    case lab::FrameType::result: {
      auto result = lab::decode_result(frame.body);
      if (!result) return malformed(result.error());
      confirm(frame);
      result->request = frame.request;
      incoming_.fill(*result);  // what has come with an earlier stage is not sent again
      return show(std::move(*result));
    }
    case lab::FrameType::attachment: {
      const auto part = lab::decode_attachment_part(frame.body);
      if (!part) return malformed(part.error());
      confirm(frame);
      if (auto received = receive_part(frame.request, *part); !received) malformed(received.error());
      return;
    }
    case lab::FrameType::request:
    case lab::FrameType::cancel:
    case lab::FrameType::acknowledge:
    case lab::FrameType::goodbye:
      lose_worker({"it sent a message that only this side sends", "", lab::same_version, FaultKind::worker_lost});
  }
}

void Client::Core::receive_hello(lab::Machine found) {
  const Clock::time_point now = Clock::now();
  hello_received_ = true;
  hello_ever_received_ = true;
  backoff_.connected(now);
  away_since_.reset();
  if (options_.remote) last_lines_.clear();  // banners: they say nothing of an end
  if (lost_at_) {
    const std::string after = duration_text(now - *lost_at_);
    note(Event::Kind::information,
         options_.remote ? fmt::format("connected to {} again, {} after it was lost", options_.remote->host, after)
                         : fmt::format("a new worker was ready {} after the last one was lost", after));
    lost_at_.reset();
  } else if (options_.remote) {
    note(Event::Kind::information, fmt::format("connected to {}", options_.remote->host));
  }
  {
    const std::scoped_lock lock(mutex);
    machine = std::move(found);
    trouble.reset();
  }
  set_state(State::ready);
}

void Client::Core::confirm(const lab::WireFrame& frame) {
  received_ += lab::frame_header_bytes + frame.body.size();
  link_->send(lab::encode_frame(lab::FrameType::received, received_));
}

Status Client::Core::receive_part(std::uint64_t request, const lab::AttachmentPart& part) {
  TRY(const auto whole, incoming_.add(request, part));
  watchdog_.published(request, false, Clock::now());
  if (!whole) return {};
  std::shared_ptr<const lab::Result> shown;
  {
    const std::scoped_lock lock(mutex);
    shown = newest;
  }
  if (!shown) return {};
  lab::Result stage = *shown;
  incoming_.fill(stage);
  if (stage.follows.size() < shown->follows.size()) show(std::move(stage));
  return {};
}

void Client::Core::show(lab::Result stage) {
  const std::uint64_t number = stage.request;
  const bool last = stage.failed() || stage.stage == lab::Stage::refined;
  const bool ended = last && stage.follows.empty();
  watchdog_.published(number, ended, Clock::now());
  if (ended) settled_ = std::max(settled_, number);
  if (ended && lost_with_ == number) lost_with_ = 0;
  publish(std::move(stage));
  if (!watchdog_.deadline()) set_state(State::ready);
}

void Client::Core::collect_output() {
  for (std::string& line : link_->read_lines()) {
    if (last_lines_.size() == max_lines) last_lines_.pop_front();
    last_lines_.push_back(line);
    note(Event::Kind::output, std::move(line));
  }
}

}  // namespace warpscope::client
