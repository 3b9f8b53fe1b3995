// Which sectors of a block come from the memory, and which it finds in the L2 because another block has touched them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/access/sector_map.h"
#include "predict/locality/locality.h"

namespace lanescope::predict {
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
  float written = 0;                                            ///< share of the sector that this block writes
  bool first = false;                                           ///< for the walk: a load of this block has asked for it
  std::size_t place = std::numeric_limits<std::size_t>::max();  ///< the fewest accesses of a warp before its load
};

/// Blocks that are a multiple of a step before this one.
struct Move {
  std::int64_t blocks = 0, bytes = 0;
  std::size_t shift = 0;
  double share_without_predecessor = 0;  ///< the share of blocks that have none so far before them
};

/// Accesses that move over the grid in the same way: only these meet each other again.
struct Group {
  std::vector<Move> moves;  ///< by rising blocks
  std::unordered_map<std::int64_t, Held> sectors;
  std::unordered_map<std::int64_t, std::uint32_t> lines;  ///< that are loaded: their numbers
  bool scattered = false;                                 ///< loads and atomics whose places in `buffer` come from data
  std::uint32_t buffer = 0;
};

/// What scattered loads read of one buffer.
struct Scatter {
  double fetches = 0;  ///< of one block
  double places = 1;   ///< of the buffer, that a fetch of the memory brings each
  double misses = 1;   ///< the share of the fetches that the L2 does not have
  double owed = 0;     ///< the share of a sector that was counted and not marked yet
};
/// Blocks that follow each other so closely begin at the same time.
constexpr std::int64_t blocks_at_once = 8;
/// The memory fetches so much at least.
constexpr std::uint32_t bytes_of_fetch = 64;

/// 64 bytes of a line: the warps that load of them first, and those of these that load both halves at once.
struct Pair {
  std::size_t first = std::numeric_limits<std::size_t>::max();  ///< accesses of the warp before
  std::uint32_t warps = 0, both = 0;
};

class Analysis {
 public:
  Analysis(const InstructionStream& block, const Locality& locality, const TrafficInput& input)
      : block_(block), locality_(locality), input_(input), group_of_(block.accesses.size(), 0) {
    for (const auto& ops : block.warps) {
      const auto first = std::ranges::find_if(ops, [](const Op& op) { return op.kind == Op::Kind::global; });
      first_of_warp_.push_back(first != ops.end() ? first->access : 0);
    }
    sort_into_groups();
    hold();
    warp_ = 0;
  }

