// Text in aligned columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::cli {

/// Cells a terminal takes for the text: UTF-8, each character one cell wide.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// One line a row, each indented by two blanks; columns are as wide as their widest cell and two blanks apart. The
/// first `left` columns begin at their left edge, the others end at their right one. Rows may be shorter than others.
[[nodiscard]] std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left);

/// "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace warpscope::cli
