// Traces made by hand, and those of kernels whose addresses a test computes.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "trace/trace.h"

namespace lanescope::model {

inline trace::Site site(trace::Space space, trace::Operation operation, std::uint32_t bytes, std::int32_t line = 1) {
  trace::Site result;
  result.entry = "kernel";
  result.file = "lesson/kernel.cu";
  result.line = line;
  result.space = space;
  result.operation = operation;
  result.bytes_per_lane = bytes;
  return result;
}

/// Appends one record; address(lane) is a byte offset.
inline void record(trace::Trace& trace, std::uint32_t site, const std::function<std::uint32_t(std::uint32_t)>& address,
                   std::uint32_t active_mask = 0xffffffffu, std::uint32_t warp = 0, std::uint32_t block = 0,
                   std::uint32_t buffer = 0) {
  trace::Header header;
  header.site = site;
  header.block = block;
  header.warp = warp;
  header.buffer = buffer;
  header.active_mask = active_mask;
  header.order_low = static_cast<std::uint32_t>(trace.headers.size());
  trace::Offsets offsets;
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    offsets[lane] = (active_mask >> lane & 1u) != 0 ? address(lane) : trace::no_offset;
  }
  trace.headers.push_back(header);
  trace.offsets.push_back(offsets);
}

}  // namespace lanescope::model
