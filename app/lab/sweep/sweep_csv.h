// Comma-separated values by RFC 4180: text in, rows of cells out, and the way back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::lab {

/// One line with its line end; cells with commas, quotes or line ends are quoted.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

/// All whole rows. A last one without its line end is left out: whoever wrote it was stopped in the middle.
[[nodiscard]] std::vector<std::vector<std::string>> csv_rows(std::string_view text);

}  // namespace warpscope::lab
