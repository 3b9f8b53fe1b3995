#include <fmt/format.h>

#include <utility>

#include "gui/state/actions.h"

namespace warpscope::gui {
namespace {}  // namespace

Outcome GoToRung::apply(State& state, double seconds) const {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(kernel)) {
    return failure(fmt::format("there is no kernel {}", kernel), "", "choose one of the Kernels list");
  }
  const catalogue::Kernel& definition = *state.known.catalogue->kernels.at(kernel);
  TRY(catalogue::Values next, values_in(setting, kernel));
  if (const auto own = state.selection.values.find(kernel); own != state.selection.values.end()) {
    next.insert(own->second.begin(), own->second.end());
  }
  TRY_STATUS(catalogue::resolve(definition, next, state.selection.seed));
  Setting to{kernel, without_defaults(definition, std::move(next))};
  if (to != setting_now(state)) change_to(state, std::move(to), seconds);
  return Effects();
}

std::span<const Action> ladder_actions() {
  static constexpr std::array table{
      Action{"show_ladder", "Show the Ladder panel", "5", "View",
             "Brings the bars of the family's kernels, beside the article and the library, to the front.",
             [](State&) { return FocusPanel{"ladder"}; }},
      Action{"toggle_ladder_share", "Share of the peak", "Ctrl+6", "View",
             "Shows each bar of the Ladder as a part of its own GPU's theoretical peak.",
             toggle<&State::ladder, &LadderState::share>, nullptr, is_set<&State::ladder, &LadderState::share>},
      Action{"show_roofline", "Show the Roofline panel", "6", "View",
             "Brings the roofs of the GPU, with the family's kernels below them, to the front.",
             [](State&) { return FocusPanel{"roofline"}; }},
  };
  return table;
}

}  // namespace warpscope::gui
