#include "gui/panels/kernels/kernels_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "gui/state/actions.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

/// The kernels that are listed, in their order.
std::vector<std::string> listed(const State& state) {
  std::vector<std::string> ids;
  for (const KernelRow& row : kernel_rows(*state.known.catalogue, state.kernel_search)) {
    if (row.kernel) ids.push_back(row.kernel->source.id);
  }
  return ids;
}

std::string candidate(const State& state) {
  return candidate_of(kernel_rows(*state.known.catalogue, state.kernel_search), state.kernel_search,
                      state.selection.kernel);
}

Status move_candidate(State& state, bool down) {
  const std::vector<std::string> ids = listed(state);
  if (ids.empty()) return failure(fmt::format("no kernel is found by \"{}\"", state.kernel_search.text));
  auto at = std::ranges::find(ids, candidate(state));
  if (down && std::next(at) != ids.end()) ++at;
  if (!down && at != ids.begin()) --at;
  state.kernel_search.candidate = *at;
  return {};
}

/// Numbers of another kernel are not an earlier state of this one.
void go_to_kernel(State& state, const std::string& id) {
  state.selection.kernel = id;
  state.known.measured = nullptr;
  state.known.counted = nullptr;
}

Status select_neighbour(State& state, int direction, double seconds) {
  const auto& kernels = state.known.catalogue->kernels;
  auto found = kernels.find(state.selection.kernel);
  if (found == kernels.end()) {
    found = kernels.begin();
  } else if (direction > 0) {
    found = std::next(found) == kernels.end() ? kernels.begin() : std::next(found);
  } else {
    found = found == kernels.begin() ? std::prev(kernels.end()) : std::prev(found);
  }
  return select_kernel(state, {"select_kernel", found->first}, seconds);
}

}  // namespace

std::string needs_kernel(const State& state) {
  return state.definition() ? std::string() : state.say("reason.no_kernel");
}

std::string needs_kernels(const State& state) {
  return state.known.catalogue && !state.known.catalogue->kernels.empty() ? std::string()
                                                                          : state.say("reason.no_kernels");
}

std::string needs_kernel_file(const State& state) {
  const auto definition = state.definition();
  const bool unusable = state.known.catalogue && !state.known.catalogue->errors.empty();
  return definition || unusable ? std::string() : state.say("reason.nothing_selected");
}

void change_to(State& state, Setting setting, double seconds) {
  History::Change change{seconds, "knobs", setting_text(state.current_values()), setting_text(setting.values)};
  if (state.selection.kernel != setting.kernel) {
    change = {seconds, "kernel", state.selection.kernel, setting.kernel};
    go_to_kernel(state, setting.kernel);
  }
  state.selection.values[state.selection.kernel] = std::move(setting.values);
  change_setting(state, std::move(change));
}

Status select_kernel(State& state, const Command& command, double seconds) {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(command.target)) {
    return failure(fmt::format("there is no kernel {}", command.target), "", "choose one of the Kernels list");
  }
  if (state.selection.kernel == command.target) return {};
  History::Change change{seconds, "kernel", state.selection.kernel, command.target};
  go_to_kernel(state, command.target);
  change_setting(state, std::move(change));
  return {};
}

Status next_kernel(State& state, const Command&, double seconds) {
  return select_neighbour(state, 1, seconds);
}
Status previous_kernel(State& state, const Command&, double seconds) {
  return select_neighbour(state, -1, seconds);
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
  state.kernel_search.folded.erase(state.known.catalogue->kernels.at(id)->family);
  return select_kernel(state, {"select_kernel", id}, seconds);
}

Status toggle_family(State& state, const Command& command, double) {
  const bool known = std::ranges::any_of(state.known.catalogue->kernels,
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
    const bool wrong = state.source.text.errors > 0 || state.source.text.faults > 0;
    wish.line = state.source.selected > 0 ? state.source.selected : wrong ? state.source.text.first_line : 0;
  } else {
    return failure("no kernel is selected");
  }
  ++wish.opens_wanted;
  return {};
}

}  // namespace warpscope::gui
