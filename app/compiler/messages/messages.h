// Reads messages of NVRTC and its assembler, and finds the source line of a line of PTX.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::compiler {

/// Every source and header is compiled under this folder, which need not exist. Otherwise NVRTC would put the working
/// folder of the process before each name, and PTX, cubin and cache would depend on it.
inline constexpr std::string_view source_root = "/lanescope/";

/// Returns the name that a Request gave to the file that PTX's .file or the cubin's line table calls `path`, without
/// source_root and with octal escapes undone. Other paths (the toolkit's headers) stay.
[[nodiscard]] std::string source_name(std::string_view path);

/// Returns the text with source_root removed wherever it stands.
[[nodiscard]] std::string without_source_root(std::string text);

struct SourcePlace {
  std::string file;  ///< as source_name() returns it
  int line = 0, column = 0;
};

/// Finds the source of line number `line` of the PTX (from 1): the last .loc before it in the same function.
[[nodiscard]] std::optional<SourcePlace> place_of_line(std::string_view ptx, int line);

/// Finds the definition of an entry point: its first .loc.
[[nodiscard]] std::optional<SourcePlace> place_of_entry(std::string_view ptx, std::string_view entry);

/// Returns all messages of a log, in its order, with notes joined to the message they explain. Messages of the
/// assembler about a line of PTX or an entry get their place from the PTX's .loc; without PTX they have no place.
[[nodiscard]] std::vector<Diagnostic> read_log(std::string_view log, std::string_view ptx);

/// Reads one line of ptxas, from NVRTC or nvJitLink, as a message with the place in the source that the PTX gives. It
/// returns nothing for other lines and for reports of success. Messages such as too much shared memory name the entry
/// and both numbers in decimal.
[[nodiscard]] std::optional<Diagnostic> assembler_message(std::string_view line, std::string_view ptx);

}  // namespace lanescope::compiler
