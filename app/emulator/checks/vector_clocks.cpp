#include "emulator/checks/vector_clocks.h"

#include <algorithm>

namespace lanescope::emulator {

void VectorClocks::reset(std::uint32_t actors) {
  actors_ = actors;
  phase_ = 1;
  floor_ = 0;
  now_.assign(actors, 1);
  together_.assign(actors, 0);
  known_.assign(std::size_t{actors} * actors, 0);
  lanes_known_.resize(actors);
  for (auto& matrix : lanes_known_) matrix.clear();
}

void VectorClocks::synchronise(std::uint32_t warps, std::uint32_t first) {
  change();
  synchronise_block(warps, first);
}

void VectorClocks::synchronise_block(std::uint32_t warps, std::uint32_t first) {
  // Everybody learns what anybody knows.
  Row joined(actors_, 0);
  for (std::uint32_t left = warps; left != 0; left &= left - 1) {
    const std::uint32_t warp = first + static_cast<std::uint32_t>(__builtin_ctz(left));
    if (warp >= actors_) break;
    const std::uint32_t* const known = row(warp);
    for (std::uint32_t other = 0; other < actors_; ++other) joined[other] = std::max(joined[other], known[other]);
    joined[warp] = std::max(joined[warp], now_[warp]);
  }
  for (std::uint32_t left = warps; left != 0; left &= left - 1) {
    const std::uint32_t warp = first + static_cast<std::uint32_t>(__builtin_ctz(left));
    if (warp >= actors_) break;
    std::copy(joined.begin(), joined.end(), row(warp));
    together_[warp] = now_[warp];
    ++now_[warp];
    if (!lanes_known_[warp].empty()) lanes_known_[warp].clear();
  }
}

void VectorClocks::raise_floor(std::uint32_t warps) {
  floor_ = *std::min_element(together_.begin(), together_.begin() + warps);
}

void VectorClocks::synchronise_lanes(std::uint32_t warp, std::uint32_t lanes) {
  change();
  if (lanes == all_lanes) {
    together_[warp] = now_[warp]++;
    lanes_known_[warp].clear();
    return;
  }
  std::vector<std::uint32_t>& known = lanes_known_[warp];
  if (known.empty()) known.assign(warp_lanes * warp_lanes, 0);
  std::array<std::uint32_t, warp_lanes> joined{};
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    if ((lanes >> lane & 1u) == 0) continue;
    for (std::uint32_t other = 0; other < warp_lanes; ++other) {
      joined[other] = std::max(joined[other], known[lane * warp_lanes + other]);
    }
    joined[lane] = now_[warp];
  }
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    if ((lanes >> lane & 1u) != 0) std::copy(joined.begin(), joined.end(), known.begin() + lane * warp_lanes);
  }
  ++now_[warp];
}

bool VectorClocks::acquire(std::uint32_t reader, const Row& knowledge) {
  if (knowledge.empty()) return false;
  std::uint32_t* const known = row(reader);
  bool learns = false;
  for (std::uint32_t other = 0; other < actors_; ++other) learns |= other != reader && known[other] < knowledge[other];
  if (!learns && knowledge[reader] <= together_[reader]) return false;
  change();
  for (std::uint32_t other = 0; other < actors_; ++other) known[other] = std::max(known[other], knowledge[other]);
  // Lanes of one warp that pass a flag to each other: what the warp did before the release is in order for all of it.
  together_[reader] = std::max(together_[reader], knowledge[reader]);
  return learns;
}

void VectorClocks::acquire_from(std::uint32_t reader, std::uint32_t other, std::uint32_t clock) {
  change();
  row(reader)[other] = std::max(row(reader)[other], clock);
}

VectorClocks::Row VectorClocks::release(std::uint32_t actor) {
  change();
  Row knowledge(row(actor), row(actor) + actors_);
  knowledge[actor] = now_[actor]++;
  return knowledge;
}

void join(VectorClocks::Row& row, const VectorClocks::Row& more) {
  if (row.size() < more.size()) row.resize(more.size(), 0);
  for (std::size_t actor = 0; actor < more.size(); ++actor) row[actor] = std::max(row[actor], more[actor]);
}

}  // namespace lanescope::emulator
