// Parts of the Readout panel that stand in files of their own.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Shape and word of an origin.
void draw_source(const Frame& frame, Source source, float opacity);

/// Two settings side by side, in place of the single readings.
struct Comparison;
void draw_comparison(const Frame& frame, const Comparison& comparison);

}  // namespace warpscope::gui
