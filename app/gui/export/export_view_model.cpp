#include "gui/export/export_view_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "gui/export/export_plots.h"
#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/playback/stage_halves.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> endings{".png", ".svg", ".csv", ".png", ".mp4"};  // by ExportForm

Status check_size(ImageSize size, std::uint32_t max_side) {
  const auto fits = [&](std::uint32_t side) { return side >= min_picture_side && side <= max_side; };
  if (fits(size.width) && fits(size.height)) return {};
  return failure(message<"export.picture_size">(size.width, size.height), "",
                 message<"export.picture_size_remedy">(min_picture_side, max_side));
}

/// Returns an error when what was chosen cannot be written to that file, whatever the disk says.
Status check(const State& state, const ExportChoice& choice, const fs::path& file) {
  if (std::string reason = why_not_exported(state, choice.panel, choice.form); !reason.empty()) {
    return failure(std::move(reason));
  }
  if (is_animation(choice.form)) {
    TRY_STATUS(check_size(choice.animation, max_animation_side));
    // It would stand for the number of a frame.
    if (file.filename().string().find('%') != std::string::npos) return failure(message<"export.name_of_animation">());
  } else if (choice.form == ExportForm::picture && !choice.picture.is_that_of_screen()) {
    TRY_STATUS(check_size(choice.picture, max_picture_side));
  }
  if (state.ui.animation && state.ui.animation->file == file) return failure(message<"export.being_written">());
  return {};
}

std::string length_in_words(const State& state, const ExportAnimation& animation) {
  const AnimationLength length = length_of(state, animation);
  const double seconds = length.frames / static_cast<double>(animation_fps);
  std::string text = state.say("export.frames", grouped(length.frames), animation_fps, grouped(seconds, 1),
                               grouped(max_animation_seconds, 0));
  const bool is_cut = animation.seconds == 0 && length.whole > max_animation_seconds;
  return is_cut ? text + " " + state.say("export.cut", grouped(length.whole, 0)) : text;
}

/// A folder that is typed counts from the one that was exported to last.
fs::path folder_of(const State& state) {
  std::string typed = state.exporting.choice.folder;
  if (typed.starts_with("~/")) typed = (home_folder() / typed.substr(2)).string();
  std::error_code ignored;
  return fs::absolute(fs::path(state.ui.export_folder()) / typed, ignored);
}

}  // namespace

std::vector<ExportForm> forms_of(std::string_view panel) {
  std::vector<ExportForm> forms{ExportForm::picture};
  if (plot_of(panel) != nullptr) forms.insert(forms.end(), {ExportForm::drawing, ExportForm::table});
  if (animated_view_named(panel)) forms.insert(forms.end(), {ExportForm::animation, ExportForm::video});
  return forms;
}

std::string why_not_exported(const State& state, std::string_view panel, ExportForm form) {
  if (form == ExportForm::picture) return {};
  if (!is_animation(form)) return plot_of(panel)->why_not(state, form);
  const AnimatedView view = *animated_view_named(panel);
  const auto translated = [&](const Message& reason) { return state.language().translated(reason); };
  if (std::string missing = needs_accesses(state, view); !missing.empty()) return missing;
  if (!state.playback.is_visible(view)) return state.say("reason.no_view_seen");
  if (form == ExportForm::video && !state.ui.makes_videos) return translated(message<"animation.no_ffmpeg">());
  return state.ui.animation ? translated(message<"animation.one_at_a_time">()) : std::string();
}

ExportAnimation animation_of(const ExportChoice& choice) {
  return {*animated_view_named(choice.panel),
          choice.animation,
          choice.whole_pass ? 0 : choice.seconds,
          choice.speed_of_view ? 0 : choice.speed,
          {}};
}

AnimationLength length_of(const State& state, const ExportAnimation& animation) {
  Playback playback = played_state(state).playback;
  playback.front = animation.view;
  AnimationLength length;
  length.speed = animation.speed > 0 ? animation.speed : playback.speed();
  length.whole = playable_steps(playback) / length.speed;
  if (length.whole <= 0) return length;
  const double whole = std::ceil(length.whole * animation_fps) + 1;
  const double wanted = animation.seconds > 0 ? std::min(whole, std::ceil(animation.seconds * animation_fps)) : whole;
  length.frames = static_cast<std::uint32_t>(std::clamp(wanted, 2.0, max_animation_seconds * animation_fps));
  return length;
}

ExportViewModel export_view_model(const State& state) {
  const ExportState& exporting = state.exporting;
  const ExportChoice& choice = exporting.choice;
  ExportViewModel view_model;
  view_model.forms = forms_of(choice.panel);
  view_model.ending = endings.at(static_cast<std::size_t>(choice.form));
  const fs::path folder = folder_of(state), promised = state.ui.animation ? state.ui.animation->file : "";
  view_model.folder = choice.folder.empty() ? state.ui.export_folder() : choice.folder;
  view_model.file =
      choice.name.empty()
          ? unused_file(folder, choice.panel.empty() ? "window" : choice.panel, state.selection.kernel,
                        view_model.ending.substr(1), promised)
          : (folder / (choice.name.ends_with(view_model.ending) ? choice.name : choice.name + view_model.ending))
                .lexically_normal();
  view_model.name = choice.name.empty() ? view_model.file.stem().string() : choice.name;
  std::error_code ignored;
  view_model.exists = fs::exists(fs::symlink_status(view_model.file, ignored));
  const Status possible = check(state, choice, view_model.file);
  view_model.is_possible = possible.has_value();
  const Error& trouble = possible ? exporting.trouble : possible.error();
  view_model.trouble = state.language().translated(trouble.what);
  view_model.remedy = state.language().translated(trouble.remedy);
  if (is_animation(choice.form)) view_model.length = length_in_words(state, animation_of(choice));
  return view_model;
}

}  // namespace lanescope::gui
