// The roofline model: the most that a kernel can reach, given how much it computes per byte that it moves, and how many
// wavefronts of shared memory it needs.
#pragma once

#include <optional>

namespace lanescope::model {

enum class Bound { memory, compute, shared_memory };

/// The most that a GPU does, in 10^9 per second. 0 means that it is not known and sets no roof.
struct Roofs {
  double bytes = 0;       ///< of its memory
  double operations = 0;  ///< single precision; a multiply-add counts as two
  double wavefronts = 0;  ///< of shared memory, of all multiprocessors together
};

/// Returns 10^9 wavefronts per second at `clock_mhz`. Shared memory serves one wavefront per clock on each
/// multiprocessor, because each bank gives 32 bits per clock (CUDA C++ Programming Guide, "Shared Memory" of compute
/// capability 5.x and later).
[[nodiscard]] double wavefront_roof(int multiprocessors, double clock_mhz);

/// The total work of a kernel. Wavefronts of shared memory are 0 also when they are not known.
struct Work {
  double bytes = 0, operations = 0, wavefronts = 0;
};

/// The lowest roof for this work (S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance
/// model for multicore architectures", Communications of the ACM 52 (4), 2009): the one that would take longest if it
/// were the only one.
struct LimitingRoof {
  Bound bound = Bound::memory;
  double seconds = 0;  ///< the least time under it
};
/// Of equal roofs, memory comes first, then compute. Returns nothing when the work meets no known roof.
[[nodiscard]] std::optional<LimitingRoof> limiting_roof(const Work& work, const Roofs& roofs);

}  // namespace lanescope::model
