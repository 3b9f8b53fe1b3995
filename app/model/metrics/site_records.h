// The records of a trace by site, and the distance between the addresses of two sites.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trace/trace.h"

namespace lanescope::model {

class SiteRecords {
 public:
  /// Keeps a reference to the trace.
  explicit SiteRecords(const trace::Trace& trace);

  /// Returns indices into Trace::headers, sorted by launch, block, warp and order.
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t site) const { return records_[site]; }

  /// Returns the bytes from site `from` to site `to` when they are the same for every lane of every execution of both.
  /// The n-th execution of a warp is compared with the n-th of the same warp. Returns nothing when the distance
  /// differs, or the sites do not execute together.
  [[nodiscard]] std::optional<std::int64_t> distance(std::uint32_t from, std::uint32_t to) const;

  /// Returns the site's address modulo `window` bytes when it is the same for every lane of every execution.
  [[nodiscard]] std::optional<std::uint32_t> offset_in_window(std::uint32_t site, std::uint32_t window) const;

 private:
  const trace::Trace& trace_;
  std::vector<std::vector<std::uint32_t>> records_;
};

}  // namespace lanescope::model
