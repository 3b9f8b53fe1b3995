#include "emulator/checks/grid_order.h"

#include <algorithm>

namespace lanescope::emulator {

bool add_knowledge(Knowledge& to, const Knowledge& more) {
  bool fresh = false;
  for (const Seen& seen : more) {
    const auto place =
        std::lower_bound(to.begin(), to.end(), seen.place, [](const Seen& each, auto at) { return each.place < at; });
    if (place == to.end() || place->place != seen.place) {
      to.insert(place, seen);
      fresh = true;
    } else if (place->releases < seen.releases) {
      place->releases = seen.releases;
      fresh = true;
    }
  }
  return fresh;
}

void GridOrder::release(std::uint64_t address, bool fresh, std::uint64_t block, const Passed& passed) {
  if (releases_ >= max_releases) return;
  if (const auto there = at_.find(address); !fresh && there != at_.end()) {
    const Place& place = places_[there->second];
    const auto own = place.last.find(block);
    if (own != place.last.end() && own->second.version == passed.version) return;
  }
  ++releases_;
  auto [at, made] = at_.try_emplace(address, static_cast<std::uint32_t>(places_.size()));
  if (made || fresh) {
    at->second = static_cast<std::uint32_t>(places_.size());
    places_.emplace_back();
  }
  Place& place = places_[at->second];
  const auto number = static_cast<std::uint32_t>(place.releases.size());
  Place::Last& last = place.last[block];
  place.releases.push_back({block, last.number, passed.row});
  if (last.number != none) join(place.releases.back().row, place.releases[last.number].row);
  last = {number, passed.version};
  for (const Seen& seen : passed.known) {
    if (seen.place != at->second && add_knowledge(place.all, {seen})) place.passed.push_back({number, seen});
  }
}

bool GridOrder::acquire(std::uint64_t address, Knowledge& known) const {
  const auto at = at_.find(address);
  if (at == at_.end()) return false;
  return add_knowledge(known, {{at->second, static_cast<std::uint32_t>(places_[at->second].releases.size())}});
}

bool GridOrder::knows(const Knowledge& known, std::uint64_t block, std::uint32_t warp, std::uint32_t clock) const {
  if (releases_ >= max_releases) return true;
  // Place by place, with what was passed on there; a place again only where more of it was seen.
  Knowledge done;
  Knowledge open = known;
  while (!open.empty()) {
    const Seen seen = open.back();
    open.pop_back();
    if (!add_knowledge(done, {seen})) continue;
    const Place& place = places_[seen.place];
    if (const auto last = place.last.find(block); last != place.last.end()) {
      for (std::uint32_t number = last->second.number; number != none; number = place.releases[number].before) {
        if (number >= seen.releases) continue;
        if (place.releases[number].row[warp] >= clock) return true;
        break;  // what the block knew earlier is less
      }
    }
    for (const Place::Passed& passed : place.passed) {
      if (passed.release >= seen.releases) break;
      open.push_back(passed.seen);
    }
  }
  return false;
}

}  // namespace lanescope::emulator
