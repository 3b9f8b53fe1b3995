#include "gui/widgets/panels.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace lanescope::gui {
namespace {

template <DrawPanel* draw_panel>
class Drawn : public Panel {
  void draw(const Frame& frame) override { draw_panel(frame); }
};

template <DrawPanel* draw_panel>
Expected<std::unique_ptr<Panel>> make(const PanelOptions&) {
  return std::make_unique<Drawn<draw_panel>>();
}

constexpr bool tall = true, reveals_answers = true;

constexpr std::array table{
    PanelEntry{"###kernels", Dock::upper_left, make<draw_kernels_panel>},
    PanelEntry{"###knobs", Dock::lower_left, make<draw_knobs_panel>},
    PanelEntry{"###banks", Dock::view, make_banks_panel, tall},
    PanelEntry{"###sectors", Dock::view, make_sectors_panel, tall},
    PanelEntry{"###matrices", Dock::view, make_matrices_panel, tall},
    PanelEntry{"###warps", Dock::view, make_warps_panel, tall},
    PanelEntry{"###tree", Dock::view, make_tree_panel, tall},
    PanelEntry{"###tiles", Dock::view, make_tiles_panel, tall},
    PanelEntry{"###grid", Dock::view, make_grid_panel, tall},
    PanelEntry{"###readout", Dock::middle, make<draw_readout_panel>},
    PanelEntry{"###summary", Dock::summary, make_summary_panel, !tall, reveals_answers},
    PanelEntry{"###speed_of_light", Dock::page, make_speed_of_light_panel, !tall, reveals_answers},
    PanelEntry{"###memory_chart", Dock::page, make_memory_chart_panel, !tall, reveals_answers},
    PanelEntry{"###memory_tables", Dock::page, make_memory_tables_panel, !tall, reveals_answers},
    PanelEntry{"###warp_states", Dock::page, make_warp_states_panel, !tall, reveals_answers},
    PanelEntry{"###scheduler", Dock::page, make_scheduler_panel, !tall, reveals_answers},
    PanelEntry{"###scope", Dock::below, make<draw_scope_panel>, !tall, reveals_answers},
    PanelEntry{"###output", Dock::lower_right, make_output_panel},
    PanelEntry{"###source", Dock::source, make_source_panel},
    PanelEntry{"###lesson", Dock::lesson, make_lesson_panel},
    PanelEntry{"###occupancy", Dock::large, make<draw_occupancy_panel>, !tall, reveals_answers},
    PanelEntry{"###sweep", Dock::large, make<draw_sweep_panel>, !tall, reveals_answers},
    PanelEntry{"###ladder", Dock::large, make<draw_ladder_panel>, tall, reveals_answers},
    PanelEntry{"###roofline", Dock::large, make<draw_roofline_panel>, tall, reveals_answers},
    PanelEntry{"###log", Dock::lower_right, make<draw_log_panel>},
    PanelEntry{"###doctor", Dock::lower_right, make<draw_doctor_panel>},
};

}  // namespace

std::span<const PanelEntry> panel_table() {
  return table;
}

const PanelEntry* find_panel(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &PanelEntry::name);
  return found == table.end() ? nullptr : found;
}

std::string title_of(const Frame& frame, const PanelEntry& panel) {
  return frame.say("panel." + std::string(panel.name()));
}

const ImGuiWindow* visible_window(const PanelEntry& panel) {
  const ImGuiWindow* window = ImGui::FindWindowByName(panel.window);
  return window != nullptr && window->WasActive && !window->Hidden && !window->SkipItems ? window : nullptr;
}

}  // namespace lanescope::gui
