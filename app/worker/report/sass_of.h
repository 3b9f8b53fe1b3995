// The machine code of a cubin with its lines, in the words of a Result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "lab/sass.h"

namespace warpscope::worker {

/// nvdisasm: the program that writes the text; empty: there is none. Takes some 0.1 to 0.4 s with it. What is not to be
/// had is left empty, and Sass::without_text says why.
[[nodiscard]] lab::Sass sass_of(const std::vector<std::uint8_t>& cubin, const std::filesystem::path& nvdisasm);

}  // namespace warpscope::worker
