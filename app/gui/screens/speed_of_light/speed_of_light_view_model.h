// What the Speed of light page shows: how near compute and memory are to their peaks, and the parts of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readings/page_view_model.h"

namespace lanescope::gui {

struct State;

/// A setting that is drawn: the present one, or a pinned one.
struct ThroughputSide {
  std::string letter;  ///< "A", "B", or empty for the present setting
  QuantityReading value;
};

/// One throughput as a share of its peak, for each setting that is shown.
struct Throughput {
  std::string id;    ///< of the quantity
  std::string name;  ///< "L2: sectors"
  std::string help;  ///< one sentence
  std::vector<ThroughputSide> sides;

  [[nodiscard]] double highest() const;
};

struct SpeedOfLightViewModel {
  PageHeading heading;
  std::string verdict;                                  ///< one sentence about what the two bars mean
  Throughput compute, memory;                           ///< the greatest of the parts below
  std::vector<Throughput> compute_parts, memory_parts;  ///< those that are known, the greatest first
  PageFacts facts;                                      ///< duration, clocks
};

[[nodiscard]] SpeedOfLightViewModel speed_of_light_view_model(const State& state);

}  // namespace lanescope::gui
