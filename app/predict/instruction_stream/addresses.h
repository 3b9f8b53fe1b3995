// Addresses for the buffers of a trace, which knows only offsets in them.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace lanescope::predict {

/// Returns an address for the begin of each buffer, one behind the other, aligned as cudaMalloc aligns large ones.
[[nodiscard]] std::vector<std::uint64_t> buffer_bases(const trace::Trace& trace);

/// Local memory is interleaved by lanes: word w of all lanes is a line of 128 bytes.
inline constexpr std::uint64_t local_word_bytes = 4;

/// Returns the address of an offset of the record, without regard to what lies within one granule; of local memory that
/// in the lane's own.
[[nodiscard]] std::uint64_t address_of(const trace::Trace& trace, const std::vector<std::uint64_t>& bases,
                                       std::uint32_t record, std::uint32_t lane);

}  // namespace lanescope::predict
