#include "client/core.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/file.h"
#include "base/text.h"

namespace warpscope::client {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t most_events = 2000;  ///< kept until they are taken: a kernel's printf may run wild
constexpr std::size_t most_lines = 5;      ///< of standard error, for the message when a worker dies

/// Of a worker that could not go on after a fault on the GPU, which it has reported (worker/serve.h).
constexpr int ended_after_fault = 70;

/// "1.5 s" or "80 ms".
std::string duration_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

/// The generation of a picture that holds a slot of the worker; 0: none.
std::uint64_t generation_of(const std::shared_ptr<const lab::Result>& result) {
  if (!result || !result->preview || result->preview->ipc_handle.empty()) return 0;
  return result->preview->generation;
}

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
  {
    const std::scoped_lock lock(mutex);
    stopping = true;
  }
  ring();
  thread_.join();
}

void Client::Core::ring() const {
  const char byte = 1;
  [[maybe_unused]] const ssize_t ignored = write(bell_write_.get(), &byte, 1);  // full: it will wake anyway
}

void Client::Core::replace_newest(std::shared_ptr<const lab::Result> result) {
  const std::uint64_t old = generation_of(newest);
  if (!newest_taken && old != 0 && old != handed_out && old != generation_of(result)) acknowledgements.push_back(old);
  newest_taken = result == nullptr;
  newest = std::move(result);
}

void Client::Core::mark_seen() {
  newest_taken = true;
  if (const std::uint64_t generation = generation_of(newest); generation != 0) handed_out = generation;
}

