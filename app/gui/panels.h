// The panels. Each draws from the frame and emits commands; none computes, none keeps anything between frames that
// could not be lost.
#pragma once

#include "gui/widgets.h"

namespace warpscope::gui {

/// Titles, which are also the names that the layout docks.
namespace panel {
inline constexpr const char* kernels = "Kernels";
inline constexpr const char* knobs = "Knobs";
inline constexpr const char* readout = "Readout";
inline constexpr const char* scope = "Bandwidth";
inline constexpr const char* sweep = "Sweep";
inline constexpr const char* output = "Output";
inline constexpr const char* source = "Source";
inline constexpr const char* occupancy = "Occupancy";
inline constexpr const char* log = "Log";
}  // namespace panel

void draw_kernels_panel(const Frame& frame);
void draw_knobs_panel(const Frame& frame);
void draw_readout_panel(const Frame& frame);
void draw_scope_panel(const Frame& frame);
void draw_sweep_panel(const Frame& frame);
void draw_output_panel(const Frame& frame);

/// What the Source panel last scrolled to: it scrolls again only when that changes, not with every answer. And the line
/// that the mouse is on, which all listings show.
struct SourceScroll {
  std::string path;
  int line = 0;
  std::uint64_t jumps = 0;  ///< SourceState::jumps that were followed by the source
  std::uint64_t ptx_jumps = 0, sass_jumps = 0;
  int hovered = 0;      ///< line of the source, in the last frame; 0: none
  int hovered_ptx = 0;  ///< line of the PTX
};
void draw_source_panel(const Frame& frame, SourceScroll& scroll);
void draw_occupancy_panel(const Frame& frame);
void draw_log_panel(const Frame& frame);

void draw_menu_bar(const Frame& frame);
void draw_status_bar(const Frame& frame);
void draw_help_window(const Frame& frame);

}  // namespace warpscope::gui
