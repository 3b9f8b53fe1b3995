#include "gui/panels/doctor/doctor_actions.h"

#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

std::string needs_no_examination(const State& state) {
  return state.doctor.running ? state.say("reason.examining") : std::string();
}

Status show_doctor(State& state, const Command&, double) {
  ++state.doctor.fronts_wanted;
  return {};
}

Status examine(State& state, const Command&, double) {
  ++state.doctor.examinations_wanted;
  return {};
}

}  // namespace warpscope::gui
