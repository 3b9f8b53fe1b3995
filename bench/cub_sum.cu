// cub::DeviceReduce::Sum behind a plain function, in a library of its own, so that only this part needs nvcc.
#include "cub_sum.h"

#include <cub/device/device_reduce.cuh>
#include <cub/version.cuh>

namespace {

template <class Value>
int sum(void* scratch, size_t* scratch_bytes, const void* in, void* out, size_t count, CUstream stream) {
  return cub::DeviceReduce::Sum(scratch, *scratch_bytes, static_cast<const Value*>(in), static_cast<Value*>(out), count,
                                stream);
}

}  // namespace

extern "C" int cub_sum(CubValue value, void* scratch, size_t* scratch_bytes, const void* in, void* out, size_t count,
                       CUstream stream) {
  return value == CubValue::i32 ? sum<int>(scratch, scratch_bytes, in, out, count, stream)
                                : sum<float>(scratch, scratch_bytes, in, out, count, stream);
}

extern "C" int cub_version() {
  return CUB_VERSION;
}
