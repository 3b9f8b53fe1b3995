// What the Scheduler page shows: of the warps that one scheduler could hold, how many are there, ready, and issue.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readings/page_view_model.h"

namespace lanescope::gui {

struct State;

/// One step of the way from the slots of a scheduler to its instructions.
struct WarpCount {
  std::string id;    ///< of the quantity
  std::string name;  ///< "eligible"
  std::string help;  ///< one sentence
  QuantityReading warps;
};

struct SchedulerViewModel {
  PageHeading heading;
  std::string verdict;               ///< one sentence
  std::vector<WarpCount> steps;      ///< most, theoretical, active, eligible, issued; those that are known
  double slots = 0;                  ///< warps that a scheduler can hold at most; 0 when unknown
  QuantityReading without_eligible;  ///< share of the cycles, in percent
  PageFacts facts;
};

[[nodiscard]] SchedulerViewModel scheduler_view_model(const State& state);

}  // namespace lanescope::gui
