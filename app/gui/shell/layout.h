// Where the panels are until the user moves them.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "gui/panels/panels.h"

namespace warpscope::gui {

/// Docks all panels below `dock_space`. The left has what the user chooses, the middle has the measurements, and the
/// right has what explains them. The sizes are shares, so that they keep their proportions when the window grows. With
/// `Arrangement::wide`, the panels of the large place also take the middle, and the measurements go below them. With
/// `Arrangement::analysis`, the Summary and the other pages of Nsight Compute stand above the Source and the
/// measurements. `front` is the panel of the large place, or the page, whose tab is selected.
enum class Arrangement { overview, wide, analysis };
void arrange_panels(ImGuiID dock_space, ImVec2 size, Arrangement arrangement, const PanelEntry& front);
/// Returns the arrangement that the user has chosen.
[[nodiscard]] Arrangement arrangement_of(const Ui& ui);

/// Puts readout and knobs on the left, and the large place, which is the stage, on the right, above a strip for the
/// lesson if there shall be one. The interface draws one panel of the stage.
void arrange_lecture(ImGuiID dock_space, ImVec2 size, bool strip);

/// Returns whether the panel is in the large place, in some layouts or in all.
[[nodiscard]] bool is_large(const PanelEntry& panel);
/// Returns whether a lecture shows the panel. It shows the readout, the knobs and the front panel of the large place.
[[nodiscard]] bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front);

/// Returns where the panels are, as Dear ImGui writes it.
[[nodiscard]] std::string arrangement();
/// Restores what arrangement() returned. It must be called between two frames. It fails, and changes nothing, when the
/// text is none that layout_defect() accepts.
[[nodiscard]] Status load_arrangement(const std::string& text);

/// The order of the panels' tabs, and those in front, which load_arrangement() does not bring back for panels that were
/// not drawn before.
struct TabOrder {
  struct Place {
    std::string window;  ///< its name
    short order = 0;
    bool in_front = false;
  };
  std::vector<Place> places;
};
[[nodiscard]] TabOrder tab_order();
/// Brings the tab of a panel to the front of its place.
void select_tab(const PanelEntry& panel);
/// Sorts and selects the tabs so. It must be called between two frames, of which the last drew the panels at their
/// places.
void sort_tabs(const TabOrder& order);

/// Returns the large panel that the user looked at last: the one that has the focus, else `otherwise` while it is
/// visible, else a page or a panel of the large place whose tab is selected. It returns `otherwise` when none is
/// docked.
[[nodiscard]] const PanelEntry* panel_in_front(const PanelEntry* otherwise);

}  // namespace warpscope::gui
