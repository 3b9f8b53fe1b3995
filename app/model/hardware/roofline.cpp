#include "model/hardware/roofline.h"

#include <algorithm>
#include <array>
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
  result.min_seconds = std::max(bytes / (gb_per_s * 1e9), flops / (peak_gflop_per_s * 1e9));
  result.bound = result.flop_per_byte < result.ridge_flop_per_byte ? Bound::memory : Bound::compute;
  return result;
}

Roofline roofline(double bytes, double flops, const DeviceSheet& device) {
  return roofline(bytes, flops, device.fp32_gflop_per_s(), device.memory_gb_per_s);
}

double wavefront_roof(int multiprocessors, double clock_mhz) {
  return multiprocessors * clock_mhz * 1e-3;
}

Roofs roofs_of(const DeviceSheet& device) {
  return {device.memory_gb_per_s, device.fp32_gflop_per_s(), wavefront_roof(device.multiprocessors, device.clock_mhz)};
}

std::optional<LimitingRoof> limiting_roof(const Work& work, const Roofs& roofs) {
  struct Part {
    Bound bound;
    double amount, roof;
  };
  const std::array<Part, 3> parts{{{Bound::memory, work.bytes, roofs.bytes},
                                   {Bound::compute, work.operations, roofs.operations},
                                   {Bound::shared_memory, work.wavefronts, roofs.wavefronts}}};
  std::optional<LimitingRoof> lowest;
  for (const Part& part : parts) {
    if (part.amount <= 0 || part.roof <= 0) continue;
    const double seconds = part.amount / (part.roof * 1e9);
    if (!lowest || seconds > lowest->seconds) lowest = {part.bound, seconds};
  }
  return lowest;
}

}  // namespace warpscope::model
