// What Ctrl+Z takes back: the choice of a kernel, its knobs and sizes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "catalogue/kernel.h"

namespace warpscope::gui {

struct State;

/// What one step of undoing restores. The values of other kernels are as they were left.
struct Setting {
  std::string kernel;
  catalogue::Values values;
  friend bool operator==(const Setting&, const Setting&) = default;
};

struct Undo {
  struct Step {
    Setting before, after;
    std::string subject;  ///< the action and its target: a knob on its way is one step, not ten
    double seconds = 0;   ///< of the last change that belongs to it
  };
  static constexpr std::size_t max_steps = 500;

  std::vector<Step> done;    ///< the newest last
  std::vector<Step> undone;  ///< the one to do again first stands last

  /// A change that follows one of the same subject within a second belongs to it. Whatever was undone is forgotten.
  void add(Step step);
};

[[nodiscard]] Setting setting_now(const State& state);

}  // namespace warpscope::gui
