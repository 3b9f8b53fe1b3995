// What waits to be sent to the client, and what may go now. Knows no pipe and no time: tests can feed it anything.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "lab/wire/attachment.h"
#include "lab/wire/wire.h"

namespace warpscope::worker {

/// Newest wins. Behind a slow line at most one Result waits, the newest, which holds what earlier ones held; its
/// attachments go after it in parts, one kind after the other; and of a request that was overtaken nothing is sent any
/// more. At most lab::max_in_flight bytes of all, and the part or Result that passes this bound, are on their way at
/// any time.
class SendQueue {
 public:
  /// `unseen`: called with the generation of each slot in GPU memory that the client will never hear of.
  explicit SendQueue(std::function<void(std::uint64_t)> unseen = {}) : unseen_(std::move(unseen)) {}

  /// All but Results goes first, in order.
  void put(lab::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body = {});
  void put(lab::Result result);
  /// Request `number` has come, or a cancellation of that number: what belongs to earlier ones is dropped. The client
  /// is told that a request whose last Result or attachment is dropped so was abandoned: it waits for its end.
  void overtake(std::uint64_t number);
  /// The client has received this many bytes of Results and attachments, in all.
  void received(std::uint64_t bytes);

  /// The next frame, header and body; empty while there is none, or while too much is on its way.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> next();
  [[nodiscard]] bool empty() const noexcept;

 private:
  /// An encoded attachment. Every stage of a request has the same: it is sent once.
  struct Outgoing {
    std::uint64_t request = 0;  ///< whose attachment of this kind was queued last
    std::vector<std::uint8_t> bytes;
    std::size_t sent = 0;
    [[nodiscard]] bool waits() const noexcept { return sent < bytes.size(); }
  };
  void drop(const lab::Result& result);
  void abandon(std::uint64_t request);
  [[nodiscard]] std::vector<std::uint8_t> next_result();
  [[nodiscard]] static std::vector<std::uint8_t> next_part(lab::AttachmentKind kind, Outgoing& attachment);

  std::function<void(std::uint64_t)> unseen_;
  std::deque<std::vector<std::uint8_t>> control_;  ///< frames that are small and never wait
  std::optional<lab::Result> result_;
  std::array<Outgoing, lab::attachment_kinds> attachments_;
  std::uint64_t newest_ = 0;               ///< what belongs to earlier requests is not wanted
  lab::Generations shown_{};               ///< the last slots in GPU memory that the client was told of
  std::uint64_t sent_ = 0, received_ = 0;  ///< bytes of Results and attachments
};

}  // namespace warpscope::worker
