// The history as the plot draws it: time counted back from the newest event, or from the moment it was stopped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/readings.h"
#include "gui/state/state.h"

namespace warpscope::gui {

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

/// A rate of the sample in GFLOP/s where `arithmetic`, else in GB/s as it is kept. The same time gives both: they
/// differ by the operations of a byte. 0: it has no operations.
[[nodiscard]] double rate_in(const History::Sample& sample, double rate, bool arithmetic);

/// peak: theoretical, in the unit of the rates; 0: not known. `min_top`: what else shall fit below the top.
[[nodiscard]] ScopeViewModel scope_view_model(const History& history, double peak, const ScopeState& view = {},
                                              bool arithmetic = false, double min_top = 0);

/// The place in the history of the sample that is nearest in time, of those that are seen; empty when none is.
[[nodiscard]] std::optional<std::size_t> nearest_sample(const ScopeViewModel& view_model, double seconds);

/// Its rate is in the unit of the scope.
struct ScopeBound : Rate {
  /// theory: the maker's limit. copy: the best copy on this machine. row, column: the article's upper and lower bound.
  /// pin: a setting that is kept for comparison. recorded: the present setting out of a file, where nothing can be
  /// measured.
  enum class Kind { theory, copy, row, column, pin, recorded };
  Kind kind = Kind::theory;
  std::string name;    ///< short: "theoretical", "copy_row", "A"
  std::string detail;  ///< one or two sentences, with origin
  Source source = Source::measured;
};

/// The rate of the selected kernel is told in GFLOP/s, as in the Readout.
[[nodiscard]] bool scope_counts_operations(const State& state);

/// From the highest to the lowest. copy_row and copy_col are those of the kernel's own family, at its block shape and
/// size where they have these, measured in this session on the machine at hand, else recorded on a GPU of its name (or
/// on any where there is none).
[[nodiscard]] std::vector<ScopeBound> scope_bounds(const State& state);

}  // namespace warpscope::gui
