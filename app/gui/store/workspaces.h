// The workspaces of the window, which are its large tabs, and which panels each of them has.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/message.h"
#include "base/names.h"
#include "gui/store/effects.h"

namespace lanescope::gui {

struct State;

enum class Workspace {
  watch,    ///< what every thread, sector and bank does while a knob turns
  why,      ///< what limits the kernel: the sections of Nsight Compute on one page
  measure,  ///< many settings: sweep, ladder, roofline, occupancy
  lecture,  ///< fills the screen with one picture, the number and the knobs in large type
  machine   ///< what this machine supports, and the log
};
inline constexpr std::size_t workspace_count = 5;
inline constexpr EnumNames<workspace_count> workspace_names{"watch", "why", "measure", "lecture", "machine"};
[[nodiscard]] constexpr std::string_view name_of(Workspace workspace) {
  return enum_name(workspace_names, workspace);
}
/// Returns nothing when no workspace has that name.
[[nodiscard]] constexpr std::optional<Workspace> workspace_named(std::string_view name) {
  return enum_cast<Workspace>(workspace_names, name);
}

/// What a panel is for, which says in which workspaces it is.
enum class PanelPlace {
  knobs,
  number,       ///< the Readout
  scope,        ///< the curve over time
  source,       ///< the kernel's text
  lesson,       ///< only while a lesson or the list of lessons is open
  view,         ///< on the stage of Watch
  section,      ///< of the page in Why
  measurement,  ///< in Measure
  machine       ///< in Machine
};

/// Returns whether the workspace has the panels of a place.
[[nodiscard]] constexpr bool has(Workspace workspace, PanelPlace place) {
  using enum Workspace;
  switch (place) {
    case PanelPlace::knobs:
    case PanelPlace::number:
    case PanelPlace::lesson:
      return workspace != machine;
    case PanelPlace::scope:
      return workspace == watch || workspace == measure;
    case PanelPlace::source:
      return workspace == watch || workspace == why || workspace == lecture;
    case PanelPlace::view:
      return workspace == watch || workspace == lecture;
    case PanelPlace::section:
      return workspace == why || workspace == lecture;
    case PanelPlace::measurement:
      return workspace == measure || workspace == lecture;
    case PanelPlace::machine:
      return workspace == machine;
  }
  return false;
}
/// Returns the workspace that is made for the place.
[[nodiscard]] constexpr Workspace home_of(PanelPlace place) {
  return place == PanelPlace::section       ? Workspace::why
         : place == PanelPlace::measurement ? Workspace::measure
         : place == PanelPlace::machine     ? Workspace::machine
                                            : Workspace::watch;
}

/// Shows the workspace.
void go_to(State& state, Workspace workspace);
/// Shows the panel, in the present workspace if that has it, and else in its home.
[[nodiscard]] FocusPanel show_panel(State& state, PanelPlace place, std::string_view panel);

/// The same as what an action of the table does.
template <PanelPlace place, FixedText panel>
inline constexpr auto shows_panel = [](State& state) { return show_panel(state, place, panel.text); };

}  // namespace lanescope::gui
