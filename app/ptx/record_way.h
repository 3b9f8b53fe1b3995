// How instrumentation records an instruction. Internal to instrument*.cpp.
#pragma once

#include <cstdint>

#include "ptx/instruction.h"

namespace warpscope::ptx {

enum class Way : std::uint8_t {
  not_at_all,  ///< it touches no memory that a trace shows
  access,      ///< an address in brackets, and what is moved there
  copy,        ///< cp.async: two addresses
  fetch,       ///< coordinates
  barrier,
  unknown  ///< it touches memory in a way that no record describes
};
[[nodiscard]] Way way_of(const Instruction& instruction);

}  // namespace warpscope::ptx
