#include "gui/readings/mistake.h"

#include <algorithm>

namespace lanescope::gui {

std::string key_of(const State& state, const Problem& problem) {
  return state.selection.kernel + '\n' + problem.what + '\n' + problem.where;
}

std::optional<Problem> mistake_of(const State& state) {
  const std::vector<Problem> problems = problems_of(state);
  const auto found = std::ranges::find_if(problems, [](const Problem& problem) {
    return problem.kind == Problem::Kind::fault || problem.kind == Problem::Kind::launch_blocked;
  });
  return found == problems.end() ? std::nullopt : std::optional(*found);
}

std::optional<Problem> shown_banner(const State& state) {
  auto mistake = mistake_of(state);
  if (mistake && state.ui.banner.closed == key_of(state, *mistake)) mistake.reset();
  return mistake;
}

bool enter_goes_to_line(const State& state) {
  const auto banner = shown_banner(state);
  return banner && banner->line > 0 && state.ui.banner.followed != key_of(state, *banner);
}

}  // namespace lanescope::gui
