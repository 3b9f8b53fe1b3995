// Adding to the end of a file so that it is whole before and after.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"

namespace warpscope::lab {

/// Writes the bytes at `offset` (what stood there is overwritten) in one call. A write that fails half way is taken
/// back: the file then ends at `offset` with `tail` again.
[[nodiscard]] Status write_at(const std::filesystem::path& file, std::size_t offset, std::string_view bytes,
                              std::string_view tail);

}  // namespace warpscope::lab
