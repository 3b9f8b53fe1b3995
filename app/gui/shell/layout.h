// Where the panels of each workspace are until the user moves them.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {

/// What a designed layout depends on besides the size of the window: how much fits beside and below each other.
struct Room {
  bool is_narrow = false;  ///< one column beside the stage
  bool is_low = false;     ///< the source is a tab of the stage
  bool is_wide = false;    ///< the panels of Measure stand beside each other
  friend bool operator==(const Room&, const Room&) = default;
};
/// `em` is the height of normal text, in the units of `size`.
[[nodiscard]] Room room_of(ImVec2 size, float em);

/// Docks the panels of a workspace below `dock_space`, whose size it is; those of others lie nowhere. In Watch the
/// stage with the animated views stands in the middle with the source below it, the knobs at the left, and the number
/// above the scope at the right; a window that is too small for that has fewer columns, or tabs. `front` is the panel
/// whose tab is selected. The sizes become shares, so that they keep their proportions when the window grows.
void arrange_workspace(ImGuiID dock_space, ImVec2 size, float em, Workspace workspace, const PanelEntry& front);
/// What the band below the picture of a lecture has.
enum class LectureBand {
  plain,     ///< the number and the knobs
  sentence,  ///< the same, lower, because a sentence stands above the picture
  lesson,    ///< the lesson between them
  question,  ///< the same, high: the picture is hidden until the question is answered
};
/// Gives the picture nearly all, above a band. The interface draws one panel in the large place.
void arrange_lecture(ImGuiID dock_space, ImVec2 size, LectureBand has);

/// Returns the name of the window that the panel is drawn in.
[[nodiscard]] const char* window_of(const PanelEntry& panel);
/// Returns whether the panel is one of those that are looked at, and not beside them.
[[nodiscard]] bool is_large(const PanelEntry& panel);
/// Returns whether a lecture shows the panel. It shows the readout, the knobs and the front panel of the large place.
[[nodiscard]] bool is_in_lecture(const PanelEntry& panel, const PanelEntry& front);

/// Which panels share a place, how the places are split, and in which shares. Sizes that follow the window are not in
/// it, so that it changes only when somebody moves a panel or an edge.
struct Splits {
  std::string places;
  std::vector<float> shares;
  /// Returns whether both are the same but for a pixel.
  [[nodiscard]] bool is_like(const Splits& other) const;
};
[[nodiscard]] Splits splits_of(ImGuiID dock_space);

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
/// Returns the order of the table of panels, with the tabs in front that the layout has selected.
[[nodiscard]] TabOrder designed_tab_order();
/// Brings the tab of a panel to the front of its place.
void select_tab(const PanelEntry& panel);
/// Returns whether the layout has selected the tab of the panel, which may not be drawn yet.
[[nodiscard]] bool is_selected(const PanelEntry& panel);
/// Sorts and selects the tabs so. It must be called between two frames, of which the last drew the panels at their
/// places.
void sort_tabs(const TabOrder& order);

/// Returns the large panel that the user looked at last: the one that has the focus, else `fallback` while it is
/// visible, else one whose tab is selected. It returns `fallback` when none is docked.
[[nodiscard]] const PanelEntry* panel_in_front(const PanelEntry* fallback);

}  // namespace lanescope::gui
