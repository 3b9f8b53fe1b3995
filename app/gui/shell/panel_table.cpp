// The panels of the window, and the actions of all of them.
#include <algorithm>
#include <array>
#include <vector>

#include "gui/shell/context_menu.h"
#include "gui/store/actions.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {

using DescribePanel = PanelEntry();
/// The order is that in which panels are drawn, and of tabs in one place.
DescribePanel knobs_panel, banks_panel, sectors_panel, matrices_panel, warps_panel, tree_panel, tiles_panel, grid_panel,
    output_panel, readout_panel, summary_panel, speed_of_light_panel, memory_chart_panel, memory_tables_panel,
    warp_states_panel, scheduler_panel, scope_panel, source_panel, lesson_panel, sweep_panel, ladder_panel,
    roofline_panel, occupancy_panel, doctor_panel, log_panel;

namespace {

constexpr std::array<DescribePanel*, 25> panels{
    knobs_panel,     banks_panel,          sectors_panel,      matrices_panel,      warps_panel,
    tree_panel,      tiles_panel,          grid_panel,         output_panel,        readout_panel,
    summary_panel,   speed_of_light_panel, memory_chart_panel, memory_tables_panel, warp_states_panel,
    scheduler_panel, scope_panel,          source_panel,       lesson_panel,        sweep_panel,
    ladder_panel,    roofline_panel,       occupancy_panel,    doctor_panel,        log_panel};

/// The actions that belong to no panel, before those of panels and behind them. Within a menu this is the order.
using Actions = std::span<const Action>();
constexpr std::array<Actions*, 4> first_actions{workspace_actions, open_file_actions, kernels_actions, run_actions};
constexpr std::array<Actions*, 9> next_actions{copy_actions,       context_actions, target_actions,
                                               connection_actions, knobs_actions,   pin_actions,
                                               playback_actions,   lesson_actions,  lecture_actions};
constexpr std::array<Actions*, 6> last_actions{export_actions,  settings_actions, window_actions,
                                               notices_actions, banner_actions,   help_actions};

}  // namespace

std::span<const PanelEntry> panel_table() {
  static const std::vector<PanelEntry> table = [] {
    std::vector<PanelEntry> entries;
    for (DescribePanel* const describe : panels) entries.push_back(describe());
    return entries;
  }();
  return table;
}

std::span<const Action> actions() {
  static const std::vector<Action> all = [] {
    std::vector<Action> joined;
    const auto add = [&](Actions* table) {
      if (table != nullptr) std::ranges::copy(table(), std::back_inserter(joined));
    };
    std::ranges::for_each(first_actions, add);
    for (const PanelEntry& panel : panel_table()) joined.push_back(panel.show);
    for (const PanelEntry& panel : panel_table()) add(panel.actions);
    std::ranges::for_each(next_actions, add);
    std::ranges::for_each(last_actions, add);
    std::ranges::stable_sort(joined, {},
                             [](const Action& action) { return std::ranges::find(menus, top_menu(action)); });
    return joined;
  }();
  return all;
}

}  // namespace lanescope::gui
