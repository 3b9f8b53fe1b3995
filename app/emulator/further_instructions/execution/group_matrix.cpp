// wgmma. Each warp of a warpgroup computes its own 16 rows at once, when it comes to the instruction; the four warps
// meet at wgmma.wait_group, because only there the program may know that a product has read its operands. What the
// warps did before is then in order for all four, also where the hardware orders only the products: races between the
// warps of one warpgroup across a wait are not found.
#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

constexpr std::uint32_t group_warps = 4;

std::uint32_t first_warp_of(const Warp& warp) {
  return warp.index / group_warps * group_warps;
}

bool same_product(const GroupProducts::Product& a, const GroupProducts::Product& b) {
  return a.code == b.code && a.pc == b.pc && a.a_descriptor == b.a_descriptor && a.b_descriptor == b.b_descriptor &&
         a.adds == b.adds && a.group == b.group;
}

/// The units of a register of 32 bits.
std::array<std::size_t, 2> units_of(const CallFrame& frame, Slot slot) {
  const std::size_t first = (frame.registers + slot) / register_unit;
  return {first, first + 1};
}

void set_group(std::vector<std::uint32_t>& groups, std::size_t unit, std::uint32_t value) {
  if (groups.size() <= unit) groups.resize(unit + 1, 0);
  groups[unit] = value;
}

}  // namespace

void Block::group_matrix(Warp& warp, const MatrixOperation& how) {
  if (first_warp_of(warp) + group_warps > warps_.size()) {
    fault<"wgmma.incomplete_warpgroup">(FaultKind::trap, warp, 0, {}, warps_.size() - first_warp_of(warp));
    return;
  }
  GroupProducts& group = warp.group_products;
  if (how.kind == MatrixOperation::Kind::group_fence) {
    ++group.fences;
  } else if (how.kind == MatrixOperation::Kind::group_commit) {
    ++group.commits;
  } else {
    group_multiply(warp, how);
  }
}

void Block::group_multiply(Warp& warp, const MatrixOperation& how) {
  take_group_registers(warp, how);
  if (stopped_) return;
  const CallFrame& frame = current(warp).top;
  const Bases bases = bases_of(warp, frame);
  GroupProducts::Product product{frame.code, current(warp).pc, 0, 0, true, warp.group_products.commits, {}};
  product.b_descriptor = register_value(at(bases, how.b_descriptor), 8, 0);
  if (how.a_in_memory) product.a_descriptor = register_value(at(bases, how.a_descriptor), 8, 0);
  product.adds = ((word(at(bases, how.adds)) & 1u) != 0) != how.adds_negated;
  warp.group_products.products.push_back(std::move(product));
  const GroupProducts::Product& noted = warp.group_products.products.back();
  MatrixSources sources;
  sources.adds = noted.adds;
  if (how.a_in_memory) {
    const unsigned first = (warp.index - first_warp_of(warp)) * how.a.m;
    read_group_operand(warp, how.a, noted.a_descriptor, how.a_transposed, first, sources.a);
    if (stopped_) return;
    record_group_operand(warp, how.a_site, 0);
  }
  const std::size_t of_a = noted.pieces.size();
  read_group_operand(warp, how.b, noted.b_descriptor, how.b_transposed, 0, sources.b);
  if (stopped_) return;
  // The four warps share B, which is read once.
  if (warp.index == first_warp_of(warp)) record_group_operand(warp, how.b_site, of_a);
  multiply(bases, how, all_lanes, sources);
}

/// Notes the registers of a product, which belong to it until the wait.
void Block::take_group_registers(Warp& warp, const MatrixOperation& how) {
  GroupProducts& group = warp.group_products;
  const CallFrame& frame = current(warp).top;
  if (group.fences == 0) {
    fault<"wgmma.no_fence">(FaultKind::race, warp, 0, {});
  }
  bool late = false, early = false;
  const auto check_operand_registers = [&](const std::vector<Slot>& slots, bool accumulators) {
    for (const Slot slot : slots) {
      if (slot >> 30 != 0) continue;  // a constant
      for (const std::size_t unit : units_of(frame, slot)) {
        late = late || (unit < group.set_after.size() && group.set_after[unit] == group.fences + 1);
        early = early || (!accumulators && group.pending(group.written_by, unit));
        set_group(accumulators ? group.written_by : group.read_by, unit, group.commits + 1);
      }
    }
  };
  check_operand_registers(how.a.registers, false);
  check_operand_registers(how.d.registers, true);
  if (late && group.fences != 0) {
    fault<"wgmma.register_set_after_fence">(FaultKind::race, warp, 0, {});
  }
  if (early) {
    fault<"wgmma.accumulator_as_operand">(FaultKind::race, warp, 0, {});
  }
}

