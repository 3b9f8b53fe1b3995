// The common lane functions for any processor.
//
// The .inl files are compiled here and, with other compiler options, in avx2.cpp. Everything in them is in an anonymous
// namespace, and they call no inline function from outside it (only built-in functions and the C library): the linker
// could otherwise keep a library's inline function that was compiled with AVX2 for every caller.

#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {
namespace {
#include "emulator/arithmetic/common.inl"
}  // namespace

LaneFunction baseline_function(const Request& request) {
  return common_function(request);
}

}  // namespace lanescope::emulator
