// What a kernel's accesses cost, counted from the addresses of a trace.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {

inline trace::Trace traced(const ReadyKernel& ready) {
  Options options;
  options.trace = TraceRequest{false, 1u << 22};
  return run_program(ready, options).trace;
}

/// Bytes that all lanes together moved between the kernel and global memory.
struct MovedBytes {
  std::uint64_t loaded = 0, stored = 0;
};

inline MovedBytes moved_bytes(const trace::Trace& trace) {
  MovedBytes moved;
  EXPECT_EQ(trace.dropped, 0u);
  for (const trace::Header& header : trace.headers) {
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::global) continue;
    const auto bytes = static_cast<std::uint64_t>(std::popcount(header.active_mask)) * site.bytes_per_lane;
    (site.operation == trace::Operation::load ? moved.loaded : moved.stored) += bytes;
  }
  return moved;
}

/// What the loads or stores of shared memory at some lines of the kernel file cost.
struct SharedCost {
  std::uint64_t requests = 0, wavefronts = 0;
};

/// Passes of one request through the 32 banks, worked out from its addresses: lanes of 16 bytes go eight at a time, or
/// sixteen where every lane asks for what its neighbour, or its neighbour but one, asks for; single words go all at
/// once. In each pass a bank gives one word, to all who ask for it. As measured on an H200, for loads.
inline std::uint64_t wavefronts_of(const trace::Offsets& offsets, std::uint32_t active, std::uint32_t bytes) {
  const auto same = [&](std::size_t distance) {
    for (std::size_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if (offsets[lane] != offsets[lane ^ distance]) return false;
    }
    return true;
  };
  std::size_t lanes = trace::lanes_per_warp * sizeof(float) / std::max<std::uint32_t>(bytes, sizeof(float));
  if (bytes == 16 && active == 0xffffffffu && (same(1) || same(2))) lanes *= 2;
  std::uint64_t wavefronts = 0;
  for (std::size_t first = 0; first < trace::lanes_per_warp; first += lanes) {
    std::array<std::set<std::uint32_t>, 32> words;
    for (std::size_t lane = first; lane < first + lanes; ++lane) {
      if ((active >> lane & 1u) == 0) continue;
      for (std::uint32_t byte = 0; byte < bytes; byte += 4) {
        const std::uint32_t word = (offsets[lane] + byte) / 4;
        words[word % 32].insert(word);
      }
    }
    std::uint64_t most = 0;
    for (const auto& bank : words) most = std::max<std::uint64_t>(most, bank.size());
    wavefronts += most;
  }
  return wavefronts;
}

/// Of all requests to shared memory of one kind, from the lines first to last of the kernel file.
inline SharedCost shared_cost(const trace::Trace& trace, trace::Operation operation, std::int32_t first,
                              std::int32_t last) {
  SharedCost cost;
  EXPECT_EQ(trace.dropped, 0u);
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::shared || site.operation != operation) continue;
    if (site.line < first || site.line > last) continue;
    ++cost.requests;
    cost.wavefronts += wavefronts_of(trace.offsets[record], header.active_mask, site.bytes_per_lane);
  }
  return cost;
}

}  // namespace lanescope::emulator
