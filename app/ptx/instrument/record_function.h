// The functions of an instrumented module that write one record each. Internal to instrument/.
#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warpscope::ptx {

enum class RecordKind : std::uint8_t {
  access,  ///< with an address, and where they are wanted a value of each lane
  barrier
};

/// Called by all lanes that run together at an instruction, with what RecordArgument says. A call instead of the same
/// fifty instructions at each of them: of an unrolled matrix product they made ptxas work four to twenty times as long.
[[nodiscard]] Function record_function(RecordKind kind, bool values);

/// The parameters of those functions, in this order.
enum class RecordArgument : std::uint8_t {
  point,    ///< 32 bits
  among,    ///< 32 bits: the lanes that call
  mask,     ///< 32 bits: those of them that the instruction's predicate did not leave out; not 0
  clock,    ///< 64 bits
  detail,   ///< 64 bits
  address,  ///< 64 bits, with its tag; accesses only
  value     ///< 32 bits; accesses with values only
};

}  // namespace warpscope::ptx
