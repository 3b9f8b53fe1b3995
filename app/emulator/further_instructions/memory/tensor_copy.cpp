// The Tensor Memory Accelerator in tile mode: which bytes of a buffer a box of a tensor has, and where in shared memory
// they lie. Rules: CUDA Programming Guide, "Tensor Memory Access"; CUDA driver API, cuTensorMapEncodeTiled.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/atomic_operation.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

using catalogue::TensorMap;

constexpr std::uint32_t chunk_bytes = 16;   // that swizzling moves as one
constexpr std::int64_t box_alignment = 16;  // bytes, of the global address at which a box begins

/// The type of a tensor's elements in an instruction.
ptx::Type type_of(TensorMap::Type type) {
  using enum ptx::Type;
  static constexpr std::array<ptx::Type, 13> types{u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32, f32, f32};
  return types.at(static_cast<std::size_t>(type));
}

/// Chunks of 16 bytes change places within the span, by the number of the line of 128 bytes in which they lie.
std::uint32_t swizzled(std::uint32_t offset, TensorMap::Swizzle swizzle) {
  const std::int64_t span = catalogue::swizzle_bytes(swizzle);
  if (span == 0) return offset;
  const auto chunks = static_cast<std::uint32_t>(span) / chunk_bytes;
  return offset ^ (offset / 128 % chunks) * chunk_bytes;
}

/// A number that is none, in the format of the elements. The driver only calls it special.
void fill_with_nan(TensorMap::Type type, std::byte* to, std::uint32_t bytes) {
  const std::size_t width = catalogue::size_of(type);
  const std::uint64_t bits = type == TensorMap::Type::bf16 ? 0x7fff
                             : width == 2                  ? 0x7fff
                             : width == 4                  ? 0x7fffffff
                                                           : 0x7fffffffffffffff;
  for (std::uint32_t done = 0; done < bytes; done += static_cast<std::uint32_t>(width)) {
    std::memcpy(to + done, &bits, width);
  }
}

}  // namespace

/// The map in the 128 bytes at an address; null after a fault.
const BoundTensorMap* Block::tensor_map_at(const Warp& warp, std::uint32_t lane, std::uint64_t address) {
  if (address % tensor_map_alignment != 0) {
    fault<"misaligned.tensor_map">(FaultKind::misaligned, warp, lane, {}, address, tensor_map_alignment);
    return nullptr;
  }
  TensorMapBytes bytes{};
  const std::uint64_t offset = address - parameter_window;
  if (offset < window_bytes) {
    if (offset + bytes.size() > launch_.parameters.size()) {
      fault<"out_of_bounds.tensor_map_in_parameters">(FaultKind::out_of_bounds, warp, lane, {}, address);
      return nullptr;
    }
    std::memcpy(bytes.data(), launch_.parameters.data() + offset, bytes.size());
  } else {
    const Region* const region = launch_.memory->find(address);
    if (region == nullptr || !region->contains(address, bytes.size())) {
      fault<"out_of_bounds.tensor_map">(FaultKind::out_of_bounds, warp, lane, {}, address);
      return nullptr;
    }
    std::memcpy(bytes.data(), region->data.data() + (address - region->base), bytes.size());
  }
  const std::size_t number = number_of(bytes);
  if (number >= launch_.tensor_maps.size()) {
    fault<"trap.no_tensor_map">(FaultKind::trap, warp, lane, {}, address);
    return nullptr;
  }
  return &launch_.tensor_maps[number];
}

/// Whether a GPU takes a box that begins at these coordinates; else a fault, where it answers with an illegal
/// instruction. So an H100 does in all of tests/data/truth/h100_tensor_alignment.csv, and the CUDA Programming Guide
/// says of stores that their first corner has no negative coordinate.
bool Block::takes_box(const Warp& warp, const BulkCopy& copy, std::uint32_t lane, const TensorMap& map,
                      const std::array<std::int64_t, 5>& first) {
  const Message doing = copy.reduce                            ? message<"access.adds_asynchronously_to">()
                        : copy.way == BulkCopy::Way::prefetch  ? message<"access.prefetches">()
                        : copy.way == BulkCopy::Way::to_global ? message<"access.copies_asynchronously_to">()
                                                               : message<"access.copies_asynchronously_from">();
  const auto width = static_cast<std::int64_t>(catalogue::size_of(map.type));
  if (first[0] * width % box_alignment != 0) {
    fault<"tensor_copy.misaligned_box">(FaultKind::misaligned, warp, lane, {}, doing, map.name, box_alignment, first[0],
                                        width, box_alignment / width);
    return false;
  }
  if (copy.way != BulkCopy::Way::to_global) return true;
  for (std::size_t dimension = 0; dimension < map.sizes.size(); ++dimension) {
    if (first.at(dimension) >= 0) continue;
    fault<"tensor_copy.negative_coordinate">(FaultKind::out_of_bounds, warp, lane, {}, doing, map.name,
                                             first.at(dimension), dimension);
    return false;
  }
  return true;
}

