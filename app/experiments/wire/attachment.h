// What is sent after a Result: the picture of its output, the accesses of a few blocks and those of the whole grid, and
// when each block ran.
// Numbers never wait for it. The worker takes it out of the Result and sends it in parts; the client joins the parts
// and puts the whole into the Result again. Data in GPU memory (IpcSlot) stays in the Result instead.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "base/error.h"
#include "experiments/result.h"

namespace lanescope::experiments {

/// The types are in the order of AttachmentKind.
using Attachment =
    std::variant<Preview, std::shared_ptr<const analysis::Traced>, HeatTrace, std::shared_ptr<const trace::BlockTimes>>;
static_assert(std::variant_size_v<Attachment> == attachment_kinds);
[[nodiscard]] inline AttachmentKind kind_of(const Attachment& attachment) {
  return static_cast<AttachmentKind>(attachment.index());
}
[[nodiscard]] constexpr std::size_t index_of(AttachmentKind kind) {
  return static_cast<std::size_t>(kind);
}

/// Takes out what is sent as bytes, in the order of sending; Result::pending_attachments then names it.
[[nodiscard]] std::vector<Attachment> detach(Result& result);
/// Puts the attachment into the Result again; Result::pending_attachments no longer names it.
void attach(Result& result, const Attachment& attachment);

/// The generation of the IpcSlot that the Result hands over, by kind; 0 when there is none.
using Generations = std::array<std::uint64_t, attachment_kinds>;
[[nodiscard]] Generations generations_of(const Result& result);

/// Everything comes back bit for bit. Decoding fails when the body is not well-formed or must not be drawn: a picture
/// of another size, a trace that is not well formed, another number of records than announced.
[[nodiscard]] std::vector<std::uint8_t> encode(const Attachment& attachment);
[[nodiscard]] Expected<Attachment> decode_attachment(AttachmentKind kind, const std::vector<std::uint8_t>& body);

/// A part of an encoded attachment. Parts come in order, behind the Result.
struct AttachmentPart {
  AttachmentKind kind = AttachmentKind::preview;
  std::uint64_t total = 0;  ///< bytes of all parts
  std::uint64_t first = 0;  ///< offset of these bytes in all of them
  std::vector<std::byte> bytes;
  friend bool operator==(const AttachmentPart&, const AttachmentPart&) = default;
};
inline constexpr std::size_t max_part_bytes = 32 * 1024;
/// The most bytes of all parts, far beyond what is ever asked for.
inline constexpr std::uint64_t max_attachment_bytes = std::uint64_t{1} << 30;
[[nodiscard]] std::vector<std::uint8_t> encode(const AttachmentPart& part);
[[nodiscard]] Expected<AttachmentPart> decode_attachment_part(const std::vector<std::uint8_t>& body);

}  // namespace lanescope::experiments
