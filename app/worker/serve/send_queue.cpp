#include "worker/serve/send_queue.h"

#include <algorithm>

namespace warpscope::worker {
namespace {

bool ends_its_request(const lab::Result& result) {
  return result.failed() || result.stage == lab::Stage::refined;
}

}  // namespace

void SendQueue::put(lab::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body) {
  control_.push_back(lab::encode_frame(type, request, body));
}

void SendQueue::put(lab::Result result) {
  if (result.request < newest_) return drop(result);
  take_picture(result);
  take_trace(result);
  take_heat(result);
  // Of the same request: the newer one holds all of it, its picture too.
  if (result_ && result_->request != result.request) drop(*result_);
  result_ = std::move(result);
}

/// Every stage of a request shows the same picture: it is sent once.
void SendQueue::take_picture(lab::Result& result) {
  if (!result.preview || result.preview->values.empty()) return;
  if (pictured_ != result.request) {
    pictured_ = result.request;
    picture_ = Picture{result.request, *result.preview};
  }
  result.preview->values.clear();
}

/// So is its trace.
void SendQueue::take_trace(lab::Result& result) {
  if (!result.traced) return;
  if (traced_ != result.request) {
    traced_ = result.request;
    const auto encoded = std::make_shared<const std::vector<std::uint8_t>>(lab::encode(*result.traced));
    trace_ = Pieces{result.request, lab::FrameType::trace, encoded, std::as_bytes(std::span(*encoded))};
  }
  result.traced.reset();
  result.traced_follows = true;
}

/// And what is drawn of its whole grid.
void SendQueue::take_heat(lab::Result& result) {
  if (!result.heat || !result.heat->sent) return;
  if (heated_ != result.request) {
    heated_ = result.request;
    const auto& records = result.heat->sent;
    heat_ = Pieces{result.request, lab::FrameType::heat, records, std::as_bytes(std::span(*records))};
  }
  result.heat->sent.reset();
}

void SendQueue::overtake(std::uint64_t number) {
  newest_ = std::max(newest_, number);
  const auto stop = [this](auto& waiting) {
    if (!waiting || waiting->request >= newest_) return;
    abandon(waiting->request);
    waiting.reset();
  };
  stop(picture_);
  stop(trace_);
  stop(heat_);
  if (result_ && result_->request < newest_) {
    drop(*result_);
    result_.reset();
  }
}

void SendQueue::drop(const lab::Result& result) {
  forget_slots(result);
  if (ends_its_request(result)) abandon(result.request);
}

/// The client waits for the end of a request that it knows to have begun.
void SendQueue::abandon(std::uint64_t request) {
  put(lab::FrameType::progress, request, lab::encode(lab::Progress{lab::Progress::Step::abandoned, ""}));
}

void SendQueue::forget_slots(const lab::Result& result) {
  if (!unseen_) return;
  // What the client knows from an earlier stage is its to give back.
  const auto forget = [this](const auto& handed_over, std::uint64_t shown) {
    if (!handed_over || handed_over->ipc_handle.empty() || handed_over->generation == shown) return;
    unseen_(handed_over->generation);
  };
  forget(result.preview, shown_);
  forget(result.heat, shown_heat_);
}

void SendQueue::received(std::uint64_t bytes) {
  // A client that counts more than was sent would open the gate for ever.
  received_ = std::clamp(bytes, received_, sent_);
}

std::optional<std::vector<std::uint8_t>> SendQueue::next() {
  if (!control_.empty()) {
    std::vector<std::uint8_t> frame = std::move(control_.front());
    control_.pop_front();
    return frame;
  }
  if (sent_ - received_ > lab::max_in_flight) return std::nullopt;
  if (result_) return counted(next_result());
  if (picture_) return counted(next_part());
  if (trace_) return counted(next_piece(trace_));
  if (heat_) return counted(next_piece(heat_));
  return std::nullopt;
}

std::vector<std::uint8_t> SendQueue::next_result() {
  if (result_->preview && !result_->preview->ipc_handle.empty()) shown_ = result_->preview->generation;
  if (result_->heat && !result_->heat->ipc_handle.empty()) shown_heat_ = result_->heat->generation;
  auto frame = lab::encode_frame(lab::FrameType::result, result_->request, lab::encode(*result_));
  result_.reset();
  return frame;
}

std::vector<std::uint8_t> SendQueue::next_part() {
  const lab::Preview& preview = picture_->preview;
  const std::size_t count = std::min(lab::values_in_part, preview.values.size() - picture_->sent);
  const auto begin = preview.values.begin() + static_cast<std::ptrdiff_t>(picture_->sent);
  const lab::PicturePart part{
      preview.width, preview.height, picture_->sent, {begin, begin + static_cast<std::ptrdiff_t>(count)}};
  picture_->sent += count;
  auto frame = lab::encode_frame(lab::FrameType::picture, picture_->request, lab::encode(part));
  if (picture_->sent == preview.values.size()) picture_.reset();
  return frame;
}

std::vector<std::uint8_t> SendQueue::next_piece(std::optional<Pieces>& pieces) {
  const auto left = pieces->bytes.subspan(pieces->sent);
  const auto bytes = left.first(std::min(lab::bytes_in_trace_part, left.size()));
  const lab::TracePart part{pieces->bytes.size(), pieces->sent, {bytes.begin(), bytes.end()}};
  pieces->sent += bytes.size();
  auto frame = lab::encode_frame(pieces->type, pieces->request, lab::encode(part));
  if (pieces->sent == pieces->bytes.size()) pieces.reset();
  return frame;
}

std::vector<std::uint8_t> SendQueue::counted(std::vector<std::uint8_t> frame) {
  sent_ += frame.size();
  return frame;
}

}  // namespace warpscope::worker
