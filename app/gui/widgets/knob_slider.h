// A slider over a short list of values: it snaps, it has a tick for each value, and values that a requirement forbids
// are crossed out, say why, and cannot be reached.
#pragma once

#include "gui/panels/knobs/knobs.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Full width of the panel. Emits set_knob and focus_knob; names "knob/NAME" (the track) and "knob/NAME/VALUE".
void draw_knob_slider(const Frame& frame, const Knob& knob);

}  // namespace warpscope::gui
