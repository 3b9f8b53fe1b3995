#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "experiments/experiment.h"
#include "gui/export/export_plots.h"
#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

template <Plot plot, PlotFormat format>
constexpr Action writes(std::string_view name, std::string_view title, std::string_view help) {
  return {name,
          title,
          "",
          "File/Export",
          help,
          [](State&) {
            return ExportPlot{plot, format};
          },
          [](const State& state) { return kind_of(plot).why_not(state); }};
}

template <bool mp4>
constexpr auto write_animation = [](State& state) {
  return ExportAnimation{state.playback.front, mp4};
};

std::string needs_view(const State& state) {
  if (std::string missing = needs_accesses(state); !missing.empty()) return missing;
  const bool seen = state.playback.is_visible(state.playback.front);
  return seen ? std::string() : state.say("reason.no_view_seen");
}

}  // namespace

Outcome SavePicture::apply(State& state, double) const {
  const auto fits = [](std::uint32_t side) {
    return side == 0 || (side >= min_picture_side && side <= max_picture_side);
  };
  if (!fits(picture.width) || !fits(picture.height)) {
    return failure(message<"export.picture_size">(picture.width, picture.height), "",
                   message<"export.picture_size_remedy">(min_picture_side, max_picture_side));
  }
  if (!folder.empty()) state.ui.exports = (std::filesystem::path(state.ui.export_folder()) / folder).lexically_normal();
  state.ui.show_picture_dialog = false;
  return Effects{picture};
}

std::span<const Action> export_actions() {
  static constexpr std::array table{
      Action{"toggle_picture_dialog", "Picture (PNG)", "Ctrl+Shift+S", "File/Export",
             "Writes a picture of the window or of one panel, with the size and folder that you choose.",
             toggle<&State::ui, &Ui::show_picture_dialog>, nullptr, is_set<&State::ui, &Ui::show_picture_dialog>},
      writes<Plot::scope, PlotFormat::svg>("export_scope_svg", "Bandwidth as SVG",
                                           "Writes the bandwidth over time as a drawing for slides and paper."),
      writes<Plot::scope, PlotFormat::csv>("export_scope_csv", "Bandwidth as CSV",
                                           "Writes the bandwidth over time as a table."),
      writes<Plot::sweep, PlotFormat::svg>("export_sweep_svg", "Sweep as SVG",
                                           "Writes the curve or heat map of the Sweep panel as a drawing."),
      writes<Plot::occupancy, PlotFormat::svg>("export_occupancy_svg", "Occupancy as SVG",
                                               "Writes resident warps over the size of a block as a drawing."),
      writes<Plot::occupancy, PlotFormat::csv>(
          "export_occupancy_csv", "Occupancy as CSV",
          "Writes resident warps over block size, registers and shared memory as a table."),
      writes<Plot::warps, PlotFormat::svg>("export_warps_svg", "Warps in time as SVG",
                                           "Writes the part of the Warps view that is seen as a drawing."),
      writes<Plot::warps, PlotFormat::csv>("export_warps_csv", "Warps in time as CSV",
                                           "Writes every recorded instruction and wait at a barrier as a table."),
      writes<Plot::grid, PlotFormat::svg>("export_grid_svg", "Blocks on SMs as SVG",
                                          "Writes the part of the Grid view that is seen as a drawing."),
      writes<Plot::grid, PlotFormat::csv>("export_grid_csv", "Blocks on SMs as CSV",
                                          "Writes when each block begins and ends, and on which SM, as a table."),
      Action{"export_animation_png", "Animation of the view (PNG)", "", "File/Export",
             "Writes the animation of the front view, from start to end, as an animated PNG.", write_animation<false>,
             needs_view},
      Action{"export_animation_mp4", "Animation of the view (MP4)", "", "File/Export",
             "Writes the animation of the front view, from start to end, as a video; requires ffmpeg.",
             write_animation<true>, needs_view},
      Action{"copy_command_line", "Copy as lanescope run ...", "Ctrl+Shift+C", "Edit",
             "Copies a command line that repeats the experiment to the clipboard.",
             [](State& state, double seconds) {
               return Copy{experiments::command_line_of(*experiment_of(state))}.apply(state, seconds);
             },
             [](const State& state) { return experiment_of(state) ? std::string() : state.say("reason.no_kernel"); }},
  };
  return table;
}

}  // namespace lanescope::gui
