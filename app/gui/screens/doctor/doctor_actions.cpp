#include "gui/store/actions.h"

namespace lanescope::gui {

std::span<const Action> doctor_actions() {
  static constexpr std::array table{
      Action{"examine", "Check the machine", "", "Help", "Checks driver, compilers and permissions again.",
             [](State& state) {
               state.doctor.requested = true;
               return StartDoctor{};
             },
             [](const State& state) { return state.doctor.running ? state.say("reason.examining") : std::string(); }},
  };
  return table;
}

}  // namespace lanescope::gui
