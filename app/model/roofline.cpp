#include "model/roofline.h"

#include <algorithm>
#include <limits>

namespace warpscope::model {

Roofline roofline(double bytes, double flops, double peak_gflop_per_s, double gb_per_s) {
  Roofline result;
  result.ridge_flop_per_byte = peak_gflop_per_s / gb_per_s;
  if (bytes > 0) {
    result.flop_per_byte = flops / bytes;
  } else if (flops > 0) {
    result.flop_per_byte = std::numeric_limits<double>::infinity();
  }
  result.attainable_gflop_per_s = std::min(peak_gflop_per_s, result.flop_per_byte * gb_per_s);
  result.least_seconds = std::max(bytes / (gb_per_s * 1e9), flops / (peak_gflop_per_s * 1e9));
  result.bound = result.flop_per_byte < result.ridge_flop_per_byte ? Bound::memory : Bound::compute;
  return result;
}

Roofline roofline(double bytes, double flops, const DeviceSheet& device) {
  return roofline(bytes, flops, device.fp32_gflop_per_s(), device.memory_gb_per_s);
}

}  // namespace warpscope::model
