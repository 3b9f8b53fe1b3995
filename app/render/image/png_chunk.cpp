#include "render/image/png_chunk.h"

#include <array>

namespace warpscope::render {

namespace {

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

}  // namespace

std::string big_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xffu);
  return text;
}

std::string png_chunk(std::string_view type, std::string_view data) {
  std::string named(type);
  named += data;
  return big_endian(static_cast<std::uint32_t>(data.size())) + named + big_endian(crc_of(named));
}

}  // namespace warpscope::render
