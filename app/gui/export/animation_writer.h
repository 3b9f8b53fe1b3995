// Pictures one after the other as one file: an animated PNG, a film by ffmpeg, or numbered PNGs. The same pictures give
// the same bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "render/image/image.h"

namespace warpscope::gui {

class AnimatedPng {
 public:
  /// Each picture is shown for 1 / fps seconds; all of them again and again.
  AnimatedPng(std::uint32_t frames, std::uint32_t fps) : frames_(frames), fps_(fps) {}

  /// A whole PNG file. Error: it is none, or its size or kind is not that of the first.
  [[nodiscard]] Status add(std::string_view png);
  [[nodiscard]] std::uint32_t added() const { return added_; }
  /// The whole file. Error: other than the announced number of pictures were added.
  [[nodiscard]] Expected<std::string> finish() const;

 private:
  void put_control(std::string_view header);

  std::uint32_t frames_, fps_;
  std::uint32_t added_ = 0, sequence_ = 0;
  std::string header_;  ///< the data of IHDR
  std::string bytes_;
};

struct AnimationOptions {
  /// NAME.png or NAME.apng: an animated PNG. NAME.mp4: a film, if ffmpeg is installed. A PNG's name with %d or %04d:
  /// one file a picture, counted from 0. A file of that name is replaced.
  std::filesystem::path file;
  std::uint32_t frames = 1, fps = 30;  ///< both at least 1
};

class AnimationWriter {
 public:
  virtual ~AnimationWriter() = default;
  AnimationWriter() = default;
  AnimationWriter(const AnimationWriter&) = delete;
  AnimationWriter& operator=(const AnimationWriter&) = delete;

  /// All pictures have the size of the first. Error: the file, or what ffmpeg says.
  [[nodiscard]] virtual Status add(const render::Image& image) = 0;
  /// After as many pictures as were announced. Without it no file of that name is made or changed (numbered ones are).
  [[nodiscard]] virtual Status finish() = 0;
};

/// Error: a file name that says nothing of the form, or a film without ffmpeg, with what can be done instead.
[[nodiscard]] Expected<std::unique_ptr<AnimationWriter>> open_animation(const AnimationOptions& options);

/// What ffmpeg is called with: pictures of that size come on its standard input.
[[nodiscard]] std::vector<std::string> ffmpeg_command(const AnimationOptions& options, std::uint32_t width,
                                                      std::uint32_t height, const std::filesystem::path& to);

/// "frame-%03d.png" with the number put in; empty when there is no such place, or more than one.
[[nodiscard]] std::string numbered_name(std::string_view pattern, std::uint32_t number);

}  // namespace warpscope::gui
