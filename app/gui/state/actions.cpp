#include "gui/state/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/export/export_actions.h"
#include "gui/panels/doctor/doctor_actions.h"
#include "gui/panels/kernels/kernels_actions.h"
#include "gui/panels/knobs/knobs_actions.h"
#include "gui/panels/ladder/ladder_actions.h"
#include "gui/panels/scope/scope_actions.h"
#include "gui/panels/source/source_actions.h"
#include "gui/panels/sweep/sweep_actions.h"
#include "gui/state/pin_actions.h"
#include "gui/state/run_actions.h"
#include "gui/state/window_actions.h"
#include "gui/views/playback/playback_actions.h"
#include "gui/views/warps/warps_actions.h"

namespace warpscope::gui {

namespace {

std::string always(const State&) {
  return {};
}

constexpr std::array table{
    Action{"toggle_picture_dialog", "Picture (PNG)", "Ctrl+Shift+S", "File/Export",
           "Writes a picture of the window or of a panel, drawn at the size that is chosen, into this folder.", always,
           toggle_picture_dialog, is_picture_dialog_shown},
    Action{"export_scope_svg", "Bandwidth as SVG", "", "File/Export",
           "Writes the bandwidth over time as a drawing for slides and paper.", needs_scope_plot, export_scope_svg},
    Action{"export_scope_csv", "Bandwidth as CSV", "", "File/Export", "Writes the bandwidth over time as a table.",
           needs_scope_plot, export_scope_csv},
    Action{"export_sweep_svg", "Sweep as SVG", "", "File/Export",
           "Writes the curve or heat map of the Sweep panel as a drawing.", needs_sweep_plot, export_sweep_svg},
    Action{"export_occupancy_svg", "Occupancy as SVG", "", "File/Export",
           "Writes resident warps over the size of a block as a drawing.", needs_occupancy_plot, export_occupancy_svg},
    Action{"export_occupancy_csv", "Occupancy as CSV", "", "File/Export",
           "Writes resident warps over block size, registers and shared memory as a table.", needs_occupancy_plot,
           export_occupancy_csv},
    Action{"export_warps_svg", "Warps in time as SVG", "", "File/Export",
           "Writes the part of the Warps view that is seen as a drawing.", needs_warps_plot, export_warps_svg},
    Action{"export_warps_csv", "Warps in time as CSV", "", "File/Export",
           "Writes every recorded instruction and wait at a barrier as a table.", needs_warps_plot, export_warps_csv},
    Action{"export_animation_png", "Animation of the view (PNG)", "", "File/Export",
           "Writes what plays in the view in front, from beginning to end, as an animated PNG.", needs_film,
           export_animation_png},
    Action{"export_animation_mp4", "Animation of the view (MP4)", "", "File/Export",
           "Writes what plays in the view in front, from beginning to end, as a film; ffmpeg must be installed.",
           needs_film, export_animation_mp4},
    Action{"export_picture", "Write a picture", "", "", "Writes a picture into this folder.", always, export_picture},
    Action{"copy_command_line", "Copy as warpscope run ...", "Ctrl+Shift+C", "File",
           "Puts the experiment on the clipboard as a command line that repeats it.", needs_experiment,
           copy_command_line},

    Action{"run", "Run again", "F5", "Experiment", "Measures the same setting once more.", needs_worker, run},
    Action{"toggle_continuous", "Live", "F4", "Experiment",
           "Measures again and again while nothing changes, so that the scope scrolls.", always, toggle_continuous,
           is_continuous},
    Action{"cancel", "Stop", "Escape", "Experiment", "Abandons the run in progress and stops live measuring.",
           needs_running, cancel},
    Action{"launch_anyway", "Launch all the same", "Ctrl+F5", "Experiment",
           "Runs on the GPU what was held back, with exactly this text and these knobs.", needs_held, launch_anyway},
    Action{"clear_scope", "Clear the scope", "Ctrl+L", "Experiment", "Forgets the measurements drawn so far.",
           needs_history, clear_scope},
    Action{"toggle_scope_pause", "Hold the scope", "Shift+Space", "Experiment",
           "Lets the picture of the bandwidth stand still; measuring goes on.", needs_history, toggle_scope_pause,
           is_scope_paused, "Pause"},
    Action{"scope_live", "Back to live", "End", "Experiment", "Lets the scope follow the newest measurement again.",
           needs_moved_scope, scope_live},
    Action{"scope_zoom_in", "Zoom the scope in", "Ctrl+Shift+UpArrow", "Experiment", "Shows half the time.", always,
           scope_zoom_in},
    Action{"scope_zoom_out", "Zoom the scope out", "Ctrl+Shift+DownArrow", "Experiment", "Shows twice the time.",
           always, scope_zoom_out},
    Action{"scope_earlier", "Scope: earlier", "Ctrl+Shift+LeftArrow", "Experiment",
           "Moves the picture of the bandwidth back in time.", needs_history, scope_earlier},
    Action{"scope_later", "Scope: later", "Ctrl+Shift+RightArrow", "Experiment",
           "Moves the picture of the bandwidth on in time.", needs_history, scope_later},
    Action{"view_scope", "Look at a time", "", "", "Shows this part of the bandwidth's past.", always, view_scope},
    Action{"toggle_connect", "Run on another machine", "Ctrl+M", "Experiment",
           "Connects to a machine with a GPU over ssh; the window stays here.", always, toggle_connect,
           is_connect_shown},
    Action{"reconnect", "Reconnect now", "Ctrl+R", "Experiment", "Tries a lost connection at once.",
           needs_lost_connection, reconnect},
    Action{"disconnect", "Back to this machine", "", "Experiment",
           "Ends the connection; kernels run on this machine again.", needs_other_machine, disconnect},
    Action{"connect", "Connect", "", "", "Runs kernels on the machine that was named.", always, connect},
    Action{"quit", "Quit", "Ctrl+Q", "Experiment", "Closes the window and ends the worker.", always, quit},

    Action{"previous_kernel", "Previous kernel", "PageUp", "Kernel", "Selects the kernel above.", needs_kernels,
           previous_kernel},
    Action{"next_kernel", "Next kernel", "PageDown", "Kernel", "Selects the kernel below.", needs_kernels, next_kernel},
    Action{"select_kernel", "Select a kernel", "", "", "Selects the kernel that was clicked.", needs_kernels,
           select_kernel},
    Action{"search_kernels", "Search the kernels", "Ctrl+F", "Kernel",
           "Lists only the kernels whose name, title or lesson holds what is typed.", needs_kernels, search_kernels},
    Action{"open_in_editor", "Open in the editor", "F2", "Kernel",
           "Opens the kernel's file in your editor; saving it runs it again.", needs_kernel_file, open_in_editor},
    Action{"set_kernel_search", "Search for a text", "", "", "Lists the kernels that hold it.", always,
           set_kernel_search},
    Action{"next_candidate", "Next found kernel", "", "", "Marks the found kernel below.", needs_kernels,
           next_candidate},
    Action{"previous_candidate", "Previous found kernel", "", "", "Marks the found kernel above.", needs_kernels,
           previous_candidate},
    Action{"choose_candidate", "Select the marked kernel", "", "", "Selects the found kernel that is marked.",
           needs_kernels, choose_candidate},
    Action{"toggle_family", "Fold a family", "", "", "Hides the kernels of a family, or shows them again.",
           needs_kernels, toggle_family},

    Action{"previous_knob", "Knob above", "UpArrow", "Knobs", "Selects the knob above for the arrow keys.", needs_knob,
           previous_knob},
    Action{"next_knob", "Knob below", "DownArrow", "Knobs", "Selects the knob below for the arrow keys.", needs_knob,
           next_knob},
    Action{"lower_knob", "Turn down", "LeftArrow", "Knobs", "Gives the selected knob its next lower legal value.",
           needs_knob, lower_knob},
    Action{"raise_knob", "Turn up", "RightArrow", "Knobs", "Gives the selected knob its next higher legal value.",
           needs_knob, raise_knob},
    Action{"undo", "Undo", "Ctrl+Z", "Knobs", "Takes back the last change of kernel, knobs or sizes.", needs_undo,
           undo},
    Action{"redo", "Redo", "Ctrl+Y", "Knobs", "Makes the change again that was taken back last.", needs_redo, redo,
           nullptr, "Ctrl+Shift+Z"},
    Action{"reset", "Back to the defaults", "Home", "Knobs", "Gives all knobs and sizes their default values.",
           needs_kernel, reset},
    Action{"reset_knob", "This knob to its default", "Delete", "Knobs", "Gives the selected knob its default value.",
           needs_turned_knob, reset_knob},
    Action{"type_knob", "Type a value", "Enter", "Knobs", "Takes the value of the selected knob from the keyboard.",
           needs_knob, type_knob},
    Action{"double_sizes", "Double the problem", "Ctrl+UpArrow", "Knobs",
           "Gives all sizes their next higher power of two.", needs_sizes, double_sizes},
    Action{"halve_sizes", "Halve the problem", "Ctrl+DownArrow", "Knobs",
           "Gives all sizes their next lower power of two.", needs_sizes, halve_sizes},
    Action{"stop_typing", "Stop typing", "", "", "Leaves the knob at its value.", always, stop_typing},
    Action{"set_knob", "Set a knob", "", "", "Gives one knob a value.", needs_knob, set_knob},
    Action{"focus_knob", "Select a knob", "", "", "Selects the knob that the arrow keys turn.", needs_knob, focus_knob},
    Action{"set_size", "Set a size", "", "", "Gives one problem size a value.", needs_kernel, set_size},

    Action{"pin_a", "Pin as A", "Ctrl+1", "Compare",
           "Keeps the present setting and its result as A, beside everything that follows.", needs_kernel, pin_a},
    Action{"pin_b", "Pin as B", "Ctrl+2", "Compare", "Keeps the present setting and its result as B, beside A.",
           needs_kernel, pin_b},
    Action{"swap_pins", "Swap A and B", "Ctrl+3", "Compare", "Makes A what was B, and B what was A.", needs_any_pin,
           swap_pins},
    Action{"unpin", "Unpin both", "Ctrl+4", "Compare", "Ends the comparison.", needs_any_pin, unpin},
    Action{"unpin_a", "Unpin A", "", "Compare", "Forgets A.", needs_pin_a, unpin_a},
    Action{"unpin_b", "Unpin B", "", "Compare", "Forgets B.", needs_pin_b, unpin_b},
    Action{"go_to_pin_a", "Go to A", "Ctrl+Shift+1", "Compare", "Selects the kernel of A with its knobs and sizes.",
           needs_pin_a, go_to_pin_a},
    Action{"go_to_pin_b", "Go to B", "Ctrl+Shift+2", "Compare", "Selects the kernel of B with its knobs and sizes.",
           needs_pin_b, go_to_pin_b},

    Action{"show_sweep", "Show the Sweep panel", "F7", "Sweep",
           "Brings the panel with curves and heat maps to the front.", always, show_sweep},
    Action{"start_sweep", "Start the sweep", "F6", "Sweep", "Runs every point of the Sweep panel in the background.",
           needs_sweep, start_sweep},
    Action{"stop_sweep", "Stop the sweep", "Shift+F6", "Sweep", "Ends it; what was measured stays.",
           needs_running_sweep, stop_sweep},
    Action{"export_sweep", "Export CSV", "", "Sweep",
           "Writes the points of the Sweep panel as a table into this folder.", needs_sweep_points, export_sweep},
    Action{"set_sweep_axis", "Choose an axis", "", "", "Sweeps over a knob or size.", needs_kernel, set_sweep_axis},
    Action{"set_sweep_values", "Choose the values of an axis", "", "", "Sweeps over these values.", needs_kernel,
           set_sweep_values},
    Action{"set_sweep_quantity", "Choose what a sweep shows", "", "", "Draws this quantity over the axes.", always,
           set_sweep_quantity},
    Action{"go_to_point", "Go to a point of the sweep", "", "", "Turns the knobs to the point that was clicked.",
           needs_kernel, go_to_point},

    Action{"show_banks", "Show the Banks view", "1", "Views",
           "Brings the warp above the banks of shared memory to the front.", always, show_banks},
    Action{"show_sectors", "Show the Sectors view", "2", "Views",
           "Brings the warp's request against sectors and lines of memory to the front.", always, show_sectors},
    Action{"show_matrices", "Show the Matrices view", "3", "Views",
           "Brings the buffers with every access lighting up to the front.", always, show_matrices},
    Action{"show_warps", "Show the Warps view", "4", "Views", "Brings all warps over time to the front.", always,
           show_warps},
    Action{"toggle_playing", "Play", "Space", "Views", "Lets the accesses happen one after the other, or stops them.",
           needs_accesses, toggle_playing, is_playing},
    Action{"next_access", "Next access", ".", "Views", "Goes to the next access of what plays.", needs_accesses,
           next_access},
    Action{"previous_access", "Previous access", ",", "Views", "Goes to the access before.", needs_accesses,
           previous_access},
    Action{"next_wavefront", "Next wavefront", "]", "Views", "Goes on by one wavefront of shared memory.",
           needs_accesses, next_wavefront},
    Action{"previous_wavefront", "Previous wavefront", "[", "Views", "Goes back by one wavefront.", needs_accesses,
           previous_wavefront},
    Action{"next_barrier", "Next barrier", "Shift+.", "Views", "Goes to what comes behind the next barrier.",
           needs_barrier, next_barrier},
    Action{"previous_barrier", "Previous barrier", "Shift+,", "Views", "Goes back to the barrier before.",
           needs_barrier, previous_barrier},
    Action{"faster", "Faster", "Shift+]", "Views", "Plays twice as fast.", always, faster},
    Action{"slower", "Slower", "Shift+[", "Views", "Plays half as fast.", always, slower},
    Action{"toggle_loop", "Loop", "", "Views", "Begins again when everything was played.", always, toggle_loop,
           is_looping},
    Action{"toggle_clock", "Instrumented time", "", "Views",
           "Orders the accesses by the clock of the GPU, not as the program has them.", needs_clock, toggle_clock,
           is_by_clock},
    Action{
        "toggle_one_at_a_time", "One at a time", "", "Views",
        "Shows the warps in the order in which the emulator ran them, not beside each other from barrier to barrier.",
        needs_logical_order, toggle_one_at_a_time, is_one_at_a_time},
    Action{"toggle_by_multiprocessor", "Warps by SM", "", "Views",
           "Orders the rows of the Warps view by multiprocessor, and on each by when its blocks began.",
           needs_multiprocessors, toggle_by_multiprocessor, is_by_multiprocessor},
    Action{"zoom_warps_in", "Zoom the warps in", "Ctrl+.", "Views", "Shows half of the time that is seen.",
           needs_trace_at_all, zoom_warps_in},
    Action{"zoom_warps_out", "Zoom the warps out", "Ctrl+,", "Views", "Shows twice the time that is seen.",
           needs_trace_at_all, zoom_warps_out},
    Action{"fit_warps", "All of the time", "", "Views", "Shows the warps from the first to the last instruction.",
           needs_trace_at_all, fit_warps},
    Action{"see_moments", "Look at a part of the time", "", "", "Shows this part of the warps' time.", always,
           see_moments},
    Action{"see_view", "See a view", "", "", "Records accesses while a view is seen.", always, see_view},
    Action{"choose_view", "Look at a view", "", "", "The transport bar means this view.", always, choose_view},
    Action{"pass_time", "Let time pass", "", "", "Moves what plays.", always, pass_time},
    Action{"scrub_to", "Go to a moment", "", "", "Goes to the moment that was clicked.", needs_accesses, scrub_to},
    Action{"choose_record", "Go to an access", "", "", "Goes to the access that was clicked.", needs_trace_at_all,
           choose_record},
    Action{"choose_watched_site", "Choose an instruction", "", "", "Plays the accesses of this instruction alone.",
           needs_trace_at_all, choose_watched_site},
    Action{"choose_watched_warp", "Choose a warp", "", "", "Plays the accesses of this warp alone.", needs_trace_at_all,
           choose_watched_warp},
    Action{"choose_lane", "Choose a lane", "", "", "Marks a lane in every view.", always, choose_lane},
    Action{"choose_bank", "Choose a bank", "", "", "Marks a bank of shared memory.", always, choose_bank},
    Action{"choose_byte", "Choose a byte", "", "", "Marks a place in memory in every view.", needs_trace_at_all,
           choose_byte},

    Action{"show_source", "Show the Source panel", "F8", "View",
           "Brings the kernel's lines with what they cost to the front.", always, show_source},
    Action{"worst_line", "Worst line", "F3", "View",
           "Goes to the line with the most sectors and wavefronts above the least; pressed again, to the next one.",
           needs_excess, worst_line},
    Action{"toggle_as_written", "Accesses as written", "Ctrl+W", "View",
           "Counts accesses as the source says, not as the compiler merged them.", always, toggle_as_written,
           is_as_written},
    Action{"toggle_percent", "Costs in percent", "Ctrl+5", "View",
           "Shows what each line costs as a part of the whole kernel.", always, toggle_percent, is_percent},
    Action{"toggle_by_excess", "Lines by excess", "Ctrl+E", "View",
           "Lists only the lines that access memory, the most wasteful first.", always, toggle_by_excess, is_by_excess},
    Action{"toggle_ptx", "PTX", "Ctrl+T", "View", "Shows the PTX beside the source, linked line by line.", always,
           toggle_ptx, is_ptx_shown},
    Action{"toggle_sass", "SASS", "Ctrl+G", "View", "Shows the machine code beside the source, linked line by line.",
           always, toggle_sass, is_sass_shown},
    Action{"select_line", "Select a line", "", "", "Marks a line of the source and what was compiled from it.",
           needs_kernel, select_line},
    Action{"show_occupancy", "Show the Occupancy panel", "F9", "View",
           "Brings the curves of resident warps to the front.", always, show_occupancy},
    Action{"choose_launch", "Choose a launch", "", "", "Shows the occupancy of this launch of the kernel.",
           needs_kernel, choose_launch},
    Action{"show_ladder", "Show the Ladder panel", "5", "View",
           "Brings the bars of the family's kernels, beside the article and the library, to the front.", always,
           show_ladder},
    Action{"toggle_ladder_share", "Share of the peak", "Ctrl+6", "View",
           "Shows each bar of the Ladder as a part of its own GPU's theoretical peak.", always, toggle_ladder_share,
           is_ladder_share},
    Action{"show_roofline", "Show the Roofline panel", "6", "View",
           "Brings the roofs of the GPU, with the family's kernels below them, to the front.", always, show_roofline},
    Action{"go_to_rung", "Go to a kernel of the ladder", "", "",
           "Selects the kernel that was clicked, with the setting that was measured.", needs_kernels, go_to_rung},
    Action{"toggle_wide", "Wide view", "F10", "View",
           "Gives Source, Occupancy and Sweep the room of the readout, which goes below them.", always, toggle_wide,
           is_wide},
    Action{"larger_text", "Larger text", "Ctrl+=", "View", "Makes everything larger.", always, larger_text},
    Action{"smaller_text", "Smaller text", "Ctrl+-", "View", "Makes everything smaller.", always, smaller_text},
    Action{"normal_text", "Normal text", "Ctrl+0", "View", "Goes back to the size that suits the window.", always,
           normal_text},
    Action{"toggle_lecture", "Lecture", "F11", "View", "Shows readout, one view and knobs in large type, nothing else.",
           always, toggle_lecture, is_lecture},
    Action{"reset_layout", "The designed layout", "Ctrl+Shift+R", "View/Layout", "Puts every panel back to its place.",
           always, reset_layout},
    Action{"name_layout", "Keep this layout", "", "View/Layout", "Gives the present arrangement of the panels a name.",
           always, name_layout, is_naming_layout},
    Action{"forget_layout", "Forget this layout", "", "View/Layout", "Removes the chosen layout from the list.",
           needs_own_layout, forget_layout},
    Action{"keep_layout", "Keep a layout", "", "", "Keeps the present arrangement under the name that was written.",
           always, keep_layout},
    Action{"store_layout", "Store a layout", "", "", "Keeps what the interface wrote about its panels.", always,
           store_layout},
    Action{"choose_layout", "Choose a layout", "", "", "Arranges the panels as they were kept under this name.",
           needs_own_layout, choose_layout},
    Action{"use_dark_theme", "Dark", "", "View/Theme", "Light on dark, for a screen.", always, use_dark_theme,
           is_dark_theme},
    Action{"use_light_theme", "Light", "", "View/Theme", "Dark on light, for a bright room and for print.", always,
           use_light_theme, is_light_theme},
    Action{"use_projector_theme", "Projector", "", "View/Theme",
           "Black on white with thick strokes, for a weak lamp in a bright hall.", always, use_projector_theme,
           is_projector_theme},
    Action{"use_colour_blind_theme", "Colour-blind safe", "", "View/Theme",
           "Says everything on the axis from blue to orange, which nearly everybody sees.", always,
           use_colour_blind_theme, is_colour_blind_theme},
    Action{"use_english", "English", "", "View/Language", "Shows the window in English.", always, use_english,
           is_english},
    Action{"use_chinese", "Chinese (中文)", "", "View/Language", "Shows the window in Chinese.", always, use_chinese,
           is_chinese},

    Action{"show_doctor", "Doctor", "Ctrl+D", "Help",
           "Says what this machine has and lacks, what happened to the worker, and what would help.", always,
           show_doctor},
    Action{"examine", "Examine the machine", "", "Help", "Looks for driver, compilers and permissions once more.",
           needs_no_examination, examine},
    Action{"toggle_palette", "Find a command", "Ctrl+P", "Help", "Searches all commands and kernels by name.", always,
           toggle_palette, is_palette_shown},
    Action{"toggle_help", "All commands", "F1", "Help", "Lists every command and its key.", always, toggle_help,
           is_help_shown, "?"},
};

}  // namespace

std::span<const Action> actions() {
  return table;
}

const Action* find_action(std::string_view name) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const Action& action) { return action.name == name; });
  return found == table.end() ? nullptr : found;
}

