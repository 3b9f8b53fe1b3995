// What the records of a trace do to the elements of its buffers. This is computed once, so that a picture of them
// (heat.h, or a shader) needs no rules about memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/heat/heat_grid.h"
#include "trace/trace.h"

namespace lanescope::model {

/// The effect of a site, laid out for a shader (std430).
struct TouchSite {
  static constexpr std::uint32_t reads = 1, writes = 2;
  std::uint32_t touch = 0;           ///< bits as above, both for atomics; 0 when it accesses no buffer
  std::uint32_t bytes_per_lane = 0;  ///< as written; 0 stands for one element of any size
  friend bool operator==(const TouchSite&, const TouchSite&) = default;
};
static_assert(sizeof(TouchSite) == 8);

[[nodiscard]] std::vector<TouchSite> touch_sites(std::span<const trace::Site> sites);

/// Positions below are ranks in time; 0 is the first record.
struct Touches {
  std::vector<std::uint32_t> order;  ///< by position: index into Trace::headers
  std::vector<TouchSite> sites;      ///< touch_sites() of the trace
  /// By record (index into Trace::headers): lanes that store to an element to which a plain store of the same launch,
  /// or a lower lane of this record, wrote before. Atomics never count, because they are meant to do that.
  std::vector<std::uint32_t> rewriting;
  std::vector<std::uint32_t> first_touches;  ///< by record: elements of its buffer that were not accessed before
};

/// `grids` is indexed by buffer of the trace; records of buffers without a grid are left out. `order` is
/// trace::in_order() or another order to look at. The trace is well formed.
[[nodiscard]] Touches touches_of(const trace::Trace& trace, std::span<const std::optional<ElementGrid>> grids,
                                 std::vector<std::uint32_t> order);

/// The accesses to a buffer before a position.
struct TouchTotals {
  std::uint64_t loads = 0, stores = 0;    ///< lanes; atomics count as both
  std::uint64_t touched = 0;              ///< elements
  std::uint64_t rewritten = 0;            ///< stores to an element that was stored to before
  std::uint64_t out_of_bounds_lanes = 0;  ///< active lanes outside every buffer
  friend bool operator==(const TouchTotals&, const TouchTotals&) = default;
};

/// Counts the totals of every buffer up to a position. A step forward costs the records in between.
class TouchCounter {
 public:
  /// Counts the records at positions below `end`.
  void count_to(const trace::Trace& trace, const Touches& touches, std::uint32_t end);
  /// By buffer of the trace.
  [[nodiscard]] const std::vector<TouchTotals>& totals() const { return totals_; }

 private:
  std::vector<TouchTotals> totals_;
  std::uint32_t end_ = 0;
};

/// The smallest rectangle around all elements of a buffer that one block touched.
struct BlockArea {
  std::uint32_t launch = 0, block = 0;
  std::uint32_t first = 0, last = 0;                       ///< positions of its first and last access to the buffer
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;  ///< elements; right and bottom are the first ones outside
  friend bool operator==(const BlockArea&, const BlockArea&) = default;
};

/// Returns the areas in the order in which the blocks first accessed the buffer.
[[nodiscard]] std::vector<BlockArea> block_areas(const trace::Trace& trace, const Touches& touches,
                                                 std::uint32_t buffer, const ElementGrid& grid);

/// Returns how many neighbouring elements a lane accesses.
[[nodiscard]] std::uint32_t elements_of(const TouchSite& site, const ElementGrid& grid);

/// The elements that a lane of a record accesses.
struct LaneElements {
  std::uint32_t first = 0, count = 0;  ///< count is 0 when the lane accesses none
};
[[nodiscard]] LaneElements elements_of(const trace::Trace& trace, std::size_t record, std::uint32_t lane,
                                       const ElementGrid& grid);

/// One warp instruction of a trace that accesses a buffer, for a picture. The bytes are the same for a processor, for a
/// shader and for the kernel that gathers them on a GPU. Records are in the order of time: a position is an index into
/// them. The layout is for a shader (std430, 36 words of 32 bits, the two halves of a word little-endian).
struct HeatRecord {
  std::uint16_t site = 0;       ///< into the sites that come with the records
  std::uint16_t buffer = 0;     ///< of the trace
  std::uint32_t rewriting = 0;  ///< lanes, as in Touches::rewriting
  std::uint32_t block = 0;      ///< linear index in the grid, x fastest
  std::uint16_t warp = 0;       ///< in its block
  std::uint16_t launch = 0;     ///< step of the plan
  trace::Offsets offsets{};     ///< as in Trace::offsets
  friend bool operator==(const HeatRecord&, const HeatRecord&) = default;
};
static_assert(sizeof(HeatRecord) == 144 && alignof(HeatRecord) == 4);

/// How many sites, buffers or launches a HeatRecord can number.
inline constexpr std::size_t max_numbered = 1u << 16;

/// Returns the records of a trace at their positions, including those that access no buffer. Programs have at most
/// max_numbered sites, buffers and launches; records with larger numbers show nothing.
[[nodiscard]] std::vector<HeatRecord> heat_records(const trace::Trace& trace, const Touches& touches);

/// Returns why records from elsewhere must not be drawn (a site or buffer that does not exist), or empty.
[[nodiscard]] std::string defect(std::span<const HeatRecord> records, std::size_t sites, std::size_t buffers);

}  // namespace lanescope::model
