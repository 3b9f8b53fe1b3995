// Commands of the Sweep panel.
#pragma once

#include <cstddef>
#include <string>

#include "counters/quantity.h"
#include "gui/store/command.h"

namespace lanescope::gui {

enum class SweepAxis { first, second };

struct SetSweepAxis {
  SweepAxis axis = SweepAxis::first;
  std::string name;  ///< name of a knob or a size; the second axis may have none
  LANESCOPE_APPLIES;
};

struct SetSweepValues {
  SweepAxis axis = SweepAxis::first;
  std::string values;  ///< as the user typed them; empty means those that suit the axis
  LANESCOPE_APPLIES;
};

struct SetSweepQuantity {
  counters::QuantityId quantity = "rate.memory";
  LANESCOPE_APPLIES;
};

/// Turns the knobs to a point of the sweep.
struct GoToPoint {
  std::size_t index = 0;  ///< index into SweepGrid::cells
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
