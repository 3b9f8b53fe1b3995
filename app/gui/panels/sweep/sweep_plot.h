// The pictures of the Sweep panel: a curve over one axis, a heat map over two.
#pragma once

#include "gui/panels/sweep/sweep_view_model.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// The median as a line with the quartiles as a band; points out of a file are hollow. A click on a point goes there.
void draw_sweep_curve(const Frame& frame, const SweepViewModel& view_model);

/// The same as colours (Viridis) with the number in each cell where it fits, and a scale.
void draw_sweep_map(const Frame& frame, const SweepViewModel& view_model);

}  // namespace warpscope::gui
