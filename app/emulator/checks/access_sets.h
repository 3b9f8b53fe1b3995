// Accesses of one word by several actors, in no order among each other: the last one of each. Words with the same
// history share a set, so that an array which all warps read takes little more than one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "emulator/checks/vector_clocks.h"

namespace lanescope::emulator {

class AccessSets {
 public:
  static constexpr std::uint32_t empty = 0;

  void clear() {
    sets_.resize(1);
    next_.clear();
  }

  /// Returns the set with one more access.
  [[nodiscard]] std::uint32_t with(std::uint32_t set, std::uint32_t actor, std::uint32_t clock) {
    // What does not fit into a key (the millionth set, the four-millionth clock) is not kept.
    constexpr std::uint32_t max_sets = 1u << 20, max_clocks = 1u << 22;
    if (clock >= max_clocks || set >= max_sets) return set;
    const auto place = position(sets_[set], actor);
    if (place != sets_[set].end() && place->actor == actor && place->clock == clock) return set;
    const std::uint64_t key = std::uint64_t{set} << 44 | std::uint64_t{actor} << 22 | clock;
    const auto [known, fresh] = next_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (!fresh) return known->second;
    if (sets_.size() >= max_sets) {
      next_.erase(known);
      return set;
    }
    Set grown = sets_[set];
    const auto at = grown.begin() + (position(grown, actor) - grown.begin());
    if (at != grown.end() && at->actor == actor) {
      at->clock = clock;
    } else {
      grown.insert(at, {actor, clock});
    }
    sets_.push_back(std::move(grown));
    return known->second;
  }

  /// Whether all of them come before what the actor does now.
  [[nodiscard]] bool all_happen_before(const VectorClocks& clocks, std::uint32_t set, std::uint32_t actor) const {
    return std::all_of(sets_[set].begin(), sets_[set].end(),
                       [&](const Member& each) { return clocks.all_happen_before(each.actor, each.clock, actor); });
  }

 private:
  struct Member {
    std::uint32_t actor = 0, clock = 0;
  };
  using Set = std::vector<Member>;  ///< by rising actor
  [[nodiscard]] static Set::const_iterator position(const Set& set, std::uint32_t actor) {
    return std::lower_bound(set.begin(), set.end(), actor,
                            [](const Member& each, std::uint32_t wanted) { return each.actor < wanted; });
  }

  std::vector<Set> sets_{1};
  std::unordered_map<std::uint64_t, std::uint32_t> next_;  ///< by set, actor and clock: the set with that access
};

}  // namespace lanescope::emulator
