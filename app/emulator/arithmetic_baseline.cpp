// The common lane functions for any processor.
//
// The .inl files are compiled here and in arithmetic_avx2.cpp, there with other compiler options. Everything in them
// stands in an anonymous namespace, and they call nothing inline from outside it (only built-in functions and the C
// library): an inline function of a library, compiled with AVX2 there, could be the copy that the linker keeps for
// everybody.

#include <fenv.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "emulator/arithmetic_request.h"

namespace warpscope::emulator {
namespace {
#include "emulator/arithmetic_lanes.inl"
// each needs those above it
#include "emulator/arithmetic_integer.inl"
// rotations and fields use the integers' widths
#include "emulator/arithmetic_bits.inl"
// moves of vectors
#include "emulator/arithmetic_move.inl"
// carries use the integers' products
#include "emulator/arithmetic_carry.inl"
// 16-bit numbers
#include "emulator/arithmetic_half.inl"
// arithmetic on floating point
#include "emulator/arithmetic_float.inl"
// comparisons flush as the arithmetic does
#include "emulator/arithmetic_compare.inl"
// conversions use all of it
#include "emulator/arithmetic_convert.inl"
// and the choice among them
#include "emulator/arithmetic_vector.inl"
}  // namespace

LaneFunction baseline_function(const Request& request) {
  return common_function(request);
}

}  // namespace warpscope::emulator
