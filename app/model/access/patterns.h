// Single warp instructions as a table: what `warpscope patterns FILE.csv` reads and writes.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::model {

/// CSV in, the same CSV out with its columns wavefronts, bank_conflicts and sectors filled in; those that are missing
/// are appended, other columns stay as they are. The first line names the columns, in any order; needed are
///   space                shared or global
///   operation            load, store, reduce or atomic
///   bytes_per_lane       1, 2, 4, 8 or 16
///   lane_byte_addresses  32 numbers with blanks between, `-` for a lane that takes no part
/// Shared rows get wavefronts and bank_conflicts, global rows sectors; the other cells are left empty. Blank lines are
/// dropped. Error: the line and what is wrong in it, or that no rule is known for the row.
[[nodiscard]] Expected<std::string> fill_patterns(std::string_view csv);

}  // namespace warpscope::model
