// The roofline model: what a kernel can reach at most, given how much it computes for each byte it moves, and how many
// wavefronts of shared memory it needs for that.
#pragma once

#include <optional>

namespace warpscope::model {

enum class Bound { memory, compute, shared_memory };

/// What a GPU does at most, in 10^9 a second. 0: not known, and no roof.
struct Roofs {
  double bytes = 0;       ///< of its memory
  double operations = 0;  ///< single precision; a multiply-add counts as two
  double wavefronts = 0;  ///< of shared memory, all multiprocessors together
};

/// Shared memory passes one wavefront a clock on each multiprocessor, because each of its banks gives 32 bits a clock
/// (CUDA C++ Programming Guide, "Shared Memory" of compute capability 5.x and later). At `clock_mhz`, 10^9 a second.
[[nodiscard]] double wavefront_roof(int multiprocessors, double clock_mhz);

/// What a kernel has to do, in all. Wavefronts of shared memory: 0 also where they are not known.
struct Work {
  double bytes = 0, operations = 0, wavefronts = 0;
};

/// The roof that is lowest for this work (S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual
/// performance model for multicore architectures", Communications of the ACM 52 (4), 2009): the one that would take
/// longest if each were the only one.
struct LimitingRoof {
  Bound bound = Bound::memory;
  double seconds = 0;  ///< the least time under it
};
/// Where two are equal the first of memory, compute, shared memory. Empty: the work meets no known roof.
[[nodiscard]] std::optional<LimitingRoof> limiting_roof(const Work& work, const Roofs& roofs);

}  // namespace warpscope::model
