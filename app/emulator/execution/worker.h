// What one of our threads keeps while it runs blocks of a launch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emulator/execution/launch.h"
#include "emulator/patterns/address_pattern.h"
#include "trace/access_tally.h"

namespace lanescope::emulator {

/// What a memory instruction did last.
struct AccessMemo {
  static constexpr std::uint32_t unknown = 0xffffffffu;

  /// An ordinary load or store of shared memory, in a launch without clusters: between these bytes of it.
  bool plain_shared = false;
  std::uint32_t begin = 0, end = 0;
  const AddressPattern* pattern = nullptr;
  std::uint32_t misses = 0;  ///< since a pattern came again
  /// The region that it went to.
  Region* region = nullptr;
  /// The entries of Worker::tally for `pattern`, site, buffer, and the place of the first lane modulo the period, by
  /// words of 4 bytes.
  std::uint32_t age = 0;  ///< Worker::tally_age when they were noted
  std::uint32_t site = unknown, buffer = unknown, mask = 0;
  std::array<std::uint32_t, trace::tally_period / 4> entries{};
};

struct Worker {
  Worker(const Launch& launch, unsigned own_number);

  /// Returns the pattern of the addresses of the lanes (not 0). Null: no pattern is known, and finding one is no use.
  [[nodiscard]] const AddressPattern* pattern_of(AccessMemo& memo, std::uint32_t lanes, std::uint32_t bytes,
                                                 const std::uint64_t* address) {
    if (memo.pattern != nullptr && memo.pattern->lanes == lanes && memo.pattern->holds(address)) {
      memo.misses = 0;
      return memo.pattern;
    }
    return find_pattern(memo, lanes, bytes, address);
  }
  /// Tells the listener what was counted, and forgets it. With the lock that all workers of the launch share.
  void flush_tally(AccessListener& listener);

  unsigned number = 0;  ///< below Options::threads
  Counts counts;
  std::vector<std::vector<AccessMemo>> memos;  ///< by code and access
  trace::AccessTally tally;                    ///< for Options::listener
  std::uint32_t tally_age = 1;
  static constexpr std::size_t max_tally_entries = 1u << 14;  ///< of the tally

 private:
  [[nodiscard]] const AddressPattern* find_pattern(AccessMemo& memo, std::uint32_t lanes, std::uint32_t bytes,
                                                   const std::uint64_t* address);

  AddressPatterns patterns_;
  bool shortcuts_ = true;
};

}  // namespace lanescope::emulator
