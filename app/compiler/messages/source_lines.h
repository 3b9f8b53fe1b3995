// From lines of PTX back to the lines that a person wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::compiler {

/// Every source and header is compiled under this folder, which need not exist. NVRTC would otherwise put the folder
/// the process happens to run in before each name, and PTX, cubin and cache would depend on it.
inline constexpr std::string_view source_root = "/warpscope/";

/// The name that a Request gave to what PTX's .file or the cubin's line table calls `path`: source_root taken off,
/// octal escapes undone. Other paths (the toolkit's headers) stay.
[[nodiscard]] std::string source_name(std::string_view path);

/// The text with source_root taken out wherever it stands.
[[nodiscard]] std::string without_source_root(std::string text);

struct Place {
  std::string file;  ///< as source_name()
  int line = 0, column = 0;
};

/// Where line number `line` of the PTX (from 1) comes from: the last .loc before it in the same function.
[[nodiscard]] std::optional<Place> place_of_line(std::string_view ptx, int line);

/// Where an entry point is defined: its first .loc.
[[nodiscard]] std::optional<Place> place_of_entry(std::string_view ptx, std::string_view entry);

}  // namespace warpscope::compiler
