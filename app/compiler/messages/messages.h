// NVRTC's and its assembler's words as values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

/// All messages of a log, in its order. Notes are folded into the message they explain. What the assembler says of a
/// line of PTX or of an entry is led back to the source through the PTX's .loc; empty PTX: it has no place then.
[[nodiscard]] std::vector<Diagnostic> read_log(std::string_view log, std::string_view ptx);

/// One line of ptxas, inside NVRTC and nvJitLink alike, as a message with the place in the source, as far as the PTX
/// tells it; empty for other lines and for ptxas's reports of success. Too much shared memory and the like name the
/// entry and both numbers in decimal.
[[nodiscard]] std::optional<Diagnostic> assembler_message(std::string_view line, std::string_view ptx);

}  // namespace warpscope::compiler
