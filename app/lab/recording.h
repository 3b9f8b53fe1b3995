// Recordings: results kept in a file with the machine and the date, shown later as recorded.
#pragma once

#include <filesystem>
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
};

/// Error: not JSON (with line), another schema, a field that is missing or of the wrong type. Every result comes back
/// marked as recorded at the recording's date.
[[nodiscard]] Expected<Recording> read_recording(const std::filesystem::path& file);
[[nodiscard]] Status write_recording(const std::filesystem::path& file, const Recording& recording);
/// Now, as recordings date themselves.
[[nodiscard]] std::string today();

}  // namespace warpscope::lab
