#include "gui/state/pin_actions.h"

#include <fmt/format.h>

#include <utility>

#include "gui/panels/kernels/kernels_actions.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

std::string needs(const State& state, std::size_t index) {
  return state.pins.pins[index] ? std::string() : state.say("reason.not_pinned", pin_letters[index]);
}

Status put(State& state, std::size_t index) {
  auto pin = pin_of(state);
  if (!pin) return failure("no usable kernel is selected");
  state.pins.pins[index] = std::move(pin);
  refresh_pins(state);
  return {};
}

Status take_off(State& state, std::size_t index) {
  state.pins.pins[index].reset();
  refresh_pins(state);
  return {};
}

Status go_to(State& state, std::size_t index, double seconds) {
  const Pin pin = *state.pins.pins[index];
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(pin.kernel)) {
    return failure(fmt::format("there is no kernel {} any more", pin.kernel));
  }
  if (state.selection.kernel != pin.kernel) {
    // Through the table, but as part of this one step of undoing.
    TRY_STATUS(select_kernel(state, {"select_kernel", pin.kernel}, seconds));
  }
  if (state.current_values() != pin.values) change_to(state, {pin.kernel, pin.values}, seconds);
  return {};
}

}  // namespace

std::string needs_pin_a(const State& state) {
  return needs(state, 0);
}
std::string needs_pin_b(const State& state) {
  return needs(state, 1);
}
std::string needs_any_pin(const State& state) {
  return state.pins.any() ? std::string() : state.say("reason.nothing_pinned");
}

Status pin_a(State& state, const Command&, double) {
  return put(state, 0);
}
Status pin_b(State& state, const Command&, double) {
  return put(state, 1);
}

Status swap_pins(State& state, const Command&, double) {
  std::swap(state.pins.pins[0], state.pins.pins[1]);
  refresh_pins(state);
  return {};
}

Status unpin_a(State& state, const Command&, double) {
  return take_off(state, 0);
}
Status unpin_b(State& state, const Command&, double) {
  return take_off(state, 1);
}

Status unpin(State& state, const Command&, double) {
  state.pins = {};
  return {};
}

Status go_to_pin_a(State& state, const Command&, double seconds) {
  return go_to(state, 0, seconds);
}
Status go_to_pin_b(State& state, const Command&, double seconds) {
  return go_to(state, 1, seconds);
}

}  // namespace warpscope::gui
