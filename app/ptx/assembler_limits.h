// What ends ptxas, and with it the process that it runs in, instead of being refused.
#pragma once

#include <string_view>

#include "base/error.h"

namespace lanescope::ptx {

/// Looks through PTX of unknown origin before it is assembled. It fails, naming the line, for blocks of more threads
/// than 31 bits count (their number plus one becomes a divisor) and for a constant that is divided by something else
/// than a positive number (the least integer divided by -1 overflows). What else is wrong the assembler says itself.
[[nodiscard]] Status check_assembler_limits(std::string_view ptx);

}  // namespace lanescope::ptx
