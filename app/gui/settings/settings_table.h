// What the settings window offers: one line for each setting, and the command that changes one. To add a setting, add a
// line in settings_table.cpp, its words, and its key in the file (visit_keys() in settings.cpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gui/store/command.h"
#include "gui/store/state.h"

namespace lanescope::gui {

/// One of the actions of a menu, such as "Views/Theme", whose words it has.
struct ChoiceSetting {
  std::string_view menu;
};
/// What an action switches on and off. It has the action's words.
struct SwitchSetting {
  std::string_view action;
};
struct NumberSetting {
  std::string_view title, help, unit;  ///< keys of its words
  double least, most;
  double (*value)(const State& state);
  Effects (*set)(State& state, double value);
};
struct TextSetting {
  std::string_view title, help;
  std::string (*value)(const State& state);
  Effects (*set)(State& state, const std::string& value);
};

struct SettingLine {
  std::string_view group;  ///< key of the heading that it stands under
  std::string_view name;   ///< stable name, for tests
  std::variant<ChoiceSetting, SwitchSetting, NumberSetting, TextSetting> kind;
};
/// Returns all of them, group by group.
[[nodiscard]] std::span<const SettingLine> settings_table();

/// Changes a number or a text. A number is put into its range.
struct ChangeSetting {
  std::string name;
  std::variant<double, std::string> value;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
