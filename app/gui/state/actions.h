// Every command of the window, by name. Menu, buttons, keys, the help window and the tests use this one table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "gui/state/state.h"

namespace warpscope::gui {

/// One wish. target and value are for actions that need them: set_knob of "block_x" to 64.
struct Command {
  std::string action;
  std::string target = {};
  std::optional<catalogue::Value> value = {};
  std::optional<client::Remote> remote = {};  ///< of connect
  friend bool operator==(const Command&, const Command&) = default;
};

/// The whole number that the command gives; null when it gives none.
[[nodiscard]] const std::int64_t* number_in(const Command& command);
/// The text that it gives; null when it gives none.
[[nodiscard]] const std::string* text_in(const Command& command);

struct Action {
  std::string_view name;      ///< stable; what tests and key tables use
  std::string_view title;     ///< of the menu entry and the button
  std::string_view shortcut;  ///< "F5", "Ctrl+R", ...; empty: none
  std::string_view menu;      ///< where it stands, "View" or "View/Theme"; empty for what only widgets emit
  std::string_view help;      ///< one sentence
  /// Why it cannot be done now; empty when it can.
  std::string (*why_not)(const State&);
  /// `seconds`: since the session began, for the scope. Error: what was wrong with target or value.
  Status (*apply)(State&, const Command&, double seconds);
  /// For entries with a tick; null otherwise.
  bool (*ticked)(const State&) = nullptr;
  std::string_view also = {};  ///< a second key for the same; a single sign ("?") means whatever keys write it
};

/// In the language that was chosen; the table holds the English.
[[nodiscard]] std::string title_of(const State& state, const Action& action);
[[nodiscard]] std::string help_of(const State& state, const Action& action);
/// "Ctrl+Y, Ctrl+Shift+Z": empty when it has no key.
[[nodiscard]] std::string keys_of(const Action& action);

[[nodiscard]] std::span<const Action> actions();
/// Null when there is none of that name.
[[nodiscard]] const Action* find_action(std::string_view name);

/// Does it. Error: no such action, it cannot be done now, or its target or value is wrong; the state is then as before.
Status perform(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
