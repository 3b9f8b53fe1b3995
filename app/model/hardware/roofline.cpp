#include "model/hardware/roofline.h"

#include <array>

namespace lanescope::model {

double wavefront_roof(int multiprocessors, double clock_mhz) {
  return multiprocessors * clock_mhz * 1e-3;
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

}  // namespace lanescope::model
