// The common lane functions for any processor.
//
// The .inl files are compiled here and in avx2.cpp, there with other compiler options. Everything in them
// stands in an anonymous namespace, and they call nothing inline from outside it (only built-in functions and the C
// library): an inline function of a library, compiled with AVX2 there, could be the copy that the linker keeps for
// everybody.

#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "emulator/arithmetic/request.h"

namespace warpscope::emulator {
namespace {
#include "emulator/arithmetic/common.inl"
}  // namespace

LaneFunction baseline_function(const Request& request) {
  return common_function(request);
}

}  // namespace warpscope::emulator
