// Single warp instructions as a table, which `lanescope patterns FILE.csv` reads and writes.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace lanescope::model {

/// Fills the columns wavefronts, bank_conflicts and sectors of a CSV text. Missing ones are appended; other columns
/// stay as they are. The first line names the columns, in any order. These are needed:
///   space                shared or global
///   operation            load, store, reduce, atomic, matrix load or matrix store
///   bytes_per_lane       1, 2, 4, 8 or 16
///   lane_byte_addresses  32 numbers separated by blanks, `-` for an inactive lane
/// Shared rows get wavefronts and bank_conflicts, global rows get sectors; the other cells stay empty. Blank lines are
/// dropped. An error names the line and what is wrong in it, or says that no rule is known for the row.
[[nodiscard]] Expected<std::string> fill_patterns(std::string_view csv);

}  // namespace lanescope::model
