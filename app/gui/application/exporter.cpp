#include "gui/application/exporter.h"

#include <imgui.h>

#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "gui/export/export_plots.h"
#include "gui/messages.h"

namespace lanescope::gui {
namespace {

/// The time of a frame that is for an animation; the window stays at hand meanwhile.
constexpr std::chrono::milliseconds animation_between_frames{30};

constexpr ImageSize copied_size{1920, 1080};  ///< of a picture for a slide

}  // namespace

/// Where the clipboard takes no pictures, the file of one is written and its path copied.
void Exporter::copy(const CopyPicture& wanted) {
  const State& state = session_.state();
  ExportPicture picture{wanted.panel, copied_size};
  const auto image = capture(interface_, state, picture);
  auto png = image.and_then(render::encode_png);
  const Status offered = png ? clipboard_.offer(*std::move(png)) : Status(failure(png.error()));
  if (offered) {
    return session_.show_notice({Notice::Kind::done, state.say("notice.copied_picture", image->width, image->height)});
  }
  session_.show_notice({Notice::Kind::refused, failure_notice(state, "", offered.error()).text});
  picture.file = unused_file(state.ui.export_folder(), picture.panel, state.selection.kernel, "png").string();
  if (session_.write_picture(picture, image)) ImGui::SetClipboardText(picture.file.c_str());
}

void Exporter::begin(const ExportAnimation& wanted) {
  if (animation_) return session_.report_error({message<"animation.one_at_a_time">(), "", ""});
  auto begun = AnimationExport::begin(interface_, session_.state(), wanted);
  if (!begun) return session_.report_error(begun.error());
  animation_ = std::move(*begun);
}

void Exporter::cancel() {
  if (!std::exchange(animation_, nullptr)) return;
  session_.show_notice({Notice::Kind::refused, session_.state().say("notice.cancelled")});
}

void Exporter::write_on() {
  const auto done = animation_->write_for(animation_between_frames);
  const AnimationProgress progress = animation_->progress();
  if (done && !*done) return;
  animation_.reset();
  const State& state = session_.state();
  if (done) return session_.report_exported_file(state.say("notice.wrote_animation"), progress.file);
  const std::string ended = state.say("notice.animation_ended", progress.taken, progress.frames);
  session_.show_notice(failure_notice(state, ended, done.error()));
}

void Exporter::go_on() {
  const Overloaded pictures{[&](const ExportPicture& picture) {
                              session_.write_picture(picture, capture(interface_, session_.state(), picture));
                            },
                            [&](const CopyPicture& wanted) { copy(wanted); },
                            [&](const ExportAnimation& wanted) { begin(wanted); },
                            [&](const CancelAnimation&) { cancel(); }};
  for (const PictureEffect& effect : session_.take_picture_effects()) std::visit(pictures, effect);
  if (animation_) write_on();
  session_.set_animation_progress(animation_ ? std::optional(animation_->progress()) : std::nullopt);
}

}  // namespace lanescope::gui
