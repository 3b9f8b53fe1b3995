#include "gpu/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace warpscope::gpu {
namespace {

constexpr std::uint64_t largest_block = std::uint64_t{1} << 60;

/// Bytes of a buffer, empty beyond largest_block. Counted here because Buffer::bytes() may wrap around.
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

Outcome<Layout> lay_out(const std::vector<catalogue::Buffer>& buffers) {
  Layout layout;
  for (const catalogue::Buffer& buffer : buffers) {
    const std::optional<std::uint64_t> bytes = checked_bytes(buffer);
    if (!bytes || layout.bytes > largest_block) {
      Failure failure;
      failure.kind = "out_of_memory";
      failure.message = fmt::format("the buffer {} is larger than any device's memory", buffer.name);
      failure.remedy = "choose a smaller problem";
      failure.buffer = buffer.name;
      return tl::unexpected(std::move(failure));
    }
    const Place place{layout.bytes + guard_bytes, *bytes};
    layout.places.push_back(place);
    const std::uint64_t end = place.rear_guard() + guard_bytes;
    layout.bytes = (end + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
  }
  return layout;
}

Outcome<void> check_memory(std::uint64_t needed, std::uint64_t available) {
  if (needed <= available && available - needed >= head_room_bytes) return {};
  Failure failure;
  failure.kind = "out_of_memory";
  failure.message = fmt::format("the buffers need {}, and {} are free on the device ({} of it stay free)",
                                human_bytes(needed), human_bytes(available), human_bytes(head_room_bytes));
  failure.remedy = "choose a smaller problem, or end other programs that use the GPU";
  return tl::unexpected(std::move(failure));
}

}  // namespace warpscope::gpu
