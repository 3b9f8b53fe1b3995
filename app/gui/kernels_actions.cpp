#include "gui/kernels_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gui/actions.h"
#include "gui/state.h"

namespace warpscope::gui {

namespace {

/// The kernels that are listed, in their order.
std::vector<std::string> listed(const State& state) {
  std::vector<std::string> ids;
  for (const KernelRow& row : kernel_rows(*state.catalogue, state.kernel_search)) {
    if (row.kernel) ids.push_back(row.kernel->source.id);
  }
  return ids;
}

std::string candidate(const State& state) {
  return candidate_of(kernel_rows(*state.catalogue, state.kernel_search), state.kernel_search, state.kernel);
}

Status move_candidate(State& state, bool down) {
  const std::vector<std::string> ids = listed(state);
  if (ids.empty()) return failure(fmt::format("no kernel is found by \"{}\"", state.kernel_search.text));
  auto at = std::find(ids.begin(), ids.end(), candidate(state));
  if (down && std::next(at) != ids.end()) ++at;
  if (!down && at != ids.begin()) --at;
  state.kernel_search.candidate = *at;
  return {};
}

}  // namespace

std::string needs_kernels(const State& state) {
  return state.catalogue && !state.catalogue->kernels.empty() ? std::string() : state.say("reason.no_kernels");
}

std::string needs_kernel_file(const State& state) {
  const auto definition = state.definition();
  const bool unusable = state.catalogue && !state.catalogue->errors.empty();
  return definition || unusable ? std::string() : state.say("reason.nothing_selected");
}

Status search_kernels(State& state, const Command&, double) {
  state.kernel_search.candidate.clear();
  ++state.kernel_search.focuses_wanted;
  return {};
}

Status set_kernel_search(State& state, const Command& command, double) {
  state.kernel_search.text = command.target;
  state.kernel_search.candidate.clear();
  return {};
}

Status next_candidate(State& state, const Command&, double) {
  return move_candidate(state, true);
}
Status previous_candidate(State& state, const Command&, double) {
  return move_candidate(state, false);
}

Status choose_candidate(State& state, const Command&, double seconds) {
  const std::string id = candidate(state);
  if (id.empty()) return failure(fmt::format("no kernel is found by \"{}\"", state.kernel_search.text));
  // The whole list again, with what was chosen in its place.
  state.kernel_search.text.clear();
  state.kernel_search.candidate.clear();
  state.kernel_search.folded.erase(state.catalogue->kernels.at(id)->family);
  return find_action("select_kernel")->apply(state, {"select_kernel", id}, seconds);
}

Status toggle_family(State& state, const Command& command, double) {
  const bool known = std::any_of(state.catalogue->kernels.begin(), state.catalogue->kernels.end(),
                                 [&](const auto& entry) { return entry.second->family == command.target; });
  if (!known) return failure(fmt::format("there is no family {}", command.target));
  auto& folded = state.kernel_search.folded;
  if (folded.erase(command.target) == 0) folded.insert(command.target);
  return {};
}

Status open_in_editor(State& state, const Command& command, double) {
  EditorWish& wish = state.editor;
  if (!command.target.empty()) {
    wish.file = command.target;
    const std::int64_t* line = number_in(command);
    wish.line = line == nullptr ? 0 : static_cast<int>(*line);
  } else if (const auto definition = state.definition()) {
    wish.file = definition->source.path;
    const bool wrong = state.source.errors > 0 || state.source.faults > 0;
    wish.line = state.in_source.selected > 0 ? state.in_source.selected : wrong ? state.source.first_line : 0;
  } else {
    return failure("no kernel is selected");
  }
  ++wish.opens_wanted;
  return {};
}

}  // namespace warpscope::gui
