// What waits to be sent to the client, and what may go now. Knows no pipe and no time: tests can feed it anything.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lab/result.h"
#include "lab/wire.h"

namespace warpscope::worker {

/// Newest wins. Behind a slow line at most one Result waits, the newest, which holds what earlier ones held; pictures,
/// then traces, then heat go in pieces, after it; and of a request that was overtaken nothing is sent any more. At most
/// lab::max_in_flight bytes of all, and the piece or Result that passes this bound, are on their way at any time.
class SendQueue {
 public:
  /// `unseen`: called with the generation of each picture or heat in GPU memory that the client will never hear of.
  explicit SendQueue(std::function<void(std::uint64_t)> unseen = {}) : unseen_(std::move(unseen)) {}

  /// The rest goes first, in order.
  void put(lab::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body = {});
  void put(lab::Result result);
  /// Request `number` has come, or a cancellation of that number: what belongs to earlier ones is dropped. The client
  /// is told that a request whose last Result, picture or trace is dropped so was abandoned: it waits for its end.
  void overtake(std::uint64_t number);
  /// The client has received this many bytes of Results, pictures, traces and heat, in all.
  void received(std::uint64_t bytes);

  /// The next frame, header and body; empty while there is none, or while too much is on its way.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> next();
  [[nodiscard]] bool empty() const noexcept { return !result_ && !picture_ && !trace_ && !heat_ && control_.empty(); }

 private:
  struct Picture {
    std::uint64_t request = 0;
    lab::Preview preview;
    std::size_t sent = 0;  ///< values
  };
  /// A trace or heat, as TracePart frames of `type`.
  struct Pieces {
    std::uint64_t request = 0;
    lab::FrameType type = lab::FrameType::trace;
    std::shared_ptr<const void> owner;  ///< of the bytes
    std::span<const std::byte> bytes;
    std::size_t sent = 0;
  };
  void take_picture(lab::Result& result);
  void take_trace(lab::Result& result);
  void take_heat(lab::Result& result);
  void drop(const lab::Result& result);
  void abandon(std::uint64_t request);
  void forget_slots(const lab::Result& result);
  [[nodiscard]] std::vector<std::uint8_t> next_result();
  [[nodiscard]] std::vector<std::uint8_t> counted(std::vector<std::uint8_t> frame);
  [[nodiscard]] std::vector<std::uint8_t> next_part();
  [[nodiscard]] static std::vector<std::uint8_t> next_piece(std::optional<Pieces>& pieces);

  std::function<void(std::uint64_t)> unseen_;
  std::deque<std::vector<std::uint8_t>> control_;  ///< frames that are small and never wait
  std::optional<lab::Result> result_;
  std::optional<Picture> picture_;
  std::optional<Pieces> trace_, heat_;
  std::uint64_t newest_ = 0;               ///< what belongs to earlier requests is not wanted
  std::uint64_t pictured_ = 0;             ///< the request whose picture was queued last
  std::uint64_t traced_ = 0;               ///< the request whose trace was queued last
  std::uint64_t heated_ = 0;               ///< the request whose heat was queued last
  std::uint64_t shown_ = 0;                ///< generation of the last picture in GPU memory that the client was told of
  std::uint64_t shown_heat_ = 0;           ///< the same of heat
  std::uint64_t sent_ = 0, received_ = 0;  ///< bytes of Results, pictures, traces and heat
};

}  // namespace warpscope::worker