bool Block::tensor_pieces(const Warp& warp, const BulkCopy& copy, const Bases& bases, std::uint32_t lane,
                          std::uint64_t map_address, std::uint64_t shared, CopyPieces& pieces) {
  const BoundTensorMap* const bound = tensor_map_at(warp, lane, map_address);
  if (bound == nullptr) return false;
  const TensorMap& map = bound->map;
  const std::size_t rank = map.sizes.size();
  if (rank != copy.dimensions) {
    fault<"tensor_copy.dimensions">(FaultKind::trap, warp, lane, {}, copy.dimensions, map.name, rank);
    return false;
  }
  pieces.type = type_of(map.type);
  pieces.alignment = 128;
  if (copy.reduce && !reduces(*copy.reduce, pieces.type)) {
    fault<"tensor_copy.reduction">(FaultKind::trap, warp, lane, {}, map.name);
    return false;
  }
  std::array<std::int64_t, 5> first{};
  for (std::size_t dimension = 0; dimension < rank; ++dimension) {
    first.at(dimension) = static_cast<std::int32_t>(register_value(at(bases, copy.coordinates.at(dimension)), 4, lane));
  }
  if (!takes_box(warp, copy, lane, map, first)) return false;
  const auto width = static_cast<std::int64_t>(catalogue::size_of(map.type));
  const auto row_bytes = static_cast<std::uint32_t>(map.box[0] * width);
  const auto origin = static_cast<std::uint32_t>(shared_address(shared).value_or(0) % block_window_bytes);
  // An H100 stores whole units of 16 bytes: what lies behind the end of a row, in its last unit, is written, too.
  const std::int64_t unit = box_alignment / width;
  const std::int64_t end_of_row =
      copy.way == BulkCopy::Way::to_global ? (map.sizes[0] + unit - 1) / unit * unit : map.sizes[0];
  std::uint64_t rows = 1;
  for (std::size_t dimension = 1; dimension < rank; ++dimension) {
    rows *= static_cast<std::uint64_t>(map.tile(dimension));
  }
  pieces.bytes.assign(rows * row_bytes, std::byte{0});
  if (map.fill == TensorMap::Fill::nan) {
    fill_with_nan(map.type, pieces.bytes.data(), static_cast<std::uint32_t>(pieces.bytes.size()));
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    bool inside = true;
    std::uint64_t address = bound->region->base + static_cast<std::uint64_t>(map.start);
    std::uint64_t rest = row;
    for (std::size_t dimension = 1; dimension < rank; ++dimension) {
      const auto tile = static_cast<std::uint64_t>(map.tile(dimension));
      const std::int64_t at =
          first.at(dimension) + static_cast<std::int64_t>(rest % tile) * map.element_strides[dimension];
      rest /= tile;
      inside = inside && at >= 0 && at < map.sizes[dimension];
      address += static_cast<std::uint64_t>(at * map.strides[dimension - 1]);
    }
    for (std::uint32_t in_row = 0; in_row < row_bytes; in_row += chunk_bytes) {
      const auto place = static_cast<std::uint32_t>(row * row_bytes + in_row);
      const std::uint32_t to = swizzled(origin + place, map.swizzle);
      // The elements of the chunk that the tensor has are neighbours.
      const std::int64_t begin = first[0] + in_row / width, end = begin + chunk_bytes / width;
      const std::int64_t low = inside ? std::clamp<std::int64_t>(0, begin, end) : end;
      const std::int64_t high = inside ? std::clamp<std::int64_t>(end_of_row, low, end) : end;
      const auto put = [&](std::int64_t from, std::int64_t until, bool fills) {
        if (from >= until) return;
        const auto skipped = static_cast<std::uint32_t>((from - begin) * width);
        pieces.list.push_back({address + static_cast<std::uint64_t>(from * width), to + skipped,
                               static_cast<std::uint32_t>((until - from) * width), place + skipped, fills});
      };
      put(begin, low, true);
      put(low, high, false);
      put(high, end, true);
    }
  }
  return true;
}

}  // namespace lanescope::emulator