const std::int64_t* number_in(const Command& command) {
  return command.value ? std::get_if<std::int64_t>(&*command.value) : nullptr;
}

const std::string* text_in(const Command& command) {
  return command.value ? std::get_if<std::string>(&*command.value) : nullptr;
}

std::string title_of(const State& state, const Action& action) {
  const std::string* text = state.ui.language->find(fmt::format("action.{}.title", action.name));
  return text == nullptr ? std::string(action.title) : *text;
}

std::string help_of(const State& state, const Action& action) {
  const std::string* text = state.ui.language->find(fmt::format("action.{}.help", action.name));
  return text == nullptr ? std::string(action.help) : *text;
}

std::string keys_of(const Action& action) {
  if (action.also.empty()) return std::string(action.shortcut);
  return fmt::format("{}, {}", action.shortcut, action.also);
}

Status perform(State& state, const Command& command, double seconds) {
  const Action* action = find_action(command.action);
  if (action == nullptr) return failure(fmt::format("there is no action {}", command.action));
  if (const std::string reason = action->why_not(state); !reason.empty()) {
    return failure(fmt::format("\"{}\" is not possible now: {}", title_of(state, *action), reason));
  }
  Setting before = setting_now(state);
  const SelectedLine watched = selected_line(state);
  Status done = action->apply(state, command, seconds);
  if (done) sync_selection(state, watched);
  if (done) remember_step(state, std::move(before), command, seconds);
  return done;
}

}  // namespace warpscope::gui
