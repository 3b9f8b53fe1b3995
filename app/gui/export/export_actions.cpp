#include "gui/export/export_actions.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "gui/state/actions.h"
#include "gui/state/state.h"
#include "gui/views/playback/playback_actions.h"
#include "lab/command_line.h"

namespace warpscope::gui {

namespace {

Status want(State& state, Plot plot, PlotFormat format) {
  state.exports.plots.push_back({plot, format});
  return {};
}

/// "1920x1080"
std::optional<std::pair<std::uint32_t, std::uint32_t>> size_in(std::string_view text) {
  std::pair<std::uint32_t, std::uint32_t> size;
  const char* const end = text.data() + text.size();
  const auto [cross, wrong] = std::from_chars(text.data(), end, size.first);
  if (wrong != std::errc() || cross == end || *cross != 'x') return std::nullopt;
  const auto [last, wrong_too] = std::from_chars(cross + 1, end, size.second);
  if (wrong_too != std::errc() || last != end) return std::nullopt;
  return size;
}

}  // namespace

std::string needs_scope_plot(const State& state) {
  return why_no_plot(state, Plot::scope);
}
std::string needs_sweep_plot(const State& state) {
  return why_no_plot(state, Plot::sweep);
}
std::string needs_occupancy_plot(const State& state) {
  return why_no_plot(state, Plot::occupancy);
}
std::string needs_warps_plot(const State& state) {
  return why_no_plot(state, Plot::warps);
}

std::string needs_experiment(const State& state) {
  return experiment_of(state) ? std::string() : state.say("reason.no_kernel");
}

Status export_picture(State& state, const Command& command, double) {
  std::string_view target = command.target;
  PictureWish wish;
  const std::size_t space = target.rfind(' ');
  const std::string_view last = space == std::string_view::npos ? target : target.substr(space + 1);
  if (const auto size = size_in(last)) {
    if (size->first < 64 || size->second < 64 || size->first > largest_picture || size->second > largest_picture) {
      return failure("a picture of " + std::string(last) + " pixels cannot be made", "",
                     "choose 64 to " + std::to_string(largest_picture) + " pixels a side");
    }
    wish.width = size->first;
    wish.height = size->second;
    target = space == std::string_view::npos ? std::string_view() : target.substr(0, space);
  }
  wish.panel = target;
  state.exports.show_dialog = false;
  state.exports.pictures.push_back(std::move(wish));
  return {};
}

Status toggle_picture_dialog(State& state, const Command&, double) {
  state.exports.show_dialog = !state.exports.show_dialog;
  return {};
}

bool is_picture_dialog_shown(const State& state) {
  return state.exports.show_dialog;
}

Status export_scope_svg(State& state, const Command&, double) {
  return want(state, Plot::scope, PlotFormat::svg);
}
Status export_scope_csv(State& state, const Command&, double) {
  return want(state, Plot::scope, PlotFormat::csv);
}
Status export_sweep_svg(State& state, const Command&, double) {
  return want(state, Plot::sweep, PlotFormat::svg);
}
Status export_occupancy_svg(State& state, const Command&, double) {
  return want(state, Plot::occupancy, PlotFormat::svg);
}
Status export_occupancy_csv(State& state, const Command&, double) {
  return want(state, Plot::occupancy, PlotFormat::csv);
}
Status export_warps_svg(State& state, const Command&, double) {
  return want(state, Plot::warps, PlotFormat::svg);
}
Status export_warps_csv(State& state, const Command&, double) {
  return want(state, Plot::warps, PlotFormat::csv);
}

std::string needs_film(const State& state) {
  if (std::string missing = needs_accesses(state); !missing.empty()) return missing;
  const bool seen = state.playback.visible[index_of(state.playback.front)];
  return seen ? std::string() : state.say("reason.no_view_seen");
}

Status export_animation_png(State& state, const Command&, double) {
  state.exports.films.push_back({state.playback.front, false});
  return {};
}
Status export_animation_mp4(State& state, const Command&, double) {
  state.exports.films.push_back({state.playback.front, true});
  return {};
}

Status copy_command_line(State& state, const Command&, double) {
  state.exports.clipboard = lab::experiment_line(*experiment_of(state));
  ++state.exports.copies_wanted;
  log(state, LogEntry::Kind::information, "on the clipboard: " + state.exports.clipboard);
  return {};
}

}  // namespace warpscope::gui
