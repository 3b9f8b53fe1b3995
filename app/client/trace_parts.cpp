#include "client/trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace warpscope::client {
namespace {

/// Far beyond what is ever asked for: a number that lies must not be memory that is asked for.
constexpr std::uint64_t longest = std::uint64_t{1} << 30;

}  // namespace

Status ByteParts::add(const lab::TracePart& part) {
  const bool begins = bytes_.empty();
  if (part.total == 0 || part.total > longest || (!begins && part.total != total_) || part.first != bytes_.size() ||
      part.bytes.empty() || part.bytes.size() > part.total - bytes_.size()) {
    return failure(fmt::format("{} bytes of {} at {} where {} of {} have come", part.bytes.size(), part.total,
                               part.first, bytes_.size(), total_),
                   fmt::format("{} frame", kind_), lab::same_version);
  }
  total_ = part.total;
  bytes_.reserve(total_);
  std::transform(part.bytes.begin(), part.bytes.end(), std::back_inserter(bytes_),
                 [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
  return {};
}

Status TraceParts::add(const lab::TracePart& part) {
  if (auto added = parts_.add(part); !added) return added;
  if (!parts_.complete()) return {};
  auto traced = lab::decode_traced(parts_.take());
  if (!traced) return failure(traced.error());
  traced_ = std::make_shared<const lab::Traced>(std::move(*traced));
  return {};
}

Status TraceParts::fill(lab::Result& result) const {
  result.traced = traced_;
  return {};
}

Status HeatParts::add(const lab::TracePart& part) {
  if (auto added = parts_.add(part); !added) return added;
  if (!parts_.complete()) return {};
  const std::vector<std::uint8_t> bytes = parts_.take();
  if (bytes.size() % sizeof(model::HeatRecord) != 0) {
    return failure(fmt::format("{} bytes are no number of records", bytes.size()), "heat frame", lab::same_version);
  }
  auto records = std::make_shared<lab::HeatRecords>(bytes.size() / sizeof(model::HeatRecord));
  std::memcpy(records->data(), bytes.data(), bytes.size());
  records_ = std::move(records);
  return {};
}

Status HeatParts::fill(lab::Result& result) const {
  result.heat->sent = records_;
  std::string wrong = lab::defect(*result.heat);
  return wrong.empty() ? Status() : failure(std::move(wrong), "heat frame", lab::same_version);
}

}  // namespace warpscope::client
