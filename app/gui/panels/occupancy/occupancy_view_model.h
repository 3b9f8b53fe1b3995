// What the Occupancy panel draws: how many warps a multiprocessor would hold if one resource were another, and what was
// measured over block sizes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "gui/panels/readout/readings.h"
#include "model/hardware/occupancy.h"

namespace warpscope::gui {

struct OccupancyLine {
  const char* name = "";  ///< stable: "block", for tests
  std::string title;      ///< "block size"
  std::string unit;       ///< "threads a block"
  std::vector<double> values, warps;
  double now = 0;        ///< the kernel's own value, in the unit of `values`
  std::string now_text;  ///< "256 threads a block"
};

/// A measurement of the last sweep, or of a recording, at a block size: in GB/s.
struct BlockSizeRate : Rate {
  double threads = 0;
  bool recorded = false;
  std::string setting;
};

struct OccupancyViewModel {
  std::string missing;                ///< why there is nothing to draw; empty when there is
  std::vector<std::string> launches;  ///< the different demands, to choose from
  std::size_t launch = 0;
  std::array<OccupancyLine, 3> lines;  ///< over block size, registers and shared memory
  int warps = 0, max_warps = 0;        ///< resident, and the most a multiprocessor holds
  std::string headline;                ///< "64 of 64 warps (100 %)"
  std::string reason;                  ///< which resource limits it, in a sentence
  struct Limit {
    model::Limit kind = model::Limit::threads;
    std::string resource, blocks;  ///< "registers", "8"
    bool binds = false;
  };
  std::vector<Limit> limits;  ///< what each resource alone would allow
  std::string machine;        ///< "H200": what it was worked out for
  bool stale = false;         ///< of another setting than the knobs

  std::vector<BlockSizeRate> rates;  ///< by threads; empty: no sweep over the block size has numbers
  double top_rate = 0;               ///< GB/s
  std::string rates_caption;         ///< where they come from, or how to get them
};

[[nodiscard]] OccupancyViewModel occupancy_view_model(const State& state);

}  // namespace warpscope::gui
