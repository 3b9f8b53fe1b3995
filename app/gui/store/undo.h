// What Ctrl+Z takes back: everything that the user has chosen, but not where the user looks.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "gui/store/command.h"
#include "gui/store/history.h"
#include "gui/store/pins.h"
#include "gui/store/source/source_state.h"
#include "gui/store/sweep/sweep_state.h"
#include "gui/store/ui.h"
#include "lessons/lesson.h"

namespace lanescope::gui {

/// A kernel with its knobs and sizes.
struct Setting {
  std::string kernel;
  catalogue::Values values;
  friend bool operator==(const Setting&, const Setting&) = default;
};

/// What an undo step restores. The values of other kernels stay as they are.
struct Choices {
  Setting setting;
  std::string target;  ///< as Selection::target
  Pins pins;
  std::array<SweepAxisChoice, 2> axes;
  counters::QuantityId quantity;
  // How it looks.
  ThemeName theme = ThemeName::dark;
  float zoom = 1;
  std::shared_ptr<const Language> language;
  Preferences preferences;
  // What the Source shows.
  model::CountView view = model::CountView::executed;
  CostUnit unit = CostUnit::absolute;
  bool by_excess = false, ptx = false, sass = false;
  std::shared_ptr<const lessons::Lesson> lecture;  ///< that is prepared; null means none
  std::shared_ptr<const History> cleared;          ///< what the scope had before it was cleared last; null means never
};
[[nodiscard]] Choices choices_now(const State& state);

/// What differs between two choices, in the words of the notice; empty when nothing does.
[[nodiscard]] std::string difference(const State& state, const Choices& before, const Choices& after);

struct Undo {
  struct Step {
    Choices before, after;
    std::string subject;  ///< the action and its target, so that a knob on its way is one step, not ten
    double seconds = 0;   ///< time of the last change that belongs to it
  };
  static constexpr std::size_t max_steps = 500;

  std::vector<Step> done;    ///< the newest is the last
  std::vector<Step> undone;  ///< the next one to redo is the last

  /// Adds a step and drops the undone ones. A change of the last step's subject within a second extends that step.
  void add(Step step);
};

/// Takes the newest step back, or makes the newest undone one again, and says what that was. It fails when a kernel of
/// it no longer exists; the step is then forgotten.
[[nodiscard]] Outcome undo(State& state, double seconds);
[[nodiscard]] Outcome redo(State& state, double seconds);

}  // namespace lanescope::gui
