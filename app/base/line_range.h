// Lines of source files, for what concerns some of them only.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lanescope {

/// Lines `first` to `last` of a file, both counted from 1 and both included.
struct LineRange {
  int first = 0, last = 0;
  friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// Ranges by the name of the file, rising and apart from each other.
using LinesByFile = std::map<std::string, std::vector<LineRange>>;

/// Whether a line stands in one of the ranges.
[[nodiscard]] inline bool contains_line(const std::vector<LineRange>& ranges, int line) {
  for (const LineRange& range : ranges) {
    if (range.first <= line && line <= range.last) return true;
  }
  return false;
}

}  // namespace lanescope
