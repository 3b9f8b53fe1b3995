// HeatTrace: all accesses of a grid to its buffers, for pictures of whole matrices. A GPU records them, and they stay
// in its memory when the window draws with the same GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/traced.h"
#include "experiments/wire/ipc_slot.h"
#include "model/heat/heat_touches.h"
#include "trace/trace.h"

namespace lanescope::experiments {

/// A buffer that the records name, with the totals of its accesses.
struct HeatBuffer {
  analysis::TracedBuffer what;
  std::uint32_t granule = 1;  ///< as in Trace::Buffer
  model::TouchTotals totals;
  friend bool operator==(const HeatBuffer&, const HeatBuffer&) = default;
};

using HeatRecords = std::vector<model::HeatRecord>;

struct HeatTrace {
  std::uint64_t records = 0;                                   ///< accesses to buffers, in the order of the GPU
  std::uint64_t dropped = 0;                                   ///< accesses of every kind beyond the bound
  std::uint64_t first_block = 0, blocks = 0, grid_blocks = 0;  ///< recorded blocks, and blocks of the grid
  bool marked = true;                                          ///< whether repeated stores to an element are marked
  std::vector<trace::Site> sites;                              ///< those of the Trace beside it
  std::vector<HeatBuffer> buffers;                             ///< those of the Trace beside it

  IpcSlot slot;                             ///< of the records; not used when they are `sent`
  std::shared_ptr<const HeatRecords> sent;  ///< as bytes; null when they are in the slot or there are none
  friend bool operator==(const HeatTrace&, const HeatTrace&) = default;
};

/// At most so many records, of 144 bytes each, are sent as bytes.
inline constexpr std::uint64_t max_sent_heat_records = std::uint64_t{1} << 18;

/// Returns why the records must not be drawn (for example, fewer were sent than announced), or empty.
[[nodiscard]] std::string defect(const HeatTrace& heat);

}  // namespace lanescope::experiments
