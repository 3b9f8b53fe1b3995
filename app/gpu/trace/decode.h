// What instrumented kernels wrote, as a Trace. Pure.
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

namespace warpscope::gpu {

/// Where a buffer of the trace lies.
struct AddressRange {
  std::uint64_t base = 0, bytes = 0;
  std::uint32_t buffer = 0;  ///< into Trace::buffers
};

/// A place in a buffer.
struct BufferPlace {
  std::uint32_t buffer = 0;  ///< into Trace::buffers
  std::uint64_t offset = 0;  ///< bytes
};

/// The first texel that a fetch reads, by step of the plan, handle and coordinates (raw 32 bits). Empty: it reads none.
using FindTexel = std::function<std::optional<BufferPlace>(std::uint32_t launch, std::uint64_t handle, std::uint32_t x,
                                                           std::uint32_t y)>;

struct DecodeRequest {
  TraceBuffer buffer;
  std::vector<ptx::RecordPoint> points;
  std::vector<trace::Site> sites;  ///< as TraceTables
  std::vector<trace::Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< by PTX line
  std::vector<std::string> entries;                    ///< by step of the plan; "" of copies and library calls
  std::vector<std::uint64_t> grid_blocks;              ///< by step of the plan
  std::vector<std::uint64_t> shared_bytes;             ///< by step of the plan: of a block
  std::vector<AddressRange> ranges;                    ///< rising, apart
  std::uint32_t elsewhere = 0;                         ///< buffer that accesses to no range are shown with
  FindTexel texel;
  double sm_clock_mhz = 0;  ///< of the device's data; used where the records show no other. 0: not known
};

/// How what the instrumented kernels of a plan write is decoded, but for where things lie: the trace buffer, the ranges
/// and textures, and the device's clock. `tables`: of the program before it was instrumented.
[[nodiscard]] DecodeRequest decode_request(trace::TraceTables tables, std::vector<ptx::RecordPoint> points,
                                           const catalogue::LaunchPlan& plan);

/// `bytes`: the trace buffer. Time is what the SMs' own clocks say: a block's runs from its anchor, at the rate that
/// the records show (clock_of()), else at the device's; in nanoseconds since the first. The order is that in which
/// records were numbered. Error: a record that no instrumented kernel of these points writes.
[[nodiscard]] Expected<trace::Trace> decode_trace(std::span<const std::byte> bytes, const DecodeRequest& request);

}  // namespace warpscope::gpu
