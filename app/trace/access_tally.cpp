#include "trace/access_tally.h"

#include <algorithm>

namespace lanescope::trace {
namespace {

constexpr std::size_t first_slots = 256;  // a power of two

std::uint32_t hash_of(const AccessTally::Entry& entry) {
  // Four chains, because one alone would wait for 32 multiplications.
  std::uint64_t chain[4] = {entry.site, entry.buffer, entry.active_mask, entry.source_degrees};
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15u;
  for (std::size_t lane = 0; lane < lanes_per_warp; lane += 4) {
    for (std::size_t i = 0; i < 4; ++i) chain[i] = (chain[i] + entry.offsets[lane + i]) * factor;
  }
  std::uint64_t all = 0;
  for (const std::uint64_t part : chain) all = (all ^ (part >> 29)) * factor + part;
  return static_cast<std::uint32_t>(all >> 32);
}

bool equal(const AccessTally::Entry& a, const AccessTally::Entry& b) {
  return a.site == b.site && a.buffer == b.buffer && a.active_mask == b.active_mask &&
         a.source_degrees == b.source_degrees && a.offsets == b.offsets;
}

}  // namespace

std::uint32_t AccessTally::find_or_add(std::uint32_t site, std::uint32_t buffer, std::uint32_t active_mask,
                                       const Offsets& offsets, std::uint32_t source_degrees) {
  Entry wanted{site, buffer, active_mask, offsets, 0, source_degrees};
  // The largest number stands for no offset, so that the least of all is an offset where there is one.
  const std::uint32_t lowest = *std::min_element(offsets.begin(), offsets.end());
  if (lowest != no_offset) {
    const std::uint32_t moved = lowest / tally_period * tally_period;
    for (std::uint32_t& offset : wanted.offsets) offset -= offset == no_offset ? 0 : moved;
  }
  const std::uint32_t hash = hash_of(wanted);
  if (2 * (entries_.size() + 1) > table_.size()) grow();
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    const std::uint32_t number = table_[slot] - 1;
    if (hashes_[number] == hash && equal(entries_[number], wanted)) return number;
  }
  entries_.push_back(wanted);
  hashes_.push_back(hash);
  table_[slot] = static_cast<std::uint32_t>(entries_.size());
  return table_[slot] - 1;
}

void AccessTally::clear() {
  entries_.clear();
  hashes_.clear();
  std::fill(table_.begin(), table_.end(), 0u);
}

void AccessTally::grow() {
  table_.assign(std::max(first_slots, 2 * table_.size()), 0);
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    std::size_t slot = hashes_[number] & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = number + 1;
  }
}

}  // namespace lanescope::trace
