// What comes from the worker: frames, and what it prints.
#include <fmt/format.h>

#include <algorithm>

#include "client/core.h"
#include "client/duration_text.h"

namespace warpscope::client {
namespace {

constexpr std::size_t most_lines = 5;  ///< of standard error, for the message when a worker dies

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
  if (link_->frames().pending() > long_frame) watch_.receiving(Clock::now());
  if (!more) {
    // Before the hello it is another program or another version, and would be so again.
    lose_worker("worker_lost", "it sent what is not the protocol: " + more.error().what, more.error().remedy,
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
      return hello ? receive_hello(std::move(*hello)) : malformed(hello.error());
    }
    case lab::FrameType::received:
      if (frame.request == undelivered_) undelivered_ = 0;
      return;
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
      confirm(frame);
      result->request = frame.request;
      if (auto taken = receive_result(std::move(*result)); !taken) malformed(taken.error());
      return;
    }
    case lab::FrameType::picture: {
      const auto part = lab::decode_picture_part(frame.body);
      if (!part) return malformed(part.error());
      confirm(frame);
      if (auto added = receive_picture(frame.request, *part); !added) malformed(added.error());
      return;
    }
    case lab::FrameType::trace: {
      const auto part = lab::decode_trace_part(frame.body);
      if (!part) return malformed(part.error());
      confirm(frame);
      if (auto added = receive_trace(frame.request, *part); !added) malformed(added.error());
      return;
    }
    case lab::FrameType::heat: {
      const auto part = lab::decode_trace_part(frame.body);
      if (!part) return malformed(part.error());
      confirm(frame);
      if (auto added = receive_heat(frame.request, *part); !added) malformed(added.error());
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

void Client::Core::receive_hello(lab::Machine found) {
  const Clock::time_point now = Clock::now();
  greeted_ = true;
  ever_greeted_ = true;
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
  const std::uint64_t number = result.request;
  Awaited awaited;
  if (result.preview && lab::picture_follows(*result.preview)) {
    if (picture_ && picture_->request() == number && picture_->complete()) {
      picture_->fill(*result.preview);
    } else {
      result.preview.reset();
      awaited.picture = true;
    }
  }
  if (result.traced_follows) {
    result.traced_follows = false;
    if (trace_ && trace_->request() == number && trace_->traced()) {
      result.traced = trace_->traced();
    } else {
      awaited.trace = true;
    }
  }
  if (result.heat && result.heat->follows()) {
    if (heat_ && heat_->request() == number && heat_->records()) {
      if (auto filled = heat_->fill(*result.heat); !filled) return filled;
    } else {
      awaited.heat = true;
    }
  }
  show(std::move(result), awaited);
  return {};
}

void Client::Core::show(lab::Result result, const Awaited& awaited) {
  const std::uint64_t number = result.request;
  const bool last = result.failed() || result.stage == lab::Stage::refined;
  const bool ended = last && awaited.nothing();
  watch_.published(number, ended, Clock::now());
  if (ended) settled_ = std::max(settled_, number);
  if (ended && lost_with_ == number) lost_with_ = 0;
  {
    const std::scoped_lock lock(mutex);
    awaited_picture = awaited.picture ? number : 0;
    awaited_trace = awaited.trace ? number : 0;
    awaited_heat = awaited.heat ? number : 0;
  }
  publish(std::move(result));
  if (!watch_.deadline()) set_state(State::ready);
}

std::optional<lab::Result> Client::Core::lacking(std::uint64_t request, const std::uint64_t& awaited) {
  const std::scoped_lock lock(mutex);
  if (awaited != request || !newest || newest->request != request) return std::nullopt;
  return *newest;
}

Status Client::Core::receive_picture(std::uint64_t request, const lab::PicturePart& part) {
  if (!picture_ || picture_->request() != request || picture_->complete()) picture_.emplace(request);
  if (auto added = picture_->add(part); !added) return added;
  watch_.published(request, false, Clock::now());
  if (!picture_->complete()) return {};
  if (auto result = lacking(request, awaited_picture)) {
    picture_->fill(result->preview.emplace());
    Awaited awaited = awaited_of(request);
    awaited.picture = false;
    show(std::move(*result), awaited);
  }
  return {};
}

Status Client::Core::receive_trace(std::uint64_t request, const lab::TracePart& part) {
  if (!trace_ || trace_->request() != request || trace_->traced()) trace_.emplace(request);
  if (auto added = trace_->add(part); !added) return added;
  watch_.published(request, false, Clock::now());
  if (!trace_->traced()) return {};
  if (auto result = lacking(request, awaited_trace)) {
    result->traced = trace_->traced();
    Awaited awaited = awaited_of(request);
    awaited.trace = false;
    show(std::move(*result), awaited);
  }
  return {};
}

Status Client::Core::receive_heat(std::uint64_t request, const lab::TracePart& part) {
  if (!heat_ || heat_->request() != request || heat_->records()) heat_.emplace(request);
  if (auto added = heat_->add(part); !added) return added;
  watch_.published(request, false, Clock::now());
  if (!heat_->records()) return {};
  if (auto result = lacking(request, awaited_heat); result && result->heat) {
    if (auto filled = heat_->fill(*result->heat); !filled) return filled;
    Awaited awaited = awaited_of(request);
    awaited.heat = false;
    show(std::move(*result), awaited);
  }
  return {};
}

Client::Core::Awaited Client::Core::awaited_of(std::uint64_t request) const {
  const std::scoped_lock lock(mutex);
  return {awaited_picture == request, awaited_trace == request, awaited_heat == request};
}

void Client::Core::collect_output() {
  for (std::string& line : link_->read_lines()) {
    if (last_lines_.size() == most_lines) last_lines_.pop_front();
    last_lines_.push_back(line);
    note(Event::Kind::output, std::move(line));
  }
}

}  // namespace warpscope::client
