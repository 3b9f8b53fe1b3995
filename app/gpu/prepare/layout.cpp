#include "gpu/prepare/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/rounding.h"
#include "base/text.h"
#include "catalogue/messages.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

constexpr std::uint64_t largest_block = std::uint64_t{1} << 60;

/// Returns the bytes of a buffer; empty beyond largest_block. Buffer::bytes() is not used, because it may wrap around.
std::optional<std::uint64_t> checked_bytes(const catalogue::Buffer& buffer) {
  std::uint64_t bytes = catalogue::size_of(buffer.type);
  for (const std::int64_t extent : buffer.shape) {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(extent, 0));
    if (size != 0 && bytes > largest_block / size) return std::nullopt;
    bytes *= size;
  }
  return bytes;
}

}  // namespace

Expected<Layout> lay_out(const std::vector<catalogue::Buffer>& buffers) {
  Layout layout;
  for (const catalogue::Buffer& buffer : buffers) {
    const std::optional<std::uint64_t> bytes = checked_bytes(buffer);
    if (!bytes || layout.bytes > largest_block) {
      Error error{message<"memory.buffer_too_large">(buffer.name), "", message<"problem.choose_smaller">(),
                  FaultKind::out_of_memory};
      error.buffer = buffer.name;
      return failure(std::move(error));
    }
    const Place place{layout.bytes + guard_bytes, *bytes};
    layout.places.push_back(place);
    const std::uint64_t end = place.rear_guard() + guard_bytes;
    layout.bytes = round_up(end, buffer_alignment);
  }
  return layout;
}

Status check_memory(std::uint64_t needed, std::uint64_t available) {
  if (needed <= available && available - needed >= head_room_bytes) return {};
  return failure(
      FaultKind::out_of_memory,
      message<"memory.too_little">(human_bytes(needed), human_bytes(available), human_bytes(head_room_bytes)), "",
      message<"memory.gpu_remedy">());
}

}  // namespace lanescope::gpu
