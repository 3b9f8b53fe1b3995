#include "gui/state/undo.h"

#include <utility>

#include "gui/state/state.h"

namespace warpscope::gui {

void Undo::add(Step step) {
  undone.clear();
  if (!done.empty()) {
    Step& last = done.back();
    if (last.subject == step.subject && last.after == step.before && step.seconds - last.seconds < 1.0) {
      last.after = std::move(step.after);
      last.seconds = step.seconds;
      if (last.before == last.after) done.pop_back();
      return;
    }
  }
  done.push_back(std::move(step));
  if (done.size() > max_steps) done.erase(done.begin());
}

Setting setting_now(const State& state) {
  return {state.selection.kernel, state.current_values()};
}

}  // namespace warpscope::gui
