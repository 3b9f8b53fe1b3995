// A trace that comes in pieces.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "lab/wire.h"

namespace warpscope::client {

/// The trace of one request, from its first piece to its last.
class TraceParts {
 public:
  explicit TraceParts(std::uint64_t request) : request_(request) {}

  /// Error: a piece out of order, or of a trace of another or an absurd length; or the whole is no trace.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] std::uint64_t request() const noexcept { return request_; }
  /// Null until all pieces have come.
  [[nodiscard]] const std::shared_ptr<const lab::Traced>& traced() const noexcept { return traced_; }

 private:
  std::uint64_t request_;
  std::uint64_t total_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::shared_ptr<const lab::Traced> traced_;
};

}  // namespace warpscope::client
