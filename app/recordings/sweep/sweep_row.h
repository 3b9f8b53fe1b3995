// One point of a sweep as scripts read it: an object of the JSON file or a line of the CSV file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/result.h"

namespace lanescope::recordings {

/// Returns why a point has no result that can be used; nothing for a point that ran well, or showed exactly the fault
/// that its file promises.
[[nodiscard]] std::optional<Error> failure_of(const experiments::Result& result);

/// The keys are: key; date; those of `lanescope run --json` that say what ran and how fast; registers and local_bytes
/// (the largest per thread of all launches), shared_bytes (the largest per block) and occupancy (the smallest);
/// accesses (counts as executed, by space and operation); fault; reason. What was not measured is null. `key` is
/// SweepKey::digest().
[[nodiscard]] nlohmann::json point_json(const experiments::Result& result, const std::string& key,
                                        const std::string& date);

/// One cell for each column. Names of knobs and sizes are columns of their own; times end in _ms.
using CsvRow = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] CsvRow csv_row(const nlohmann::json& point);

}  // namespace lanescope::recordings
