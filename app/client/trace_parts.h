// What comes in pieces behind a Result: a trace, and the records of a whole grid.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "lab/wire.h"

namespace warpscope::client {

/// Bytes, from the first piece to the last.
class ByteParts {
 public:
  /// kind: of the frames that bring them, "trace"; for messages.
  explicit ByteParts(const char* kind) : kind_(kind) {}

  /// Error: a piece out of order, or of a whole of another or an absurd length.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] bool complete() const noexcept { return !bytes_.empty() && bytes_.size() == total_; }
  /// What has come; nothing of it is left here.
  [[nodiscard]] std::vector<std::uint8_t> take() noexcept { return std::exchange(bytes_, {}); }

 private:
  const char* kind_;
  std::uint64_t total_ = 0;
  std::vector<std::uint8_t> bytes_;
};

/// The trace of one request.
class TraceParts {
 public:
  explicit TraceParts(std::uint64_t request) : request_(request) {}

  /// Error: as ByteParts::add(), or the whole is no trace.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] std::uint64_t request() const noexcept { return request_; }
  /// All pieces have come.
  [[nodiscard]] bool complete() const noexcept { return traced_ != nullptr; }
  /// Into a Result whose trace follows. Never fails, but has the form of the others.
  [[nodiscard]] Status fill(lab::Result& result) const;

 private:
  std::uint64_t request_;
  ByteParts parts_{"trace"};
  std::shared_ptr<const lab::Traced> traced_;
};

/// The records of the whole grid of one request.
class HeatParts {
 public:
  explicit HeatParts(std::uint64_t request) : request_(request) {}

  /// Error: as ByteParts::add(), or the whole is no number of records.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] std::uint64_t request() const noexcept { return request_; }
  /// All pieces have come.
  [[nodiscard]] bool complete() const noexcept { return records_ != nullptr; }
  /// Into a Result with a HeatTrace whose records follow. Error: they are not those that it announces.
  [[nodiscard]] Status fill(lab::Result& result) const;

 private:
  std::uint64_t request_;
  ByteParts parts_{"heat"};
  std::shared_ptr<const lab::HeatRecords> records_;
};

}  // namespace warpscope::client
