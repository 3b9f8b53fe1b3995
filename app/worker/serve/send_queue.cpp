#include "worker/serve/send_queue.h"

#include <algorithm>
#include <span>

namespace lanescope::worker {

void SendQueue::put(experiments::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body) {
  control_.push_back(experiments::encode_frame(type, request, body));
}

void SendQueue::put(experiments::Result result) {
  if (result.request < newest_) return drop(result);
  for (const experiments::Attachment& attachment : experiments::detach(result)) {
    Outgoing& outgoing = attachments_[attachment.index()];
    if (outgoing.request != result.request) outgoing = {result.request, experiments::encode(attachment), 0};
  }
  // A newer Result of the same request holds everything of the older one, including its slots.
  if (result_ && result_->request != result.request) drop(*result_);
  result_ = std::move(result);
}

void SendQueue::supersede(std::uint64_t number) {
  newest_ = std::max(newest_, number);
  for (Outgoing& outgoing : attachments_) {
    if (!outgoing.waits() || outgoing.request >= newest_) continue;
    abandon(outgoing.request);
    outgoing.bytes.clear();
  }
  if (result_ && result_->request < newest_) {
    drop(*result_);
    result_.reset();
  }
}

void SendQueue::drop(const experiments::Result& result) {
  const experiments::Generations generations = experiments::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    // The client itself gives back a slot that it knows from an earlier stage.
    if (on_slot_dropped_ && generations[kind] != 0 && generations[kind] != shown_[kind])
      on_slot_dropped_(generations[kind]);
  }
  if (result.ended()) abandon(result.request);
}

/// Tells the client, which waits for the end of a request that it knows to have begun.
void SendQueue::abandon(std::uint64_t request) {
  put(experiments::FrameType::progress, request,
      experiments::encode(experiments::Progress{experiments::Progress::Activity::abandoned, ""}));
}

void SendQueue::received(std::uint64_t bytes) {
  // A client that reports more than was sent would disable the limit for ever.
  received_ = std::clamp(bytes, received_, sent_);
}

bool SendQueue::empty() const noexcept {
  return !result_ && control_.empty() &&
         std::none_of(attachments_.begin(), attachments_.end(), std::mem_fn(&Outgoing::waits));
}

std::optional<std::vector<std::uint8_t>> SendQueue::next() {
  std::optional<std::vector<std::uint8_t>> frame;
  if (!control_.empty()) {
    frame = std::move(control_.front());
    control_.pop_front();
    return frame;
  }
  if (sent_ - received_ > experiments::max_in_flight) return frame;
  if (result_) {
    frame = next_result();
  } else if (const auto waiting = std::find_if(attachments_.begin(), attachments_.end(), std::mem_fn(&Outgoing::waits));
             waiting != attachments_.end()) {
    frame = next_part(static_cast<experiments::AttachmentKind>(waiting - attachments_.begin()), *waiting);
  }
  if (frame) sent_ += frame->size();
  return frame;
}

std::vector<std::uint8_t> SendQueue::next_result() {
  const experiments::Generations generations = experiments::generations_of(*result_);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    if (generations[kind] != 0) shown_[kind] = generations[kind];
  }
  auto frame =
      experiments::encode_frame(experiments::FrameType::result, result_->request, experiments::encode(*result_));
  result_.reset();
  return frame;
}

std::vector<std::uint8_t> SendQueue::next_part(experiments::AttachmentKind kind, Outgoing& attachment) {
  const auto left = std::as_bytes(std::span(attachment.bytes)).subspan(attachment.sent);
  const auto bytes = left.first(std::min(experiments::max_part_bytes, left.size()));
  const experiments::AttachmentPart part{kind, attachment.bytes.size(), attachment.sent, {bytes.begin(), bytes.end()}};
  attachment.sent += bytes.size();
  auto frame =
      experiments::encode_frame(experiments::FrameType::attachment, attachment.request, experiments::encode(part));
  if (!attachment.waits()) attachment = {attachment.request, {}, 0};
  return frame;
}

}  // namespace lanescope::worker
