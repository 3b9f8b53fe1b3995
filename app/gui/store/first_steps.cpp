#include "gui/store/first_steps.h"

#include <algorithm>
#include <array>

#include "catalogue/catalogue.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

bool is_first_kernel(const State& state) {
  return state.selection.kernel == catalogue::default_kernel;
}

/// Returns whether one of the knobs differs from its default.
template <class... Names>
bool is_changed(const State& state, Names... names) {
  return std::ranges::any_of(std::array<std::string_view, sizeof...(names)>{names...},
                             [&](std::string_view name) { return state.current_values().contains(std::string(name)); });
}

bool is_done(const State& state, FirstStep step) {
  switch (step) {
    case FirstStep::pad: {
      const auto knob = std::ranges::find(state.knobs(), std::string_view(catalogue::first_knob), &Knob::name);
      return !is_first_kernel(state) || (knob != state.knobs().end() && knob->index != 0);
    }
    case FirstStep::why:
      return !is_first_kernel(state) || state.ui.workspace == Workspace::why;
    case FirstStep::block:
      return !is_first_kernel(state) || is_changed(state, "block_y", "tile");
    case FirstStep::own_file:
      return state.selection.kernel.find('/') == std::string::npos;  // the others are in families
    case FirstStep::lecture:
      return state.lesson.lecture != nullptr;
    case FirstStep::done:
      return false;
  }
  return false;
}

}  // namespace

void follow_first_steps(State& state) {
  if (!state.known.catalogue || state.selection.kernel.empty() || (state.lesson.open && !state.lesson.is_prepared())) {
    return;
  }
  FirstStep& step = state.ui.first_step;
  while (is_done(state, step)) step = static_cast<FirstStep>(static_cast<int>(step) + 1);
}

std::string_view action_of(FirstStep step) {
  return step == FirstStep::why        ? "why"
         : step == FirstStep::own_file ? "open_file"
         : step == FirstStep::lecture  ? "add_step"
                                       : "";
}

}  // namespace lanescope::gui
