// Reads the texts of layouts that people type or paste (docs/layouts.md lists their forms).
#pragma once

#include <optional>
#include <string_view>

#include "base/error.h"
#include "layout/mapping.h"

namespace lanescope::layout {

/// Returns the bits of an element type, "f16", "e4m3", "s8", "b1", ...; fails on an unknown name.
[[nodiscard]] Expected<unsigned> element_bits(std::string_view type);

/// `bits` are those of an element where the text does not say them; without them it is 32. It fails on a text of no
/// form, where something has no meaning (the error names the character), and where the text says other bits.
[[nodiscard]] Expected<Mapping> read_mapping(std::string_view text, std::optional<unsigned> bits = {});

/// Reads a layout without swizzle, as "((4,8),2):((32,1),16)". Without strides it is compact, the first mode fastest.
[[nodiscard]] Expected<Layout> read_layout(std::string_view text);

}  // namespace lanescope::layout
