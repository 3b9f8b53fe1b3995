#include "gui/export/animation_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "gui/export/animated_png.h"

namespace warpscope::gui {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view without_ffmpeg = "write an animated PNG (NAME.png) or numbered pictures (NAME-%04d.png)";
constexpr std::chrono::minutes film_limit{10};

std::string install_ffmpeg() {
  return fmt::format("install ffmpeg, or {}", without_ffmpeg);
}

class PngWriter final : public AnimationWriter {
 public:
  explicit PngWriter(const AnimationOptions& options) : file_(options.file), png_(options.frames, options.fps) {}

  Status add(const render::Image& image) override {
    TRY(const std::string still, render::encode_png(image));
    return png_.add(still);
  }
  Status finish() override {
    TRY(const std::string bytes, png_.finish());
    return write_file(file_, bytes);
  }

 private:
  std::filesystem::path file_;
  AnimatedPng png_;
};

class NumberedWriter final : public AnimationWriter {
 public:
  explicit NumberedWriter(const AnimationOptions& options) : pattern_(options.file) {}

  Status add(const render::Image& image) override {
    return render::write_png(image, pattern_.parent_path() / numbered_name(pattern_.filename().string(), number_++));
  }
  Status finish() override { return {}; }

 private:
  std::filesystem::path pattern_;
  std::uint32_t number_ = 0;
};

/// Reads until the other side has closed, or is silent: what ffmpeg complains about.
std::string complaint(ChildProcess& child) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t count = ::read(child.error().get(), part.data(), part.size());
    if (count <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  return std::string(trim(text));
}

class VideoWriter final : public AnimationWriter {
 public:
  explicit VideoWriter(AnimationOptions options) : options_(std::move(options)) {
    part_ = options_.file;
    part_.replace_extension(".part.mp4");
  }
  ~VideoWriter() override {
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(part_, ignored);
  }

  Status add(const render::Image& image) override {
    if (!child_) {
      // A child that has ended shall be an error of write(), not the end of this program.
      std::signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGPIPE
      auto child = ChildProcess::start(ffmpeg_command(options_, image.width, image.height, part_));
      if (!child) return failure("no film can be written: ffmpeg does not start", "", install_ffmpeg());
      child_ = std::move(*child);
      width_ = image.width;
      height_ = image.height;
    }
    if (image.width != width_ || image.height != height_) return failure("the pictures of a film differ in size");
    std::size_t done = 0;
    while (done < image.pixels.size()) {
      const ssize_t count = ::write(child_.input().get(), image.pixels.data() + done, image.pixels.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return ended();
      done += static_cast<std::size_t>(count);
    }
    return {};
  }

  Status finish() override {
    if (!child_) return failure("a film needs pictures");
    child_.input().close();
    const std::string said = complaint(child_);
    const auto state = child_.wait(film_limit);
    if (!state || state->status != 0) return told(said, state);
    std::error_code wrong;
    std::filesystem::rename(part_, options_.file, wrong);
    if (wrong) return failure("the film cannot be put in its place: " + wrong.message(), options_.file.string());
    finished_ = true;
    return {};
  }

 private:
  Status ended() {
    const std::string said = complaint(child_);
    return told(said, child_.wait(film_limit));
  }
  [[nodiscard]] Status told(const std::string& said, const std::optional<ExitState>& state) const {
    const std::string how = state ? state->text() : std::string("no end");
    return failure(fmt::format("ffmpeg made no film ({}){}", how, said.empty() ? "" : ": " + said),
                   options_.file.string(), std::string(without_ffmpeg));
  }

  AnimationOptions options_;
  std::filesystem::path part_;
  ChildProcess child_;
  std::uint32_t width_ = 0, height_ = 0;
  bool finished_ = false;
};

bool has_ffmpeg() {
  const auto asked = run_process({"ffmpeg", "-version"}, 10s);
  return asked && asked->state.status == 0;
}

}  // namespace

std::string numbered_name(std::string_view pattern, std::uint32_t number) {
  const std::size_t percent = pattern.find('%');
  if (percent == std::string_view::npos || pattern.find('%', percent + 1) != std::string_view::npos) return {};
  const std::size_t letter = pattern.find('d', percent);
  if (letter == std::string_view::npos) return {};
  const std::string_view digits = pattern.substr(percent + 1, letter - percent - 1);
  unsigned width = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), width);
  if (!digits.empty() && (wrong != std::errc() || end != digits.data() + digits.size() || width > 9)) return {};
  return fmt::format("{}{:0{}}{}", pattern.substr(0, percent), number, width, pattern.substr(letter + 1));
}

std::vector<std::string> ffmpeg_command(const AnimationOptions& options, std::uint32_t width, std::uint32_t height,
                                        const std::filesystem::path& to) {
  // H.264 with 4:2:0 is what every player and every slide takes; it needs even sides. One thread and no names of
  // versions or dates: the same pictures give the same bytes.
  const std::string line = fmt::format(
      "ffmpeg -nostdin -loglevel error -y -f rawvideo -pix_fmt rgba -s {}x{} -r {} -i pipe:0 -an "
      "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv "
      "-c:v libx264 -preset medium -crf 16 -pix_fmt yuv420p -colorspace bt709 -threads 1 "
      "-map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart -f mp4",
      width, height, options.fps);
  std::vector<std::string> command;
  for (const std::string_view word : split(line, ' ')) command.emplace_back(word);
  command.push_back(to.string());
  return command;
}

Expected<std::unique_ptr<AnimationWriter>> open_animation(const AnimationOptions& options) {
  const std::string name = options.file.filename().string(), ending = options.file.extension().string();
  if (options.frames == 0 || options.fps == 0) return failure("an animation has at least one picture a second");
  if (ending == ".mp4") {
    if (!has_ffmpeg()) {
      return failure("no film can be written: ffmpeg is not installed", options.file.string(), install_ffmpeg());
    }
    return std::make_unique<VideoWriter>(options);
  }
  if (ending == ".png" && name.find('%') != std::string::npos) {
    if (numbered_name(name, 0).empty()) {
      return failure("'" + name + "' has no one place for a number", "", "write one %d or %04d");
    }
    return std::make_unique<NumberedWriter>(options);
  }
  if (ending == ".png" || ending == ".apng") return std::make_unique<PngWriter>(options);
  return failure("'" + name + "' does not say what kind of animation it shall be", "",
                 "end it with .png (animated), .mp4 (a film), or -%04d.png (one file a picture)");
}

}  // namespace warpscope::gui
