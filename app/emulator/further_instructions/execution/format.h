// Device printf: formats the bytes that a kernel passes to vprintf.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace lanescope::emulator {

/// Formats as the CUDA C++ Programming Guide, "Formatted Output", describes: flags, width, precision, size (h, hh, l,
/// ll, z, t, j) and conversions d i o u x X f F e E g G a A c s p %. `arguments` holds one argument after another, each
/// at its natural alignment (int 4 bytes, double and pointers 8), as the compiler stores them for vprintf.
/// `read_string` returns the text at a device address, for %s. It fails when the arguments end before the format does,
/// on an unknown conversion, and on a width or precision beyond 4096.
[[nodiscard]] Expected<std::string> format_device_text(
    std::string_view format, std::span<const std::byte> arguments,
    const std::function<Expected<std::string>(std::uint64_t)>& read_string);

}  // namespace lanescope::emulator
