// Describes failed compilations in one sentence, with a remedy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace lanescope::compiler {

/// Returns why a request is refused before NVRTC sees it (names that PTX could not hold, a zero byte in a text, an
/// option that is not known to be harmless); empty when it is not.
[[nodiscard]] std::optional<Error> refusal(const Request& request);

/// `status` is NVRTC's name of the result, for a log without a message.
[[nodiscard]] Error compile_failure(const Request& request, std::vector<Diagnostic> messages, const std::string& log,
                                    const std::string& status);

[[nodiscard]] Error assembly_failure(std::vector<Diagnostic> messages, const std::string& log);

}  // namespace lanescope::compiler
