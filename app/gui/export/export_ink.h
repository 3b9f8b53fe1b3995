// The colours of what is printed: those of the light theme, on white.
#pragma once

#include <array>
#include <string>

#include "model/timeline.h"

namespace warpscope::gui {

/// "#rrggbb" each.
struct Ink {
  std::string paper, text, quiet, grid, limit;
  std::array<std::string, 5> series;
};
[[nodiscard]] Ink paper_ink();
[[nodiscard]] std::string ink_of(model::AccessKind kind);

}  // namespace warpscope::gui
