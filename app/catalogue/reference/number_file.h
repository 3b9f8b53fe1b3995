// Files of numbers: raw little-endian elements, or NumPy's .npy.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// Returns the elements in a file as the bytes of the buffer. A file that begins as .npy does must hold numbers of the
/// buffer's type in rows (C order); any other file holds raw elements. It fails, naming the file, when the number of
/// elements or their type is not that of the buffer. NumPy has no bf16: a file of u16 holds its bits.
[[nodiscard]] Expected<std::vector<std::byte>> elements_in_file(std::span<const std::byte> file, const Buffer& buffer,
                                                                const std::string& name);

}  // namespace lanescope::catalogue