void Block::check_registers(Warp& warp, const RegisterUse& use) {
  GroupProducts& group = warp.group_products;
  const std::size_t base = current(warp).top.registers / register_unit;
  const auto product_of = [&](std::uint32_t number) -> Message {
    for (const GroupProducts::Product& product : group.products) {
      if (product.group + 1 == number) return line_of(*product.code, product.pc);
    }
    return message<"place.earlier_line">();
  };
  const auto report = [&](const Message& what, std::uint32_t number) {
    fault<"wgmma.register_in_use">(FaultKind::race, warp, first_lane(current(warp).mask), {}, what, product_of(number));
  };
  std::uint32_t moved = 0;
  for (const std::uint32_t unit : use.reads) {
    if (!group.pending(group.written_by, base + unit)) continue;
    moved = group.written_by[base + unit];
    if (!use.moves) return report(message<"access.reads_register">(), moved);
  }
  for (const std::uint32_t unit : use.writes) {
    const std::size_t place = base + unit;
    if (use.moves) {
      // A compiler copies accumulators to other names; the copy is as little ready as they are.
      if (moved != 0 || place < group.written_by.size()) set_group(group.written_by, place, moved);
      continue;
    }
    if (group.pending(group.written_by, place))
      return report(message<"access.writes_register">(), group.written_by[place]);
    if (group.pending(group.read_by, place)) return report(message<"access.writes_register">(), group.read_by[place]);
    set_group(group.set_after, place, group.fences + 1);
  }
}

void Block::read_group_operand(Warp& warp, const Fragment& fragment, std::uint64_t descriptor, bool transposed,
                               unsigned first, std::vector<std::uint32_t>& elements) {
  const MatrixDescriptor where = MatrixDescriptor::of(descriptor);
  const bool left = fragment.role == Fragment::Role::a;
  const unsigned rows = left ? fragment.m : fragment.n;  // along m or n
  const unsigned bits = bits_of(fragment.format), part = 128 / bits;
  elements.resize(fragment.elements());
  const auto put = [&](unsigned row, unsigned step, std::uint32_t value) {
    elements[left ? std::size_t{row} * fragment.k + step : std::size_t{step} * fragment.n + row] = value;
  };
  const unsigned lines = transposed ? fragment.k : rows, chunks = (transposed ? rows : fragment.k) / part;
  for (unsigned line = 0; line < lines; ++line) {
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
      const std::uint32_t offset =
          transposed ? where.address(true, line, first / part + chunk) : where.address(false, first + line, chunk);
      if (!read_group_piece(warp, offset)) return;
      const std::byte* const bytes = shared_.data() + offset;
      for (unsigned index = 0; index < part; ++index) {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes + index * bits / 8, bits < 8 ? 1 : bits / 8);
        if (bits < 8) value = value >> index * bits % 8 & ((1u << bits) - 1);
        const unsigned along = chunk * part + index;
        put(transposed ? along : line, transposed ? line : along, value);
      }
    }
  }
}

/// Checks 16 bytes of an operand and keeps them for the wait. False: the block stops.
bool Block::read_group_piece(Warp& warp, std::uint32_t offset) {
  GroupProducts::Product& product = warp.group_products.products.back();
  GroupProducts::Piece piece{offset, {}};
  constexpr auto bytes = static_cast<std::uint32_t>(sizeof(piece.bytes));
  if (offset + bytes > launch_.shared_bytes) {
    fault<"wgmma.out_of_bounds">(FaultKind::out_of_bounds, warp, 0, in_shared_memory(offset), bytes, offset,
                                 launch_.shared_bytes);
    stopped_ = true;  // nothing is known of the product
    return false;
  }
  SharedMemory::Conflict conflict;
  const SharedMemory::Hazard hazard = shared_.read(clocks_, actor(warp), 0, offset, bytes,
                                                   SharedMemory::Strength::plain, SharedMemory::unknown_site, conflict);
  // The operands are read as a copy reads: what threads wrote needs a fence between the two kinds of access.
  const bool fenced = hazard != SharedMemory::Hazard::none || is_fenced(warp, offset, bytes, conflict);
  if (hazard == SharedMemory::Hazard::uninitialised) {
    fault<"wgmma.uninitialised">(FaultKind::uninitialised, warp, 0, in_shared_memory(offset), bytes, offset);
  } else if (hazard == SharedMemory::Hazard::race || !fenced) {
    fault<"wgmma.race">(FaultKind::race, warp, 0, in_shared_memory(offset), offset, who(conflict.thread),
                        line_of_site(conflict.site),
                        fenced ? message<"order.barrier">() : message<"order.fence_for_products">());
  }
  if (stopped_) return false;
  std::memcpy(piece.bytes.data(), shared_.data() + offset, bytes);
  product.pieces.push_back(piece);
  return true;
}

