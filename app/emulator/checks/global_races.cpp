// Races in global memory: each access is compared with the last ones of its words by the order that barriers, releases
// and acquires demand, so that a race is found whatever order the run had.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

bool by_same_thread(Epoch a, Epoch b) {
  return !a.is_set() && a.block() == b.block() && a.thread() == b.thread();
}

bool only_reads(const Access& how) {
  return how.operation == trace::Operation::load || trace::is_asynchronous_copy(how.operation);
}

}  // namespace

std::vector<EpochSet>& Block::epoch_sets() {
  return launch_.concurrent ? sets_ : launch_.sets;
}

AccessShadow& Block::shadow_of(Region& region) {
  if (!region.shadow->by_block) return *region.shadow;
  for (const auto& [known, shadow] : shadows_) {
    if (known == &region) return *shadow;
  }
  return *shadows_.emplace_back(&region, std::make_unique<AccessShadow>(region.shadow->shift)).second;
}

bool Block::is_before(Epoch other, const Warp& warp, std::uint32_t lane) const {
  const std::optional<std::uint32_t> rank = other.block() == index_ ? rank_ : cluster_.rank_in_here(other.block());
  if (rank) {
    const std::uint32_t thread = *rank * actors() * warp_lanes + other.thread();
    if (clocks_.happens_before(thread, other.clock(), actor(warp), lane)) return true;
  }
  return launch_.grid_order != nullptr &&
         launch_.grid_order->knows(warp.known, other.block(), other.warp(), other.clock());
}

/// Whether neither of two strong accesses, one by a thread of this block, races with the other: each must have a scope
/// that includes the other's thread ("morally strong" in the memory model of PTX).
bool Block::are_strong_together(Scope scope, Epoch other) const {
  if (!other.strong()) return false;
  if (other.block() == index_) return true;
  const std::vector<Scope>& scopes = launch_.program->scopes;
  const Scope narrower = std::min(scope, other.site() < scopes.size() ? scopes[other.site()] : Scope::grid);
  return narrower == Scope::grid || (narrower == Scope::cluster && cluster_.rank_in_here(other.block()));
}

/// Of those in the cell the first that is in no order with the lane, none where there is none. strong: the scope of the
/// lane's access where that is strong.
Epoch Block::unordered(Epoch cell, const Warp& warp, std::uint32_t lane, std::optional<Scope> strong) {
  // Blocks that run concurrently do not meet in a word that one of them writes: the run is thrown away there.
  if (cell.none() || (launch_.concurrent && cell.block() != index_)) return {};
  const auto beside = [&](Epoch other) { return strong && are_strong_together(*strong, other); };
  if (!cell.is_set()) return beside(cell) || is_before(cell, warp, lane) ? Epoch{} : cell;
  for (const EpochSet::Member& member : epoch_sets()[cell.index()].members) {
    if (beside(member.epoch)) continue;
    for (std::uint32_t lanes = member.lanes; lanes != 0; lanes &= lanes - 1) {
      const Epoch one = member.epoch.plus_lane(first_lane(lanes));
      if (!is_before(one, warp, lane)) return one;
    }
  }
  return {};
}

/// The cell with one more access; `self`: of the warp's first lane.
Epoch Block::joined(Epoch cell, Epoch self, const Warp& warp, std::uint32_t lane) {
  std::vector<EpochSet>& sets = epoch_sets();
  if (!cell.is_set()) {
    const std::size_t index = launch_.concurrent ? used_sets_++ : sets.size();
    if (index >= sets.size()) sets.emplace_back();
    const std::uint32_t its_lane = cell.lane();
    cell.bits -= its_lane;
    sets[index].members.assign(1, {cell, 1u << its_lane});
    cell = Epoch::set(index_, worker_.number, static_cast<std::uint32_t>(index));
  }
  std::vector<EpochSet::Member>& members = sets[cell.index()].members;
  for (std::size_t at = members.size(); at-- > 0;) {
    EpochSet::Member& member = members[at];
    if (member.epoch.bits == self.bits) {
      member.lanes |= 1u << lane;
      return cell;
    }
    const bool own = member.epoch.block() == index_ && member.epoch.warp() == slot(warp);
    if (own && member.lanes == 1u << lane) {
      member = {self, 1u << lane};
      return cell;
    }
  }
  if (members.size() < EpochSet::max_members) members.push_back({self, 1u << lane});
  return cell;
}

