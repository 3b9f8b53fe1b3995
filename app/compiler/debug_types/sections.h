// The debugging information in PTX: sections whose bytes are written as directives. Source: PTX ISA, "Debugging
// Directives: .section".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::compiler {

/// Returns the bytes of the section of that name, ".debug_info", which .b8, .b16, .b32 and .b64 write as little-endian
/// numbers. A label, or a difference of labels, counts as 0: what is at an address is never asked for. Several sections
/// of one name are joined. Without one, and beyond what cannot be read, there are no bytes.
[[nodiscard]] std::vector<std::uint8_t> debug_section(std::string_view ptx, std::string_view name);

}  // namespace lanescope::compiler
