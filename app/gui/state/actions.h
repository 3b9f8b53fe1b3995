// Every action of the window that has a name: menus, buttons, keys, the palette, the help window and the tests use this
// one table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "gui/state/command.h"
#include "gui/state/state.h"

namespace warpscope::gui {

/// What an action does: a lambda without captures that takes the state, and the seconds since the session began if it
/// needs them. It returns nothing, one effect, several, or an Outcome.
class Apply {
 public:
  template <class Change>
  requires std::is_empty_v<Change>
  constexpr Apply(Change)  // NOLINT(google-explicit-constructor): a lambda stands in the table as it is
      : call_([](State& state, double seconds) {
          if constexpr (std::is_invocable_v<Change, State&, double>) {
            return outcome_of([&] { return Change{}(state, seconds); });
          } else {
            return outcome_of([&] { return Change{}(state); });
          }
        }) {}

  Outcome operator()(State& state, double seconds) const { return call_(state, seconds); }

 private:
  template <class Call>
  static Outcome outcome_of(const Call& call) {
    using Returned = std::invoke_result_t<Call>;
    if constexpr (std::is_void_v<Returned>) {
      call();
      return Effects();
    } else if constexpr (std::is_convertible_v<Returned, Outcome>) {
      return call();
    } else {
      return Effects{call()};
    }
  }

  Outcome (*call_)(State&, double);
};

struct Action {
  std::string_view name;                         ///< stable; what tests and language files use
  std::string_view title;                        ///< of the menu entry and the button
  std::string_view shortcut;                     ///< "F5", "Ctrl+R", ...; empty: none
  std::string_view menu;                         ///< where it stands, "View" or "View/Theme"
  std::string_view help;                         ///< one sentence
  Apply apply;                                   ///< only where it is possible
  std::string (*needs)(const State&) = nullptr;  ///< why it is not possible now, empty when it is; null: it always is
  bool (*ticked)(const State&) = nullptr;        ///< for entries with a tick; null otherwise
  std::string_view also = {};  ///< a second key for the same; a single sign ("?") means whatever keys write it

  /// Why it is not possible now; empty when it is.
  [[nodiscard]] std::string why_not(const State& state) const {
    return needs == nullptr ? std::string() : needs(state);
  }
};

/// For actions that turn something on and off: toggle<&State::ui, &Ui::wide>.
template <auto... members>
inline constexpr auto toggle = [](State& state) { (state.*....*members) = !(state.*....*members); };
template <auto... members>
bool is_set(const State& state) {
  return (state.*....*members);
}

/// In the language that was chosen; the table holds the English.
[[nodiscard]] std::string title_of(const State& state, const Action& action);
[[nodiscard]] std::string help_of(const State& state, const Action& action);
/// "Ctrl+Y, Ctrl+Shift+Z": empty when it has no key.
[[nodiscard]] std::string keys_of(const Action& action);

/// The tables of all panels, one behind the other.
[[nodiscard]] std::span<const Action> actions();
/// Null when there is none of that name.
[[nodiscard]] const Action* find_action(std::string_view name);

// The table of each panel stands with its commands. The order is that of the menus, the palette and the help window.
[[nodiscard]] std::span<const Action> export_actions();
[[nodiscard]] std::span<const Action> run_actions();
[[nodiscard]] std::span<const Action> scope_actions();
[[nodiscard]] std::span<const Action> connection_actions();
[[nodiscard]] std::span<const Action> kernels_actions();
[[nodiscard]] std::span<const Action> knobs_actions();
[[nodiscard]] std::span<const Action> pin_actions();
[[nodiscard]] std::span<const Action> sweep_actions();
[[nodiscard]] std::span<const Action> playback_actions();
[[nodiscard]] std::span<const Action> warps_actions();
[[nodiscard]] std::span<const Action> source_actions();
[[nodiscard]] std::span<const Action> ladder_actions();
[[nodiscard]] std::span<const Action> window_actions();
[[nodiscard]] std::span<const Action> doctor_actions();
[[nodiscard]] std::span<const Action> help_actions();

// What actions of more than one panel need. Empty: it is there.
[[nodiscard]] std::string needs_kernel(const State& state);
[[nodiscard]] std::string needs_kernels(const State& state);
[[nodiscard]] std::string needs_accesses(const State& state);  ///< of the view in front
[[nodiscard]] std::string needs_any_access(const State& state);

/// For commands: an error with that reason, where there is one.
[[nodiscard]] Status possible(std::string reason);

/// Does it, keeps source and views at the same access, and remembers how to undo it.
Outcome perform(State& state, const Command& command, double seconds);

}  // namespace warpscope::gui
