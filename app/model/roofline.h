// The roofline model: what a kernel can reach at most, given how much it computes for each byte it moves.
#pragma once

#include "model/devices.h"

namespace warpscope::model {

enum class Bound { memory, compute };

/// Source: S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model for multicore
/// architectures", Communications of the ACM 52 (4), 2009.
struct Roofline {
  double flop_per_byte = 0;           ///< of the kernel: its arithmetic intensity
  double ridge_flop_per_byte = 0;     ///< where the two roofs meet
  double attainable_gflop_per_s = 0;  ///< min(peak, intensity * bandwidth)
  double least_seconds = 0;           ///< both roofs: max(bytes / bandwidth, flops / peak)
  Bound bound = Bound::memory;
};

/// bytes and flops: of the work as a whole, useful ones. A kernel without bytes is bound by compute; one without either
/// has intensity 0 and takes no time.
[[nodiscard]] Roofline roofline(double bytes, double flops, double peak_gflop_per_s, double gb_per_s);
[[nodiscard]] Roofline roofline(double bytes, double flops, const DeviceSheet& device);

}  // namespace warpscope::model
