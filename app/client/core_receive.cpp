// What comes from the worker: frames, and what it prints.
#include <fmt/format.h>

#include <algorithm>

#include "client/core.h"
#include "client/duration_text.h"

namespace warpscope::client {
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
    lose_worker("worker_lost", "it sent what is not the protocol: " + more.error().what, more.error().remedy,
                !hello_received_);
  } else if (!*more) {
    lose_worker("worker_lost", "", "run it again, or change the kernel; the log holds the worker's last words");
  }
}

void Client::Core::receive(const lab::Frame& frame) {
  const auto malformed = [&](const Error& error) {
    lose_worker("worker_lost", "it sent a broken message: " + error.text(), error.remedy);
  };
  const auto piece = [&](const auto& part, auto& whole, bool Awaited::*what) {
    if (!part) return malformed(part.error());
    confirm(frame);
    if (auto added = receive_piece(frame.request, *part, whole, what); !added) malformed(added.error());
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
      if (auto taken = receive_result(std::move(*result)); !taken) malformed(taken.error());
      return;
    }
    case lab::FrameType::picture:
      return piece(lab::decode_picture_part(frame.body), arriving_.picture, &Awaited::picture);
    case lab::FrameType::trace:
      return piece(lab::decode_trace_part(frame.body), arriving_.trace, &Awaited::trace);
    case lab::FrameType::heat:
      return piece(lab::decode_trace_part(frame.body), arriving_.heat, &Awaited::heat);
    case lab::FrameType::request:
    case lab::FrameType::cancel:
    case lab::FrameType::acknowledge:
    case lab::FrameType::goodbye:
      lose_worker("worker_lost", "it sent a message that only this side sends",
                  "use the same version of warpscope on both sides");
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

void Client::Core::confirm(const lab::Frame& frame) {
  received_ += lab::frame_header_bytes + frame.body.size();
  link_->send(lab::encode_frame(lab::FrameType::received, received_));
}

Status Client::Core::receive_result(lab::Result result) {
  Awaited lacks;
  // What has come with an earlier stage is not sent again.
  const auto fill = [&](const auto& whole, bool Awaited::*what) {
    lacks.*what = !whole || whole->request() != result.request || !whole->complete();
    return lacks.*what ? Status() : whole->fill(result);
  };
  Status filled;
  if (result.preview && lab::picture_follows(*result.preview)) filled = fill(arriving_.picture, &Awaited::picture);
  if (lacks.picture) result.preview.reset();
  if (filled && std::exchange(result.traced_follows, false)) filled = fill(arriving_.trace, &Awaited::trace);
  if (filled && result.heat && result.heat->follows()) filled = fill(arriving_.heat, &Awaited::heat);
  if (filled) show({std::move(result), lacks});
  return filled;
}

void Client::Core::show(Shown stage) {
  const std::uint64_t number = stage.result.request;
  const bool last = stage.result.failed() || stage.result.stage == lab::Stage::refined;
  const bool ended = last && stage.lacks.nothing();
  watchdog_.published(number, ended, Clock::now());
  if (ended) settled_ = std::max(settled_, number);
  if (ended && lost_with_ == number) lost_with_ = 0;
  publish(std::move(stage.result), stage.lacks);
  if (!watchdog_.deadline()) set_state(State::ready);
}

std::optional<Client::Core::Shown> Client::Core::lacking(std::uint64_t request, bool Awaited::*what) const {
  const std::scoped_lock lock(mutex);
  if (!newest || newest->request != request || !(awaited.*what)) return std::nullopt;
  return Shown{*newest, awaited};
}

template <class Whole, class Part>
Status Client::Core::receive_piece(std::uint64_t request, const Part& part, std::optional<Whole>& whole,
                                   bool Awaited::*what) {
  if (!whole || whole->request() != request || whole->complete()) whole.emplace(request);
  if (auto added = whole->add(part); !added) return added;
  watchdog_.published(request, false, Clock::now());
  if (!whole->complete()) return {};
  auto stage = lacking(request, what);
  if (!stage) return {};
  if (auto filled = whole->fill(stage->result); !filled) return filled;
  stage->lacks.*what = false;
  show(std::move(*stage));
  return {};
}

void Client::Core::collect_output() {
  for (std::string& line : link_->read_lines()) {
    if (last_lines_.size() == max_lines) last_lines_.pop_front();
    last_lines_.push_back(line);
    note(Event::Kind::output, std::move(line));
  }
}

}  // namespace warpscope::client
