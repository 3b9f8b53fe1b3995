// What brings a page of Nsight Compute to the front.
#pragma once

#include "gui/store/effects.h"
#include "gui/store/pages/pages_state.h"

namespace lanescope::gui {

/// Shows the page, and counts what it needs.
[[nodiscard]] Effects show_page(State& state, CounterPage page);

/// The same as what an action of the table does.
template <CounterPage page>
inline constexpr auto shows_page = [](State& state) { return show_page(state, page); };

}  // namespace lanescope::gui
