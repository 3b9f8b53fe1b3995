// Accesses counted by what they cost. Most warp instructions of a kernel repeat the pattern of an earlier one somewhere
// else in memory, so that a whole run has few different ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace lanescope::trace {

/// Accesses of one site and buffer count as equal when the offsets of all lanes differ by the same multiple of this
/// number of bytes. Every unit that the model counts divides it: a row of the banks of shared memory and a line of the
/// caches are as large, a sector is smaller. (In units of Trace::Buffer::granule it is a multiple of it as well.)
inline constexpr std::uint32_t tally_period = 128;

class AccessTally {
 public:
  struct Entry {
    std::uint32_t site = 0, buffer = 0, active_mask = 0;  ///< as in Header
    Offsets offsets{};                                    ///< of the access nearest to the start of the buffer
    std::uint64_t times = 0;
    std::uint32_t source_degrees = 0;  ///< as in Header
  };

  /// Returns the number of the entry of such an access, and adds the entry where there was none. Offsets are those of a
  /// record of a trace.
  [[nodiscard]] std::uint32_t find_or_add(std::uint32_t site, std::uint32_t buffer, std::uint32_t active_mask,
                                          const Offsets& offsets, std::uint32_t source_degrees = 0);
  /// Counts more accesses of an entry.
  void add(std::uint32_t number, std::uint64_t times = 1) { entries_[number].times += times; }

  /// In the order in which they came first. The offsets of each are moved to the start of the buffer, by a multiple of
  /// tally_period.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  void clear();

 private:
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> hashes_;  ///< by entry
  std::vector<std::uint32_t> table_;   ///< open addressing over a power of two; the number of an entry plus 1, 0: free
};

}  // namespace lanescope::trace
