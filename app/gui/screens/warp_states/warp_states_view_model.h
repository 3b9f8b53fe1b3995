// What the Warp states page shows: the clocks between two instructions of a warp, and what it waits for in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/readings/page_view_model.h"
#include "gui/readings/stall_words.h"

namespace lanescope::gui {

struct State;

struct StallReason {
  std::string id;    ///< "long_scoreboard"
  std::string name;  ///< as Nsight Compute writes it
  std::string help;  ///< one sentence
  StallKind kind = StallKind::execution;
  QuantityReading clocks;
  double share = 0;  ///< of the clocks between two instructions, from 0 to 1
};

/// The reasons stacked, of one setting and one origin.
struct StallStack {
  std::string letter;  ///< "A", "B", or empty for the present setting
  experiments::Origin origin = experiments::Origin::predicted;
  double total = 0;            ///< clocks between two instructions
  std::vector<double> clocks;  ///< by WarpStatesViewModel::reasons
};

struct WarpStatesViewModel {
  PageHeading heading;
  std::string verdict;               ///< one sentence
  std::vector<StallReason> reasons;  ///< those that occur, the longest first
  std::vector<StallStack> stacks;
  PageFacts facts;

  /// Returns the largest total.
  [[nodiscard]] double longest() const;
};

[[nodiscard]] WarpStatesViewModel warp_states_view_model(const State& state);

}  // namespace lanescope::gui
