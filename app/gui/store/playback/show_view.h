// What brings an animated view to the front.
#pragma once

#include "gui/store/effects.h"
#include "gui/store/playback/animated_views.h"

namespace lanescope::gui {

struct State;

/// Shows the view on the stage, and records accesses for it when they are not known yet.
[[nodiscard]] Effects show_view(State& state, AnimatedView view);

/// The same as what an action of the table does.
template <AnimatedView view>
inline constexpr auto shows_view = [](State& state) { return show_view(state, view); };

}  // namespace lanescope::gui
