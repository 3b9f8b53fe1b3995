// Experiments and Results on a pipe: a handshake, then length-prefixed frames of CBOR. They also have JSON for people.
//
//   handshake  both sides send   "lanescope" 0x01, protocol version (u32), and skip whatever came before the other's
//              (ssh banners, shell start-up noise: at most 64 KiB).
//   frame      type (u32), reserved 0 (u32), request (u64), length of body (u64), body. Little-endian.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "experiments/experiment.h"
#include "experiments/messages.h"
#include "experiments/result.h"
#include "experiments/wire/attachment.h"

namespace lanescope::experiments {

inline constexpr std::uint32_t protocol_version = 13;
inline constexpr std::size_t max_noise_before_handshake = 64 * 1024;      ///< bytes
inline constexpr std::uint64_t max_frame_bytes = std::uint64_t{2} << 30;  ///< bytes of a body with buffers in it
/// Bytes of a Result without buffers that were asked for; those of the catalogue have a few megabytes at most.
inline constexpr std::uint64_t max_plain_result_bytes = std::uint64_t{128} << 20;
inline constexpr std::size_t frame_header_bytes = 24;
/// The remedy when the other side sent something that nobody understands.
inline Message same_version_remedy() {
  return message<"wire.same_version_remedy">();
}

enum class FrameType : std::uint32_t {
  hello = 1,        ///< worker: Machine and what it can do
  request = 2,      ///< client: Experiment
  result = 3,       ///< worker: Result
  cancel = 4,       ///< client: nothing is wanted any more; no body
  acknowledge = 5,  ///< client: an IpcSlot was copied; the header's request is its generation; no body
  goodbye = 6,      ///< client: end normally; no body
  progress = 7,     ///< worker: Progress
  attachment = 8,   ///< worker: AttachmentPart
  received = 9,     ///< both: what was sent has arrived, so that nothing queues behind a slow line; no body
};
// In `received` from the worker, the header's request is that of the request that arrived; the client sends no other
// before. In `received` from the client, it counts the bytes of the result and attachment frames that have arrived on
// this connection, headers included. The worker writes neither while more than `max_in_flight` bytes have not arrived.
inline constexpr std::uint64_t max_in_flight = std::uint64_t{64} * 1024;

struct WireFrame {
  FrameType type = FrameType::hello;
  std::uint64_t request = 0;
  std::vector<std::uint8_t> body;
};

/// What the worker is doing. A request begins with `started`, takes its steps in this order, and ends with a Result of
/// stage refined or failed, or with `abandoned`. Each step has its own time limit in the client. `emulating` comes
/// before a launch on the GPU or replaces it.
struct Progress {
  enum class Activity { started, compiling, opening, emulating, launching, verifying, measuring, abandoned };
  Activity step = Activity::started;
  std::string text;  ///< for people
  friend bool operator==(const Progress&, const Progress&) = default;
};
[[nodiscard]] std::string_view name_of(Progress::Activity step);

/// Takes bytes as they come and gives whole frames. It has no descriptor, so that tests can feed it anything.
class FrameReader {
 public:
  explicit FrameReader(std::uint64_t max_body_bytes = max_frame_bytes) : max_body_bytes_(max_body_bytes) {}

  /// Sets the bytes of the bodies of further requests and Results; the other types have limits of their own, which say
  /// what such a frame can need.
  void set_max_body_bytes(std::uint64_t bytes) noexcept { max_body_bytes_ = bytes; }

  /// Appends bytes. Final errors: no handshake within 64 KiB, another version (it names both), unknown type, reserved
  /// word other than 0, body beyond the limit of its type. Frames that were whole before the error can still be taken.
  [[nodiscard]] Status feed(const std::uint8_t* bytes, std::size_t count);
  [[nodiscard]] std::optional<WireFrame> next();
  [[nodiscard]] bool handshake_done() const noexcept { return handshake_done_; }
  /// Whether the bytes so far end inside a handshake or frame.
  [[nodiscard]] bool inside_frame() const noexcept { return !pending_.empty(); }
  /// Returns the bytes of the handshake or frame that is not whole yet.
  [[nodiscard]] std::size_t pending() const noexcept { return pending_.size(); }

 private:
  [[nodiscard]] Status find_handshake();
  [[nodiscard]] Status split_frames();
  std::uint64_t max_body_bytes_;
  bool handshake_done_ = false;
  std::size_t skipped_ = 0;            ///< bytes before the handshake
  std::vector<std::uint8_t> pending_;  ///< not yet cut into frames
  std::vector<WireFrame> frames_;
  std::size_t taken_ = 0;  ///< how many of frames_ were given away
  std::optional<Error> broken_;
};

[[nodiscard]] std::vector<std::uint8_t> handshake();
/// Returns header and body in one piece.
[[nodiscard]] std::vector<std::uint8_t> encode_frame(FrameType type, std::uint64_t request,
                                                     const std::vector<std::uint8_t>& body = {});

/// Bodies; those of attachments are in experiments/wire/attachment.h. Everything comes back bit for bit (integers,
/// floating point, text that is not UTF-8). Decoding checks every field; an error names the field.
[[nodiscard]] std::vector<std::uint8_t> encode(const Experiment& experiment);
[[nodiscard]] std::vector<std::uint8_t> encode(const Result& result);
[[nodiscard]] std::vector<std::uint8_t> encode(const Machine& machine);
[[nodiscard]] std::vector<std::uint8_t> encode(const Progress& progress);
[[nodiscard]] Expected<Experiment> decode_experiment(const std::vector<std::uint8_t>& body);
[[nodiscard]] Expected<Result> decode_result(const std::vector<std::uint8_t>& body);
[[nodiscard]] Expected<Machine> decode_machine(const std::vector<std::uint8_t>& body);
[[nodiscard]] Expected<Progress> decode_progress(const std::vector<std::uint8_t>& body);

/// Returns the whole Result as JSON, which recordings hold. Dumps and previews are left out, numbers that are not
/// finite are null, text that is not UTF-8 has replacement characters.
[[nodiscard]] nlohmann::json to_json(const Result& result);
[[nodiscard]] Expected<Result> result_from_json(const nlohmann::json& object);
[[nodiscard]] nlohmann::json to_json(const Machine& machine);
[[nodiscard]] Expected<Machine> machine_from_json(const nlohmann::json& object);

/// Returns the stable JSON of `lanescope run --json`. What was not measured is null.
[[nodiscard]] nlohmann::json run_json(const Result& result);

/// Returns the stable JSON of `lanescope trace --json`. Sites that no traced block reached are left out, and so are
/// reads of kernel parameters, which are not memory accesses of the machine.
[[nodiscard]] nlohmann::json trace_json(const Result& result, model::CountView view);

}  // namespace lanescope::experiments
