// Attachments that come in parts behind their Results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "lab/wire/attachment.h"

namespace warpscope::client {

/// Puts them together: of each kind the newest request's.
class Incoming {
 public:
  /// Whether this part makes its attachment whole. Error: a part out of order, or of a whole of another or an absurd
  /// length; or the whole is none (lab::decode_attachment).
  [[nodiscard]] Expected<bool> add(std::uint64_t request, const lab::AttachmentPart& part);
  /// Into the Result: what follows it and has come.
  void fill(lab::Result& result) const;

 private:
  struct Arriving {
    std::uint64_t request = 0, total = 0;
    std::vector<std::uint8_t> bytes;
    std::optional<lab::Attachment> whole;
  };
  std::array<Arriving, lab::attachment_kinds> kinds_;
};

}  // namespace warpscope::client
