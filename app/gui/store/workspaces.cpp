#include "gui/store/workspaces.h"

#include "gui/store/state.h"

namespace lanescope::gui {

void go_to(State& state, Workspace workspace) {
  Ui& ui = state.ui;
  if (workspace == ui.workspace) return;
  ui.before = ui.workspace;
  ui.workspace = workspace;
}

FocusPanel show_panel(State& state, PanelPlace place, std::string_view panel) {
  if (!has(state.ui.workspace, place)) go_to(state, home_of(place));
  return FocusPanel{panel};
}

}  // namespace lanescope::gui
