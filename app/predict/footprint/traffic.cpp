// Which sectors of a block come from the memory, and which it finds in the L2 because another block has touched them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "model/access/sector_map.h"
#include "predict/footprint/footprint.h"

namespace warpscope::predict {
namespace {

using model::bytes_per_line;
using model::bytes_per_sector;
using model::sectors_per_line;

/// Neighbours at so many times a step are looked at.
constexpr std::int64_t max_multiple = 8;

constexpr float whole_share = 0.98f;  ///< of a sector; rounding of shares

std::int64_t sector_of(const LineTouch& touch, unsigned bit) {
  return touch.line * sectors_per_line + bit;
}

struct Held {
  bool loaded = false;
  float written = 0;   ///< share of the sector that this block writes
  bool first = false;  ///< for the walk: a load of this block has asked for it
};

/// Accesses that move over the grid in the same way: only these meet each other again.
struct Group {
  std::vector<std::pair<std::int64_t, std::int64_t>> moves;  ///< blocks, bytes; by rising blocks
  std::unordered_map<std::int64_t, Held> sectors;
};

class Analysis {
 public:
  Analysis(const BlockSkeleton& block, const Footprint& footprint, const TrafficInput& input)
      : block_(block), footprint_(footprint), input_(input), group_of_(block.accesses.size(), 0) {
    sort_into_groups();
    hold();
  }

  Traffic run() {
    traffic_.from_memory.assign(block_.touches.size(), 0);
    traffic_.late.assign(block_.touches.size(), 0);
    traffic_.lone.assign(block_.accesses.size(), false);
    traffic_.memory_sectors.assign(block_.touches.size(), 0);
    traffic_.written_bytes.assign(block_.accesses.size(), 0);
    traffic_.filled_bytes.assign(block_.accesses.size(), 0);
    // What one block adds to the L2: its own sectors, as far as no near block has them too.
    bytes_of_block_ = 0;
    for (Group& group : groups_) {
      for (const auto& [sector, held] : group.sectors) {
        const Found before = found(group, sector, static_cast<double>(input_.blocks_in_flight));
        bytes_of_block_ += (1 - before.chance) * bytes_per_sector;
      }
    }
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      const Access& access = block_.accesses[i];
      if (access.shared || access.lines == 0) continue;
      // One line stands for all of them.
      traffic_.lone[i] = lies_alone(groups_[group_of_[i]], block_.touches[access.first + access.lines / 2]);
      if (access.kind == Access::Kind::load) {
        load(i);
      } else {
        store(i);
      }
    }
    return std::move(traffic_);
  }

 private:
  void sort_into_groups() {
    std::map<std::vector<std::int64_t>, std::uint32_t> known;
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      if (block_.accesses[i].shared) continue;
      std::vector<std::int64_t> key;
      for (const Shift& shift : footprint_.shifts) key.push_back(shift.bytes[i]);
      const auto [at, added] = known.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
      group_of_[i] = at->second;
      if (!added) continue;
      Group& group = groups_.emplace_back();
      for (std::size_t s = 0; s < key.size(); ++s) {
        for (std::int64_t times = 1; times <= max_multiple; ++times) {
          // Where blocks do not follow each other evenly, a walk is continued only within one line.
          if (times > 1 && !footprint_.affine && std::abs(key[s] * times) >= bytes_per_line) break;
          if (times > footprint_.shifts[s].most_times) break;
          const std::int64_t blocks = footprint_.shifts[s].step * times;
          if (blocks > 0 && static_cast<std::uint64_t>(blocks) < input_.grid_blocks) {
            group.moves.emplace_back(blocks, key[s] * times);
          }
        }
      }
      std::sort(group.moves.begin(), group.moves.end());
    }
  }

