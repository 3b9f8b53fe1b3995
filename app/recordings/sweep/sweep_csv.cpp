#include "recordings/sweep/sweep_csv.h"

#include <fmt/format.h>

#include <utility>

#include "recordings/messages.h"

namespace lanescope::recordings {

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    if (cell.find_first_of(",\"\r\n") == std::string::npos) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char letter : cell) {
      if (letter == '"') line += '"';
      line += letter;
    }
    line += '"';
  }
  return line + '\n';
}

Expected<CsvRows> csv_rows(std::string_view text,
                           const std::function<bool(const std::vector<std::string>&)>& last_row_is_complete) {
  CsvRows read;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false, was_quoted = false;
  std::size_t line = 1, first_line = 1;
  const auto wrong = [&](const Message& what) {
    return failure(what, fmt::format("line {}", line), message<"csv.mend_remedy">());
  };
  const auto end_cell = [&] {
    row.push_back(std::exchange(cell, {}));
    was_quoted = false;
  };
  const auto end_row = [&](std::size_t end) {
    end_cell();
    read.rows.push_back(std::exchange(row, {}));
    read.lines.push_back(first_line);
    read.bytes = end;
    first_line = line;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool of_line_end = letter == '\r' && text.substr(i + 1, 1) == "\n";
    if (letter == '\n') ++line;
    if (quoted) {
      if (letter != '"') {
        cell += letter;
      } else if (text.substr(i + 1, 1) == "\"") {
        cell += text[++i];
      } else {
        quoted = false;
      }
    } else if (letter == '"') {
      if (was_quoted || !cell.empty()) return wrong(message<"csv.quotation_mark_inside">());
      quoted = was_quoted = true;
    } else if (letter == ',') {
      end_cell();
    } else if (letter == '\n') {
      end_row(i + 1);
    } else if (!of_line_end) {
      if (was_quoted) return wrong(message<"csv.text_behind_quotation_mark">());
      cell += letter;
    }
  }
  if (quoted && text.find('\n', read.bytes) != std::string_view::npos) {
    line = first_line;
    return wrong(message<"csv.quotation_mark_open">());
  }
  if (read.bytes < text.size() && !quoted && last_row_is_complete) {
    row.push_back(cell);
    const bool whole = last_row_is_complete(row);
    row.pop_back();
    if (whole) end_row(text.size());
  }
  return read;
}

}  // namespace lanescope::recordings
