// How many floating-point operations an instruction makes, as rooflines count them.
#pragma once

#include "ptx/instruction.h"

namespace lanescope::ptx {

/// Returns the floating-point operations of one lane: 2 for a fused multiply-add, 1 for an addition, a subtraction, a
/// product, a quotient, a root or another function, as often as the type has packed numbers; 0 for all others, also for
/// comparisons, conversions and integers. Of a product of matrices it is a lane's share of 2 m n k.
[[nodiscard]] unsigned float_operations(const Instruction& instruction);

}  // namespace lanescope::ptx
