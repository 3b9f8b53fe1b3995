// The common lane functions, built again for processors with AVX2, FMA and F16C; see baseline.cpp.
#if defined(__x86_64__)

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

LaneFunction avx2_function(const Request& request) {
  return common_function(request);
}

}  // namespace lanescope::emulator

#endif
