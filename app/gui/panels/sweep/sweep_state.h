// A sweep in the window, as data: which knobs it turns, what is known of each point, and the sweep that is running.
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
#include "lab/recording/result_index.h"
#include "lab/sweep/sweep_plan.h"

namespace warpscope::gui {

class Language;
struct State;

/// What is drawn over the axes.
enum class SweepQuantity { rate, time, sectors, wavefronts, occupancy };
inline constexpr std::array all_sweep_quantities = {SweepQuantity::rate, SweepQuantity::time, SweepQuantity::sectors,
                                                    SweepQuantity::wavefronts, SweepQuantity::occupancy};
[[nodiscard]] std::string_view name_of(SweepQuantity quantity);                        ///< stable: "rate"; for commands
[[nodiscard]] std::string title_of(const Language& language, SweepQuantity quantity);  ///< "bandwidth"
[[nodiscard]] std::string unit_of(const Language& language, SweepQuantity quantity);   ///< "GB/s"

/// One axis as it was chosen. An empty name: the kernel's first knob for the first axis, none for the second.
struct SweepAxisChoice {
  std::string name;
  std::string values;  ///< as typed, in the syntax of `warpscope sweep`; empty: what suits the axis
  friend bool operator==(const SweepAxisChoice&, const SweepAxisChoice&) = default;
};

/// One combination of the axes.
struct SweepCell {
  catalogue::Values values;  ///< of the axes and of everything else that is not at its default
  std::string setting;       ///< as lab::setting_text(); empty where it cannot be run
  std::string illegal;       ///< the requirement's sentence; empty where it can be run
};

/// What the points of a grid depend on.
struct SweepBasis {
  std::shared_ptr<const catalogue::Kernel> kernel;
  std::shared_ptr<const catalogue::Snapshot> catalogue;  ///< holds the kernel's partners
  std::shared_ptr<const Language> language;              ///< in which it says why there are no points
  std::array<SweepAxisChoice, 2> axes;
  catalogue::Values others;  ///< of the kernel's settings, those that are no axis
  friend bool operator==(const SweepBasis&, const SweepBasis&) = default;
};

/// The points of one sweep of one kernel, row by row.
struct SweepGrid {
  std::string kernel;
  std::array<std::string, 2> names;                ///< of the axes; the second is empty for a curve
  std::array<std::string, 2> typed;                ///< their values, as typed or as they suit
  std::array<std::vector<std::string>, 2> labels;  ///< of the values: columns, then rows (one for a curve)
  std::string others;                              ///< "nx=1024": what else is not at its default
  std::vector<SweepCell> cells;                    ///< columns × rows
  lab::SweepPlan plan;                             ///< of the cells that can be run
  std::string wrong;                               ///< why there are no cells; empty when there are

  [[nodiscard]] bool is_map() const { return !names[1].empty(); }
  [[nodiscard]] std::size_t columns() const { return labels[0].size(); }
};

/// What runs in the background.
struct SweepRun {
  lab::SweepPlan plan;
  std::vector<std::string> settings;  ///< one a point of the plan
  std::size_t next = 0;               ///< the point that is asked for
  std::size_t failed = 0;
  double began = 0, latest = 0;  ///< of the sweep and of its last answer: seconds since the session began
};

struct Sweep {
  std::array<SweepAxisChoice, 2> axes;
  SweepQuantity quantity = SweepQuantity::rate;
  SweepGrid grid;    ///< of the selected kernel; renewed by refresh()
  SweepBasis basis;  ///< of the grid
  std::optional<SweepRun> run;
  lab::ResultIndex results;  ///< of this session's sweeps
};

/// The points for what is selected. An axis that the kernel does not have counts as not chosen.
[[nodiscard]] SweepGrid sweep_grid(const State& state);
/// The same axes for another kernel that has them, with its own other values; without cells when it has not.
[[nodiscard]] SweepGrid sweep_grid(const State& state, const std::shared_ptr<const catalogue::Kernel>& kernel,
                                   const catalogue::Values& values);

/// The grid of the panel, made anew only when something it depends on has changed: a knob that is one of its axes may
/// be dragged for nothing, and thousands of points take milliseconds.
void refresh_sweep_grid(State& state);

/// The experiment that the running sweep waits for, empty when none runs.
[[nodiscard]] std::optional<lab::Experiment> sweep_experiment(const State& state);

/// The last result of that experiment: the sweep goes on, and ends after its last point.
void accept_sweep_point(State& state, const lab::Result& result, double seconds);

/// Kernels whose text has changed: points of the earlier one are not theirs.
void forget_sweeps(Sweep& sweep, const catalogue::Snapshot& before, const catalogue::Snapshot& after);

/// It was obtained on the machine that is connected, as far as that is known.
[[nodiscard]] bool is_of_this_machine(const State& state, const lab::Result& result);

/// What this session's sweeps found at a point, on the machine that is connected. Null: nothing.
[[nodiscard]] std::shared_ptr<const lab::Result> swept_point(const State& state, const std::string& kernel,
                                                             const std::string& setting);

/// What is known of a point: measured in this session, else recorded, else emulated in this session. Null: nothing.
[[nodiscard]] std::shared_ptr<const lab::Result> known_point(const State& state, const SweepCell& cell);
/// The same of a point of another grid than the panel's.
[[nodiscard]] std::shared_ptr<const lab::Result> known_point(const State& state, const std::string& kernel,
                                                             const SweepCell& cell);

/// The table of all points of the grid that something is known of, as `warpscope sweep --csv` writes it.
[[nodiscard]] std::string sweep_csv(const State& state);

}  // namespace warpscope::gui
