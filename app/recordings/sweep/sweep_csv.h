// Comma-separated values by RFC 4180: text from rows of cells and rows of cells from text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::recordings {

/// Returns one line with its line end; cells with commas, quotes or line ends are quoted.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

struct CsvRows {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;  ///< the line, counted from 1, on which each row begins
  std::size_t bytes = 0;           ///< where the rest begins that is no row yet: the text ends within it
};

/// Returns all rows. A row at the end of the text that has no line end is one of them only when `last_row_is_complete`,
/// which gets its cells, says so. It fails on a quotation mark inside a cell without quotes, and on text behind one
/// that ended a cell; the error names the line.
[[nodiscard]] Expected<CsvRows> csv_rows(
    std::string_view text, const std::function<bool(const std::vector<std::string>&)>& last_row_is_complete = {});

}  // namespace lanescope::recordings
