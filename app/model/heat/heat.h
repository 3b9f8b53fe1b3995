// Where and when a kernel accessed a buffer: the records of a trace, binned to a picture. shaders/heat.comp does the
// same on a GPU, for more records than a processor bins between two frames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/heat/heat_grid.h"
#include "model/heat/heat_touches.h"

namespace lanescope::model {

/// One bin, laid out for a shader (std430, four 32-bit words). All words start at 0 and only grow.
struct HeatBin {
  static constexpr std::uint32_t rewritten_bit = 0x80000000u;

  std::uint32_t loads = 0;   ///< of its elements, counted for each lane and element; atomics count as load and store
  std::uint32_t stored = 0;  ///< the stores, and rewritten_bit when Touches::rewriting names one of their lanes
  std::uint32_t first = 0;   ///< 2^32 - 1 less the position of the first access; 0 when never accessed
  /// Twice the position of the last access, plus 2, plus 1 when it was a store; 0 when never accessed.
  std::uint32_t last = 0;

  [[nodiscard]] bool touched() const { return last != 0; }
  [[nodiscard]] std::uint32_t stores() const { return stored & ~rewritten_bit; }
  [[nodiscard]] bool rewritten() const { return (stored & rewritten_bit) != 0; }
  [[nodiscard]] std::uint32_t first_position() const { return ~first; }
  [[nodiscard]] std::uint32_t last_position() const { return last / 2 - 1; }
  [[nodiscard]] bool last_was_store() const { return (last & 1u) != 0; }
  friend bool operator==(const HeatBin&, const HeatBin&) = default;
};
static_assert(sizeof(HeatBin) == 16);

/// The accesses to a part of a buffer's elements over time. Positions are below 2^31.
class Heat {
 public:
  Heat() = default;
  Heat(std::uint32_t buffer, const ElementGrid& grid, const HeatWindow& window);

  /// Brings the bins to the moment after all records at positions below `end`. A step forward costs the records in
  /// between; a step backward starts again from 0. All calls must pass the same records, whose sites all exist.
  void run_to(std::span<const HeatRecord> records, std::span<const TouchSite> sites, std::uint32_t end);

  [[nodiscard]] std::uint32_t buffer() const { return buffer_; }
  [[nodiscard]] const ElementGrid& grid() const { return grid_; }
  [[nodiscard]] const HeatWindow& window() const { return window_; }
  [[nodiscard]] std::uint32_t end() const { return end_; }
  [[nodiscard]] std::span<const HeatBin> bins() const { return bins_; }
  /// Returns, by row of bins, the end at which it last changed; 0 when never.
  [[nodiscard]] std::span<const std::uint32_t> changes() const { return changes_; }
  /// Whether some bin has an element that was stored to again.
  [[nodiscard]] bool has_rewritten() const { return has_rewritten_; }
  /// Returns null when the element lies outside the window.
  [[nodiscard]] const HeatBin* bin_of(std::uint32_t column, std::uint32_t row) const;

 private:
  void add(const HeatRecord& record, const TouchSite& site, std::uint32_t position);

  std::uint32_t buffer_ = 0;
  ElementGrid grid_;
  HeatWindow window_;
  std::vector<HeatBin> bins_;
  std::vector<std::uint32_t> changes_;
  bool has_rewritten_ = false;
  std::uint32_t end_ = 0;
};

}  // namespace lanescope::model
