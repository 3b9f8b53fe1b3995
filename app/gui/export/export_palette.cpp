#include "gui/export/export_palette.h"

#include <fmt/format.h>

#include <cmath>

#include "gui/views/warps/warps_drawing.h"
#include "gui/widgets/theme.h"

namespace warpscope::gui {

namespace {

std::string hex(ImVec4 colour) {
  const auto channel = [](float share) { return static_cast<int>(std::lround(share * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(colour.x), channel(colour.y), channel(colour.z));
}

}  // namespace

ExportPalette export_palette() {
  const Theme theme = theme_of(ThemeName::light);
  return {"#ffffff",
          hex(theme.text),
          hex(theme.quiet),
          hex(theme.raised),
          hex(theme.peak),
          {hex(theme.accent), hex(theme.warning), hex(theme.recorded), hex(theme.good), hex(theme.wrong)}};
}

std::string ink_of(model::AccessKind kind) {
  return hex(colour_of(theme_of(ThemeName::light), kind));
}

}  // namespace warpscope::gui