void Block::report_global_race(const Warp& warp, std::uint32_t lane, const Access& how, const Region& region,
                               std::uint64_t offset, Epoch other, bool other_wrote) {
  const bool loads = only_reads(how);
  const WarpSplit& split = warp.splits[warp.current];
  const Message here = line_of(*split.top.code, split.pc);
  if (!loads && !other_wrote && is_late_write(warp, lane, &region, offset, how.bytes(), here)) return;
  const Message doing = loads                                      ? message<"access.reads">()
                        : how.operation == trace::Operation::store ? message<"access.writes">()
                                                                   : message<"access.updates">();
  const bool same_block = other.block() == index_;
  const bool same_cluster = same_block || cluster_.rank_in_here(other.block()).has_value();
  const std::vector<trace::Site>& sites = launch_.program->sites;
  FaultAddress where = in_region(region, offset);
  where.other_line = other.site() < sites.size() ? sites[other.site()].line : 0;
  fault<"race.global_memory">(
      FaultKind::race, warp, lane, where, doing, offset, region.title(), who(other.block(), other.warp(), other.lane()),
      other_wrote ? message<"access.wrote">() : message<"access.read">(), line_of_site(other.site()),
      same_block     ? message<"order.no_barrier">()
      : same_cluster ? message<"order.no_cluster_barrier">()
                     : message<"order.no_order_of_blocks">());
}

/// One cell, where it is not as simple as that nobody else was there. same: whether memory holds the value already.
void Block::check_cell(const Warp& warp, std::uint32_t lane, const Access& how, Region& region, std::uint64_t cell,
                       Epoch self, bool same) {
  AccessShadow& shadow = shadow_of(region);
  const std::uint64_t offset = cell << shadow.shift;
  const bool strong = self.strong();
  const std::optional<Scope> scope = strong ? std::optional(how.scope) : std::nullopt;
  const bool loads = only_reads(how);
  const Epoch own = self.plus_lane(lane);
  const Epoch written = shadow.writer(cell);
  const Epoch writer = unordered(written, warp, lane, scope);
  if (how.is_volatile && writer.none() && !launch_.entry->synchronises)
    note_volatile(warp, offset, region.title(), unordered(written, warp, lane, std::nullopt));
  if (loads) {
    if (!writer.none()) report_global_race(warp, lane, how, region, offset, writer, true);
    // Strong reads matter only where a strong write may be out of their scope, or they out of its.
    if (strong && how.scope == Scope::grid && launch_.program->scopes.empty()) return;
    const Epoch read = shadow.read(cell);
    if (strong && by_same_thread(read, own) && !read.strong()) return;
    const bool alone = read.none() || (launch_.concurrent && read.block() != index_) || by_same_thread(read, own) ||
                       (!read.is_set() && is_before(read, warp, lane));
    shadow.set_read(cell, alone ? own : joined(read, self, warp, lane));
    return;
  }
  const bool equal = same && !strong && !writer.none();
  if (!writer.none() && !equal) report_global_race(warp, lane, how, region, offset, writer, true);
  if (equal) note_equal_writes(warp, offset, region.title(), writer.site());
  if (shadow.any_reads) {
    const Epoch reader = unordered(shadow.read(cell), warp, lane, scope);
    if (!reader.none()) report_global_race(warp, lane, how, region, offset, reader, false);
    // Reads that are in order before an ordinary write are in order before whatever comes behind that write.
    if (!strong && reader.none()) shadow.set_read(cell, {});
  }
  const bool ignored = written.none() || (launch_.concurrent && written.block() != index_);
  const bool beside = !ignored && (equal || (strong && !unordered(written, warp, lane, std::nullopt).none()));
  shadow.set_writer(cell, beside ? joined(written, self, warp, lane) : own);
}

