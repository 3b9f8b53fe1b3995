#include "recordings/recording.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "base/file.h"
#include "recordings/line_file.h"
#include "recordings/recording_lines.h"

namespace lanescope::recordings {

Expected<Recording> read_recording(const std::filesystem::path& path) {
  LineFile file(path);
  // A LineFile does not treat a missing file as an error.
  if (std::error_code unknown; !std::filesystem::exists(path, unknown)) TRY_STATUS(read_file(path));
  TRY(const std::string text, file.read());
  RecordingLines lines;
  TRY(Recording recording, lines.read(text, path.string()));
  file.set_valid_size(lines.bytes());
  recording.warning = file.warning();
  return recording;
}

Status write_recording(const std::filesystem::path& file, const Recording& recording) {
  RecordingLines lines;
  std::string text = lines.first(recording);
  for (const experiments::Result& result : recording.results) {
    const auto source = recording.sources.find(result.kernel);
    text += lines.next(result, source == recording.sources.end() ? std::string() : source->second);
  }
  return LineFile(file).rewrite(text);
}

std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files = entries_of(folder);
  std::erase_if(files, [](const auto& file) { return file.extension() != ".jsonl"; });
  return files;
}

std::string current_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace lanescope::recordings
