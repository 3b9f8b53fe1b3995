// The Sweep panel draws every point of the grid with its number, or says why it has none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readings/readout_view_model.h"
#include "gui/store/sweep/sweep_state.h"

namespace lanescope::gui {

struct SweepMark {
  /// `unknown` has not been run yet, `illegal` cannot be run, and `failed` was run and has no number.
  enum class Kind { unknown, illegal, failed, value };
  Kind kind = Kind::unknown;
  experiments::Value value = {};  ///< in the unit of the view model's quantity
  bool current = false;           ///< whether the knobs show this setting
  std::string text;               ///< the number, short
  std::string detail;             ///< all details, for the tooltip
  std::string pins;               ///< "A", "B" or "AB" for the pins at this setting

  [[nodiscard]] bool has_value() const { return kind == Kind::value; }
};

/// Numbers of an article at the points of the grid. They were measured on another GPU, so they have an axis of their
/// own, on which that GPU's theoretical bandwidth is as high as ours.
struct ArticleOverlay {
  struct Mark {
    std::size_t cell = 0;
    double value = 0;    ///< in GB/s
    bool exact = false;  ///< whether all knobs and sizes are those of the article
    std::string detail;  ///< all details, for a tooltip
  };
  std::vector<Mark> marks;
  std::string gpu;      ///< "GTX 1050 Ti"
  std::string caption;  ///< "article 000, GTX 1050 Ti", with what differs from the article's setting
  double peak = 0;      ///< theoretical bandwidth of that GPU in GB/s
  double our_peak = 0;  ///< bandwidth of the GPU that the points were measured on; 0 means unknown
};

/// A pinned kernel at the axes of the panel, unless it is the same curve.
struct PinnedCurve {
  std::string letter, caption;
  std::vector<SweepMark> marks;  ///< one for each column; `unknown` if the pinned kernel has no such value
};

struct SweepViewModel {
  counters::QuantityId quantity = "rate.memory";  ///< the chosen one, or one that has numbers
  std::vector<SweepMark> marks;                   ///< one for each cell of the grid
  double low = 0, high = 0;                       ///< range of all values; both are 0 when there are none
  std::string caption;                            ///< origin of the numbers
  std::optional<ArticleOverlay> article;          ///< empty when no article has a number at any point
  std::vector<PinnedCurve> pinned;
  std::string progress;  ///< "12 of 45 points, 20 s left"; empty when no sweep runs
  double share = 0;      ///< completed fraction of the running sweep, 0 to 1
};

[[nodiscard]] SweepViewModel sweep_view_model(const State& state);

}  // namespace lanescope::gui
