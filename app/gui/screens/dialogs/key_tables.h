// All commands with their keys as Markdown, for docs/window.md.
#pragma once

#include <string>

namespace lanescope::gui {

/// Returns a table for each menu, in the order of the menus, and one for the commands that are in none.
[[nodiscard]] std::string key_tables();

}  // namespace lanescope::gui
