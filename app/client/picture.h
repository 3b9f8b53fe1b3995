// A picture that comes in pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "lab/wire.h"

namespace warpscope::client {

/// The picture of one request, from its first piece to its last.
class Picture {
 public:
  explicit Picture(std::uint64_t request) : request_(request) {}

  /// Error: a piece out of order, or of a picture of another or an absurd size.
  [[nodiscard]] Status add(const lab::PicturePart& part);
  [[nodiscard]] std::uint64_t request() const noexcept { return request_; }
  /// All pieces have come.
  [[nodiscard]] bool complete() const noexcept {
    return width_ > 0 && values_.size() == std::uint64_t{width_} * height_;
  }
  /// Into a Result whose Preview, or only its values, were left out. Never fails, but has the form of the others.
  [[nodiscard]] Status fill(lab::Result& result) const;

 private:
  std::uint64_t request_;
  std::uint32_t width_ = 0, height_ = 0;
  std::vector<float> values_;
};

}  // namespace warpscope::client
