// The colours of values: Viridis, which keeps its order in grey and for the colour-blind.
#pragma once

#include <array>

#include "render/image/image.h"

namespace warpscope::render {

inline constexpr std::size_t colour_steps = 256;

/// Position 0 ... 1 (clamped) to an opaque colour. Smooth through Viridis's published colours at 0, 1/9, 2/9 ... 1.
[[nodiscard]] Colour viridis(double position);

/// The colours of viridis() as a table of colour_steps entries, position 0 first: what the shaders read.
[[nodiscard]] std::array<Colour, colour_steps> viridis_table();

}  // namespace warpscope::render
