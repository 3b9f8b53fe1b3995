// The common lane functions for any processor.
//
// The .inl files are compiled here and in avx2.cpp, there with other compiler options. Everything in them
// stands in an anonymous namespace, and they call nothing inline from outside it (only built-in functions and the C
// library): an inline function of a library, compiled with AVX2 there, could be the copy that the linker keeps for
// everybody.

#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "emulator/arithmetic/request.h"

namespace warpscope::emulator {
namespace {
#include "emulator/arithmetic/lanes.inl"
// each needs those above it
#include "emulator/arithmetic/integer.inl"
// rotations and fields use the integers' widths
#include "emulator/arithmetic/bits.inl"
// moves of vectors
#include "emulator/arithmetic/move.inl"
// carries use the integers' products
#include "emulator/arithmetic/carry.inl"
// 16-bit numbers
#include "emulator/arithmetic/half.inl"
// arithmetic on floating point
#include "emulator/arithmetic/float.inl"
// comparisons flush as the arithmetic does
#include "emulator/arithmetic/compare.inl"
// conversions use all of it
#include "emulator/arithmetic/convert.inl"
// and the choice among them
#include "emulator/arithmetic/common.inl"
}  // namespace

LaneFunction baseline_function(const Request& request) {
  return common_function(request);
}

}  // namespace warpscope::emulator
