// What the desktop prefers, as far as its files say so. No process is asked, because the start would wait for it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/file.h"
#include "gui/store/ui.h"

namespace lanescope::gui {

/// Returns the value of a variable of the environment; empty where it is not set.
using Environment = std::function<std::string(const char*)>;

/// Returns dark or light. The first of these that says something counts: GTK_THEME ("Adwaita:dark"), the theme and
/// gtk-application-prefer-dark-theme in gtk-4.0/settings.ini and gtk-3.0/settings.ini, and ColorScheme or the ground of
/// windows in kdeglobals; on KDE, kdeglobals comes first. It returns dark where none does.
[[nodiscard]] ThemeName desktop_theme(const Environment& value_of = environment);

}  // namespace lanescope::gui
