// An L1: lines of 128 bytes, of which each holds some of its four sectors. The least recently used line of a set goes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace lanescope::predict {

class SectoredCache {
 public:
  struct Line {
    std::int64_t line = -1;
    std::uint8_t sectors = 0;
    double used = -1;  ///< time of the last use
    double ready = 0;  ///< time at which what was asked for last arrives
  };

  explicit SectoredCache(double bytes)
      : sets_(std::max<std::size_t>(1, static_cast<std::size_t>(std::max(bytes, 0.0)) / (128 * ways))),
        lines_(sets_ * ways) {}

  /// Returns the line, which is empty when it was not there: the one that gives way to it.
  Line& at(std::int64_t line, double now) {
    // Fibonacci hashing: successive and strided lines spread over all sets.
    const std::uint64_t hash = static_cast<std::uint64_t>(line) * 0x9e3779b97f4a7c15ull;
    Line* const set = &lines_[static_cast<std::size_t>((hash >> 32) * sets_ >> 32) * ways];
    Line* oldest = set;
    for (Line* way = set; way != set + ways; ++way) {
      if (way->line == line) {
        way->used = now;
        return *way;
      }
      if (way->used < oldest->used) oldest = way;
    }
    *oldest = {line, 0, now, 0};
    return *oldest;
  }
  /// Does what at() does, but returns null when the line is not there.
  Line* find(std::int64_t line) {
    const std::uint64_t hash = static_cast<std::uint64_t>(line) * 0x9e3779b97f4a7c15ull;
    Line* const set = &lines_[static_cast<std::size_t>((hash >> 32) * sets_ >> 32) * ways];
    Line* const found = std::find_if(set, set + ways, [&](const Line& one) { return one.line == line; });
    return found == set + ways ? nullptr : found;
  }

 private:
  static constexpr std::size_t ways = 16;
  std::size_t sets_;
  std::vector<Line> lines_;
};

}  // namespace lanescope::predict
