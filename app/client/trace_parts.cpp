#include "client/trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpscope::client {
namespace {

/// Far beyond what is ever asked for: a number that lies must not be memory that is asked for.
constexpr std::uint64_t longest = std::uint64_t{1} << 30;

}  // namespace

Status TraceParts::add(const lab::TracePart& part) {
  const bool begins = bytes_.empty();
  if (part.total == 0 || part.total > longest || (!begins && part.total != total_) || part.first != bytes_.size() ||
      part.bytes.empty() || part.bytes.size() > part.total - bytes_.size()) {
    return failure(fmt::format("{} bytes of a trace of {} at {} where {} of {} have come", part.bytes.size(),
                               part.total, part.first, bytes_.size(), total_),
                   "trace frame", "use the same version of warpscope on both sides");
  }
  total_ = part.total;
  bytes_.reserve(total_);
  std::transform(part.bytes.begin(), part.bytes.end(), std::back_inserter(bytes_),
                 [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
  if (bytes_.size() < total_) return {};
  auto traced = lab::decode_traced(bytes_);
  if (!traced) return failure(traced.error());
  traced_ = std::make_shared<const lab::Traced>(std::move(*traced));
  return {};
}

}  // namespace warpscope::client
