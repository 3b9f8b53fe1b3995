// NVRTC's and its assembler's words as values, and from lines of PTX back to the lines that a person wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

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

/// All messages of a log, in its order. Notes are folded into the message they explain. What the assembler says of a
/// line of PTX or of an entry is led back to the source through the PTX's .loc; empty PTX: it has no place then.
[[nodiscard]] std::vector<Diagnostic> read_log(std::string_view log, std::string_view ptx);

/// One line of ptxas, inside NVRTC and nvJitLink alike, as a message with the place in the source, as far as the PTX
/// tells it; empty for other lines and for ptxas's reports of success. Too much shared memory and the like name the
/// entry and both numbers in decimal.
[[nodiscard]] std::optional<Diagnostic> assembler_message(std::string_view line, std::string_view ptx);

}  // namespace warpscope::compiler
