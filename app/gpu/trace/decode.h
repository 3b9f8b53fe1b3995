// Decodes what instrumented kernels wrote into a Trace. It is pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "gpu/trace/recording_plan.h"
#include "ptx/instrument/instrument.h"
#include "trace/trace.h"

namespace lanescope::gpu {

/// The place of a buffer of the trace.
struct AddressRange {
  std::uint64_t base = 0, bytes = 0;
  std::uint32_t buffer = 0;  ///< the index into Trace::buffers
};

/// A place in a buffer.
struct BufferPlace {
  std::uint32_t buffer = 0;  ///< the index into Trace::buffers
  std::uint64_t offset = 0;  ///< in bytes
};

/// Finds a fetch's first texel by step of the plan, handle and coordinates (raw 32 bits); empty when it reads none.
using FindTexel = std::function<std::optional<BufferPlace>(std::uint32_t launch, std::uint64_t handle, std::uint32_t x,
                                                           std::uint32_t y)>;

struct DecodeRequest {
  TraceBuffer buffer;
  std::vector<ptx::RecordPoint> points;
  std::vector<trace::Site> sites;  ///< as in TraceTables
  std::vector<trace::Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< by PTX line
  std::vector<std::string> entries;                    ///< by step of the plan; "" for copies and library calls
  std::vector<std::uint64_t> grid_blocks;              ///< by step of the plan
  std::vector<std::uint64_t> shared_bytes;             ///< by step of the plan, for one block
  std::vector<AddressRange> ranges;                    ///< They rise and do not overlap.
  std::uint32_t unmapped_buffer = 0;                   ///< The buffer that shows accesses to no range.
  FindTexel texel;
  double sm_clock_mhz = 0;  ///< the device's value, used when the records show no other; 0 means not known
};

/// Returns the request for decoding what a plan's instrumented kernels write, without the trace buffer, the ranges and
/// textures, and the device's clock. `tables` describe the program before it was instrumented.
[[nodiscard]] DecodeRequest decode_request(trace::TraceTables tables, std::vector<ptx::RecordPoint> points,
                                           const catalogue::LaunchPlan& plan);

/// `bytes` is the trace buffer. Time comes from the SMs' own clocks, in nanoseconds since the first record: a block's
/// time starts at its anchor, at the rate that the records show (clock_of()), else at the device's. The order is that
/// of the records' numbers. It fails on a record that no instrumented kernel of these points writes.
[[nodiscard]] Expected<trace::Trace> decode_trace(std::span<const std::byte> bytes, const DecodeRequest& request);

}  // namespace lanescope::gpu
