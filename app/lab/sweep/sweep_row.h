// One point of a sweep as scripts read it: an object of the JSON file, a line of the CSV.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/result.h"

namespace warpscope::lab {

/// Why a point has no result that can be used. Empty for a point that ran well, or showed exactly the fault that its
/// file promises.
[[nodiscard]] std::optional<Error> failure_of(const Result& result);

/// Keys: key, date, those of `warpscope run --json` that say what ran and how fast, of all launches together registers
/// and local_bytes (the most a thread has), shared_bytes (the most a block has) and occupancy (the least), accesses
/// (counts as executed, by space and operation), fault and reason. What was not measured is null. `key`: see
/// SweepKey::digest().
[[nodiscard]] nlohmann::json point_json(const Result& result, const std::string& key, const std::string& date);

/// A CSV cell a column. Names of knobs and sizes are columns of their own; times end in _ms.
using CsvRow = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] CsvRow csv_row(const nlohmann::json& point);

}  // namespace warpscope::lab
