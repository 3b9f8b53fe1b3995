#include <algorithm>

#include "gui/messages.h"
#include "gui/screens/warps/warps_commands.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

/// Moves and limits the visible part to between 0 and 1, and to a length that can be drawn.
void set_visible_range(WarpsChoice& choice, double from, double to) {
  const double part = std::clamp(to - from, min_visible_part, 1.0);
  choice.from = std::clamp(from, 0.0, 1 - part);
  choice.to = choice.from + part;
}

void zoom(WarpsChoice& choice, double factor) {
  const double middle = (choice.from + choice.to) / 2, half = (choice.to - choice.from) / 2 * factor;
  set_visible_range(choice, middle - half, middle + half);
}

std::string needs_logical_order(const State& state) {
  const analysis::AccessSequence* sequence = state.playback.sequence.get();
  if (sequence == nullptr) return state.say("reason.no_accesses");
  return sequence->order == analysis::AccessOrder::logical ? std::string() : state.say("reason.by_clock");
}

std::string needs_multiprocessors(const State& state) {
  const analysis::Traced* traced = state.playback.traced();
  if (traced == nullptr) return state.say("reason.no_accesses");
  return traced->trace.has_multiprocessors() ? std::string() : state.say("reason.no_multiprocessors");
}

}  // namespace

Outcome ViewWarps::apply(State& state, double) const {
  if (!(to > from)) return failure(message<"warps.no_part">(), "", message<"warps.no_part_remedy">());
  set_visible_range(state.warps, from, to);
  return Effects();
}

std::span<const Action> warps_actions() {
  static constexpr std::array table{
      Action{"toggle_one_at_a_time", "One at a time", "", "Views/Drawing",
             "Shows the warps in the order in which the emulator ran them, not aligned at barriers.",
             toggle<&State::warps, &WarpsChoice::one_at_a_time>, needs_logical_order,
             is_set<&State::warps, &WarpsChoice::one_at_a_time>},
      Action{"toggle_by_multiprocessor", "Warps by SM", "", "Views/Drawing",
             "Orders the rows of the Warps view by SM, and within an SM by the start time of their blocks.",
             toggle<&State::warps, &WarpsChoice::by_multiprocessor>, needs_multiprocessors,
             is_set<&State::warps, &WarpsChoice::by_multiprocessor>},
      Action{"zoom_warps_in", "Zoom the warps in", "Ctrl+Shift+.", "Views/Drawing", "Shows half of the time range.",
             [](State& state) { zoom(state.warps, 0.5); }, needs_any_access},
      Action{"zoom_warps_out", "Zoom the warps out", "Ctrl+Shift+,", "Views/Drawing", "Shows twice the time range.",
             [](State& state) { zoom(state.warps, 2); }, needs_any_access},
      Action{"fit_warps", "All of the time", "", "Views/Drawing",
             "Shows the warps from the first to the last instruction.",
             [](State& state) { set_visible_range(state.warps, 0, 1); }, needs_any_access},
  };
  return table;
}

}  // namespace lanescope::gui
