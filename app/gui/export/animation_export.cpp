#include "gui/export/animation_export.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::gui {

namespace {

/// Lets panels take their size again after the window had another one; so little time that nothing moves.
constexpr double no_time = 1e-6;
constexpr int frames_to_resize = 2;

}  // namespace

std::uint32_t animation_frames(const State& state, AnimatedView view) {
  const Playback& playback = state.playback;
  const Track* track = playback.track(view);
  if (track == nullptr || track->empty()) return 0;
  const double seconds = track->steps() / playback.speeds[index_of(view)];
  const double frames = std::ceil(seconds * animation_fps);
  return static_cast<std::uint32_t>(std::clamp(frames, 2.0, static_cast<double>(longest_animation) * animation_fps));
}

Expected<std::unique_ptr<AnimationExport>> AnimationExport::begin(Interface& interface, const State& state,
                                                                  AnimatedView view,
                                                                  const std::filesystem::path& file) {
  AnimationOptions options{file, animation_frames(state, view), animation_fps};
  if (options.frames == 0) return failure("nothing plays in this view", "", "choose an instruction that it shows");
  TRY(auto writer, open_animation(options));
  State copy = state;
  copy.playback.front = view;
  scrub(copy.playback, 0);
  copy.playback.playing = true;
  copy.playback.loop = false;
  TRY(auto capture,
      OffscreenCapture::open(interface, copy, {std::string(name_of(view)), animation_width, animation_height}));
  return std::unique_ptr<AnimationExport>(
      new AnimationExport(std::move(copy), std::move(capture), std::move(writer), std::move(options)));
}

Expected<bool> AnimationExport::go_on(Interface& interface, std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  for (int frame = 0; frame < frames_to_resize; ++frame) {
    static_cast<void>(capture_.take(interface, state_, no_time));
  }
  do {
    TRY(const render::Image image, capture_.take(interface, state_, 1.0 / options_.fps));
    TRY_STATUS(writer_->add(image));
    advance(state_.playback, 1.0 / options_.fps);
    if (++taken_ == options_.frames) {
      TRY_STATUS(writer_->finish());
      return true;
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace warpscope::gui
