#include "gui/screens/dialogs/key_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

std::string_view top_of(const Action& action) {
  return action.menu.substr(0, action.menu.find('/'));
}

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
  std::vector<std::string_view> menus;
  for (const Action& action : actions()) {
    if (std::ranges::find(menus, top_of(action)) == menus.end()) menus.push_back(top_of(action));
  }
  std::stable_partition(menus.begin(), menus.end(), [](std::string_view menu) { return !menu.empty(); });
  std::string text;
  for (const std::string_view menu : menus) {
    text += fmt::format("{}### {}\n\n| Command | Key | What it does |\n|---|---|---|\n", text.empty() ? "" : "\n",
                        menu.empty() ? "In no menu" : menu);
    for (const Action& action : actions()) {
      if (top_of(action) != menu) continue;
      text += fmt::format("| {} | {} | {} |\n", title_in_menu(action), keys_in_code(action), action.help);
    }
  }
  return text;
}

}  // namespace lanescope::gui
