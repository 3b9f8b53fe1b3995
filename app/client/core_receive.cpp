// The client's side of what comes from the worker: frames, and what it prints.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "client/core.h"
#include "client/messages.h"
#include "client/watchdog.h"

namespace lanescope::client {
namespace {

constexpr std::size_t max_lines = 5;  ///< lines of standard error for the message when a worker dies

/// A frame that has more bytes than this and is not complete is a long message that is on its way.
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
  const std::size_t before = std::exchange(pending_bytes_, link_->frames().pending());
  if (pending_bytes_ > long_frame)
    watchdog_.received(pending_bytes_ > before ? pending_bytes_ - before : pending_bytes_, worker_time());
  if (!more) {
    // Before the hello it is another program or another version, and the next start would give the same.
    handle_lost_worker(
        {message<"worker.no_protocol">(more.error().what), "", more.error().remedy, FaultKind::worker_lost},
        !hello_received_);
  } else if (!*more) {
    handle_lost_worker({"", "", message<"worker.lost_remedy">(), FaultKind::worker_lost});
  }
}

void Client::Core::receive(const experiments::WireFrame& frame) {
  const auto malformed = [&](const Error& error) {
    handle_lost_worker({message<"worker.broken_message">(error.message()), "", error.remedy, FaultKind::worker_lost});
  };
  switch (frame.type) {
    case experiments::FrameType::hello: {
      auto hello = experiments::decode_machine(frame.body);
      return hello ? receive_hello(std::move(*hello)) : malformed(hello.error());
    }
    case experiments::FrameType::received:
      if (frame.request == undelivered_request_) undelivered_request_ = 0;
      return;
    case experiments::FrameType::progress: {
      auto progress = experiments::decode_progress(frame.body);
      if (!progress) return malformed(progress.error());
      watchdog_.progressed(frame.request, progress->step, worker_time());
      if (!watchdog_.deadline()) set_state(State::ready);
      return;
    }
    case experiments::FrameType::result: {
      auto result = experiments::decode_result(frame.body);
      if (!result) return malformed(result.error());
      send_received(frame);
      result->request = frame.request;
      incoming_.fill(*result);  // what has come with an earlier stage is not sent again
      return receive_result(std::move(*result));
    }
    case experiments::FrameType::attachment: {
      const auto part = experiments::decode_attachment_part(frame.body);
      if (!part) return malformed(part.error());
      send_received(frame);
      if (auto received = receive_part(frame.request, *part); !received) malformed(received.error());
      return;
    }
    case experiments::FrameType::request:
    case experiments::FrameType::cancel:
    case experiments::FrameType::acknowledge:
    case experiments::FrameType::goodbye:
      handle_lost_worker(
          {message<"worker.unexpected_message">(), "", experiments::same_version_remedy(), FaultKind::worker_lost});
  }
}

void Client::Core::receive_hello(experiments::Machine found) {
  const Clock::time_point now = Clock::now();
  hello_received_ = true;
  hello_ever_received_ = true;
  backoff_.record_connection(now);
  disconnected_since_.reset();
  if (options_.remote) last_lines_.clear();  // banners explain no end
  if (lost_at_) {
    const std::string after = duration_text(now - *lost_at_);
    add_event(Event::Kind::information,
              options_.remote ? fmt::format("connected to {} again, {} after it was lost", options_.remote->host, after)
                              : fmt::format("a new worker was ready {} after the previous one exited", after));
    lost_at_.reset();
  } else if (options_.remote) {
    add_event(Event::Kind::information, fmt::format("connected to {}", options_.remote->host));
  }
  {
    const std::scoped_lock lock(mutex);
    machine = std::move(found);
    trouble.reset();
  }
  set_state(State::ready);
}

void Client::Core::send_received(const experiments::WireFrame& frame) {
  received_bytes_ += experiments::frame_header_bytes + frame.body.size();
  link_->send(experiments::encode_frame(experiments::FrameType::received, received_bytes_));
}

Status Client::Core::receive_part(std::uint64_t request, const experiments::AttachmentPart& part) {
  const bool awaited = request <= last_sent_request_ && !incoming_.has(request, part.kind);
  if (awaited) watchdog_.received(part.bytes.size(), worker_time());
  TRY(const auto whole, incoming_.add(request, part));
  if (!whole) return {};
  std::shared_ptr<const experiments::Result> shown;
  {
    const std::scoped_lock lock(mutex);
    shown = newest;
  }
  if (!shown) return {};
  experiments::Result filled = *shown;
  incoming_.fill(filled);
  if (filled.pending_attachments.size() < shown->pending_attachments.size()) receive_result(std::move(filled));
  return {};
}

void Client::Core::receive_result(experiments::Result result) {
  const std::uint64_t number = result.request;
  const bool ended = result.is_complete();
  watchdog_.published(number, result.stage, ended, worker_time());
  if (ended) last_settled_request_ = std::max(last_settled_request_, number);
  if (ended && request_during_losses_ == number) request_during_losses_ = 0;
  publish(std::move(result));
  if (!watchdog_.deadline()) set_state(State::ready);
}

void Client::Core::collect_output() {
  for (std::string& line : link_->read_lines()) {
    if (last_lines_.size() == max_lines) last_lines_.pop_front();
    last_lines_.push_back(line);
    add_event(Event::Kind::output, std::move(line));
  }
}

}  // namespace lanescope::client