/// One record for every 32 pieces of 16 bytes of an operand; no lane reads them.
void Block::record_group_operand(Warp& warp, std::uint32_t site, std::size_t first) {
  if (!launch_.records()) return;
  const std::vector<GroupProducts::Piece>& pieces = warp.group_products.products.back().pieces;
  for (; first < pieces.size(); first += warp_lanes) {
    const std::size_t count = std::min<std::size_t>(warp_lanes, pieces.size() - first);
    trace::Offsets offsets;
    offsets.fill(trace::no_offset);
    for (std::size_t index = 0; index < count; ++index) offsets.at(index) = pieces[first + index].offset;
    record(warp, site, all_lanes >> (warp_lanes - count), 0, offsets, nullptr, 0);
  }
}

Block::SplitState Block::group_wait(Warp& warp, const Op& op, std::uint32_t active) {
  if (active != all_lanes) {
    fault<"wgmma.wait_without_lane">(FaultKind::shuffle, warp, first_lane(active), {}, first_lane(~active));
    if (stopped_) return SplitState::suspended;
  }
  const std::uint32_t first = first_warp_of(warp);
  WarpSplit& own = current(warp);
  own.waiting = Waiting::warpgroup;
  std::array<WarpSplit*, group_warps> splits{};
  for (std::uint32_t index = 0; index < group_warps && first + index < warps_.size(); ++index) {
    for (WarpSplit& split : warps_[first + index].splits) {
      if (split.waiting == Waiting::warpgroup) splits.at(index) = &split;
    }
  }
  for (const WarpSplit* const split : splits) {
    if (split == nullptr) return SplitState::suspended;  // the last one lets all go on
  }
  for (std::uint32_t index = 0; index < group_warps; ++index) {
    if (splits.at(index)->pc == own.pc && splits.at(index)->top.code == own.top.code) continue;
    fault<"wgmma.divergent_wait">(FaultKind::divergent_barrier, warp, 0, {}, first + index,
                                  line_of(*splits.at(index)->top.code, splits.at(index)->pc));
    if (stopped_) return SplitState::suspended;
    break;
  }
  complete_groups(first, op.target);
  if (stopped_) return SplitState::suspended;
  clocks_.synchronise(0xfu << first, first_actor_);
  for (WarpSplit* const split : splits) {
    split->waiting = Waiting::nothing;
    ++split->pc;
  }
  return SplitState::running;
}

/// Ends the products of all groups but the last `may_stay`: whether the four warps began the same ones, and whether
/// their operands are what they were.
void Block::complete_groups(std::uint32_t first_warp, std::uint32_t may_stay) {
  const GroupProducts& leader = warps_[first_warp].group_products;
  for (std::uint32_t index = first_warp; index < first_warp + group_warps; ++index) {
    Warp& warp = warps_[index];
    GroupProducts& group = warp.group_products;
    const auto other = std::mismatch(group.products.begin(), group.products.end(), leader.products.begin(),
                                     leader.products.end(), same_product);
    if (index != first_warp && (other.first != group.products.end() || other.second != leader.products.end())) {
      const GroupProducts::Product& odd = other.first != group.products.end() ? *other.first : *other.second;
      fault_at<"wgmma.different_products">(FaultKind::divergent_barrier, warp, *odd.code, odd.pc, 0, {}, first_warp);
      if (stopped_) return;
    }
  }
  for (std::uint32_t index = first_warp; index < first_warp + group_warps; ++index) {
    Warp& warp = warps_[index];
    GroupProducts& group = warp.group_products;
    group.complete = std::max(group.complete, group.commits > may_stay ? group.commits - may_stay : 0);
    for (const GroupProducts::Product& product : group.products) {
      if (product.group >= group.complete) continue;
      for (const GroupProducts::Piece& piece : product.pieces) {
        if (std::memcmp(shared_.data() + piece.offset, piece.bytes.data(), piece.bytes.size()) == 0) continue;
        fault_at<"wgmma.written_before_wait">(FaultKind::race, warp, *product.code, product.pc, 0,
                                              in_shared_memory(piece.offset), piece.offset);
        if (stopped_) return;
        break;
      }
    }
    std::erase_if(group.products, [&](const auto& product) { return product.group < group.complete; });
  }
}

}  // namespace lanescope::emulator
