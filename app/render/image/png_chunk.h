// What a PNG file is put together from, by "Portable Network Graphics, Third Edition" (W3C, 2025): for files that the
// encoder of image.h does not write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::render {

/// What every PNG file begins with.
inline constexpr std::string_view png_signature("\x89PNG\r\n\x1a\n", 8);

/// The last `bytes` bytes of the number, the highest first.
[[nodiscard]] std::string big_endian(std::uint32_t value, int bytes = 4);

/// Length, type, data, and the CRC of type and data. `type`: four letters, "IDAT".
[[nodiscard]] std::string png_chunk(std::string_view type, std::string_view data);

}  // namespace warpscope::render
