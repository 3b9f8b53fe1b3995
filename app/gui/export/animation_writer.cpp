#include "gui/export/animation_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "gui/messages.h"
#include "render/image/image.h"

namespace lanescope::gui {
namespace {

using render::big_endian, render::png_chunk;

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

struct Still {
  std::string_view header;
  std::vector<std::string_view> data;  ///< the contents of its IDAT chunks
};

std::optional<Still> read_still(std::string_view png) {
  if (!png.starts_with(render::png_signature)) return std::nullopt;
  Still still;
  for (std::size_t at = render::png_signature.size(); at + 12 <= png.size();) {
    const std::size_t length = word_at(png, at);
    if (length > png.size() - at - 12) return std::nullopt;
    const std::string_view type = png.substr(at + 4, 4), data = png.substr(at + 8, length);
    if (type == "IHDR") still.header = data;
    if (type == "IDAT") still.data.push_back(data);
    at += length + 12;
  }
  return still.header.size() == 13 && !still.data.empty() ? std::optional(still) : std::nullopt;
}

using namespace std::chrono_literals;

Message without_ffmpeg() {
  return message<"animation.without_ffmpeg">();
}
constexpr std::chrono::minutes film_limit{10};

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

/// Reads the messages of ffmpeg until it has closed its end or is silent.
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
      // After the child has ended, write() shall fail instead of ending this program.
      std::signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGPIPE
      auto child = ChildProcess::start(ffmpeg_command(options_, image.width, image.height, part_));
      if (!child)
        return failure(message<"animation.ffmpeg_does_not_start">(), "",
                       message<"animation.install_ffmpeg">(without_ffmpeg()));
      child_ = std::move(*child);
      width_ = image.width;
      height_ = image.height;
    }
    if (image.width != width_ || image.height != height_) return failure(message<"animation.film_sizes_differ">());
    std::size_t done = 0;
    while (done < image.pixels.size()) {
      const ssize_t count = ::write(child_.input().get(), image.pixels.data() + done, image.pixels.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return ended(false);
      done += static_cast<std::size_t>(count);
    }
    return {};
  }

  Status finish() override {
    if (!child_) return failure(message<"animation.film_needs_pictures">());
    child_.input().close();
    if (auto complete = ended(); !complete) return complete;
    std::error_code wrong;
    std::filesystem::rename(part_, options_.file, wrong);
    if (wrong) return failure(message<"animation.film_not_placed">(wrong.message()), options_.file.string());
    finished_ = true;
    return {};
  }

 private:
  /// Returns the messages of ffmpeg as an error when it did not succeed.
  Status ended(bool whole = true) {
    const std::string said = complaint(child_);
    const auto state = child_.wait(film_limit);
    if (whole && state && state->status == 0) return {};
    const std::string how = state ? state->text() : std::string("no end");
    return failure(said.empty() ? message<"animation.no_film">(how) : message<"animation.no_film_because">(how, said),
                   options_.file.string(), without_ffmpeg());
  }

  AnimationOptions options_;
  std::filesystem::path part_;
  ChildProcess child_;
  std::uint32_t width_ = 0, height_ = 0;
  bool finished_ = false;
};

}  // namespace

void AnimatedPng::put_control(std::string_view header) {
  std::string control = big_endian(sequence_++);
  control += header.substr(0, 8);  // width and height
  control += big_endian(0);        // left
  control += big_endian(0);        // top
  control += big_endian(1, 2);     // each is shown for 1 / fps seconds
  control += big_endian(fps_, 2);
  control += big_endian(0, 1);  // the previous picture stays
  control += big_endian(0, 1);  // and the new one replaces it
  bytes_ += png_chunk("fcTL", control);
}

Status AnimatedPng::add(std::string_view png) {
  const std::optional<Still> still = read_still(png);
  if (!still) return failure(message<"animation.no_png">());
  if (added_ == 0) {
    header_ = still->header;
  } else if (header_ != still->header) {
    return failure(message<"animation.sizes_differ">());
  }
  put_control(still->header);
  for (const std::string_view data : still->data) {
    if (added_ == 0) {
      bytes_ += png_chunk("IDAT", data);
    } else {
      bytes_ += png_chunk("fdAT", big_endian(sequence_++) + std::string(data));
    }
  }
  ++added_;
  return {};
}

Expected<std::string> AnimatedPng::finish() const {
  if (added_ != frames_ || added_ == 0) {
    return failure(message<"animation.picture_count">(added_, frames_));
  }
  constexpr std::uint32_t forever = 0;
  return std::string(render::png_signature) + png_chunk("IHDR", header_) +
         png_chunk("acTL", big_endian(frames_) + big_endian(forever)) + bytes_ + png_chunk("IEND", "");
}

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
  // Every player and every presentation program takes H.264 with 4:2:0, which needs even sides. One thread, and no
  // names of versions or dates, make the same pictures give the same bytes.
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
  if (options.frames == 0 || options.fps == 0) return failure(message<"animation.no_pictures">());
  if (ending == ".mp4") {
    const auto asked = run_process({"ffmpeg", "-version"}, 10s);
    if (!asked || asked->state.status != 0) {
      return failure(message<"animation.no_ffmpeg">(), options.file.string(),
                     message<"animation.install_ffmpeg">(without_ffmpeg()));
    }
    return std::make_unique<VideoWriter>(options);
  }
  if (ending == ".png" && name.find('%') != std::string::npos) {
    if (numbered_name(name, 0).empty()) {
      return failure(message<"animation.no_place_for_number">(name), "",
                     message<"animation.no_place_for_number_remedy">());
    }
    return std::make_unique<NumberedWriter>(options);
  }
  if (ending == ".png" || ending == ".apng") return std::make_unique<PngWriter>(options);
  return failure(message<"animation.unknown_kind">(name), "", message<"animation.unknown_kind_remedy">());
}

}  // namespace lanescope::gui
