#include "emulator/patterns/address_pattern.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "trace/trace.h"

namespace lanescope::emulator {
namespace {

/// No two accesses of a pattern lie farther apart.
constexpr std::int64_t widest = std::int64_t{1} << 31;

template <class Address>
[[gnu::always_inline]] inline bool holds_in(const Address* address, std::uint32_t first_lane, const Address* distance,
                                            const Address* chosen) {
  const Address first = address[first_lane];
  Address other = 0;
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    other |= (address[lane] - first - distance[lane]) & chosen[lane];
  }
  return other == 0;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] bool holds_with_avx2(const AddressPattern& pattern, const std::uint64_t* address) {
  return holds_in(address, pattern.first_lane, pattern.distance.data(), pattern.chosen.data());
}
[[gnu::target("avx2")]] bool holds_with_avx2(const AddressPattern& pattern, const std::uint32_t* address) {
  return holds_in(address, pattern.first_lane, pattern.narrow_distance.data(), pattern.narrow_chosen.data());
}
const bool has_avx2 = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
}();
#endif

/// What follows from the distances.
void describe(AddressPattern& pattern) {
  const std::uint32_t lanes = pattern.lanes;
  std::int64_t highest = 0;
  const auto distance = [&](std::uint32_t lane) { return static_cast<std::int64_t>(pattern.distance[lane]); };
  trace::for_each_lane(lanes, [&](std::uint32_t lane) {
    pattern.lowest = std::min(pattern.lowest, distance(lane));
    highest = std::max(highest, distance(lane));
    pattern.low_bits |= static_cast<std::uint32_t>(distance(lane));
  });
  pattern.end = highest + pattern.bytes;

  const std::uint32_t run = lanes >> pattern.first_lane;
  pattern.neighbours = (run & (run + 1)) == 0;
  std::array<std::int64_t, warp_lanes> sorted{};
  std::size_t count = 0;
  trace::for_each_lane(lanes, [&](std::uint32_t lane) {
    pattern.neighbours &= distance(lane) == std::int64_t{lane - pattern.first_lane} * pattern.bytes;
    sorted[count++] = distance(lane);
  });
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  pattern.distinct = true;
  for (std::size_t i = 1; i < count; ++i) pattern.distinct &= sorted[i] - sorted[i - 1] >= pattern.bytes;

  if (pattern.bytes % 4 == 0 && pattern.low_bits % 4 == 0 && pattern.end - pattern.lowest <= 4 * 32) {
    trace::for_each_lane(lanes, [&](std::uint32_t lane) {
      const auto word = static_cast<std::uint32_t>(distance(lane) - pattern.lowest) / 4;
      pattern.words |= ((2u << (pattern.bytes / 4 - 1)) - 1) << word;
    });
  }
  trace::for_each_lane(lanes, [&](std::uint32_t lane) {
    if (!pattern.runs.empty() && pattern.runs.back().first_lane + pattern.runs.back().lanes == lane) {
      LaneRun& last = pattern.runs.back();
      const std::int64_t away = distance(lane) - last.distance;
      const bool same = away == 0 && (last.lanes == 1 || !last.neighbours);
      const bool next = away == std::int64_t{last.lanes} * pattern.bytes && last.neighbours;
      if (same || next) {
        ++last.lanes;
        last.neighbours = next;
        return;
      }
    }
    if (pattern.runs.size() <= AddressPattern::max_runs) pattern.runs.push_back({lane, 1, distance(lane), true});
  });
  if (pattern.runs.size() > AddressPattern::max_runs) pattern.runs.clear();
}

}  // namespace

bool AddressPattern::holds(const std::uint64_t* address) const {
#if defined(__x86_64__)
  if (has_avx2) return holds_with_avx2(*this, address);
#endif
  return holds_in(address, first_lane, distance.data(), chosen.data());
}

bool AddressPattern::holds(const std::uint32_t* address) const {
#if defined(__x86_64__)
  if (has_avx2) return holds_with_avx2(*this, address);
#endif
  return holds_in(address, first_lane, narrow_distance.data(), narrow_chosen.data());
}

const AddressPattern* AddressPatterns::find(std::uint32_t lanes, std::uint32_t bytes, const std::uint64_t* address) {
  const auto first_lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uint64_t first = address[first_lane];
  std::uint64_t hash = std::uint64_t{lanes} << 8 | bytes;
  bool wide = false;
  trace::for_each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t distance = address[lane] - first;
    const auto away = static_cast<std::int64_t>(distance);
    wide |= away >= widest || away < -widest;
    hash += (distance + lane) * (0x9e3779b97f4a7c15u + 2 * std::uint64_t{lane});
  });
  if (wide) return nullptr;
  hash ^= hash >> 29;
  if (table_.empty()) table_.resize(slots);
  std::size_t slot = hash >> 40 & (slots - 1);
  for (; table_[slot] != 0; slot = (slot + 1) % slots) {
    const AddressPattern& there = *patterns_[table_[slot] - 1];
    if (there.lanes == lanes && there.bytes == bytes && there.holds(address)) return &there;
  }
  if (patterns_.size() >= max_patterns) return nullptr;
  auto made = std::make_unique<AddressPattern>();
  made->lanes = lanes;
  made->first_lane = first_lane;
  made->bytes = bytes;
  trace::for_each_lane(lanes, [&](std::uint32_t lane) {
    made->distance[lane] = address[lane] - first;
    made->chosen[lane] = ~std::uint64_t{0};
    made->narrow_distance[lane] = static_cast<std::uint32_t>(made->distance[lane]);
    made->narrow_chosen[lane] = ~std::uint32_t{0};
  });
  describe(*made);
  patterns_.push_back(std::move(made));
  table_[slot] = static_cast<std::uint32_t>(patterns_.size());
  return patterns_.back().get();
}

}  // namespace lanescope::emulator
