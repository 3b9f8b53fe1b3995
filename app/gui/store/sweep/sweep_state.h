// A sweep in the window as data, with the knobs that it turns, what is known of each point, and the running sweep.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "catalogue/kernel.h"
#include "counters/quantity.h"
#include "recordings/result_index.h"
#include "recordings/sweep/sweep_plan.h"

namespace lanescope::gui {

class Language;
struct State;

/// One axis as it was chosen. An empty name means the kernel's first knob for the first axis, and none for the second.
struct SweepAxisChoice {
  std::string name;
  std::string values;  ///< as typed, in the syntax of `lanescope sweep`; empty means those that suit the axis
  friend bool operator==(const SweepAxisChoice&, const SweepAxisChoice&) = default;
};

/// One combination of the axes.
struct SweepCell {
  catalogue::Values values;  ///< values of the axes and of everything else that is not at its default
  std::string setting;       ///< written as by experiments::setting_text(); empty if it cannot be run
  Message illegal;           ///< the requirement's sentence; empty if it can be run
};

/// The points of one sweep of one kernel, row by row.
struct SweepGrid {
  std::string kernel;
  std::array<std::string, 2> names;  ///< names of the axes; the second is empty for a curve
  std::array<std::string, 2> typed;  ///< their values, as typed or the suitable ones
  std::array<std::vector<std::string>, 2>
      labels;                    ///< texts of the column values, then of the row values; empty without cells
  std::string others;            ///< what else is not at its default, such as "nx=1024"
  std::vector<SweepCell> cells;  ///< columns × rows
  recordings::SweepPlan plan;    ///< plan of the cells that can be run
  std::string missing;           ///< why there are no cells; empty when there are

  [[nodiscard]] bool is_map() const { return !names[1].empty(); }
  [[nodiscard]] std::size_t columns() const { return labels[0].size(); }
};

/// The sweep that runs in the background.
struct SweepRun {
  std::string subject;     ///< the kernel's id, or the family whose kernels are run
  bool is_ladder = false;  ///< whether it is a family
  recordings::SweepPlan plan;
  std::vector<std::string> settings;  ///< one for each point of the plan
  std::size_t next = 0;               ///< the point that is being run
  std::size_t failed = 0;
  double began = 0, latest = 0;  ///< start of the sweep, and its last answer, in seconds since the session began

  /// Returns the kernel of the point that is being run.
  [[nodiscard]] const catalogue::Kernel& kernel() const { return *plan.kernels.at(plan.points.at(next).kernel); }
};

struct Sweep {
  std::array<SweepAxisChoice, 2> axes;
  counters::QuantityId quantity = "rate.memory";  ///< what is drawn over the axes
  std::optional<SweepRun> run;
  recordings::ResultIndex results;  ///< results of this session's sweeps
};

/// Returns the points for the present selection. An axis that the kernel does not have counts as not chosen.
[[nodiscard]] const SweepGrid& sweep_grid(const State& state);
/// Returns the same axes for a pinned kernel, with its own other values. It has no cells without that pin, or when the
/// kernel lacks an axis.
[[nodiscard]] const SweepGrid& pinned_grid(const State& state, std::size_t pin);

/// Returns the experiment that the running sweep waits for, or nothing when none runs.
[[nodiscard]] std::optional<experiments::Experiment> sweep_experiment(const State& state);

/// Takes the last result of that experiment. The sweep goes on, and ends after its last point.
void accept_sweep_point(State& state, const experiments::Result& result, double seconds);

/// Ends the running sweep and says so. Its points that are there already stay.
void stop_sweep(State& state, double seconds);

/// Forgets the points of kernels whose text has changed, because they belong to the earlier text.
void forget_sweeps(Sweep& sweep, const catalogue::Snapshot& before, const catalogue::Snapshot& after);

/// Returns whether the result was obtained on the connected machine, as far as that is known.
[[nodiscard]] bool is_of_this_machine(const State& state, const experiments::Result& result);

/// Returns what this session's sweeps found at a point, on the connected machine, or null.
[[nodiscard]] std::shared_ptr<const experiments::Result> swept_point(const State& state, const std::string& kernel,
                                                                     const std::string& setting);

/// Returns this session's measurement or failure of a point, or a recording of the chosen GPU, or what the emulator and
/// the model found in this session, or null.
[[nodiscard]] std::shared_ptr<const experiments::Result> known_point(const State& state, const SweepCell& cell);
/// Returns the same for a point of another grid than the panel's.
[[nodiscard]] std::shared_ptr<const experiments::Result> known_point(const State& state, const std::string& kernel,
                                                                     const SweepCell& cell);

/// Returns the table of all known points of the grid, as `lanescope sweep --csv` writes it.
[[nodiscard]] std::string sweep_csv(const State& state);

}  // namespace lanescope::gui
