#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/experiment.h"
#include "gui/export/export_commands.h"
#include "gui/export/export_plots.h"
#include "gui/export/export_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

constexpr double min_animation_seconds = 0.1;

/// Opens the dialog with that chosen. File and folder are proposed anew.
void open_dialog(State& state, std::string_view panel, ExportForm form) {
  ExportChoice& choice = state.exporting.choice;
  choice.panel = panel;
  choice.form = form;
  choice.folder.clear();
  choice.name.clear();
  state.exporting.trouble = {};
  state.exporting.shown = true;
}

template <FixedText panel, ExportForm form>
constexpr Action writes(std::string_view name, std::string_view title, std::string_view help) {
  return with_text_field({name, title, "", "File/Export", help,
                          [](State& state) { open_dialog(state, panel.view(), form); },
                          [](const State& state) { return why_not_exported(state, panel.view(), form); }});
}

/// Of the view in front.
template <ExportForm form>
constexpr Action animates(std::string_view name, std::string_view title, std::string_view help) {
  return with_text_field(
      {name, title, "", "File/Export", help,
       [](State& state) { open_dialog(state, name_of(state.playback.front), form); },
       [](const State& state) { return why_not_exported(state, name_of(state.playback.front), form); }});
}

/// What is no number counts as the least.
double within(double value, double least, double most) {
  return value >= least ? std::min(value, most) : least;
}

}  // namespace

Outcome ChangeExport::apply(State& state, double) const {
  state.exporting.choice = choice;
  state.exporting.trouble = {};
  ExportChoice& now = state.exporting.choice;
  if (std::ranges::count(forms_of(now.panel), now.form) == 0) now.form = ExportForm::picture;
  now.seconds = within(now.seconds, min_animation_seconds, max_animation_seconds);
  now.speed = within(now.speed, min_speed, max_speed);
  return Effects();
}

Outcome StartExport::apply(State& state, double) const {
  const ExportViewModel view_model = export_view_model(state);
  if (!view_model.is_possible) return failure(view_model.trouble, "", view_model.remedy);
  if (view_model.exists && !replace) return Effects();
  ExportState& exporting = state.exporting;
  if (const Status tried = try_export(view_model.file); !tried) {
    exporting.trouble = tried.error();
    return Effects();
  }
  exporting.shown = false;
  state.ui.exports = view_model.file.parent_path().string();
  const ExportChoice& choice = exporting.choice;
  std::string file = view_model.file.string();
  if (choice.form == ExportForm::picture) return Effects{ExportPicture{choice.panel, choice.picture, std::move(file)}};
  if (!is_animation(choice.form)) return Effects{ExportPlot{choice.panel, choice.form, std::move(file)}};
  ExportAnimation animation = animation_of(choice);
  animation.file = std::move(file);
  return Effects{std::move(animation)};
}

std::span<const Action> export_actions() {
  using enum ExportForm;
  static constexpr std::array all{
      with_text_field(Action{"toggle_export", "Export ...", "Ctrl+Shift+S", "File/Export",
                             "Opens the dialog that writes pictures, drawings, tables and animations.",
                             [](State& state) {
                               const ExportChoice& last = state.exporting.choice;
                               if (!std::exchange(state.exporting.shown, false)) {
                                 open_dialog(state, std::string(last.panel), last.form);
                               }
                             },
                             nullptr, is_set<&State::exporting, &ExportState::shown>}),
      with_text_field(Action{"export_panel", "Export this panel ...", "", "",
                             "Opens the export dialog with the panel chosen whose menu was opened.",
                             [](State& state) { open_dialog(state, std::string(state.ui.subject->panel), picture); },
                             [](const State& state) {
                               return state.ui.subject ? why_not_exported(state, state.ui.subject->panel, picture)
                                                       : state.say("reason.no_menu");
                             }}),
      writes<"", picture>("export_picture", "Picture (PNG)", "Writes a picture of the window or of one panel."),
      writes<"scope", drawing>("export_scope_svg", "Bandwidth as SVG",
                               "Writes the bandwidth over time as a drawing for slides and paper."),
      writes<"scope", table>("export_scope_csv", "Bandwidth as CSV", "Writes the bandwidth over time as a table."),
      writes<"sweep", drawing>("export_sweep_svg", "Sweep as SVG",
                               "Writes the curve or heat map of the Sweep panel as a drawing."),
      writes<"sweep", table>("export_sweep_csv", "Sweep as CSV", "Writes the points of the Sweep panel as a table."),
      writes<"occupancy", drawing>("export_occupancy_svg", "Occupancy as SVG",
                                   "Writes resident warps over the size of a block as a drawing."),
      writes<"occupancy", table>("export_occupancy_csv", "Occupancy as CSV",
                                 "Writes resident warps over block size, registers and shared memory as a table."),
      writes<"warps", drawing>("export_warps_svg", "Warps in time as SVG",
                               "Writes the part of the Warps view that is seen as a drawing."),
      writes<"warps", table>("export_warps_csv", "Warps in time as CSV",
                             "Writes every recorded instruction and wait at a barrier as a table."),
      writes<"grid", drawing>("export_grid_svg", "Blocks on SMs as SVG",
                              "Writes the part of the Grid view that is seen as a drawing."),
      writes<"grid", table>("export_grid_csv", "Blocks on SMs as CSV",
                            "Writes when each block begins and ends, and on which SM, as a table."),
      animates<animation>("export_animation_png", "Animation of the view (PNG)",
                          "Writes the animation of the front view, from its beginning, as an animated PNG."),
      animates<video>("export_animation_mp4", "Animation of the view (MP4)",
                      "Writes the animation of the front view, from its beginning, as a video; requires ffmpeg."),
      Action{"copy_command_line", "Copy as lanescope run ...", "Ctrl+Shift+C", "Edit",
             "Copies a command line that repeats the experiment to the clipboard.",
             [](State& state, double seconds) {
               return Copy{experiments::command_line_of(*experiment_of(state))}.apply(state, seconds);
             },
             [](const State& state) { return experiment_of(state) ? std::string() : state.say("reason.no_kernel"); }},
  };
  return all;
}

}  // namespace lanescope::gui
