// What an SM has stored and not yet sent to the L2: stores to one line that follow each other closely go there
// together.
//
// Measured on an H200 (bench/recordings/h200-foreign-1.jsonl): a warp that stores 8 neighbouring words of each thread
// one after the other sends each sector once when few warps run, and twice when many do.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "predict/locality/access.h"

namespace lanescope::predict {

class StoreBuffer {
 public:
  struct Line {
    std::int64_t line = 0;
    std::uint32_t warp = 0;
    std::uint32_t site = 0;  ///< of the first store
    double since = 0;        ///< time of the first store
    std::uint8_t sectors = 0;
    std::uint8_t partial_groups = 0;  ///< sectors of which some 8 bytes are still written in part
  };

  /// It holds so many lines, each for so many clocks.
  StoreBuffer(std::size_t lines, double clocks) : max_lines_(lines), max_clocks_(clocks) {}

  /// Adds a touch of a store of a warp. send(line) is called for each line that goes to the L2 before it.
  template <class Send>
  void add(std::uint32_t warp, std::int64_t line, const LineTouch& touch, std::uint32_t site, double now,
           const Send& send) {
    while (!lines_.empty() && lines_.front().since + max_clocks_ < now) send_first(send);
    const Key key{line, warp};
    if (const auto known = places_.find(key); known != places_.end()) {
      Line& there = lines_[static_cast<std::size_t>(known->second - sent_)];
      // Parts of the same 8 bytes mostly complete each other.
      const auto fresh = static_cast<std::uint8_t>(touch.sectors & ~there.sectors);
      there.partial_groups =
          static_cast<std::uint8_t>((there.partial_groups & ~touch.sectors) | (touch.partial_groups & fresh));
      there.sectors |= touch.sectors;
      return;
    }
    if (lines_.size() >= max_lines_) send_first(send);
    places_[key] = sent_ + lines_.size();
    lines_.push_back({line, warp, site, now, touch.sectors, touch.partial_groups});
  }

  template <class Send>
  void send_all(const Send& send) {
    while (!lines_.empty()) send_first(send);
  }

 private:
  template <class Send>
  void send_first(const Send& send) {
    places_.erase({lines_.front().line, lines_.front().warp});
    send(lines_.front());
    lines_.pop_front();
    ++sent_;
  }

  using Key = std::pair<std::int64_t, std::uint32_t>;  ///< line and warp

  std::size_t max_lines_;
  double max_clocks_;
  std::deque<Line> lines_;  ///< in the order of their first stores
  std::uint64_t sent_ = 0;
  std::map<Key, std::uint64_t> places_;  ///< the number of each line among all that were added
};

}  // namespace lanescope::predict
