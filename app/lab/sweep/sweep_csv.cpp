#include "lab/sweep/sweep_csv.h"

#include <utility>

namespace warpscope::lab {

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

std::vector<std::vector<std::string>> csv_rows(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quoted) {
      if (letter != '"') {
        cell += letter;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += text[++i];
      } else {
        quoted = false;
      }
    } else if (letter == '"' && cell.empty()) {
      quoted = true;
    } else if (letter == ',') {
      row.push_back(std::exchange(cell, {}));
    } else if (letter == '\n') {
      if (!cell.empty() && cell.back() == '\r') cell.pop_back();
      row.push_back(std::exchange(cell, {}));
      rows.push_back(std::exchange(row, {}));
    } else {
      cell += letter;
    }
  }
  return rows;
}

}  // namespace warpscope::lab
