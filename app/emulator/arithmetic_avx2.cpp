// The common lane functions once more, for processors with AVX2, FMA and F16C; see arithmetic_baseline.cpp.
#if defined(__x86_64__)

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

LaneFunction avx2_function(const Request& request) {
  return common_function(request);
}

}  // namespace warpscope::emulator

#endif
