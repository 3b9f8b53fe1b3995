// The records of a trace by site, and how far apart two sites' addresses lie.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trace/trace.h"

namespace warpscope::model {

class SiteRecords {
 public:
  /// Keeps a reference to the trace.
  explicit SiteRecords(const trace::Trace& trace);

  /// Indices into Trace::headers by launch, block, warp and order.
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t site) const { return records_[site]; }

  /// Bytes from site `from` to site `to`, when it is the same for every lane of every execution of both: the n-th of a
  /// warp is held against the n-th of the same warp. Empty: it differs, or they do not execute together.
  [[nodiscard]] std::optional<std::int64_t> distance(std::uint32_t from, std::uint32_t to) const;

  /// The site's address modulo `window` bytes, when it is the same for every lane of every execution.
  [[nodiscard]] std::optional<std::uint32_t> offset_in_window(std::uint32_t site, std::uint32_t window) const;

 private:
  const trace::Trace& trace_;
  std::vector<std::vector<std::uint32_t>> records_;
};

}  // namespace warpscope::model
