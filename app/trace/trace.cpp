#include "trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/names.h"

namespace lanescope::trace {

std::string_view name_of(Space space) {
  static constexpr EnumNames<8> names{"global",    "shared",  "local",       "constant",
                                      "parameter", "texture", "distributed", "registers"};
  return enum_name(names, space);
}

std::string_view name_of(Operation operation) {
  static constexpr EnumNames<operation_count> names{
      "load",          "store",        "reduce",    "atomic",     "asynchronous copy",
      "matrix load",   "matrix store", "bulk load", "bulk store", "asynchronous copy past the L1",
      "matrix operand"};
  return enum_name(names, operation);
}

namespace {

std::string defect(const Barrier& barrier) {
  if (barrier.active_mask == 0) return "is reached by no lane";
  if (barrier.number >= barriers_per_block) {
    return fmt::format("has number {}, and a block has {}", barrier.number, barriers_per_block);
  }
  const bool too_early =
      barrier.released_order() < barrier.arrived_order() || barrier.released_time() < barrier.arrived_time();
  return too_early ? "is left before it is reached" : std::string();
}

}  // namespace

std::uint32_t source_degrees(const std::array<std::uint64_t, lanes_per_warp>& bytes, std::uint32_t active,
                             std::uint32_t bytes_per_lane) {
  constexpr std::uint32_t row = 128;  // bytes in all banks
  const std::uint32_t group = row / bytes_per_lane;
  std::array<std::uint32_t, lanes_per_warp> lanes{};  // by bank
  std::uint32_t degrees = 0;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += group) {
    lanes.fill(0);
    std::uint32_t degree = 0;
    for (std::uint32_t lane = first; lane < first + group; ++lane) {
      if ((active >> lane & 1u) == 0) continue;
      degree = std::max(degree, ++lanes.at(bytes[lane] % row / bytes_per_lane));
    }
    degrees |= degree << 8 * (first / group);
  }
  return degrees;
}

std::string defect(const Trace& trace) {
  if (trace.offsets.size() != trace.headers.size()) {
    return fmt::format("{} headers but {} rows of offsets", trace.headers.size(), trace.offsets.size());
  }
  if (trace.has_values() && trace.values.size() != trace.headers.size()) {
    return fmt::format("{} headers but {} rows of values", trace.headers.size(), trace.values.size());
  }
  if (!trace.float_operations.empty() && trace.float_operations.size() != trace.headers.size()) {
    return fmt::format("{} headers but operations of {}", trace.headers.size(), trace.float_operations.size());
  }
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const Header& header = trace.headers[record];
    if (header.site >= trace.sites.size()) {
      return fmt::format("record {} names site {} of {}", record, header.site, trace.sites.size());
    }
    if (lies_in_buffers(trace.sites[header.site].space) && header.buffer >= trace.buffers.size()) {
      return fmt::format("record {} names buffer {} of {}", record, header.buffer, trace.buffers.size());
    }
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
      const bool active = (header.active_mask >> lane & 1u) != 0;
      if (!active && trace.offsets[record].at(lane) != no_offset) {
        return fmt::format("record {} has an offset for lane {}, which is not active", record, lane);
      }
    }
  }
  for (std::size_t index = 0; index < trace.barriers.size(); ++index) {
    if (const std::string wrong = defect(trace.barriers[index]); !wrong.empty()) {
      return fmt::format("barrier {} {}", index, wrong);
    }
  }
  return {};
}

std::vector<std::uint32_t> in_order(const Trace& trace) {
  std::vector<std::uint32_t> order(trace.headers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Header &left = trace.headers[a], &right = trace.headers[b];
    return std::pair(trace.moment_of(left), left.order()) < std::pair(trace.moment_of(right), right.order());
  });
  return order;
}

}  // namespace lanescope::trace
