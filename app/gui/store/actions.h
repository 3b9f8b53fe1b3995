// Every action of the window that has a name. Menus, buttons, keys, the palette, the help window and the tests use this
// one table.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "gui/store/command.h"
#include "gui/store/state.h"

namespace lanescope::gui {

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
  std::string_view name;                         ///< stable name, which tests and language files use
  std::string_view title;                        ///< title of the menu entry and of the button
  std::string_view shortcut;                     ///< "F5", "Ctrl+R", ...; a sign ("+") that is no key; or empty
  std::string_view menu;                         ///< menu that holds it, "Views" or "Views/Theme"
  std::string_view help;                         ///< one sentence
  Apply apply;                                   ///< called only when the action is possible
  std::string (*needs)(const State&) = nullptr;  ///< why it is not possible now, or empty; null means always possible
  bool (*ticked)(const State&) = nullptr;        ///< whether a ticked entry has its tick; null for other entries
  /// Another key for it, or empty. A single character ("?") stands for whatever keys type that character.
  std::string_view second_shortcut = {};
  bool opens_text_field = false;  ///< the keys that follow are meant for it

  /// Returns why the action is not possible now, or an empty text when it is.
  [[nodiscard]] std::string why_not(const State& state) const {
    return needs == nullptr ? std::string() : needs(state);
  }
};

/// Makes an action that opens a text field.
[[nodiscard]] constexpr Action with_text_field(Action action) {
  action.opens_text_field = true;
  return action;
}

/// Makes an action that turns something on and off, for example toggle<&State::ui, &Ui::blank>.
template <auto... members>
inline constexpr auto toggle = [](State& state) { (state.*....*members) = !(state.*....*members); };
template <auto... members>
bool is_set(const State& state) {
  return (state.*....*members);
}

/// Returns the title in the chosen language. The table itself holds the English one.
[[nodiscard]] std::string title_of(const State& state, const Action& action);
[[nodiscard]] std::string help_of(const State& state, const Action& action);
/// Returns the keys as "Ctrl+Y, Ctrl+Shift+Z", or an empty text when the action has no key.
[[nodiscard]] std::string keys_of(const Action& action);

/// The menus in the order of the menu bar.
inline constexpr std::array<const char*, 8> menus{"File",  "Edit",    "Kernel", "Run",
                                                  "Views", "Compare", "Lesson", "Help"};
/// Returns the menu of the bar that holds the action, "Views" for "Views/Theme"; empty when none does.
[[nodiscard]] constexpr std::string_view top_menu(const Action& action) {
  return action.menu.substr(0, action.menu.find('/'));
}

/// Returns those of the window and of all panels (shell/panel_table.cpp), menu by menu; those in no menu are last.
[[nodiscard]] std::span<const Action> actions();
/// Returns null when no action has that name.
[[nodiscard]] const Action* find_action(std::string_view name);

// Tables of what belongs to no panel. Each is defined beside its commands; a panel names its own in its entry.
[[nodiscard]] std::span<const Action> open_file_actions();
[[nodiscard]] std::span<const Action> export_actions();
[[nodiscard]] std::span<const Action> run_actions();
[[nodiscard]] std::span<const Action> target_actions();
[[nodiscard]] std::span<const Action> connection_actions();
[[nodiscard]] std::span<const Action> knobs_actions();
[[nodiscard]] std::span<const Action> pin_actions();
[[nodiscard]] std::span<const Action> copy_actions();
[[nodiscard]] std::span<const Action> playback_actions();
[[nodiscard]] std::span<const Action> lesson_actions();
[[nodiscard]] std::span<const Action> lecture_actions();
[[nodiscard]] std::span<const Action> kernels_actions();
[[nodiscard]] std::span<const Action> workspace_actions();
[[nodiscard]] std::span<const Action> settings_actions();
[[nodiscard]] std::span<const Action> window_actions();
[[nodiscard]] std::span<const Action> notices_actions();
[[nodiscard]] std::span<const Action> banner_actions();
[[nodiscard]] std::span<const Action> help_actions();

// Actions of more than one panel need these. Each returns the reason that is missing, or an empty text.
[[nodiscard]] std::string needs_kernel(const State& state);
[[nodiscard]] std::string needs_kernels(const State& state);
[[nodiscard]] std::string needs_accesses(const State& state, AnimatedView view);
[[nodiscard]] std::string needs_accesses(const State& state);  ///< concerns the view in front
[[nodiscard]] std::string needs_any_access(const State& state);

/// A small window over the panels.
struct SmallWindow {
  const char* window;             ///< its name in Dear ImGui; empty for what lies within another one and takes no keys
  std::string_view close_action;  ///< the action that closes it
  bool (*is_open)(const State&);
  bool is_one_field = false;  ///< it is made of one text field, with which it closes
};
/// Returns them in the order in which Escape closes them.
[[nodiscard]] std::span<const SmallWindow> small_windows();

/// Turns the reason into an error, or returns success when the reason is empty.
[[nodiscard]] Status possible(Message reason);

/// Carries out the command, keeps the source and the views at the same access, and records the undo step.
Outcome perform(State& state, const Command& command, double seconds);

}  // namespace lanescope::gui
