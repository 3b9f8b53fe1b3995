// The predefined names of PTX that an operand may be.
#pragma once

#include <string_view>

namespace warpscope::ptx {

/// "%tid.x", "%laneid", "%envreg31", "%pm7_64", "WARP_SZ". Source: PTX ISA 9.0, "Special Registers".
[[nodiscard]] bool is_special_register(std::string_view word);

}  // namespace warpscope::ptx
