// An element of a buffer as people read it.
#pragma once

#include <cstdint>
#include <string>

#include "catalogue/launch_plan.h"

namespace warpscope::worker {

/// Raw bits in the low bytes: "-3", or "0.100000001 (0x3dcccccd)": shortest digits that give the same value back, and
/// the bits, because two that look alike may differ.
[[nodiscard]] std::string element_text(catalogue::ElementType type, std::uint64_t bits);

}  // namespace warpscope::worker
