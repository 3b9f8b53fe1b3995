// Writes a sequence of pictures as an animated PNG, as a film by ffmpeg, or as numbered PNGs. The same pictures give
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

namespace lanescope::gui {

class AnimatedPng {
 public:
  /// Each picture is shown for 1 / fps seconds, and the whole sequence repeats.
  AnimatedPng(std::uint32_t frames, std::uint32_t fps) : frames_(frames), fps_(fps) {}

  /// Adds a whole PNG file. It fails when that is none, or when its size or kind is not that of the first.
  [[nodiscard]] Status add(std::string_view png);
  [[nodiscard]] std::uint32_t added() const { return added_; }
  /// Returns the whole file. It fails when the number of added pictures is not the announced one.
  [[nodiscard]] Expected<std::string> finish() const;

 private:
  void put_control(std::string_view header);

  std::uint32_t frames_, fps_;
  std::uint32_t added_ = 0, sequence_ = 0;
  std::string header_;  ///< the data of IHDR
  std::string bytes_;
};

struct AnimationOptions {
  /// NAME.png or NAME.apng makes an animated PNG, and NAME.mp4 a film, if ffmpeg is installed. A PNG's name with %d or
  /// %04d makes one file for each picture, counted from 0. A file of that name is replaced.
  std::filesystem::path file;
  std::uint32_t frames = 1, fps = 30;  ///< both at least 1
};

class AnimationWriter {
 public:
  virtual ~AnimationWriter() = default;
  AnimationWriter() = default;
  AnimationWriter(const AnimationWriter&) = delete;
  AnimationWriter& operator=(const AnimationWriter&) = delete;

  /// All pictures have the size of the first. It fails when the file cannot be written, or with what ffmpeg reports.
  [[nodiscard]] virtual Status add(const render::Image& image) = 0;
  /// Completes the file after the announced number of pictures. Without it, only numbered files are made or changed.
  [[nodiscard]] virtual Status finish() = 0;
};

/// It fails when the file name names no known form, or when ffmpeg is missing, and says what can be done instead.
[[nodiscard]] Expected<std::unique_ptr<AnimationWriter>> open_animation(const AnimationOptions& options);

/// Returns the command line of ffmpeg, whose standard input takes pictures of that size.
[[nodiscard]] std::vector<std::string> ffmpeg_command(const AnimationOptions& options, std::uint32_t width,
                                                      std::uint32_t height, const std::filesystem::path& to);

/// Puts the number into "frame-%03d.png". It is empty when there is no such place, or more than one.
[[nodiscard]] std::string numbered_name(std::string_view pattern, std::uint32_t number);

}  // namespace lanescope::gui
