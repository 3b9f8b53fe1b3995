// Warps over time: each warp is a row with its memory instructions from left to right, its barriers and its waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace lanescope::model {

/// Memory instructions as the hardware distinguishes them.
// clang-format off
enum class AccessKind : std::uint8_t {
  global_load, global_store, global_atomic, shared_load, shared_store, shared_atomic, local_load, local_store,
  asynchronous_copy, texture_load, constant_load, surface_store
};
// clang-format on
inline constexpr std::size_t access_kind_count = 12;

[[nodiscard]] AccessKind kind_of(const trace::Site& site);
[[nodiscard]] std::string_view name_of(AccessKind kind);  ///< "global load"
/// Returns the mnemonic of nvdisasm: "LDG". Source: CUDA Binary Utilities, instruction set of compute capability 9.0.
[[nodiscard]] std::string_view mnemonic_of(AccessKind kind);

/// The meaning of a step to the right.
enum class TimeAxis : std::uint8_t {
  barrier_aligned,  ///< next instruction of this warp; all warps of a block are aligned at the start and after each
                    ///< barrier
  order,            ///< next instruction of any warp, in the order of the trace
  time              ///< nanosecond, in instrumented traces
};

enum class RowOrder : std::uint8_t {
  blocks,          ///< by block, then warp
  multiprocessors  ///< by SM, then by the start of the block on it, then warp; in instrumented traces
};

struct TimelineRow {
  std::uint32_t block = 0, warp = 0;
  std::uint32_t sm = 0;                           ///< of its first record; only in instrumented traces
  std::size_t first_interval = 0, intervals = 0;  ///< index into Timeline::intervals, and their number
};

/// A memory instruction of a warp.
struct TimelineInterval {
  std::uint32_t record = 0;  ///< index into Trace::headers
  std::uint32_t rank = 0;    ///< in playback order
  std::uint32_t row = 0;
  /// Places on the axis. A record has the moment of its issue but no duration: on the axis of time it ends at begin +
  /// Timeline::drawn_width, or where the row's next instruction begins.
  double begin = 0, end = 0;
  AccessKind kind = AccessKind::global_load;
  std::uint32_t active_lanes = 0;
};

/// A warp between its arrival at a barrier and its release.
struct TimelineWait {
  std::uint32_t barrier = 0;  ///< index into Trace::barriers
  std::uint32_t row = 0;
  std::uint32_t release = 0;  ///< index into Timeline::releases
  double begin = 0, end = 0;
};

/// One use of a barrier by a block, which ends when the warps that waited there are released.
struct BarrierRelease {
  std::uint32_t line = 0, ptx_line = 0;   ///< of the barrier where the first warp arrived
  std::uint32_t first_row = 0, rows = 0;  ///< of the block
  std::uint32_t warps = 0;                ///< different warps that arrived
  double position = 0;                    ///< of the release on the axis; the end of the timeline when it never comes
  bool released = true;
  double rank = 0;  ///< of the first record after the release, where stepping by barrier goes
};

/// A block from its first to its last event.
struct TimelineBlock {
  std::uint32_t first_row = 0, rows = 0;
  double begin = 0, end = 0;
};

inline constexpr std::uint32_t no_interval = 0xffffffffu;

struct Timeline {
  TimeAxis axis = TimeAxis::order;
  double length = 0;       ///< from 0, in units of the axis
  double drawn_width = 1;  ///< of an instruction: 1; on the axis of time, the tenth percentile of the gaps
  std::vector<TimelineRow> rows;
  std::vector<TimelineInterval> intervals;  ///< by row, then in the order of issue
  std::vector<TimelineWait> waits;          ///< in the order of Trace::barriers
  std::vector<BarrierRelease> releases;     ///< by rank
  std::vector<TimelineBlock> blocks;        ///< by begin
  std::vector<std::uint32_t> interval_of;   ///< by record; no_interval when it is not shown
};

/// The width of a barrier on the axis `barrier_aligned`, where an instruction has width 1.
inline constexpr double barrier_width = 0.5;

/// Makes the timeline of a trace without defects. When records were dropped, barriers that were reached after the last
/// record are left out. `records` holds the shown records (for example without the parts of a merged access), each
/// once, in playback order; without it, all are shown in trace::in_order(). If the trace has no clock, the axis of time
/// becomes `barrier_aligned`.
[[nodiscard]] Timeline timeline(const trace::Trace& trace, std::vector<std::uint32_t> records, TimeAxis axis,
                                RowOrder order = RowOrder::blocks);
[[nodiscard]] Timeline timeline(const trace::Trace& trace, TimeAxis axis, RowOrder order = RowOrder::blocks);

/// Returns the interval of a row that covers x, or none.
[[nodiscard]] std::optional<std::size_t> interval_at(const Timeline& timeline, std::uint32_t row, double x);

/// Returns the place of the playhead after `position` records (2.5 is the middle of the third one) on the axes of order
/// and time. On `barrier_aligned` each warp has its own place; this is the place of the record that is being executed.
[[nodiscard]] double playhead(const Timeline& timeline, double position);

/// The records in one column of pixels of a row.
struct TimelineBin {
  std::uint32_t records = 0;                      ///< 0 when there is none
  AccessKind dominant = AccessKind::global_load;  ///< the kind of most records; if several, the first in AccessKind
  float mean_lanes = 0;
  std::uint32_t min_lanes = 0;
};

/// The bins are row-major: rows of the timeline × columns.
struct TimelineBins {
  std::uint32_t rows = 0, columns = 0;
  std::vector<TimelineBin> bins;
  [[nodiscard]] const TimelineBin& at(std::uint32_t row, std::uint32_t column) const {
    return bins[std::size_t{row} * columns + column];
  }
};

/// Divides the axis from `from` to `to` into equal columns. A record counts in each column that it overlaps.
[[nodiscard]] TimelineBins bin(const Timeline& timeline, double from, double to, std::uint32_t columns);

/// Returns, for each entry of Trace::barriers, the number of its use, from 0 in the order in which the uses begin. A
/// block's use of a barrier ends when a warp that waited there is released, or when lanes arrive a second time.
[[nodiscard]] std::vector<std::uint32_t> barrier_uses(const trace::Trace& trace);

}  // namespace lanescope::model
