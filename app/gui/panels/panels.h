// The panels. Each draws from the frame and emits commands; none computes, none keeps anything between frames that
// could not be lost.
#pragma once

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// The names that the layout docks. Behind ### stands the key of the title, panel.NAME, in the language files.
namespace panel {
inline constexpr const char* doctor = "###doctor";
inline constexpr const char* kernels = "###kernels";
inline constexpr const char* knobs = "###knobs";
inline constexpr const char* readout = "###readout";
inline constexpr const char* scope = "###scope";
inline constexpr const char* sweep = "###sweep";
inline constexpr const char* output = "###output";
inline constexpr const char* source = "###source";
inline constexpr const char* occupancy = "###occupancy";
inline constexpr const char* ladder = "###ladder";
inline constexpr const char* roofline = "###roofline";
inline constexpr const char* log = "###log";
// The animated views (view_panel.h).
inline constexpr const char* banks = "###banks";
inline constexpr const char* sectors = "###sectors";
inline constexpr const char* matrices = "###matrices";
inline constexpr const char* warps = "###warps";
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
void draw_ladder_panel(const Frame& frame);
void draw_roofline_panel(const Frame& frame);
void draw_log_panel(const Frame& frame);
void draw_doctor_panel(const Frame& frame);

// The animated views: view_panel.h says how to add one.
struct ViewMemory;
struct BanksMotion;
struct WarpsMemory;
class MatricesScene;
void draw_warps_panel(const Frame& frame, ViewMemory& memory, WarpsMemory& warps);
void draw_banks_panel(const Frame& frame, ViewMemory& memory, BanksMotion& motion);
void draw_sectors_panel(const Frame& frame, ViewMemory& memory);
void draw_matrices_panel(const Frame& frame, ViewMemory& memory, MatricesScene& scene);

void draw_menu_bar(const Frame& frame);
void draw_status_bar(const Frame& frame);
void draw_help_window(const Frame& frame);

}  // namespace warpscope::gui