void Block::check_global_races(Warp& warp, const Op& op, const Access& how, Region& region, std::uint32_t lanes,
                               const std::uint64_t* offsets, std::uint32_t site) {
  AccessShadow& shadow = shadow_of(region);
  const bool strong = how.strong || how.is_volatile;
  const bool loads = only_reads(how);
  const Epoch self = Epoch::of(index_, slot(warp), clocks_.now(actor(warp)), site, strong);
  if (!strong || how.operation == trace::Operation::store) ++warp.changes;
  if (self.none()) return;
  const std::uint32_t bytes = how.bytes();
  if (launch_.options->shortcuts && !strong && lanes == all_lanes && bytes == 1u << shadow.shift) {
    // A warp that reads or fills a line.
    std::uint64_t other = offsets[0] % (bytes * AccessShadow::line_cells);
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) other |= offsets[lane] ^ (offsets[0] + bytes * lane);
    const std::uint64_t first = offsets[0] >> shadow.shift;
    if (other == 0 && (loads ? shadow.read_line(first, self) : shadow.write_line(first, self))) return;
  }
  const Bases bases = bases_of(warp, current(warp).top);
  // Whether the word holds what the lane stores, seen behind the lanes of this instruction that come before it.
  const auto changes_nothing = [&](std::uint32_t lane) {
    if (how.operation != trace::Operation::store || how.bulk) return false;
    std::uint32_t before = lanes & ((1u << lane) - 1);
    for (; before != 0; before &= ~std::bit_floor(before)) {
      const auto other = static_cast<std::uint32_t>(std::bit_width(before) - 1);
      if (offsets[other] == offsets[lane]) return store_the_same(bases, op, how, lane, other);
    }
    return holds_already(bases, op, how, region.data.data() + offsets[lane], lane);
  };
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const Epoch own = self.plus_lane(lane);
    const std::uint64_t last = (offsets[lane] + bytes - 1) >> shadow.shift;
    for (std::uint64_t cell = offsets[lane] >> shadow.shift; cell <= last; ++cell) {
      if (stopped_) return;
      const Epoch writer = shadow.writer(cell);
      const bool own_word = writer.none() || (by_same_thread(writer, own) && !writer.strong());
      if (own_word && !strong) {
        const Epoch reader = loads || shadow.any_reads ? shadow.read(cell) : Epoch{};
        if (reader.none() || by_same_thread(reader, own)) {
          if (loads) {
            shadow.set_read(cell, own);
            continue;
          }
          if (!reader.none()) shadow.set_read(cell, {});
          shadow.set_writer(cell, own);
          continue;
        }
      }
      check_cell(warp, lane, how, region, cell, self, !writer.none() && changes_nothing(lane));
    }
  });
}

void Block::note_equal_writes(const Warp& warp, std::uint64_t offset, const MessageArgument& memory,
                              std::uint32_t other_site) {
  if (!output_.notes.empty()) return;
  const WarpSplit& split = warp.splits[warp.current];
  output_.notes.push_back(
      message<"note.equal_writes">(offset, memory, line_of(*split.top.code, split.pc), line_of_site(other_site)));
}

void Block::note_volatile(const Warp& warp, std::uint64_t offset, const MessageArgument& memory, Epoch other) {
  if (other.none() || !output_.notes.empty()) return;
  const WarpSplit& split = warp.splits[warp.current];
  output_.notes.push_back(
      message<"note.volatile">(offset, memory, line_of(*split.top.code, split.pc), line_of_site(other.site())));
}

}  // namespace lanescope::emulator
