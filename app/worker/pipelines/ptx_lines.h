// PTX as a kernel file: its instructions stand in lines of their own text.
#pragma once

#include <string>
#include <string_view>

namespace lanescope::worker {

/// Returns the PTX with a .loc before each instruction that names the line of `file` in which it stands, instead of the
/// places in its source, which may not be at hand. No line changes its number, except that one follows the last.
[[nodiscard]] std::string with_own_lines(std::string_view ptx, std::string_view file);

}  // namespace lanescope::worker
