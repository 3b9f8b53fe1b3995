// The rows that the tables of this folder share: a name, and what there is to say.
#pragma once

#include <string>
#include <string_view>

#include "lab/result.h"

namespace warpscope::cli {

inline constexpr const char* absent = "—";

/// "  name            value". Further lines of a value begin under its first.
[[nodiscard]] std::string row(std::string_view name, std::string_view value);

/// Knobs and sizes.
[[nodiscard]] std::string settings_row(const lab::Result& result);
/// The GPU, or what stands in for it.
[[nodiscard]] std::string device_row(const lab::Result& result);
[[nodiscard]] std::string notes_rows(const lab::Result& result);

}  // namespace warpscope::cli
