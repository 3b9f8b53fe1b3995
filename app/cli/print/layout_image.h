// The picture of a layout in pixels.
#pragma once

#include "layout/picture.h"
#include "render/image/image.h"

namespace lanescope::cli {

/// Draws the cells with their numbers, in letters of 3 x 5 dots.
[[nodiscard]] render::Image image_of(const layout::Picture& picture);

}  // namespace lanescope::cli