void Client::Core::run() {
  for (;;) {
    {
      const std::scoped_lock lock(mutex);
      if (stopping) break;
      if (given_up_ && wish.number > gave_up_at_) {
        given_up_ = false;
        restarts_.forget();
        start_again_ = Clock::now();
      }
    }
    if (!link_ && !given_up_ && Clock::now() >= start_again_) start_worker();
    if (link_) send_wishes();
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

void Client::Core::start_worker() {
  std::vector<std::string> command = options_.command;
  if (command.empty()) command = {executable_path().string(), "worker"};
  watch_.forget();
  greeted_ = false;
  sent_ = 0;
  started_ = Clock::now();
  auto link = Link::start(command, options_.environment);
  if (!link) {
    std::uint64_t wanted = 0;
    {
      const std::scoped_lock lock(mutex);
      wanted = wish.number;
    }
    return give_up(wanted, "worker_lost", "the worker cannot be started: " + link.error().text(),
                   "check the command that starts it");
  }
  link_ = std::move(*link);
  const std::scoped_lock lock(mutex);
  process = link_->process().id();
}

int Client::Core::milliseconds_to_wait() const {
  std::optional<Clock::time_point> until = watch_.deadline();
  if (link_ && !greeted_) until = started_ + options_.start_limit;
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

void Client::Core::send_wishes() {
  Wish wanted;
  std::vector<std::uint64_t> copied;
  {
    const std::scoped_lock lock(mutex);
    wanted = wish;
    copied.swap(acknowledgements);
  }
  link_->write_some();
  if (greeted_) {
    // A wish waits while an older one is still on its way out: only the newest is worth the pipe's time. Asked before
    // anything is added below, or a wish that comes with an acknowledgement would wait for a wake that never comes.
    const bool room = !link_->has_unsent();
    for (const std::uint64_t generation : copied) {
      link_->send(lab::encode_frame(lab::FrameType::acknowledge, generation));
    }
    const bool fresh = wanted.number > sent_ && wanted.number > settled_ && room;
    if (fresh && wanted.experiment) {
      link_->send(lab::encode_frame(lab::FrameType::request, wanted.number, lab::encode(*wanted.experiment)));
      watch_.sent(wanted.number, wanted.experiment->timeout, Clock::now());
      sent_ = wanted.number;
      set_state(State::working);
    } else if (fresh && sent_ != 0) {
      link_->send(lab::encode_frame(lab::FrameType::cancel, wanted.number));
      watch_.cancelled();
      sent_ = wanted.number;
    }
  }
  link_->write_some();
}

void Client::Core::read_frames() {
  const auto more = link_->read_some();
  while (link_) {
    const auto frame = link_->frames().next();
    if (!frame) break;
    receive(*frame);
  }
  if (!link_) return;
  if (!more) {
    // Before the hello it is another program or another version, and would be so again.
    lose_worker("worker_lost", "it sent what is not the protocol: " + more.error().text(), more.error().remedy,
                !greeted_);
  } else if (!*more) {
    lose_worker("worker_lost", "", "run it again, or change the kernel; the log holds the worker's last words");
  }
}

void Client::Core::receive(const lab::Frame& frame) {
  const auto malformed = [&](const Error& error) {
    lose_worker("worker_lost", "it sent a broken message: " + error.text(), error.remedy);
  };
  switch (frame.type) {
    case lab::FrameType::hello: {
      auto hello = lab::decode_machine(frame.body);
      if (!hello) return malformed(hello.error());
      greeted_ = true;
      if (lost_at_) {
        note(Event::Kind::information, fmt::format("a new worker was ready {} after the last one was lost",
                                                   duration_text(Clock::now() - *lost_at_)));
        lost_at_.reset();
      }
      {
        const std::scoped_lock lock(mutex);
        machine = std::move(*hello);
      }
      set_state(State::ready);
      return;
    }
    case lab::FrameType::progress: {
      auto progress = lab::decode_progress(frame.body);
      if (!progress) return malformed(progress.error());
      watch_.progressed(frame.request, progress->step, Clock::now());
      if (!watch_.deadline()) set_state(State::ready);
      return;
    }
    case lab::FrameType::result: {
      auto result = lab::decode_result(frame.body);
      if (!result) return malformed(result.error());
      result->request = frame.request;
      const bool ended = result->failed() || result->stage == lab::Stage::refined;
      watch_.published(frame.request, ended, Clock::now());
      if (ended) settled_ = std::max(settled_, frame.request);
      publish(std::move(*result));
      if (!watch_.deadline()) set_state(State::ready);
      return;
    }
    case lab::FrameType::request:
    case lab::FrameType::cancel:
    case lab::FrameType::acknowledge:
    case lab::FrameType::goodbye:
      lose_worker("worker_lost", "it sent a message that only this side sends",
                  "use the same version of warpscope on both sides");
  }
}

void Client::Core::collect_output() {
  for (std::string& line : link_->read_lines()) {
    if (last_lines_.size() == most_lines) last_lines_.pop_front();
    last_lines_.push_back(line);
    note(Event::Kind::output, std::move(line));
  }
}

void Client::Core::check_deadlines() {
  const Clock::time_point now = Clock::now();
  if (!greeted_) {
    if (now < started_ + options_.start_limit) return;
    lose_worker("worker_lost", "it did not answer within " + duration_text(options_.start_limit) + " of its start",
                "check the command that starts it", true);
  } else if (const auto deadline = watch_.deadline(); deadline && now >= *deadline) {
    const auto step = watch_.step();
    lose_worker("timeout",
                fmt::format("no answer within {}{}", duration_text(watch_.limit()),
                            step ? fmt::format(" while {}", name_of(*step)) : ""),
                "look for a loop that does not end, or give more time with --timeout");
  }
}

void Client::Core::lose_worker(const std::string& kind, const std::string& reason, const std::string& remedy,
                               bool hopeless) {
  const Clock::time_point now = Clock::now();
  const bool killed = !reason.empty();
  if (killed) link_->process().kill();
  std::optional<ExitState> ended = link_->process().wait(milliseconds(500));
  if (!ended) {
    link_->process().kill();
    ended = link_->process().wait(milliseconds(5'000));
  }
  collect_output();
  std::uint64_t wanted = 0;
  {
    const std::scoped_lock lock(mutex);
    wanted = wish.number;
    process = -1;
    ++restarts;
    acknowledgements.clear();  // of the pictures that are gone with it
  }
  // Blamed is what it was busy with; when it said nothing yet, what it was sent. A newer wish goes to the next worker.
  const std::optional<std::uint64_t> busy = watch_.busy_with();
  // A request that met a worker on its way out, after a fault that was reported, is not to blame either.
  const bool in_order = !killed && !busy && ended && ended->status == ended_after_fault;
  const std::uint64_t blamed = busy ? *busy : watch_.deadline() && !in_order ? sent_ : 0;
  settled_ = std::max(settled_, blamed);
  const std::string what =
      killed ? fmt::format("the worker was stopped after {}: {}", duration_text(now - started_), reason)
             : fmt::format("the worker ended by itself: {}", ended ? ended->text() : "no state");
  std::string message = killed ? "the worker was stopped: " + reason : what;
  if (!last_lines_.empty()) message += fmt::format("; its last words: {}", fmt::join(last_lines_, " | "));
  link_.reset();
  watch_.forget();
  last_lines_.clear();
  lost_at_ = now;
  start_again_ = Clock::now();
  if (hopeless) return give_up(wanted, kind, message, remedy);
  // A kernel that hangs, or a fault that was reported, is no reason to doubt the worker.
  if (!in_order && kind != "timeout") {
    const auto pause = restarts_.died(now);
    if (!pause) {
      return give_up(wanted, kind,
                     fmt::format("{}. It was the {}th within {}: no other is started before the next request", message,
                                 Restarts::most_deaths, duration_text(Restarts::window)),
                     remedy);
    }
    start_again_ += *pause;
  }
  note(blamed != 0 ? Event::Kind::warning : Event::Kind::information, what + "; another one is started");
  set_state(State::restarting);
  if (blamed != 0 && blamed == wanted) fail_wish(blamed, kind, message, remedy);
}

void Client::Core::give_up(std::uint64_t wanted, const std::string& kind, const std::string& message,
                           const std::string& remedy) {
  given_up_ = true;
  gave_up_at_ = wanted;
  note(Event::Kind::error, message);
  set_state(State::failed);
  fail_wish(wanted, kind, message, remedy);
}

void Client::Core::fail_wish(std::uint64_t number, const std::string& kind, const std::string& message,
                             const std::string& remedy) {
  lab::Result result;
  {
    const std::scoped_lock lock(mutex);
    if (wish.number != number || !wish.experiment) return;
    if (newest && newest->request == number) {
      if (newest->failed()) return;  // the worker said itself what was wrong, before it went
      result = *newest;
    } else {
      result.kernel = wish.experiment->kernel.id;
      result.backend = lab::name_of(wish.experiment->backend);
      result.seed = wish.experiment->seed;
      result.source = wish.experiment->kernel.text;
      for (const auto& [name, value] : wish.experiment->values) result.parameters[name] = value;
      if (machine) result.machine = *machine;
    }
    lab::Fault fault;
    fault.kind = kind;
    fault.message = message;
    fault.remedy = remedy;
    fault.file = wish.experiment->kernel.path;
    result.faults.push_back(std::move(fault));
  }
  result.request = number;
  result.stage = lab::Stage::failed;
  publish(std::move(result));
}

void Client::Core::publish(lab::Result result) {
  {
    const std::scoped_lock lock(mutex);
    if (result.request != wish.number || !wish.experiment) {
      // Overtaken: nobody will see it. What the caller knows of the same picture from an earlier stage is his to give
      // back.
      if (result.preview && !result.preview->ipc_handle.empty() && result.preview->generation != handed_out) {
        acknowledgements.push_back(result.preview->generation);
      }
      return;
    }
    replace_newest(std::make_shared<const lab::Result>(std::move(result)));
  }
  changed.notify_all();
  if (options_.wake) options_.wake();
}

void Client::Core::note(Event::Kind kind, std::string text) {
  {
    const std::scoped_lock lock(mutex);
    if (events.size() == most_events) events.pop_front();
    events.push_back({kind, std::chrono::system_clock::now(), std::move(text)});
  }
  if (options_.wake) options_.wake();
}

void Client::Core::set_state(State next) {
  {
    const std::scoped_lock lock(mutex);
    if (state == next) return;
    state = next;
  }
  if (options_.wake) options_.wake();
}

}  // namespace warpscope::client
