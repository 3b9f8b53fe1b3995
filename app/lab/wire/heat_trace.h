// HeatTrace: all accesses of a grid to its buffers, for pictures of whole matrices. Recorded on a GPU, where the
// records stay when the window draws with the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lab/wire/ipc_slot.h"
#include "lab/wire/traced.h"
#include "model/heat/heat_touches.h"
#include "trace/trace.h"

namespace warpscope::lab {

/// A buffer that the records name, and what they do to it in all.
struct HeatBuffer {
  TracedBuffer what;
  std::uint32_t granule = 1;  ///< as Trace::Buffer
  model::TouchTotals totals;
  friend bool operator==(const HeatBuffer&, const HeatBuffer&) = default;
};

using HeatRecords = std::vector<model::HeatRecord>;

struct HeatTrace {
  std::uint64_t records = 0;                                   ///< accesses to buffers, in the order of the GPU
  std::uint64_t dropped = 0;                                   ///< accesses of every kind beyond the bound
  std::uint64_t first_block = 0, blocks = 0, grid_blocks = 0;  ///< recorded, and of the grid
  bool marked = true;                                          ///< stores to what was stored to before are marked
  std::vector<trace::Site> sites;                              ///< as those of the Trace beside it
  std::vector<HeatBuffer> buffers;                             ///< the same

  IpcSlot slot;                             ///< of the records; not used when they are `sent`
  std::shared_ptr<const HeatRecords> sent;  ///< as bytes; null: in the slot, or there are none
  friend bool operator==(const HeatTrace&, const HeatTrace&) = default;
};

/// As bytes at most so many travel, 144 bytes each.
inline constexpr std::uint64_t max_sent_heat_records = std::uint64_t{1} << 18;

/// Why the records must not be drawn (sent ones that are not as announced, or lie nowhere), or empty.
[[nodiscard]] std::string defect(const HeatTrace& heat);

}  // namespace warpscope::lab
