// The history as the plot draws it, with time counted back from the newest event, or from the stop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/readings/readings.h"
#include "gui/store/state.h"

namespace lanescope::gui {

struct ScopeViewModel {
  /// Measurements of one setting. Lines never connect two settings.
  struct Trace {
    std::vector<double> seconds;          ///< 0 is the newest event (or the stop), earlier ones are negative
    std::vector<double> rate, low, high;  ///< in GB/s or GFLOP/s
    std::vector<std::size_t> samples;     ///< their indices in the history
  };
  struct Mark {
    double seconds = 0;
    History::Change change;
  };
  /// What is known of one setting, from its newest sample until the setting changed, or until the right edge.
  struct Level {
    double from = 0, to = 0;  ///< in the same seconds
    double rate = 0, low = 0, high = 0;
    std::uint64_t revision = 0;
    experiments::Origin origin = experiments::Origin::measured;
  };
  /// How the newest change moved the rate.
  struct Step {
    double seconds = 0;       ///< of the change
    double from = 0, to = 0;  ///< the rates of the levels before and after it
    [[nodiscard]] double percent() const { return 100 * (to / from - 1); }
  };
  std::vector<Trace> traces;
  Trace predicted, recorded;  ///< of all settings, each of which has one such number
  std::vector<Level> levels;  ///< from the earliest to the newest
  std::vector<Mark> marks;
  std::optional<Step> step;  ///< empty until two settings have a rate
  /// The visible part, in the same seconds. What holds now is drawn on to `end`, in a picture that follows.
  double first = -whole_scope_span, last = 0, end = 0;
  double zero = 0;             ///< the moment of 0, in seconds since the session began
  double top = 100;            ///< upper end of the rate axis
  std::optional<double> peak;  ///< theoretical, in the unit of the rates
};

/// Returns the seconds since the session began, or 0 when there is no event.
[[nodiscard]] double newest_event(const History& history);

/// Returns a rate of the sample in GFLOP/s if `arithmetic`, and otherwise in GB/s as it is stored. The two differ by
/// the operations per byte, because the time is the same. It is 0 for a sample without operations.
[[nodiscard]] double rate_in(const History::Sample& sample, double rate, bool arithmetic);

/// `peak` is theoretical, in the unit of the rates; 0 means unknown. `min_top` must fit below the top as well.
[[nodiscard]] ScopeViewModel scope_view_model(const History& history, double peak, const ScopeState& view = {},
                                              bool arithmetic = false, double min_top = 0);

/// Returns the index in the history of the visible sample that is nearest in time. It is empty when none is visible.
[[nodiscard]] std::optional<std::size_t> nearest_sample(const ScopeViewModel& view_model, double seconds);

/// A rate that the scope draws as a line, in its own unit.
struct ScopeBound : experiments::Value {
  /// `theory` is the maker's limit, and `copy` the best copy on this machine. `row` and `column` are the article's
  /// upper and lower bound. `pin` is a setting that is kept for comparison.
  enum class Kind { theory, copy, row, column, pin };
  Kind kind = Kind::theory;
  std::string name;    ///< short: "theoretical", "copy_row", "A"
  std::string detail;  ///< one or two sentences, with origin
};

/// Returns whether the rate of the selected kernel is in GFLOP/s, as in the Readout.
[[nodiscard]] bool scope_shows_flops(const State& state);

/// Returns the bounds from the highest to the lowest. copy_row and copy_col are those of the kernel's own family, at
/// its block shape and size if they have these. They were measured in this session or recorded, on a GPU of the present
/// one's name (or on any without a GPU).
[[nodiscard]] std::vector<ScopeBound> scope_bounds(const State& state);

}  // namespace lanescope::gui
