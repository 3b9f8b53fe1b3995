#include <utility>

#include "gui/store/actions.h"
#include "gui/store/playback/show_view.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

constexpr std::size_t a = 0, b = 1;

template <std::size_t index>
std::string needs_pin(const State& state) {
  return state.pins.pins[index] ? std::string() : state.say("reason.not_pinned", pin_letters[index]);
}

std::string needs_any_pin(const State& state) {
  return state.pins.any() ? std::string() : state.say("reason.nothing_pinned");
}

/// Splits the stage, or joins it again. Where no view of accesses is in front, the last one comes there.
Effects compare_on_stage(State& state) {
  state.pins.on_stage = !state.pins.on_stage;
  const bool has_view = has(state.ui.workspace, PanelPlace::view) && animated_view_named(state.ui.stage).has_value();
  return !state.pins.on_stage || has_view ? Effects() : show_view(state, state.playback.front);
}

template <std::size_t index>
constexpr auto put = [](State& state) { state.pins.pins[index] = pin_of(state); };

template <std::size_t index>
constexpr auto unpin = [](State& state) {
  state.pins.pins[index].reset();
  if (!state.pins.any()) state.pins = {};
};

template <std::size_t index>
constexpr auto go_to_pin = [](State& state, double seconds) -> Outcome {
  const Pin to = *state.pins.pins[index];
  // Selecting the kernel is part of this one undo step.
  TRY_STATUS(SelectKernel{to.kernel}.apply(state, seconds));
  if (state.current_values() != to.values) change_to(state, {to.kernel, to.values}, seconds);
  return Effects();
};

}  // namespace

std::span<const Action> pin_actions() {
  static constexpr std::array table{
      Action{"pin_a", "Pin as A", "Ctrl+1", "Compare",
             "Keeps the current setting and its result as A, to compare with what follows.", put<a>, needs_kernel},
      Action{"pin_b", "Pin as B", "Ctrl+2", "Compare",
             "Keeps the current setting and its result as B, to compare with A.", put<b>, needs_kernel},
      Action{"swap_pins", "Swap A and B", "Ctrl+3", "Compare", "Exchanges A and B.",
             [](State& state) { std::swap(state.pins.pins[a], state.pins.pins[b]); }, needs_any_pin},
      Action{"unpin", "Unpin both", "Ctrl+4", "Compare", "Ends the comparison.", [](State& state) { state.pins = {}; },
             needs_any_pin},
      Action{"compare_on_stage", "Compare on the stage", "Ctrl+5", "Compare",
             "Splits the stage: A beside B, or beside the present setting, at the same moment.",
             [](State& state) { return compare_on_stage(state); }, needs_any_pin,
             is_set<&State::pins, &Pins::on_stage>},
      Action{"unpin_a", "Unpin A", "", "Compare", "Removes A.", unpin<a>, needs_pin<a>},
      Action{"unpin_b", "Unpin B", "", "Compare", "Removes B.", unpin<b>, needs_pin<b>},
      Action{"go_to_pin_a", "Go to A", "Ctrl+Shift+1", "Compare", "Selects the kernel, knobs and sizes of A.",
             go_to_pin<a>, needs_pin<a>},
      Action{"go_to_pin_b", "Go to B", "Ctrl+Shift+2", "Compare", "Selects the kernel, knobs and sizes of B.",
             go_to_pin<b>, needs_pin<b>},
  };
  return table;
}

}  // namespace lanescope::gui
