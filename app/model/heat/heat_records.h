// The accesses of a trace to buffers as a picture of them takes them: one after the other in time, each with its lanes,
// whoever recorded them. The same bytes for a processor, for a shader and for the kernel that gathers them on a GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/heat/heat_touches.h"
#include "trace/trace.h"

namespace warpscope::model {

/// One warp instruction, in the order of time: a position is an index into such records. Laid out for a shader (std430,
/// 36 words of 32 bits, the two halves of a word little-endian).
struct HeatRecord {
  std::uint16_t site = 0;       ///< into the sites that come with the records
  std::uint16_t buffer = 0;     ///< of the trace
  std::uint32_t rewriting = 0;  ///< lanes, as Touches::rewriting
  std::uint32_t block = 0;      ///< linear index in the grid: x fastest
  std::uint16_t warp = 0;       ///< in its block
  std::uint16_t launch = 0;     ///< which step of the plan
  trace::Offsets offsets{};     ///< as Trace::offsets
  friend bool operator==(const HeatRecord&, const HeatRecord&) = default;
};
static_assert(sizeof(HeatRecord) == 144 && alignof(HeatRecord) == 4);

/// What a HeatRecord can number: sites, buffers, launches.
inline constexpr std::size_t max_numbered = 1u << 16;

/// The records of a trace at their positions. Those that go to no buffer keep theirs. More than max_numbered sites,
/// buffers or launches are more than a program has; records beyond are those of nobody, and show nothing.
[[nodiscard]] std::vector<HeatRecord> heat_records(const trace::Trace& trace, const Touches& touches);

/// Why records that came from elsewhere must not be drawn (a site or buffer that does not exist), or empty.
[[nodiscard]] std::string defect(std::span<const HeatRecord> records, std::size_t sites, std::size_t buffers);

}  // namespace warpscope::model
