#include "gui/state/theme_name.h"

namespace warpscope::gui {

std::string_view name_of(ThemeName theme) {
  switch (theme) {
    case ThemeName::dark:
      return "dark";
    case ThemeName::light:
      return "light";
    case ThemeName::projector:
      return "projector";
    case ThemeName::colour_blind:
      return "colour_blind";
  }
  return "";
}

std::optional<ThemeName> theme_named(std::string_view name) {
  for (const ThemeName theme : theme_names) {
    if (name_of(theme) == name) return theme;
  }
  return std::nullopt;
}

}  // namespace warpscope::gui
