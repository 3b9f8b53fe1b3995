#include "lab/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>

#include "base/file.h"
#include "lab/recording_table.h"
#include "lab/recording_text.h"
#include "lab/wire.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

constexpr const char* first_schema = "warpscope.recording/1";
constexpr const char* schema = "warpscope.recording/2";

/// Deep enough for a Result, and far from where a parser that recurses overflows its stack.
constexpr int deepest_json = 32;

Expected<json> parse(const std::string& text, const std::string& file) {
  try {
    const auto within_depth = [](int depth, json::parse_event_t, json&) {
      if (depth > deepest_json) throw MachineError({"it is nested too deeply", "", ""});
      return true;
    };
    return json::parse(text, within_depth);
  } catch (const json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(text.size(), error.byte));
    const auto line = 1 + std::count(text.begin(), end, '\n');
    return failure("it is not JSON", fmt::format("{}:{}", file, line), choose_a_recording);
  } catch (const MachineError& error) {
    return failure(error.error().what, file, choose_a_recording);
  }
}

/// A text field of the outermost object.
Expected<std::string> text_field(const json& object, const char* name, const std::string& file) {
  const auto found = object.find(name);
  if (found == object.end()) return failure(fmt::format("field '{}' is missing", name), file, choose_a_recording);
  if (!found->is_string()) return failure(fmt::format("field '{}' must be text", name), file, choose_a_recording);
  return found->get<std::string>();
}

Error placed(Error error, const std::string& file) {
  error.where = error.where.empty() ? file : file + ": " + error.where;
  return error;
}

/// The list of this name. Error: it is missing, or no list.
Expected<const json*> list_field(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end()) return failure(fmt::format("field '{}' is missing", name), where, choose_a_recording);
  if (!found->is_array()) return failure(fmt::format("field '{}' must be a list", name), where, choose_a_recording);
  return &*found;
}

/// warpscope.recording/1: each result in full.
Status read_full_results(const json& root, Recording& recording) {
  const auto results = list_field(root, "results", "");
  if (!results) return failure(results.error());
  for (std::size_t i = 0; i < (*results)->size(); ++i) {
    auto result = result_from_json((**results)[i]);
    if (!result) {
      result.error().where = fmt::format("results[{}]", i);
      return failure(result.error());
    }
    recording.results.push_back(std::move(*result));
  }
  return {};
}

/// One kernel with its tables.
Status read_kernel(const json& kernel, const std::string& where, Recording& recording) {
  if (!kernel.is_object()) return failure("it is not an object of fields", where, choose_a_recording);
  const auto id = text_field(kernel, "kernel", where);
  if (!id) return failure(id.error());
  const auto source = text_field(kernel, "source", where);
  if (!source) return failure(source.error());
  const auto fingerprint = text_field(kernel, "fingerprint", where);
  if (!fingerprint) return failure(fingerprint.error());
  const auto tables = list_field(kernel, "tables", where);
  if (!tables) return failure(tables.error());
  auto results = results_from_tables(**tables, recording.machine, *id, *source);
  if (!results) return failure(results.error().what, where + "." + results.error().where, choose_a_recording);
  std::move(results->begin(), results->end(), std::back_inserter(recording.results));
  if (!fingerprint->empty()) recording.sources[*id] = *fingerprint;
  return {};
}

Status read_kernels(const json& root, Recording& recording) {
  const auto kernels = list_field(root, "kernels", "");
  if (!kernels) return failure(kernels.error());
  for (std::size_t i = 0; i < (*kernels)->size(); ++i) {
    if (auto read = read_kernel((**kernels)[i], fmt::format("kernels[{}]", i), recording); !read) return read;
  }
  return {};
}

}  // namespace

Expected<Recording> read_recording(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return failure(bytes.error());
  const auto root = parse(*bytes, file.string());
  if (!root) return failure(root.error());
  if (!root->is_object()) return failure("it is not a recording", file.string(), choose_a_recording);
  const auto written_schema = text_field(*root, "schema", file.string());
  if (!written_schema) return failure(written_schema.error());
  if (*written_schema != schema && *written_schema != first_schema) {
    return failure(fmt::format("its schema is '{}', not '{}'", *written_schema, schema), file.string(),
                   choose_a_recording);
  }

  Recording recording;
  const auto title = text_field(*root, "title", file.string());
  if (!title) return failure(title.error());
  recording.title = *title;
  const auto date = text_field(*root, "date", file.string());
  if (!date) return failure(date.error());
  if (date->empty()) return failure("field 'date' is empty", file.string(), choose_a_recording);
  recording.date = *date;

  const auto machine = root->find("machine");
  if (machine == root->end()) return failure("field 'machine' is missing", file.string(), choose_a_recording);
  auto read_machine = machine_from_json(*machine);
  if (!read_machine) return failure(placed(read_machine.error(), file.string()));
  recording.machine = std::move(*read_machine);

  const auto read =
      *written_schema == first_schema ? read_full_results(*root, recording) : read_kernels(*root, recording);
  if (!read) return failure(placed(read.error(), file.string()));
  // One that was read from an older recording and saved again keeps the date of its measurement.
  for (Result& result : recording.results) {
    if (result.recorded.empty()) result.recorded = recording.date;
  }
  return recording;
}

Status write_recording(const std::filesystem::path& file, const Recording& recording) {
  return write_file(file, RecordingText(recording).text());
}

std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace warpscope::lab
