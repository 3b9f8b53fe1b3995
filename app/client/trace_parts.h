// What comes in pieces behind a Result: a trace, and the records of a whole grid.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "lab/wire.h"

namespace warpscope::client {

/// Bytes, from the first piece to the last.
class ByteParts {
 public:
  /// Error: a piece out of order, or of a whole of another or an absurd length.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] bool complete() const noexcept { return !bytes_.empty() && bytes_.size() == total_; }
  [[nodiscard]] std::vector<std::uint8_t>& bytes() noexcept { return bytes_; }

 private:
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
  /// Null until all pieces have come.
  [[nodiscard]] const std::shared_ptr<const lab::Traced>& traced() const noexcept { return traced_; }

 private:
  std::uint64_t request_;
  ByteParts parts_;
  std::shared_ptr<const lab::Traced> traced_;
};

/// The records of the whole grid of one request.
class HeatParts {
 public:
  explicit HeatParts(std::uint64_t request) : request_(request) {}

  /// Error: as ByteParts::add(), or the whole is no number of records.
  [[nodiscard]] Status add(const lab::TracePart& part);
  [[nodiscard]] std::uint64_t request() const noexcept { return request_; }
  /// Null until all pieces have come.
  [[nodiscard]] const std::shared_ptr<const lab::HeatRecords>& records() const noexcept { return records_; }
  /// Into a HeatTrace whose records were sent. Error: they are not those that it announces.
  [[nodiscard]] Status fill(lab::HeatTrace& heat) const;

 private:
  std::uint64_t request_;
  ByteParts parts_;
  std::shared_ptr<const lab::HeatRecords> records_;
};

}  // namespace warpscope::client
