// Results of one kernel as tables: what is the same in all of them stands once, the rest in rows of numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/result.h"

namespace warpscope::lab {

/// The remedy of whatever is no recording.
inline constexpr const char* choose_a_recording = "choose a file that was written by warpscope";

/// A JSON list of tables, one row a line: [{"result": {...}, "columns": [...], "rows": [[...], ...]}, ...]. Results
/// with the same fields, lists of the same lengths included, share a table. A column is a JSON pointer into `result`
/// with the values that are no numbers, to which its cells are indices:
/// {"field": "/target", "values": ["8.9", "9.0"]}. What `machine` and `source` repeat is left out.
[[nodiscard]] std::string tables_text(const std::vector<const Result*>& results, const Machine& machine);

/// The way back. Error: a table, a column or a row that does not fit, named by its place.
[[nodiscard]] Expected<std::vector<Result>> results_from_tables(const nlohmann::json& tables, const Machine& machine,
                                                                const std::string& kernel, const std::string& source);

}  // namespace warpscope::lab
