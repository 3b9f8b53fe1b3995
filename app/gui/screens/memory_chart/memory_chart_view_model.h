// What the Memory chart shows: the kernel, the caches and the memories, and what goes between them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gui/readings/page_view_model.h"

namespace lanescope::gui {

struct State;

/// One arrow. Its width and colour are its share of what the unit can move at most.
struct ChartArrow {
  Traffic traffic = Traffic::global_load;
  std::string name;        ///< in words, such as "global loads"
  QuantityReading amount;  ///< requests, wavefronts, or bytes
  std::string word;        ///< what the amount counts, "requests"; empty for bytes, which have a unit
  std::optional<QuantityReading> instructions;  ///< of the kernel; empty behind the L1
  QuantityReading share;                        ///< of the peak, in percent
  std::string details;                          ///< all numbers with their origins, for a tooltip
  bool has_lines = false;                       ///< whether a click leads to lines of the source

  /// Returns the share of the peak from 0 to 1, or nothing when it is unknown.
  [[nodiscard]] std::optional<double> part() const;
  /// Returns whether the arrow stands for something.
  [[nodiscard]] bool moves() const { return amount.value() > 0 || (instructions && instructions->value() > 0); }
};

/// The arrows of one memory space between the kernel and the L1 or the shared memory.
struct ChartSpace {
  enum class Kind { global, local, texture, shared };
  Kind kind = Kind::global;
  std::string name;
  std::vector<ChartArrow> arrows;  ///< at least one
};

/// One box, filled to a level.
struct ChartBox {
  std::string name;
  QuantityReading value;        ///< the number that is written large
  std::string word;             ///< what it says, "hit rate"
  std::string caption;          ///< a smaller line; may be empty
  std::optional<double> level;  ///< how far the box is filled, from 0 to 1
  bool warns = false;           ///< whether the level is something to avoid, which is hatched
  std::string details;          ///< for a tooltip
};

struct MemoryChartViewModel {
  PageHeading heading;
  std::vector<ChartSpace> spaces;  ///< from above to below; shared memory is the last
  ChartBox kernel, l1, shared, l2, device;
  std::array<ChartArrow, 2> below_l1;  ///< reads and writes between L1 and L2
  std::array<ChartArrow, 2> below_l2;  ///< the same between L2 and device memory
  std::vector<ChartArrow> host;        ///< the same with the memory of the host; empty where there are none
};

[[nodiscard]] MemoryChartViewModel memory_chart_view_model(const State& state);

}  // namespace lanescope::gui
