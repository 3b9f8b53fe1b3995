// Warps in time: each warp a row, its memory instructions from left to right, its barriers and what it waited at them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace warpscope::model {

/// Memory instructions as the hardware tells them apart.
// clang-format off
enum class AccessKind : std::uint8_t {
  global_load, global_store, global_atomic, shared_load, shared_store, shared_atomic, local_load, local_store,
  asynchronous_copy, texture_load, constant_load
};
// clang-format on
inline constexpr std::size_t access_kinds = 11;

[[nodiscard]] AccessKind kind_of(const trace::Site& site);
[[nodiscard]] std::string_view name_of(AccessKind kind);  ///< "global load"
/// What nvdisasm calls it: "LDG". Source: CUDA Binary Utilities, the instruction set of compute capability 9.0.
[[nodiscard]] std::string_view mnemonic_of(AccessKind kind);

/// What a step to the right means.
enum class TimeAxis : std::uint8_t {
  barrier_aligned,  ///< the next instruction of this warp: all warps of a block begin together, and again behind each
                    ///< barrier
  order,            ///< the next instruction of any warp, in the order of the trace
  time              ///< a nanosecond; instrumented traces
};

enum class RowOrder : std::uint8_t {
  blocks,          ///< by block, then warp
  multiprocessors  ///< by SM, then by when the block began there, then warp; instrumented traces
};

struct TimelineRow {
  std::uint32_t block = 0, warp = 0;
  std::uint32_t sm = 0;                           ///< of its first record; instrumented only
  std::size_t first_interval = 0, intervals = 0;  ///< into Timeline::intervals
};

/// A memory instruction of a warp.
struct TimelineInterval {
  std::uint32_t record = 0;  ///< into Trace::headers
  std::uint32_t rank = 0;    ///< in the order in which it is played
  std::uint32_t row = 0;
  /// On the axis. A record knows the moment at which it was issued and not for how long it ran: on the axis of time
  /// the end is begin + Timeline::drawn_width, or where the row's next instruction begins.
  double begin = 0, end = 0;
  AccessKind kind = AccessKind::global_load;
  std::uint32_t active_lanes = 0;
};

/// A warp between its arrival at a barrier and its release.
struct TimelineWait {
  std::uint32_t barrier = 0;  ///< into Trace::barriers
  std::uint32_t row = 0;
  std::uint32_t release = 0;  ///< into Timeline::releases
  double begin = 0, end = 0;
};

/// One use of a barrier by a block, which ends when the warps that waited there are released.
struct BarrierRelease {
  std::uint32_t line = 0, ptx_line = 0;   ///< of the first that arrived
  std::uint32_t first_row = 0, rows = 0;  ///< of the block
  std::uint32_t warps = 0;                ///< different ones that arrived
  double position = 0;                    ///< of the release on the axis; where it never comes: the end of the timeline
  bool released = true;
  double rank = 0;  ///< of the first record behind the release: stepping by barrier goes there
};

/// A block from its first to its last event.
struct TimelineBlock {
  std::uint32_t first_row = 0, rows = 0;
  double begin = 0, end = 0;
};

inline constexpr std::uint32_t no_interval = 0xffffffffu;

struct Timeline {
  TimeAxis axis = TimeAxis::order;
  double length = 0;       ///< from 0; in units of the axis
  double drawn_width = 1;  ///< of an instruction: 1; on the axis of time a gap that a tenth of all are shorter than
  std::vector<TimelineRow> rows;
  std::vector<TimelineInterval> intervals;  ///< by row, then as they were issued
  std::vector<TimelineWait> waits;          ///< in the order of Trace::barriers
  std::vector<BarrierRelease> releases;     ///< by rank
  std::vector<TimelineBlock> blocks;        ///< by begin
  std::vector<std::uint32_t> interval_of;   ///< by record; no_interval where it is not shown
};

/// Width of a barrier on the axis `barrier_aligned`, where an instruction has width 1.
inline constexpr double barrier_width = 0.5;

/// The trace has no defect. Where it dropped records, barriers that somebody reached behind the last one are left out.
/// `records`: those that are shown (not the parts of an access that ptxas merged, say), each once, in the order in
/// which they are played; without, all in trace::in_order(). An axis of time that the trace does not have becomes
/// `barrier_aligned`.
[[nodiscard]] Timeline timeline(const trace::Trace& trace, std::vector<std::uint32_t> records, TimeAxis axis,
                                RowOrder order = RowOrder::blocks);
[[nodiscard]] Timeline timeline(const trace::Trace& trace, TimeAxis axis, RowOrder order = RowOrder::blocks);

/// The interval of a row that covers x, or none.
[[nodiscard]] std::optional<std::size_t> interval_at(const Timeline& timeline, std::uint32_t row, double x);

/// Where the playhead stands when `position` records have passed (2.5: in the middle of the third
/// one), on the axes of order and time; on `barrier_aligned` each warp has its own place, and this is the one of the
/// record that is being executed.
[[nodiscard]] double playhead(const Timeline& timeline, double position);

/// What falls into one column of pixels of a row.
struct TimelineBin {
  std::uint32_t records = 0;                      ///< 0: nothing
  AccessKind dominant = AccessKind::global_load;  ///< of most records; of several the first in AccessKind
  float mean_lanes = 0;
  std::uint32_t min_lanes = 0;
};

/// Row-major: rows of the timeline × columns.
struct TimelineBins {
  std::uint32_t rows = 0, columns = 0;
  std::vector<TimelineBin> bins;
  [[nodiscard]] const TimelineBin& at(std::uint32_t row, std::uint32_t column) const {
    return bins[std::size_t{row} * columns + column];
  }
};

/// The axis from `from` to `to` in equal columns. A record counts in each column that it reaches into.
[[nodiscard]] TimelineBins bin(const Timeline& timeline, double from, double to, std::uint32_t columns);

/// By entry of Trace::barriers the number of the use that it belongs to, from 0 in the order in which the uses begin. A
/// block's use of one of its barriers ends when a warp that waited there is released, or when lanes arrive that have
/// arrived already: they can only have come a second time.
[[nodiscard]] std::vector<std::uint32_t> barrier_uses(const trace::Trace& trace);

}  // namespace warpscope::model
