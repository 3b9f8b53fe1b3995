// Attachments that come in parts after their Results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "experiments/wire/attachment.h"

namespace lanescope::client {

/// Joins the parts. It keeps, of each kind, that of the newest request.
class Incoming {
 public:
  /// Tells whether this part completes its attachment. It fails when the part is out of order, when its total length
  /// differs or is absurd, and when experiments::decode_attachment refuses the whole.
  [[nodiscard]] Expected<bool> add(std::uint64_t request, const experiments::AttachmentPart& part);
  /// Tells whether a whole attachment of that kind has come with this request or a later one; none comes twice.
  [[nodiscard]] bool has(std::uint64_t request, experiments::AttachmentKind kind) const;
  /// Puts into the Result what follows it and has come.
  void fill(experiments::Result& result) const;

 private:
  struct Arriving {
    std::uint64_t request = 0, total = 0;
    std::vector<std::uint8_t> bytes;
    std::optional<experiments::Attachment> whole;
    std::uint64_t completed = 0;  ///< the last request of which one was whole
  };
  std::array<Arriving, experiments::attachment_kinds> kinds_;
};

}  // namespace lanescope::client
