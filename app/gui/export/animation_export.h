// Exports an animation of the view in front while the window goes on: a few pictures are captured between its frames.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "gui/export/animation_writer.h"
#include "gui/export/offscreen_capture.h"
#include "gui/state/state.h"

namespace warpscope::gui {

inline constexpr std::uint32_t animation_fps = 30, animation_width = 1280, animation_height = 720;
inline constexpr std::uint32_t longest_animation = 60;  ///< seconds

/// How many pictures show all that plays in the view at its speed, from the beginning to the end; never more than
/// those of longest_animation. 0: nothing plays.
[[nodiscard]] std::uint32_t animation_frames(const State& state, AnimatedView view);

class AnimationExport {
 public:
  /// Keeps a copy of the state and plays that: what happens in the window meanwhile is not in the film. Error: that of
  /// OffscreenCapture::open() and open_animation(), or nothing plays.
  [[nodiscard]] static Expected<std::unique_ptr<AnimationExport>> begin(Interface& interface, const State& state,
                                                                        AnimatedView view,
                                                                        const std::filesystem::path& file);

  /// Takes pictures for about that long, at least one. True: the file is written.
  [[nodiscard]] Expected<bool> go_on(Interface& interface, std::chrono::milliseconds budget);

  [[nodiscard]] const std::filesystem::path& file() const { return options_.file; }
  [[nodiscard]] std::uint32_t taken() const { return taken_; }
  [[nodiscard]] std::uint32_t frames() const { return options_.frames; }

 private:
  AnimationExport(State state, OffscreenCapture capture, std::unique_ptr<AnimationWriter> writer,
                  AnimationOptions options)
      : state_(std::move(state)),
        capture_(std::move(capture)),
        writer_(std::move(writer)),
        options_(std::move(options)) {}

  State state_;
  OffscreenCapture capture_;
  std::unique_ptr<AnimationWriter> writer_;
  AnimationOptions options_;
  std::uint32_t taken_ = 0;
};

}  // namespace warpscope::gui
