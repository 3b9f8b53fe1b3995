// How instrumentation records an instruction. Internal to instrument/.
#pragma once

#include <cstdint>

#include "ptx/instruction.h"

namespace warpscope::ptx {

enum class InstrumentationMode : std::uint8_t {
  none,    ///< not recorded: it touches no memory that a trace shows
  access,  ///< an address in brackets, and what is moved there
  copy,    ///< cp.async: two addresses
  fetch,   ///< coordinates
  barrier,
  unsupported  ///< it touches memory in a way that no record describes
};
[[nodiscard]] InstrumentationMode instrumentation_mode(const Instruction& instruction);

}  // namespace warpscope::ptx
