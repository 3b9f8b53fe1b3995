// The types of a kernel's parameters, from the PTX that NVRTC writes with --device-debug.
#pragma once

#include <string_view>

#include "base/error.h"
#include "base/value_types.h"

namespace lanescope::compiler {

/// Returns the parameters of an entry, by its name in the PTX, with all types that they reach. Typedefs are followed;
/// the vector types of CUDA (float4, dim3, half2, cuComplex) are numbers with a vector, __half and __nv_bfloat16 are
/// numbers, and the members of base classes are members. PTX may come from anybody: what is not well formed, refers to
/// itself or is too much of anything ends in an error or in a type of kind `other`. Sources: DWARF 2; for base classes,
/// which are members called __b_NAME, what NVRTC 11.8, 12.9 and 13.0 write.
[[nodiscard]] Expected<ValueTypes> parameter_types(std::string_view ptx, std::string_view entry);

}  // namespace lanescope::compiler
