// NVRTC's and its assembler's words as values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

/// All messages of a log, in its order. Notes are folded into the message they explain. What the assembler says of a
/// line of PTX or of an entry is led back to the source through the PTX's .loc; empty PTX: it has no place then.
[[nodiscard]] std::vector<Diagnostic> read_log(std::string_view log, std::string_view ptx);

}  // namespace warpscope::compiler
