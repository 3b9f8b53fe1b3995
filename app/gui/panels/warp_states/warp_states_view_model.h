// What the Warp states page shows: the clocks between two instructions of a warp, and what it waits for in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/page_view_model.h"

namespace lanescope::gui {

struct State;

/// Reasons of one kind have one colour. Each also has its number and, but for `fine`, hatching.
enum class StallKind { fine, device_memory, on_chip_memory, synchronization, execution };

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
  lab::Origin origin = lab::Origin::predicted;
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

/// Returns what a reason is called, and one sentence about it. `reason` is as in the ids of quantities.
[[nodiscard]] std::string stall_name(const Language& language, std::string_view reason);
[[nodiscard]] std::string stall_help(const Language& language, std::string_view reason);

[[nodiscard]] WarpStatesViewModel warp_states_view_model(const State& state);

}  // namespace lanescope::gui
