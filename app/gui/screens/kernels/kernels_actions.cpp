#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gui/messages.h"
#include "gui/screens/kernels/kernels_commands.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

/// Returns the listed kernels, in their order.
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

tl::unexpected<Error> nothing_found(const State& state) {
  return failure(message<"kernels.nothing_found">(state.kernel_search.text));
}

Outcome select_neighbour(State& state, int direction, double seconds) {
  const auto& kernels = state.known.catalogue->kernels;
  auto found = kernels.find(state.selection.kernel);
  if (found == kernels.end()) {
    found = kernels.begin();
  } else if (direction > 0) {
    found = std::next(found) == kernels.end() ? kernels.begin() : std::next(found);
  } else {
    found = found == kernels.begin() ? std::prev(kernels.end()) : std::prev(found);
  }
  return SelectKernel{found->first}.apply(state, seconds);
}

std::string needs_kernel_file(const State& state) {
  const auto definition = state.definition();
  const bool unusable = state.known.catalogue && !state.known.catalogue->errors.empty();
  return definition || unusable ? std::string() : state.say("reason.nothing_selected");
}

/// Opens the selected kernel's file, at the selected line.
Outcome open_kernel(const State& state) {
  const auto definition = state.definition();
  if (!definition) return failure(message<"kernels.none_selected">());
  const SourceState& source = state.source;
  const bool wrong = source.text.errors > 0 || source.text.faults > 0;
  return Effects{OpenEditor{definition->source.path, state.playback.focus.line > 0 ? state.playback.focus.line
                                                     : wrong                       ? source.text.first_line
                                                                                   : 0}};
}

}  // namespace

std::string needs_kernel(const State& state) {
  return state.definition() ? std::string() : state.say("reason.no_kernel");
}

std::string needs_kernels(const State& state) {
  return state.known.catalogue && !state.known.catalogue->kernels.empty() ? std::string()
                                                                          : state.say("reason.no_kernels");
}

Outcome SelectKernel::apply(State& state, double seconds) const {
  if (!state.known.catalogue || !state.known.catalogue->kernels.contains(kernel)) {
    return failure(message<"kernels.unknown">(kernel), "", message<"kernels.unknown_remedy">());
  }
  if (state.selection.kernel == kernel) return Effects();
  const auto own = state.selection.values.find(kernel);
  change_to(state, {kernel, own == state.selection.values.end() ? catalogue::Values() : own->second}, seconds);
  return Effects();
}

Outcome SearchKernels::apply(State& state, double) const {
  state.kernel_search.text = text;
  state.kernel_search.candidate.clear();
  return Effects();
}

Outcome MarkNeighbour::apply(State& state, double) const {
  TRY_STATUS(possible(needs_kernels(state)));
  const std::vector<std::string> ids = listed(state);
  if (ids.empty()) return nothing_found(state);
  auto at = std::ranges::find(ids, candidate(state));
  if (direction > 0 && std::next(at) != ids.end()) ++at;
  if (direction < 0 && at != ids.begin()) --at;
  state.kernel_search.candidate = *at;
  return Effects();
}

Outcome SelectMarkedKernel::apply(State& state, double seconds) const {
  TRY_STATUS(possible(needs_kernels(state)));
  const std::string id = candidate(state);
  if (id.empty()) return nothing_found(state);
  // The whole list comes back, with the selected kernel in its place.
  state.kernel_search.text.clear();
  state.kernel_search.candidate.clear();
  state.kernel_search.folded.erase(state.known.catalogue->kernels.at(id)->family);
  return SelectKernel{id}.apply(state, seconds);
}

Outcome ToggleFamily::apply(State& state, double) const {
  TRY_STATUS(possible(needs_kernels(state)));
  const auto& kernels = state.known.catalogue->kernels;
  if (std::ranges::none_of(kernels, [&](const auto& entry) { return entry.second->family == family; })) {
    return failure(message<"kernels.no_family">(family));
  }
  auto& folded = state.kernel_search.folded;
  if (folded.erase(family) == 0) folded.insert(family);
  return Effects();
}

Outcome OpenFile::apply(State&, double) const {
  return Effects{OpenEditor{file, line}};
}

std::span<const Action> kernels_actions() {
  static constexpr std::array table{
      Action{"previous_kernel", "Previous kernel", "Ctrl+PageUp", "Kernel", "Selects the previous kernel.",
             [](State& state, double seconds) { return select_neighbour(state, -1, seconds); }, needs_kernels},
      Action{"next_kernel", "Next kernel", "Ctrl+PageDown", "Kernel", "Selects the next kernel.",
             [](State& state, double seconds) { return select_neighbour(state, 1, seconds); }, needs_kernels},
      with_text_field(Action{"search_kernels", "Search kernels", "Ctrl+F", "Kernel",
                             "Lists only the kernels whose name, title or lesson contains the text you type.",
                             [](State& state) {
                               state.kernel_search.candidate.clear();
                               return FocusSearch{};
                             },
                             needs_kernels}),
      Action{"open_in_editor", "Open in editor", "F2", "File",
             "Opens the kernel's file in your editor; saving it runs it again.",
             [](State& state) { return open_kernel(state); }, needs_kernel_file},
  };
  return table;
}

}  // namespace lanescope::gui
