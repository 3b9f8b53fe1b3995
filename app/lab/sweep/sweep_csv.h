// Comma-separated values by RFC 4180: text from rows of cells and rows of cells from text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::lab {

/// Returns one line with its line end; cells with commas, quotes or line ends are quoted.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

/// Returns all whole rows. A last row without its line end is left out, because its writer was stopped.
[[nodiscard]] std::vector<std::vector<std::string>> csv_rows(std::string_view text);

}  // namespace warpscope::lab
