// Helpers that the tables of this folder share: rows of a name and a text, and text in aligned columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/number_text.h"
#include "experiments/result.h"

namespace lanescope::cli {

inline constexpr const char* absent = "—";

/// Returns "  name            value". Further lines of a value begin under its first.
[[nodiscard]] std::string row(std::string_view name, std::string_view value);

/// Lists knobs and sizes.
[[nodiscard]] std::string settings_row(const experiments::Result& result);
/// Names the GPU, or what replaces it.
[[nodiscard]] std::string device_row(const experiments::Result& result);
[[nodiscard]] std::string notes_rows(const experiments::Result& result);
/// Lists what was counted, page by page, or why it was not; empty when nobody asked for counters.
[[nodiscard]] std::string counters_rows(const experiments::Result& result);

/// Returns the number of terminal cells for UTF-8 text, in which each character is one cell wide.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// Returns a line for each row, indented by two blanks. Columns are as wide as their widest cell and two blanks apart.
/// The first `left` columns are aligned left, the others right. Rows may have different lengths.
[[nodiscard]] std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left);

}  // namespace lanescope::cli