  void hold() {
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      const Access& access = block_.accesses[i];
      if (access.shared) continue;
      Group& group = groups_[group_of_[i]];
      const float share = share_of(access);
      for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
        const LineTouch& touch = block_.touches[t];
        for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
          if ((touch.sectors >> bit & 1u) == 0) continue;
          Held& held = group.sectors[sector_of(touch, bit)];
          if (access.kind == Access::Kind::load) {
            held.loaded = true;
          } else {
            held.written = std::min(1.0f, held.written + ((touch.partial >> bit & 1u) != 0 ? share : 1.0f));
          }
        }
      }
    }
  }

  /// The share of a sector that one access touches where it does not touch all of it.
  static float share_of(const Access& access) {
    return std::min(1.0f, static_cast<float>(access.bytes) / static_cast<float>(access.sectors * bytes_per_sector));
  }

  static const Held* held_at(const Group& group, std::int64_t sector, std::int64_t bytes) {
    const std::int64_t address = sector * bytes_per_sector + bytes;
    auto at = group.sectors.find(address >> 5);
    if (at == group.sectors.end() && (address & 31) != 0) at = group.sectors.find((address >> 5) + 1);
    return at == group.sectors.end() ? nullptr : &at->second;
  }

  /// Whether blocks before this one have touched a sector. Where accesses move by parts of a sector, only some blocks
  /// find it touched: the chance is the share of them.
  struct Found {
    double chance = 0;
    std::int64_t blocks = 0;  ///< how long ago, where the chance is not 0
  };

  /// Looks at blocks that are at most `limit` before this one.
  [[nodiscard]] static Found found(const Group& group, std::int64_t sector, double limit) {
    Found best;
    for (const auto& [blocks, bytes] : group.moves) {
      if (static_cast<double>(blocks) > limit || best.chance >= 1) break;
      const std::int64_t address = sector * bytes_per_sector + bytes;
      const auto behind = static_cast<double>(address & (bytes_per_sector - 1)) / bytes_per_sector;
      const double chance = (group.sectors.contains(address >> 5) ? 1 - behind : 0) +
                            (behind > 0 && group.sectors.contains((address >> 5) + 1) ? behind : 0);
      if (best.chance == 0) best.blocks = blocks;
      best.chance = std::max(best.chance, chance);
    }
    return best;
  }

  [[nodiscard]] bool lies_alone(const Group& group, const LineTouch& touch) const {
    for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
      const std::int64_t sector = sector_of(touch, bit);
      if ((touch.sectors >> bit & 1u) != 0) {
        if (std::popcount(touch.sectors) > 1) return false;
        continue;
      }
      if (group.sectors.contains(sector)) return false;
      for (const auto& [blocks, bytes] : group.moves) {
        if (static_cast<std::uint64_t>(blocks) > input_.blocks_in_flight) break;
        if (held_at(group, sector, bytes) != nullptr || held_at(group, sector, -bytes) != nullptr) return false;
      }
    }
    return true;
  }

  /// Returns how many blocks may lie between two touches of a sector that stays in `bytes` of the L2.
  [[nodiscard]] double reach(double bytes) const { return bytes_of_block_ > 0 ? bytes / bytes_of_block_ : 1e18; }

  void load(std::size_t index) {
    const Access& access = block_.accesses[index];
    Group& group = groups_[group_of_[index]];
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = block_.touches[t];
      for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
        if ((touch.sectors >> bit & 1u) == 0) continue;
        const std::int64_t sector = sector_of(touch, bit);
        Held& held = group.sectors[sector];
        const auto mask = static_cast<std::uint8_t>(1u << bit);
        if (held.first) continue;
        held.first = true;
        const Found before = found(group, sector, reach(input_.l2_bytes));
        if (before.chance < 1) {
          traffic_.from_memory[t] |= mask;
          traffic_.memory_sectors[t] += static_cast<float>(1 - before.chance);
          traffic_.read_sectors += 1 - before.chance;
        }
        if (before.chance < 1 || static_cast<std::uint64_t>(before.blocks) < input_.blocks_in_flight) {
          traffic_.late[t] |= mask;
        }
      }
    }
  }

  /// A sector goes to the memory once when all its parts meet in the L2, else once for each part that does not.
  void store(std::size_t index) {
    const Access& access = block_.accesses[index];
    const Group& group = groups_[group_of_[index]];
    const double limit = reach(input_.l2_dirty_bytes);
    const float share = share_of(access);
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = block_.touches[t];
      for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
        if ((touch.sectors >> bit & 1u) == 0) continue;
        const std::int64_t sector = sector_of(touch, bit);
        const float own = (touch.partial >> bit & 1u) != 0 ? share : 1.0f;
        float together = group.sectors.at(sector).written;
        for (const auto& [blocks, bytes] : group.moves) {
          if (together >= whole_share || static_cast<double>(blocks) > limit) break;
          for (const std::int64_t direction : {bytes, -bytes}) {
            const Held* const other = held_at(group, sector, direction);
            if (other != nullptr && bytes != 0) together += other->written;
          }
        }
        const float parts = own / std::clamp(together, own, std::max(1.0f, group.sectors.at(sector).written));
        traffic_.written_bytes[index] += parts * bytes_per_sector;
        traffic_.write_sectors += parts;
        if (together < whole_share) {
          traffic_.filled_bytes[index] += parts * bytes_per_sector;
          traffic_.fill_sectors += parts;
        }
      }
    }
  }

  const BlockSkeleton& block_;
  const Footprint& footprint_;
  const TrafficInput& input_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  ///< by access
  double bytes_of_block_ = 0;
  Traffic traffic_;
};

}  // namespace

Traffic traffic_of(const BlockSkeleton& block, const Footprint& footprint, const TrafficInput& input) {
  return Analysis(block, footprint, input).run();
}

}  // namespace warpscope::predict
