// What the articles print: assets/articles/NNN.csv, one number a line.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::lessons {

/// One number of an article, in the unit that it is printed in.
struct Printed {
  double value = 0;
  std::string unit, note;
};
/// The keys are "table,row,param".
using Article = std::map<std::string, Printed, std::less<>>;
/// Fails when the file cannot be read, has other columns, or a value that is no number; the error names the line.
[[nodiscard]] Expected<Article> read_article(const std::filesystem::path& file);

/// Numbers of all articles by the names that formulas of lessons use: "000.time.copyCol.mean". The parts are document,
/// table, row and parameter; a letter that no name may hold is an underscore.
using PrintedNumbers = std::map<std::string, double, std::less<>>;
/// Reads the articles of a folder, whose files are called by three digits.
[[nodiscard]] Expected<PrintedNumbers> printed_numbers(const std::filesystem::path& folder);

/// A line of a table, and its place. The fields are parts of the text that was read.
struct CsvLine {
  std::vector<std::string_view> fields;
  Place where;
};
/// Returns the lines of a table whose header is `header`. No field may hold a comma.
[[nodiscard]] Expected<std::vector<CsvLine>> csv_lines(const std::filesystem::path& file, std::string_view text,
                                                       std::string_view header);

}  // namespace lanescope::lessons
