// Recordings: results kept in a file with the machine and the date, shown later as recorded.
//
// The file (warpscope.recording/2) is made for thousands of points. Results of one kernel that have the same fields
// stand in one table: the first result in full, then the fields in which the others differ as columns, and one row of
// numbers a result. What only the machine at hand can use, or can find again from the source, is left out: PTX and
// SASS, single samples, what device printf wrote, metrics site by site, occupancy curves.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/result.h"

namespace warpscope::lab {

struct Recording {
  std::string title;
  std::string date;  ///< ISO 8601, UTC
  Machine machine;
  std::vector<Result> results;
  std::map<std::string, std::string> sources = {};  ///< kernel id -> source_fingerprint() of the text that was measured
};

/// Error: not JSON (with line), another schema, a field that is missing or of the wrong type. Every result comes back
/// marked as recorded at the recording's date. Reads warpscope.recording/1 too, which held each result in full.
[[nodiscard]] Expected<Recording> read_recording(const std::filesystem::path& file);
/// Floating-point numbers keep six digits, which is far finer than any spread.
[[nodiscard]] Status write_recording(const std::filesystem::path& file, const Recording& recording);
/// The JSON files of a folder, sorted; none when it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder);
/// Now, as recordings date themselves.
[[nodiscard]] std::string today();

}  // namespace warpscope::lab
