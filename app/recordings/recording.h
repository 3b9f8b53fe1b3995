// Recordings: results kept in a file with the machine and the date, shown later as recorded.
// recordings/recording_lines.h describes the file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "experiments/result.h"

namespace lanescope::recordings {

struct Recording {
  std::string title;
  std::string date;  ///< ISO 8601, UTC
  experiments::Machine machine;
  std::vector<experiments::Result> results;
  std::map<std::string, std::string> sources = {};  ///< kernel id -> source_fingerprint() of the text that was measured
  std::string warning = {};                         ///< what could not be read, for people; empty when all was read
};

/// Fails when the file is not JSON (the error names the line), has another schema, or has a field that is missing or
/// of the wrong type. Every result is marked as recorded at the recording's date.
[[nodiscard]] Expected<Recording> read_recording(const std::filesystem::path& file);
[[nodiscard]] Status write_recording(const std::filesystem::path& file, const Recording& recording);
/// Returns the recordings of a folder (*.jsonl), sorted; none when the folder cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder);
/// Returns the current time in the form of Recording::date.
[[nodiscard]] std::string current_date();

}  // namespace lanescope::recordings
