#include "gui/store/actions.h"

namespace lanescope::gui {

std::span<const Action> doctor_actions() {
  static constexpr std::array table{
      Action{"examine", "Check the machine", "", "Help", "Checks driver, compilers and permissions again.",
             [](State& state, double seconds) {
               state.doctor.requested = true;
               state.doctor.began = seconds;
               return StartDoctor{};
             },
             [](const State& state) { return state.doctor.running ? state.say("reason.examining") : std::string(); }},
      Action{
          "stop_examining", "Stop checking the machine", "", "Help",
          "Ends the check of the machine; what an earlier one found stays.",
          [](State& state, double seconds) {
            show_notice(state, {Notice::Kind::refused, state.say("notice.check_cancelled")}, seconds);
            return StopDoctor{};
          },
          [](const State& state) { return state.doctor.running ? std::string() : state.say("reason.not_examining"); }},
  };
  return table;
}

}  // namespace lanescope::gui
