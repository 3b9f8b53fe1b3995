// A command of the user: a name with arguments, and what it changes.
//
// A command is a struct with its arguments and with apply(), which is defined in the file of actions of the folder that
// it belongs to: struct SetKnob { std::string name; ...; LANESCOPE_APPLIES; }. Nothing lists all of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "gui/store/effects.h"

namespace lanescope::gui {

struct State;

/// The effects of a command that was carried out. It is an error when that is impossible; the state is then unchanged.
using Outcome = Expected<Effects>;

/// Every command has this member. `seconds` is the time since the session began, which the scope and undo steps need.
#define LANESCOPE_APPLIES [[nodiscard]] Outcome apply(State& state, double seconds) const

/// Invokes an action of the table by its name. It fails when no action has that name, or when it is not possible now.
struct Invoke {
  Invoke(std::string_view name) : action(name) {}  // NOLINT(google-explicit-constructor): a command is written "run"
  Invoke(const char* name) : action(name) {}       // NOLINT(google-explicit-constructor)
  std::string action;
  LANESCOPE_APPLIES;
};

/// Any command. Its name is that of the action that it invokes, or of its struct, for reports.
class Command {
 public:
  Command(const char* action) : Command(Invoke(action)) {}       // NOLINT: a command is written "run"
  Command(std::string_view action) : Command(Invoke(action)) {}  // NOLINT
  template <class Wanted>
  requires requires(const Wanted& wanted, State& state) { Outcome(wanted.apply(state, 0.0)); }
  Command(Wanted wanted)  // NOLINT(google-explicit-constructor): any struct with apply() is a command
      : name_(type_name<Wanted>()), subject_(subject_of(wanted)) {
    if constexpr (std::is_same_v<Wanted, Invoke>) name_ = wanted.action;
    is_action_ = std::is_same_v<Wanted, Invoke>;
    apply_ = [wanted = std::move(wanted)](State& state, double seconds) { return wanted.apply(state, seconds); };
  }

  [[nodiscard]] Outcome apply(State& state, double seconds) const { return apply_(state, seconds); }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Returns whether it invokes the action of that name.
  [[nodiscard]] bool invokes(std::string_view action) const { return is_action_ && name_ == action; }
  /// Returns the knob, the size, the kernel, the lesson or the GPU that it is about, or nothing. Changes of one subject
  /// are one undo step.
  [[nodiscard]] const std::string& subject() const { return subject_; }
  /// Returns "SelectKernel transpose/naive_row". It tells what the palette lists apart.
  [[nodiscard]] std::string text() const { return name_ + " " + subject_; }

 private:
  /// Returns "SetKnob" of lanescope::gui::SetKnob, as the compiler writes it in the name of this function.
  template <class Type>
  [[nodiscard]] static std::string type_name() {
    std::string_view name = __PRETTY_FUNCTION__;
    name = name.substr(name.find("Type = ") + 7);
    name = name.substr(0, name.find_first_of(";]"));
    return std::string(name.substr(name.rfind(':') + 1));
  }
  template <class Wanted>
  [[nodiscard]] static std::string subject_of(const Wanted& wanted) {
    if constexpr (requires { wanted.action; }) return wanted.action;
    if constexpr (requires { wanted.name; }) return wanted.name;
    if constexpr (requires { wanted.kernel; }) return wanted.kernel;
    if constexpr (requires { std::string(wanted.target); }) return wanted.target;
    return {};
  }

  std::string name_, subject_;
  bool is_action_ = false;
  std::function<Outcome(State&, double)> apply_;
};

}  // namespace lanescope::gui