  Traffic run() {
    traffic_.from_memory.assign(block_.touches.size(), 0);
    traffic_.shared.assign(block_.touches.size(), 0);
    traffic_.blocks_before.assign(block_.touches.size(), std::numeric_limits<std::int64_t>::max());
    traffic_.earlier.assign(block_.touches.size(), 1);
    traffic_.isolated.assign(block_.accesses.size(), false);
    traffic_.memory_sectors.assign(block_.touches.size(), 0);
    traffic_.line_of.assign(block_.touches.size(), 0);
    traffic_.written_bytes.assign(block_.accesses.size(), 0);
    traffic_.filled_bytes.assign(block_.accesses.size(), 0);
    // What one block adds to the L2: its own sectors, as far as no near block has them too.
    bytes_of_block_ = 0;
    for (Group& group : groups_) {
      if (group.scattered) continue;
      for (const auto& [sector, held] : group.sectors) {
        const Found before = found(group, sector, static_cast<double>(input_.blocks_in_flight));
        bytes_of_block_ += (1 - before.chance) * bytes_per_sector;
      }
    }
    meet_by_chance();
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      const Access& access = block_.accesses[i];
      if (access.shared || access.local || access.lines == 0) continue;
      // One line stands for all of them.
      traffic_.isolated[i] = is_isolated(groups_[group_of_[i]], block_.touches[access.first + access.lines / 2]);
      if (access.kind == Access::Kind::load) {
        load(i);
      } else {
        store(i);
      }
    }
    count_promoted();
    limit_to_buffers();
    return std::move(traffic_);
  }

 private:
  /// The accesses of a warp follow each other.
  [[nodiscard]] std::size_t warp_of(std::size_t access) {
    while (warp_ + 1 < first_of_warp_.size() && first_of_warp_[warp_ + 1] <= access) ++warp_;
    return warp_;
  }

  /// The accesses of its warp that come before it.
  [[nodiscard]] std::size_t place_of(std::size_t access) { return access - first_of_warp_[warp_of(access)]; }

  void sort_into_groups() {
    std::map<std::vector<std::int64_t>, std::uint32_t> known;
    std::map<std::uint32_t, std::uint32_t> known_buffers;
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      const Access& access = block_.accesses[i];
      if (access.shared || access.local) continue;
      if (access.kind != Access::Kind::store && access.buffer_lines > 0 && locality_.is_scattered(i)) {
        const auto [at, added] = known_buffers.try_emplace(access.buffer, static_cast<std::uint32_t>(groups_.size()));
        group_of_[i] = at->second;
        if (!added) continue;
        groups_.emplace_back().scattered = true;
        groups_.back().buffer = access.buffer;
        scatters_[access.buffer].places = access.buffer_lines * (bytes_per_line / bytes_of_fetch);
        continue;
      }
      std::vector<std::int64_t> key;
      for (const Shift& shift : locality_.shifts) key.push_back(shift.bytes[i]);
      const auto [at, added] = known.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
      group_of_[i] = at->second;
      if (!added) continue;
      Group& group = groups_.emplace_back();
      for (std::size_t s = 0; s < key.size(); ++s) {
        for (std::int64_t times = 1; times <= max_multiple; ++times) {
          // Where blocks do not follow each other evenly, a walk is continued only within one line.
          if (times > 1 && !locality_.affine && std::abs(key[s] * times) >= bytes_per_line) break;
          if (times > locality_.shifts[s].max_repeats) break;
          const std::int64_t blocks = locality_.shifts[s].step * times;
          if (blocks > 0 && static_cast<std::uint64_t>(blocks) < input_.grid_blocks) {
            group.moves.push_back(
                {blocks, key[s] * times, s,
                 std::min(1.0, static_cast<double>(times) * locality_.shifts[s].share_without_predecessor)});
          }
        }
      }
      std::ranges::stable_sort(group.moves, {}, &Move::blocks);
    }
  }

  void hold() {
    for (std::size_t i = 0; i < block_.accesses.size(); ++i) {
      const Access& access = block_.accesses[i];
      if (access.shared || access.local) continue;
      Group& group = groups_[group_of_[i]];
      const float share = share_of(access);
      for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
        const LineTouch& touch = block_.touches[t];
        for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
          if ((touch.sectors >> bit & 1u) == 0) continue;
          Held& held = group.sectors[sector_of(touch, bit)];
          if (access.kind == Access::Kind::load) {
            loaded_.insert(sector_of(touch, bit));
            held.place = std::min(held.place, place_of(i));
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
    std::int64_t bytes = 0;   ///< from there to here
  };

  /// Looks at blocks that are at most `limit` before this one.
  [[nodiscard]] static Found found(const Group& group, std::int64_t sector, double limit) {
    Found best;
    for (const Move& move : group.moves) {
      if (static_cast<double>(move.blocks) > limit || best.chance >= 1) break;
      const double chance = chance_of(group, sector, move.bytes);
      if (chance <= best.chance) continue;
      best = {chance, best.chance == 0 ? move.blocks : best.blocks, move.bytes};
    }
    return best;
  }

  [[nodiscard]] static double chance_of(const Group& group, std::int64_t sector, std::int64_t bytes) {
    const std::int64_t address = sector * bytes_per_sector + bytes;
    const auto behind = static_cast<double>(address & (bytes_per_sector - 1)) / bytes_per_sector;
    return (group.sectors.contains(address >> 5) ? 1 - behind : 0) +
           (behind > 0 && group.sectors.contains((address >> 5) + 1) ? behind : 0);
  }

  /// The multiples of one step, before and behind the block, at which blocks touch a place.
  struct Sharers {
    double looked_at = 0, found = 0;
    double share_without_predecessor = 1;  ///< the share of blocks that have none a single step before them
  };

  /// How many blocks touch a sector; with `beside`, the 64 bytes that it lies in.
  [[nodiscard]] double readers_of(const Group& group, std::int64_t sector, bool beside, double limit) {
    sharers_.assign(locality_.shifts.size(), {});
    for (const Move& move : group.moves) {
      if (static_cast<double>(move.blocks) > limit) break;
      Sharers& along = sharers_[move.shift];
      for (const std::int64_t bytes : {move.bytes, -move.bytes}) {
        double chance = chance_of(group, sector, bytes);
        if (beside && chance < 1) chance = std::max(chance, chance_of(group, sector ^ 1, bytes));
        along.found += chance;
      }
      along.looked_at += 2;
      along.share_without_predecessor = std::min(along.share_without_predecessor, move.share_without_predecessor);
    }
    double all = 1, some = 1;
    for (const Sharers& along : sharers_) {
      if (along.looked_at > 0 && along.found >= whole_share * along.looked_at && along.share_without_predecessor > 0) {
        all /= along.share_without_predecessor;
      } else {
        some += along.found;
      }
    }
    return std::min(std::max(all, some), static_cast<double>(input_.grid_blocks));
  }

  /// Of the blocks that share a sector, one brings it from the memory, and 64 bytes are brought at once. Where the L2
  /// has two partitions, each keeps what its own multiprocessors have read: the first reader on the side that is far
  /// from the sector misses too, unless it was the very first. So what has k readers on either side is missed
  /// 1.5 - 2^-k times.
  [[nodiscard]] SectorOrigin origin_of(const Group& group, std::int64_t sector) {
    const double limit = reach(input_.l2_bytes);
    const double of_sector = readers_of(group, sector, false, limit), of_both = readers_of(group, sector, true, limit);
    const double far = input_.l2_partitions > 1 ? 0.5 : 0;
    return {static_cast<float>(1 / of_sector), static_cast<float>((1 + far * (1 - std::exp2(1 - of_both))) / of_both)};
  }

  /// Warps take their accesses at the same pace, and those that come to 64 bytes at the same access come in no certain
  /// order: when the first of them asks for one half only, the other one is there when it is asked for.
  void count_promoted() {
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
      SectorOrigin* const halves = &traffic_.origins[2 * pair];
      if (halves[0].missed <= 0 || halves[1].missed <= 0) continue;
      const float both = static_cast<float>(pairs_[pair].both) / static_cast<float>(pairs_[pair].warps);
      for (std::size_t half = 0; half < 2; ++half) halves[half].missed *= (1 + both) / 2;
    }
  }

  /// How often as much as the walk shows the block does: the walk leaves out most of long loops.
  [[nodiscard]] double whole_per_walk() const {
    return block_.work > 0 ? std::max(1.0, block_.full_work / block_.work) : 1;
  }

  /// Of a buffer that fits the L2, no more comes from the memory than it holds: blocks come back to its beginning.
  void limit_to_buffers() {
    const double whole = whole_per_walk();
    std::map<std::uint32_t, std::pair<double, double>> sectors;  // by buffer: from the memory, and in the buffer
    const auto loads_of_buffer = [&](const Access& access) {
      return !access.shared && access.kind == Access::Kind::load && access.buffer_lines > 0;
    };
    for (const Access& access : block_.accesses) {
      if (!loads_of_buffer(access)) continue;
      auto& [from_memory, all] = sectors[access.buffer];
      all = static_cast<double>(access.buffer_lines) * sectors_per_line;
      for (std::uint32_t t = access.first; t < access.first + access.lines; ++t)
        from_memory += static_cast<double>(traffic_.memory_sectors[t]);
    }
    std::vector<bool> limited(traffic_.lines(), false);
    for (const Access& access : block_.accesses) {
      if (!loads_of_buffer(access)) continue;
      const auto [from_memory, all] = sectors.at(access.buffer);
      const double grid = from_memory * whole * static_cast<double>(input_.grid_blocks);
      if (grid <= all || all * bytes_per_sector > input_.l2_bytes / input_.l2_partitions) continue;
      const auto share = static_cast<float>(all / grid);
      for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
        traffic_.read_sectors -= static_cast<double>((1 - share) * traffic_.memory_sectors[t]);
        traffic_.memory_sectors[t] *= share;
        if (share < 0.5F) traffic_.from_memory[t] = 0;
        const std::uint32_t line = traffic_.line_of[t];
        if (limited[line]) continue;
        limited[line] = true;
        for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
          SectorOrigin& origin = traffic_.origins[sectors_per_line * line + bit];
          origin.memory *= share;
          origin.missed *= share;
        }
      }
    }
  }

  void count_pairs(std::uint32_t line, std::uint8_t sectors, std::size_t access) {
    const std::size_t before = place_of(access);
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned asked = sectors >> (2 * half) & 3u;
      Pair& pair = pairs_[2 * std::size_t{line} + half];
      if (asked == 0 || before > pair.first) continue;
      if (before < pair.first) pair = {before, 0, 0};
      ++pair.warps;
      if (asked == 3u) ++pair.both;
    }
  }

  [[nodiscard]] bool is_isolated(const Group& group, const LineTouch& touch) const {
    for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
      const std::int64_t sector = sector_of(touch, bit);
      if ((touch.sectors >> bit & 1u) != 0) {
        if (std::popcount(touch.sectors) > 1) return false;
        continue;
      }
      if (group.sectors.contains(sector)) return false;
      for (const Move& move : group.moves) {
        if (static_cast<std::uint64_t>(move.blocks) > input_.blocks_in_flight) break;
        if (held_at(group, sector, move.bytes) != nullptr || held_at(group, sector, -move.bytes) != nullptr)
          return false;
      }
    }
    return true;
  }

  /// Loads whose places come from data find a sector in the L2 where one of the blocks before them met it by chance and
  /// what came after that did not push it out: a cache that forgets what was used least recently holds what was touched
  /// in the last so many blocks (Che, Tung and Wang, Hierarchical Web Caching Systems, 2002). All places of a buffer
  /// are as likely.
  void meet_by_chance() {
    if (scatters_.empty()) return;
    const double whole = whole_per_walk();
    for (const Group& group : groups_) {
      if (group.scattered) scatters_.at(group.buffer).fetches = whole * static_cast<double>(group.sectors.size());
    }
    const double streamed = whole * bytes_of_block_;
    const auto held_after = [&](double blocks) {
      double bytes = streamed * blocks;
      for (const auto& [buffer, scatter] : scatters_)
        bytes += scatter.places * bytes_of_fetch * -std::expm1(-scatter.fetches * blocks / scatter.places);
      return bytes;
    };
    const auto grid = static_cast<double>(input_.grid_blocks);
    double remembered = grid;
    if (held_after(grid) > input_.l2_bytes) {
      double low = 0;
      for (int halvings = 0; halvings < 50; ++halvings) {
        const double middle = (low + remembered) / 2;
        (held_after(middle) > input_.l2_bytes ? remembered : low) = middle;
      }
    }
    for (auto& [buffer, scatter] : scatters_) {
      // The first blocks find less. This is the mean over all.
      const double each = scatter.fetches / scatter.places, forgotten = std::exp(-each * remembered);
      scatter.misses = (-std::expm1(-each * remembered) / each + (grid - remembered) * forgotten) / grid;
      bytes_of_block_ += scatter.misses * scatter.fetches / whole * bytes_of_fetch;
    }
  }

  /// Marks as many sectors of a touch as come from the memory, in the mean over all touches.
  void load_scattered(const Group& group, std::uint32_t touch, std::uint32_t line, unsigned bit) {
    Scatter& scatter = scatters_.at(group.buffer);
    const auto misses = static_cast<float>(scatter.misses);
    traffic_.origins[sectors_per_line * line + bit] = {misses, misses};
    traffic_.read_sectors += scatter.misses;
    traffic_.memory_sectors[touch] += misses;
    scatter.owed += scatter.misses;
    if (scatter.owed < 1) return;
    scatter.owed -= 1;
    traffic_.from_memory[touch] |= static_cast<std::uint8_t>(1u << bit);
  }

  /// Returns how many blocks may lie between two touches of a sector that stays in `bytes` of the L2.
  [[nodiscard]] double reach(double bytes) const { return bytes_of_block_ > 0 ? bytes / bytes_of_block_ : 1e18; }

  void load(std::size_t index) {
    const Access& access = block_.accesses[index];
    Group& group = groups_[group_of_[index]];
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = block_.touches[t];
      const auto [line, added] = group.lines.try_emplace(touch.line, static_cast<std::uint32_t>(traffic_.lines()));
      if (added) {
        traffic_.origins.resize(traffic_.origins.size() + sectors_per_line);
        pairs_.resize(traffic_.origins.size() / 2);
      }
      traffic_.line_of[t] = line->second;
      count_pairs(line->second, touch.sectors, index);
      for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
        if ((touch.sectors >> bit & 1u) == 0) continue;
        const std::int64_t sector = sector_of(touch, bit);
        Held& held = group.sectors[sector];
        const auto mask = static_cast<std::uint8_t>(1u << bit);
        if (held.first) continue;
        held.first = true;
        if (group.scattered) {
          load_scattered(group, t, line->second, bit);
          continue;
        }
        const Found before = found(group, sector, reach(input_.l2_bytes));
        SectorOrigin& origin = traffic_.origins[sectors_per_line * line->second + bit];
        origin = origin_of(group, sector);
        traffic_.read_sectors += origin.memory;
        if (before.chance < 1) {
          traffic_.from_memory[t] |= mask;
          traffic_.memory_sectors[t] += static_cast<float>(1 - before.chance);
        }
        if (before.chance >= 1) {
          traffic_.shared[t] |= mask;
          traffic_.blocks_before[t] = std::min(traffic_.blocks_before[t], before.blocks);
          const Held* const other = held_at(group, sector, before.bytes);
          const auto place = static_cast<float>(place_of(index) + 1);
          const float there =
              other == nullptr ? place : static_cast<float>(std::min(other->place, place_of(index)) + 1);
          traffic_.earlier[t] = std::min(traffic_.earlier[t], 1 - there / place);
        }
      }
    }
  }

  /// An atomic operation fetches what the L2 does not have, and in the end it is written back.
  void update_scattered(std::size_t index, Group& group) {
    const Access& access = block_.accesses[index];
    const double misses = scatters_.at(group.buffer).misses;
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = block_.touches[t];
      for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
        if ((touch.sectors >> bit & 1u) == 0) continue;
        Held& held = group.sectors[sector_of(touch, bit)];
        if (std::exchange(held.first, true)) continue;
        traffic_.written_bytes[index] += static_cast<float>(misses * bytes_per_sector);
        traffic_.write_sectors += misses;
        traffic_.filled_bytes[index] += static_cast<float>(misses * bytes_of_fetch);
        traffic_.fill_sectors += misses * bytes_of_fetch / bytes_per_sector;
      }
    }
  }

  /// A sector goes to the memory once when all its parts meet in the L2, else once for each part that does not. Where
  /// its parts do not come at the same time, it is fetched in between, with the 64 bytes that it lies in: transposes
  /// whose tiles share sectors of the output with tiles far from them in the order of blocks take that much longer.
  void store(std::size_t index) {
    const Access& access = block_.accesses[index];
    Group& group = groups_[group_of_[index]];
    if (group.scattered) return update_scattered(index, group);
    const double limit = reach(input_.l2_dirty_bytes);
    const float share = share_of(access);
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = block_.touches[t];
      for (unsigned bit = 0; bit < sectors_per_line; ++bit) {
        if ((touch.sectors >> bit & 1u) == 0) continue;
        const std::int64_t sector = sector_of(touch, bit);
        const float own = (touch.partial >> bit & 1u) != 0 ? share : 1.0f;
        float together = group.sectors.at(sector).written, soon = together;
        for (const Move& move : group.moves) {
          if (together >= whole_share || static_cast<double>(move.blocks) > limit) break;
          for (const std::int64_t direction : {move.bytes, -move.bytes}) {
            const Held* const other = held_at(group, sector, direction);
            if (other != nullptr && move.bytes != 0) together += other->written;
          }
          if (move.blocks <= blocks_at_once) soon = together;
        }
        const float parts = own / std::clamp(together, own, std::max(1.0f, group.sectors.at(sector).written));
        traffic_.written_bytes[index] += parts * bytes_per_sector;
        traffic_.write_sectors += parts;
        // What the block itself has read is in the L2.
        if (soon >= whole_share || loaded_.contains(sector)) continue;
        traffic_.filled_bytes[index] += parts * (together < whole_share ? bytes_per_sector : bytes_of_fetch);
        traffic_.fill_sectors += parts;
      }
    }
  }

  const InstructionStream& block_;
  const Locality& locality_;
  const TrafficInput& input_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;        ///< by access
  std::map<std::uint32_t, Scatter> scatters_;  ///< by buffer
  double bytes_of_block_ = 0;
  std::unordered_set<std::int64_t> loaded_;  ///< sectors that the block reads, in whichever group
  std::vector<Sharers> sharers_;
  std::vector<Pair> pairs_;  ///< two for each line that is loaded
  std::vector<std::size_t> first_of_warp_;
  std::size_t warp_ = 0;  ///< whose accesses are looked at
  Traffic traffic_;
};

}  // namespace

Traffic traffic_of(const InstructionStream& block, const Locality& locality, const TrafficInput& input) {
  return Analysis(block, locality, input).run();
}

}  // namespace lanescope::predict
