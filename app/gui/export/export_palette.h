// The colours of what is printed: those of the light theme, on white.
#pragma once

#include <array>
#include <string>

#include "model/timeline/timeline.h"

namespace warpscope::gui {

/// "#rrggbb" each.
struct ExportPalette {
  std::string paper, text, quiet, grid, limit;
  std::array<std::string, 5> series;
};
[[nodiscard]] ExportPalette export_palette();
[[nodiscard]] std::string ink_of(model::AccessKind kind);

}  // namespace warpscope::gui
