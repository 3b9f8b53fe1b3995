// The common lane functions once more, for processors with AVX2, FMA and F16C; see baseline.cpp.
#if defined(__x86_64__)

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

LaneFunction avx2_function(const Request& request) {
  return common_function(request);
}

}  // namespace warpscope::emulator

#endif
