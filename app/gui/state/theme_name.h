// The themes by name: what the state and the settings hold. What they look like stands in theme.h.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/names.h"

namespace warpscope::gui {

enum class ThemeName {
  dark,
  light,
  projector,     ///< black on white with thick strokes: for a weak lamp and an undarkened hall
  colour_blind,  ///< meaning on the axis from blue to orange alone, which nearly everybody sees
};

inline constexpr std::array<ThemeName, 4> theme_names{ThemeName::dark, ThemeName::light, ThemeName::projector,
                                                      ThemeName::colour_blind};

inline constexpr EnumNames<4> theme_words{"dark", "light", "projector", "colour_blind"};  ///< as settings are written
[[nodiscard]] constexpr std::string_view name_of(ThemeName theme) {
  return name_in(theme_words, theme);
}
/// Empty when there is none of that name.
[[nodiscard]] constexpr std::optional<ThemeName> theme_named(std::string_view name) {
  return named_in<ThemeName>(theme_words, name);
}

}  // namespace warpscope::gui
