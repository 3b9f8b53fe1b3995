// The instructions on matrices. Each needs the whole warp, because a matrix is spread over its registers.
#include <fmt/format.h>

#include <array>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

/// 8 x 8 elements of 16 bits, by rows.
using SmallMatrix = std::array<std::array<std::uint16_t, 8>, 8>;

/// Reads the matrix that lies in a register of 32 bits: a lane holds two neighbours of row lane / 4.
SmallMatrix small_matrix(const Bases& bases, Slot slot) {
  const auto* const held = reinterpret_cast<const std::uint32_t*>(at(bases, slot));
  SmallMatrix matrix{};
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    matrix[lane / 4][lane % 4 * 2] = static_cast<std::uint16_t>(held[lane]);
    matrix[lane / 4][lane % 4 * 2 + 1] = static_cast<std::uint16_t>(held[lane] >> 16);
  }
  return matrix;
}

void set_small_matrix(const Bases& bases, Slot slot, const SmallMatrix& matrix, std::uint32_t active) {
  auto* const held = reinterpret_cast<std::uint32_t*>(at(bases, slot));
  for_each_lane(active, [&](std::uint32_t lane) {
    const auto& row = matrix[lane / 4];
    held[lane] = row[lane % 4 * 2] | std::uint32_t{row[lane % 4 * 2 + 1]} << 16;
  });
}

SmallMatrix transposed(const SmallMatrix& matrix) {
  SmallMatrix result{};
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t column = 0; column < 8; ++column) result[column][row] = matrix[row][column];
  }
  return result;
}

/// Half of a lane's row of 16 bytes, which lies in two private registers.
std::byte* row_half(const Bases& bases, const MatrixOperation& how, std::size_t lane, std::size_t half) {
  return at(bases, how.row) + half * 8 * warp_lanes + lane * 8;
}

}  // namespace

void Block::matrix(Warp& warp, const Op& op, std::uint32_t active) {
  const CallFrame& frame = current(warp).top;
  const Code& code = *frame.code;
  if (active != all_lanes) {
    fault<"matrix.without_lane">(FaultKind::shuffle, warp, first_lane(active), {}, first_lane(~active));
    if (stopped_) return;
  }
  const bool computes = op.kind == OpKind::matrix_compute;
  const MatrixOperation& how = code.matrices[computes ? op.target : code.accesses[op.target].matrix];
  switch (how.kind) {
    case MatrixOperation::Kind::rows:
      return matrix_rows(warp, op, how, active);
    case MatrixOperation::Kind::fragment:
      return matrix_fragment(warp, op, how, active);
    case MatrixOperation::Kind::multiply: {
      MatrixSources sources;
      if (how.sparse) {
        if (const auto row = spread_sparse(bases_of(warp, frame), how, sources)) {
          return fault<"matrix.sparse_metadata">(FaultKind::trap, warp, *row % 8 * 4, {}, *row,
                                                 how.ordered ? message<"matrix.and_rise">() : Message());
        }
      }
      return multiply(bases_of(warp, frame), how, active, sources);
    }
    case MatrixOperation::Kind::group_multiply:
    case MatrixOperation::Kind::group_fence:
    case MatrixOperation::Kind::group_commit:
      return group_matrix(warp, how);
    case MatrixOperation::Kind::transpose: {
      const Bases bases = bases_of(warp, frame);
      return set_small_matrix(bases, how.registers[0], transposed(small_matrix(bases, how.registers[1])), active);
    }
  }
}

/// ldmatrix and stmatrix: lane 8 i + r has the address of row r of matrix i.
void Block::matrix_rows(Warp& warp, const Op& op, const MatrixOperation& how, std::uint32_t active) {
  const Bases bases = bases_of(warp, current(warp).top);
  const std::size_t count = how.registers.size();
  const std::uint32_t lanes = count == 4 ? all_lanes : (1u << 8 * count) - 1;
  const bool loads = op.kind == OpKind::matrix_load;
  if (loads) {
    if ((active & lanes) != 0) access(warp, op, active & lanes);
    if (stopped_) return;
  }
  for (std::size_t index = 0; index < count; ++index) {
    SmallMatrix matrix{};
    if (!loads) {
      matrix = small_matrix(bases, how.registers[index]);
      if (how.transposed) matrix = transposed(matrix);
    }
    for (std::size_t row = 0; row < 8; ++row) {
      for (std::size_t half = 0; half < 2; ++half) {
        std::byte* const place = row_half(bases, how, index * 8 + row, half);
        auto* const elements = matrix[row].data() + half * 4;
        if (loads) {
          std::memcpy(elements, place, 8);
        } else {
          std::memcpy(place, elements, 8);
        }
      }
    }
    if (loads) set_small_matrix(bases, how.registers[index], how.transposed ? transposed(matrix) : matrix, active);
  }
  if (!loads && (active & lanes) != 0) access(warp, op, active & lanes);
}

/// wmma.load and wmma.store: one access for each register, or for each element where those of a register do not lie
/// beside each other.
void Block::matrix_fragment(Warp& warp, const Op& op, const MatrixOperation& how, std::uint32_t active) {
  const CallFrame& frame = current(warp).top;
  const Bases bases = bases_of(warp, frame);
  const Access& access = frame.code->accesses[op.target];
  AccessMemo& memo = worker_.memos[frame.code->index][op.target];
  const Fragment& fragment = how.d;
  const std::uint64_t bits = bits_of(fragment.format);
  const bool loads = op.kind == OpKind::matrix_load;
  const std::uint32_t width = access.register_bytes;
  const unsigned needed = fragment.needed_registers();
  const unsigned parts = how.whole_registers ? 1 : fragment.elements_in_register();
  std::uint64_t offset = static_cast<std::uint64_t>(access.offset);
  if (access.frame_relative) offset += frame.local_base;
  // The results may replace the registers of the address.
  std::array<std::uint64_t, warp_lanes> base{}, stride{};
  for_each_lane(active, [&](std::uint32_t lane) {
    base[lane] = register_value(at(bases, access.base), access.wide_address ? 8 : 4, lane) + offset;
    stride[lane] = register_value(at(bases, how.stride), 4, lane);
  });
  for (unsigned index = 0; index < needed; ++index) {
    std::byte* const held = at(bases, fragment.registers[index]);
    std::array<std::uint64_t, warp_lanes> joined{};
    for (unsigned part = 0; part < parts; ++part) {
      alignas(64) std::uint64_t address[warp_lanes] = {};
      for_each_lane(active, [&](std::uint32_t lane) {
        const MatrixPosition position = fragment.position(lane, index, part);
        const std::uint64_t element = how.columns_in_order ? position.column * stride[lane] + position.row
                                                           : position.row * stride[lane] + position.column;
        address[lane] = base[lane] + element * bits / 8;
        if (!loads) set_register(at(bases, how.row), width, lane, register_value(held, width, lane) >> (part * bits));
      });
      Op one = op;
      one.slots[0] = how.row;
      access_at(warp, one, access, active, address, worker_.pattern_of(memo, active, access.bytes(), address));
      if (stopped_) return;
      for_each_lane(active, [&](std::uint32_t lane) {
        joined[lane] |= register_value(at(bases, how.row), width, lane) << (part * bits);
      });
    }
    if (!loads) continue;
    for (std::size_t copy = index; copy < fragment.registers.size(); copy += needed) {
      for_each_lane(active, [&](std::uint32_t lane) {
        set_register(at(bases, fragment.registers[copy]), width, lane, joined[lane]);
      });
    }
  }
}

}  // namespace lanescope::emulator
