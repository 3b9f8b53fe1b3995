#include "gui/state/actions.h"

namespace lanescope::gui {

std::span<const Action> doctor_actions() {
  static constexpr std::array table{
      Action{"show_doctor", "Doctor", "Ctrl+D", "Panels",
             "Says what this machine has and lacks, what happened to the worker, and what would help.",
             [](State&) { return FocusPanel{"doctor"}; }},
      Action{"examine", "Examine the machine", "", "Help", "Looks for driver, compilers and permissions once more.",
             [](State& state) {
               state.doctor.requested = true;
               return StartDoctor{};
             },
             [](const State& state) { return state.doctor.running ? state.say("reason.examining") : std::string(); }},
  };
  return table;
}

}  // namespace lanescope::gui
