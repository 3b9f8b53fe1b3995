// The history as the plot draws it: time counted back from the newest event, or from the moment it was stopped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gui/panels/scope/scope_state.h"
#include "gui/state/history.h"

namespace warpscope::gui {

/// What is drawn over time: bytes moved, or operations done, a second.
enum class ScopeQuantity { bandwidth, arithmetic };

struct ScopeViewModel {
  /// Measurements of one setting; lines never connect two settings.
  struct Trace {
    std::vector<double> seconds;          ///< 0 is the newest event (or the stop), earlier ones are negative
    std::vector<double> rate, low, high;  ///< GB/s or GFLOP/s
    std::vector<std::size_t> samples;     ///< their places in the history
  };
  struct Mark {
    double seconds = 0;
    History::Change change;
  };
  std::vector<Trace> traces;
  std::vector<Mark> marks;
  double first = -whole_scope_span, last = 0;  ///< what is seen, in the same seconds
  double zero = 0;                             ///< where 0 is, since the session began
  double top = 100;                            ///< of the rate axis
  std::optional<double> peak;                  ///< theoretical, in the unit of the rates
};

/// Seconds since the session began; 0 when there is none.
[[nodiscard]] double newest_event(const History& history);

/// peak: theoretical, in the quantity's unit; 0: not known. `min_top`: what else shall fit below the top.
[[nodiscard]] ScopeViewModel scope_view_model(const History& history, double peak, const ScopeState& view = {},
                                              ScopeQuantity quantity = ScopeQuantity::bandwidth, double min_top = 0);

/// The place in the history of the sample that is nearest in time, of those that are seen; empty when none is.
[[nodiscard]] std::optional<std::size_t> nearest_sample(const ScopeViewModel& view_model, double seconds);

}  // namespace warpscope::gui
