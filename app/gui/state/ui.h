// How the window looks, and where its panels stand. How the designed layouts look stands in shell/layout.h.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "client/remote.h"
#include "gui/state/language.h"

namespace warpscope::gui {

/// The themes by name. What they look like stands in theme.h.
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

/// Layouts of one's own, by name.
struct Layouts {
  /// By name: where the panels are, as Dear ImGui writes it. Only the interface reads it.
  std::map<std::string, std::string, std::less<>> own;
  std::string chosen;    ///< one of them; empty: the designed layout
  bool lecture = false;  ///< readout, one view and knobs in large type, and nothing else
  bool naming = false;   ///< the small window that asks for a name is open
};

/// How the window looks, and which of its small windows are open.
struct Ui {
  std::shared_ptr<const Language> language = english();
  ThemeName theme = ThemeName::dark;
  Layouts layouts;
  float zoom = 1;
  bool wide = false;  ///< Source, Occupancy and Sweep have the room of the Readout, which goes below them
  bool show_help = false;
  bool show_palette = false;
  bool show_connect = false;
  bool show_picture_dialog = false;     ///< it asks what of, and how large
  std::vector<client::Remote> remotes;  ///< that were asked for in this session, the newest first
  std::string editor;                   ///< command that opens a kernel's file; empty: as the environment says
};

}  // namespace warpscope::gui
