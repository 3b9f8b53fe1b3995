#include "gui/export/animated_png.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "render/image/png_chunk.h"

namespace warpscope::gui {

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

}  // namespace

void AnimatedPng::put_control(std::string_view header) {
  std::string control = big_endian(sequence_++);
  control += header.substr(0, 8);  // width and height
  control += big_endian(0);        // left
  control += big_endian(0);        // top
  control += big_endian(1, 2);     // shown for 1 / fps seconds
  control += big_endian(fps_, 2);
  control += big_endian(0, 1);  // what was there stays
  control += big_endian(0, 1);  // and is replaced
  bytes_ += png_chunk("fcTL", control);
}

Status AnimatedPng::add(std::string_view png) {
  const std::optional<Still> still = read_still(png);
  if (!still) return failure("a picture of the animation is no PNG");
  if (added_ == 0) {
    header_ = still->header;
  } else if (header_ != still->header) {
    return failure("the pictures of an animation differ in size");
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
    return failure(fmt::format("{} pictures of {} were made", added_, frames_));
  }
  constexpr std::uint32_t for_ever = 0;
  return std::string(render::png_signature) + png_chunk("IHDR", header_) +
         png_chunk("acTL", big_endian(frames_) + big_endian(for_ever)) + bytes_ + png_chunk("IEND", "");
}

}  // namespace warpscope::gui
