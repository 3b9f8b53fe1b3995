// Where the panels are until the user moves them.
#pragma once

#include <imgui.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {

/// Docks panels below `dock_space`. In the overview the stage, which has the animated views, stands in the middle with
/// the source below it, the knobs at the left, and the readout above the scope at the right; the other panels lie
/// nowhere, which means that they are closed. In the other arrangements every panel has a place. With
/// `Arrangement::wide`, the source shares the stage, and the measurements go below it. With `Arrangement::analysis`,
/// the Summary and the other pages of Nsight Compute stand above the Source and the measurements. The sizes are shares,
/// so that they keep their proportions when the window grows. `em` is the height of normal text. `front` is the panel
/// of the stage, or the page, whose tab is selected.
enum class Arrangement { overview, wide, analysis };
void arrange_panels(ImGuiID dock_space, ImVec2 size, float em, Arrangement arrangement, const PanelEntry& front);
/// Returns the arrangement that the user has chosen.
[[nodiscard]] Arrangement arrangement_of(const Ui& ui);

/// Gives the large place, which is the stage, nearly all, above a band with the readout and the knobs, and the lesson
/// between them if there shall be one. The interface draws one panel of the stage.
void arrange_lecture(ImGuiID dock_space, ImVec2 size, bool strip);

/// Returns whether the overview has the panel open from the start. Such a panel cannot be closed.
[[nodiscard]] bool is_in_first_layout(const PanelEntry& panel);
/// Returns whether the panel is in the large place, in some layouts or in all.
[[nodiscard]] bool is_large(const PanelEntry& panel);
/// Returns whether a lecture shows the panel. It shows the readout, the knobs and the front panel of the large place.
[[nodiscard]] bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front);

/// Names of the panels that are open. In a lecture others are shown.
using OpenPanels = std::set<std::string, std::less<>>;
/// Returns the panels that lie somewhere after arrange_panels().
[[nodiscard]] OpenPanels docked_panels();
/// Gives a panel that lies nowhere a tab where panels of its kind are, or on the stage. It must be called within a
/// frame before the panel is drawn.
void dock_with_similar_panels(const PanelEntry& panel);
/// Returns whether the panel shares the place of the animated views.
[[nodiscard]] bool is_on_stage(const PanelEntry& panel);

/// Returns where the panels are, as Dear ImGui writes it, and which are open.
[[nodiscard]] std::string arrangement(const OpenPanels& open);
/// Restores what arrangement() returned. It must be called between two frames. It fails, and changes nothing, when the
/// text is none that layout_defect() accepts, or shows no panel.
[[nodiscard]] Status load_arrangement(const std::string& text, OpenPanels& open);

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

/// Returns the large panel that the user looked at last: the one that has the focus, else `fallback` while it is
/// visible, else a page or a panel of the large place whose tab is selected. It returns `fallback` when none is
/// docked.
[[nodiscard]] const PanelEntry* panel_in_front(const PanelEntry* fallback);

}  // namespace lanescope::gui
