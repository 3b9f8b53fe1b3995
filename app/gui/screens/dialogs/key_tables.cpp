#include "gui/screens/dialogs/key_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

/// Returns the title behind its submenu: "Theme: Dark".
std::string title_in_menu(const Action& action) {
  const std::size_t slash = action.menu.find('/');
  if (slash == std::string_view::npos) return std::string(action.title);
  return fmt::format("{}: {}", action.menu.substr(slash + 1), action.title);
}

std::string keys_in_code(const Action& action) {
  std::string keys;
  for (const std::string_view key : {action.shortcut, action.second_shortcut}) {
    if (!key.empty()) keys += fmt::format("{}`{}`", keys.empty() ? "" : ", ", key);
  }
  return keys;
}

}  // namespace

std::string key_tables() {
  std::vector<std::string_view> shown(menus.begin(), menus.end());
  shown.emplace_back();  // in no menu
  std::string text;
  for (const std::string_view menu : shown) {
    text += fmt::format("{}### {}\n\n| Command | Key | What it does |\n|---|---|---|\n", text.empty() ? "" : "\n",
                        menu.empty() ? "In no menu" : menu);
    for (const Action& action : actions()) {
      if (top_menu(action) != menu) continue;
      text += fmt::format("| {} | {} | {} |\n", title_in_menu(action), keys_in_code(action), action.help);
    }
  }
  return text;
}

}  // namespace lanescope::gui
