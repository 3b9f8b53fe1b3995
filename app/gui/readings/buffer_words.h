// A traced buffer and its elements in words.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/traced.h"

namespace lanescope::gui {

/// Returns a text such as "4096 × 4096 f32".
[[nodiscard]] std::string shape_text(const analysis::TracedBuffer& buffer);
/// Returns a name such as "in[3][7]", by the buffer's own shape.
[[nodiscard]] std::string element_name(const analysis::TracedBuffer& buffer, std::uint64_t element);

}  // namespace lanescope::gui
