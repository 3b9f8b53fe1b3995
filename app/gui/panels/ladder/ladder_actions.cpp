#include "gui/panels/ladder/ladder_actions.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "gui/panels/kernels/kernels_actions.h"
#include "gui/state/actions.h"

namespace warpscope::gui {

namespace {

Expected<catalogue::Values> values_in(const std::string& text, const std::string& kernel) {
  catalogue::Values values;
  if (trim(text).empty()) return values;
  for (const std::string_view part : split(trim(text), ' ')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return failure(fmt::format("'{}' is no NAME=VALUE", part), kernel);
    values[std::string(part.substr(0, equals))] = catalogue::value_from_text(std::string(part.substr(equals + 1)));
  }
  return values;
}

/// Without what is at its default, as the knobs keep it.
catalogue::Values without_defaults(const catalogue::Kernel& kernel, catalogue::Values values) {
  for (const catalogue::Parameter& parameter : kernel.parameters) {
    const auto found = values.find(parameter.name);
    if (found == values.end()) continue;
    const std::size_t index = parameter.default_index;
    const std::string text =
        parameter.names.empty() ? std::to_string(parameter.values.at(index)) : parameter.names.at(index);
    if (catalogue::to_text(found->second) == text) values.erase(found);
  }
  for (const catalogue::Size& size : kernel.sizes) {
    const auto found = values.find(size.name);
    if (found != values.end() && found->second == catalogue::Value(size.default_value)) values.erase(found);
  }
  return values;
}

}  // namespace

Status show_ladder(State& state, const Command&, double) {
  ++state.ladder.fronts_wanted;
  return {};
}

Status show_roofline(State& state, const Command&, double) {
  ++state.ladder.roofline_fronts_wanted;
  return {};
}

Status toggle_ladder_share(State& state, const Command&, double) {
  state.ladder.share = !state.ladder.share;
  return {};
}

bool is_ladder_share(const State& state) {
  return state.ladder.share;
}

Status go_to_rung(State& state, const Command& command, double seconds) {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(command.target)) {
    return failure(fmt::format("there is no kernel {}", command.target), "", "choose one of the Kernels list");
  }
  const catalogue::Kernel& kernel = *state.known.catalogue->kernels.at(command.target);
  const std::string* text = text_in(command);
  if (text == nullptr) return failure("no setting was given", command.target);
  TRY(auto named, values_in(*text, command.target));
  catalogue::Values next = named;
  if (const auto own = state.selection.values.find(command.target); own != state.selection.values.end())
    next.insert(own->second.begin(), own->second.end());
  TRY_STATUS(catalogue::resolve(kernel, next, state.selection.seed));
  next = without_defaults(kernel, std::move(next));

  Setting setting{command.target, std::move(next)};
  if (setting != Setting{state.selection.kernel, state.current_values()}) change_to(state, std::move(setting), seconds);
  return {};
}

}  // namespace warpscope::gui
