#include "gui/export_apng.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace warpscope::gui {

namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);

std::string big_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xffu);
  return text;
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1u) != 0 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table.at(i) = value;
  }
  return table;
}();

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) crc = crc_table.at((crc ^ static_cast<unsigned char>(byte)) & 0xffu) ^ crc >> 8;
  return ~crc;
}

std::string chunk(std::string_view type, std::string_view data) {
  std::string named(type);
  named += data;
  return big_endian(static_cast<std::uint32_t>(data.size()), 4) + named + big_endian(crc_of(named), 4);
}

struct Still {
  std::string_view header;
  std::vector<std::string_view> data;  ///< of its IDAT chunks
};

std::optional<Still> read_still(std::string_view png) {
  if (!png.starts_with(signature)) return std::nullopt;
  Still still;
  for (std::size_t at = signature.size(); at + 12 <= png.size();) {
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
  std::string control = big_endian(sequence_++, 4);
  control += header.substr(0, 8);  // width and height
  control += big_endian(0, 4);     // left
  control += big_endian(0, 4);     // top
  control += big_endian(1, 2);     // shown for 1 / fps seconds
  control += big_endian(fps_, 2);
  control += big_endian(0, 1);  // what was there stays
  control += big_endian(0, 1);  // and is replaced
  bytes_ += chunk("fcTL", control);
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
      bytes_ += chunk("IDAT", data);
    } else {
      bytes_ += chunk("fdAT", big_endian(sequence_++, 4) + std::string(data));
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
  return std::string(signature) + chunk("IHDR", header_) +
         chunk("acTL", big_endian(frames_, 4) + big_endian(for_ever, 4)) + bytes_ + chunk("IEND", "");
}

}  // namespace warpscope::gui
