// The panels of the window in one table: the interface, layouts, pictures and tests go through it.
//
// How to add a panel: a folder here (for an animated view, in gui/views) whose NAME_panel.cpp draws it, and one line of
// the table in panels.cpp. Its title is the text panel.NAME of the language files, and the action that brings it to the
// front is show_NAME.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gui/state/known.h"
#include "gui/widgets/widgets.h"

struct ImGuiWindow;

namespace warpscope::gui {

/// A panel: what it keeps from one frame to the next, and how it draws. Nothing of what it keeps is missed when it is
/// lost.
class Panel {
 public:
  Panel() = default;
  virtual ~Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  /// Before a frame begins: copies to OpenGL what came with the result for this panel. Empty: nothing was new. Error:
  /// it cannot be drawn; what was drawn before stays.
  [[nodiscard]] virtual Expected<std::optional<TakenAttachment>> take(const State& /*state*/) { return std::nullopt; }
  /// Draws into the panel's window, which is open and seen.
  virtual void draw(const Frame& frame) = 0;
  /// Instead of draw(), while another tab is in front or a lecture shows other panels.
  virtual void stay_hidden(const Frame& /*frame*/) {}
};

/// Where a panel stands when nobody moved it.
enum class Dock {
  upper_left,
  lower_left,  ///< also in a lecture
  middle,      ///< also in a lecture
  below,       ///< below the middle
  lower_right,
  large,  ///< upper right, as one of several tabs; in the wide view also over the middle; alone in a lecture
  view    ///< of the animated views: lower right, but in the wide view and in a lecture as `large`
};

struct PanelOptions {
  std::filesystem::path shaders;  ///< their folder
};

struct PanelEntry {
  const char* window;  ///< name of its window in Dear ImGui: ###NAME
  Dock dock;
  Expected<std::unique_ptr<Panel>> (*make)(const PanelOptions& options);  ///< an OpenGL context is current
  bool is_tall = false;  ///< shows so much below each other that the wide view leaves less room below it

  [[nodiscard]] constexpr std::string_view name() const { return std::string_view(window).substr(3); }
};

/// In the order in which they are drawn, and in which those of one place stand as tabs.
[[nodiscard]] std::span<const PanelEntry> panel_table();
/// `name` without ###. Null when there is none of that name.
[[nodiscard]] const PanelEntry* find_panel(std::string_view name);

/// In the language that was chosen.
[[nodiscard]] std::string title_of(const Frame& frame, const PanelEntry& panel);
/// The window of a panel that was seen in the last frame; null when another tab is in front, or it is closed.
[[nodiscard]] const ImGuiWindow* seen_window(const PanelEntry& panel);

// What the table names: each is defined in NAME_panel.cpp of its folder.

using DrawPanel = void(const Frame& frame);  ///< of a panel that keeps nothing between frames
DrawPanel draw_doctor_panel, draw_kernels_panel, draw_knobs_panel, draw_ladder_panel, draw_log_panel,
    draw_occupancy_panel, draw_readout_panel, draw_roofline_panel, draw_scope_panel, draw_sweep_panel;

using MakePanel = Expected<std::unique_ptr<Panel>>(const PanelOptions& options);
MakePanel make_banks_panel, make_matrices_panel, make_output_panel, make_sectors_panel, make_source_panel,
    make_warps_panel;

// Parts of the Readout panel.

/// Shape and word of an origin.
void draw_source(const Frame& frame, Source source, float opacity);

/// Two settings side by side, in place of the single readings.
struct Comparison;
void draw_comparison(const Frame& frame, const Comparison& comparison);

}  // namespace warpscope::gui
