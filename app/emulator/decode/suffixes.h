// Reads the suffixes of an instruction into a Request. Internal to decode/.
#pragma once

#include <optional>

#include "emulator/arithmetic/request.h"

namespace warpscope::emulator {

/// Types in order, every other word once. Null: a word that no lane function knows, or that stands there twice.
[[nodiscard]] std::optional<Request> request_of(const ptx::Instruction& instruction);

}  // namespace warpscope::emulator
