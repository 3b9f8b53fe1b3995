// The Occupancy panel draws how many warps a multiprocessor would hold if one resource changed, and what was measured
// over block sizes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "gui/readings/readings.h"
#include "model/hardware/occupancy.h"

namespace lanescope::gui {

struct OccupancyLine {
  const char* name = "";  ///< stable, for tests, such as "block"
  std::string title;      ///< "block size"
  std::string unit;       ///< "threads per block"
  std::vector<double> values, warps;
  double now = 0;        ///< the kernel's own value, in the unit of `values`
  std::string now_text;  ///< "256 threads per block"
};

/// A point of the last sweep, or of a recording, at a block size, in GB/s.
struct BlockSizeRate : experiments::Value {
  double threads = 0;
  std::string setting;
};

struct OccupancyViewModel {
  std::string missing;                ///< why there is nothing to draw; empty when there is
  std::vector<std::string> launches;  ///< the different demands, one of which is chosen
  std::size_t launch = 0;
  std::array<OccupancyLine, 3> lines;  ///< over block size, registers and shared memory
  int warps = 0, max_warps = 0;        ///< resident warps, and the most that a multiprocessor holds
  std::string headline;                ///< "64 of 64 warps (100 %)"
  std::string reason;                  ///< a sentence about the limiting resource
  struct Limit {
    model::Limit kind = model::Limit::threads;
    std::string resource, blocks;  ///< "registers", "8"
    bool binds = false;
  };
  std::vector<Limit> limits;  ///< what each resource alone would allow
  std::string machine;        ///< the GPU that it was calculated for, such as "H200"
  bool stale = false;         ///< whether it belongs to another setting than the knobs

  std::vector<BlockSizeRate> rates;  ///< sorted by threads; empty when no sweep over the block size has numbers
  double top_rate = 0;               ///< in GB/s
  std::string rates_caption;         ///< their origin, or how to get them
};

[[nodiscard]] OccupancyViewModel occupancy_view_model(const State& state);

}  // namespace lanescope::gui
