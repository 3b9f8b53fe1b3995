// What ptxas says, inside NVRTC and nvJitLink alike.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/messages/messages.h"

namespace warpscope::compiler {

/// One line of ptxas as a message with the place in the source, as far as the PTX tells it; empty for other lines and
/// for ptxas's reports of success. Too much shared memory and the like name the entry and both numbers in decimal.
[[nodiscard]] std::optional<Diagnostic> assembler_message(std::string_view line, std::string_view ptx);

}  // namespace warpscope::compiler
