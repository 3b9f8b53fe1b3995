// What the tables of this folder share: rows of a name and what there is to say, text in aligned columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Cells a terminal takes for the text: UTF-8, each character one cell wide.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// One line a row, each indented by two blanks; columns are as wide as their widest cell and two blanks apart. The
/// first `left` columns begin at their left edge, the others end at their right one. Rows may be shorter than others.
[[nodiscard]] std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left);

/// "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace warpscope::cli
