// Failed compilations in one sentence, with what to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace warpscope::compiler {

/// Why a request cannot even be given to NVRTC: names that PTX could not hold, a zero byte in a text. Empty: it can.
[[nodiscard]] std::optional<Error> refusal(const Request& request);

/// status: NVRTC's name of the result, for a log without a message.
[[nodiscard]] Error compile_failure(const Request& request, std::vector<Diagnostic> messages, const std::string& log,
                                    const std::string& status);

[[nodiscard]] Error assembly_failure(std::vector<Diagnostic> messages, const std::string& log);

}  // namespace warpscope::compiler
