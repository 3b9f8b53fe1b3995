// The signs of the window (widgets/shapes.h) in drawings.
#pragma once

#include <string>

#include "gui/export/svg.h"
#include "gui/widgets/shapes.h"

namespace lanescope::gui {

/// Draws a shape of that height, centred, as draw_shape() draws it in the window. Shapes that no origin has are a disc.
void draw_shape(Svg& svg, Shape shape, SvgPoint centre, double size, const std::string& colour);

}  // namespace lanescope::gui
