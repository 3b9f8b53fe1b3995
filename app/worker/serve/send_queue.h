// The queue of frames for the client. It uses neither pipe nor clock, so that tests can feed it anything.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/wire/attachment.h"
#include "experiments/wire/wire.h"

namespace lanescope::worker {

/// The newest Result wins: behind a slow line at most one Result waits, which holds everything of earlier ones. Its
/// attachments follow in parts, one kind after another. Nothing more of a superseded request is sent. At any time at
/// most experiments::max_in_flight bytes, plus the part or Result that passes this bound, are in flight.
class SendQueue {
 public:
  /// `on_slot_dropped` is called with the generation of each slot in GPU memory that the client will never hear of.
  explicit SendQueue(std::function<void(std::uint64_t)> on_slot_dropped = {})
      : on_slot_dropped_(std::move(on_slot_dropped)) {}

  /// Everything except Results goes first, in order.
  void put(experiments::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body = {});
  void put(experiments::Result result);
  /// Request `number`, or a cancellation with that number, has arrived: frames of earlier requests are dropped. When
  /// this drops the last Result or an attachment of a request, the client is told that the request was abandoned.
  void supersede(std::uint64_t number);
  /// Tells the total number of bytes of Results and attachments that the client has received.
  void received(std::uint64_t bytes);

  /// Returns the next frame, header and body; nothing when there is none, or while too many bytes are in flight.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> next();
  [[nodiscard]] bool empty() const noexcept;

 private:
  /// An encoded attachment. It is the same in every stage of a request, so it is sent once.
  struct Outgoing {
    std::uint64_t request = 0;  ///< whose attachment of this kind was queued last
    std::vector<std::uint8_t> bytes;
    std::size_t sent = 0;
    [[nodiscard]] bool waits() const noexcept { return sent < bytes.size(); }
  };
  void drop(const experiments::Result& result);
  void abandon(std::uint64_t request);
  [[nodiscard]] std::vector<std::uint8_t> next_result();
  [[nodiscard]] static std::vector<std::uint8_t> next_part(experiments::AttachmentKind kind, Outgoing& attachment);

  std::function<void(std::uint64_t)> on_slot_dropped_;
  std::deque<std::vector<std::uint8_t>> control_;  ///< small frames, which never wait
  std::optional<experiments::Result> result_;
  std::array<Outgoing, experiments::attachment_kinds> attachments_;
  std::uint64_t newest_ = 0;               ///< frames of earlier requests are not wanted
  experiments::Generations shown_{};       ///< the last slots in GPU memory that the client was told of
  std::uint64_t sent_ = 0, received_ = 0;  ///< bytes of Results and attachments
};

}  // namespace lanescope::worker
