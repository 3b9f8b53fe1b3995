#include "lab/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/file.h"
#include "lab/wire.h"
#include "lab/writer.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

constexpr const char* schema = "warpscope.recording/1";
constexpr const char* remedy = "choose a file that was written by warpscope";

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
    return failure("it is not JSON", fmt::format("{}:{}", file, line), remedy);
  } catch (const MachineError& error) {
    return failure(error.error().what, file, remedy);
  }
}

/// A text field of the outermost object.
Expected<std::string> text_field(const json& object, const char* name, const std::string& file) {
  const auto found = object.find(name);
  if (found == object.end()) return failure(fmt::format("field '{}' is missing", name), file, remedy);
  if (!found->is_string()) return failure(fmt::format("field '{}' must be text", name), file, remedy);
  return found->get<std::string>();
}

Error placed(Error error, const std::string& file) {
  error.where = error.where.empty() ? file : file + ": " + error.where;
  return error;
}

}  // namespace

Expected<Recording> read_recording(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return failure(bytes.error());
  const auto root = parse(*bytes, file.string());
  if (!root) return failure(root.error());
  if (!root->is_object()) return failure("it is not a recording", file.string(), remedy);
  const auto written_schema = text_field(*root, "schema", file.string());
  if (!written_schema) return failure(written_schema.error());
  if (*written_schema != schema) {
    return failure(fmt::format("its schema is '{}', not '{}'", *written_schema, schema), file.string(), remedy);
  }

  Recording recording;
  const auto title = text_field(*root, "title", file.string());
  if (!title) return failure(title.error());
  recording.title = *title;
  const auto date = text_field(*root, "date", file.string());
  if (!date) return failure(date.error());
  if (date->empty()) return failure("field 'date' is empty", file.string(), remedy);
  recording.date = *date;

  const auto machine = root->find("machine");
  if (machine == root->end()) return failure("field 'machine' is missing", file.string(), remedy);
  auto read_machine = machine_from_json(*machine);
  if (!read_machine) return failure(placed(read_machine.error(), file.string()));
  recording.machine = std::move(*read_machine);

  const auto results = root->find("results");
  if (results == root->end()) return failure("field 'results' is missing", file.string(), remedy);
  if (!results->is_array()) return failure("field 'results' must be a list", file.string(), remedy);
  for (std::size_t i = 0; i < results->size(); ++i) {
    auto result = result_from_json((*results)[i]);
    if (!result) {
      result.error().where = fmt::format("results[{}]", i);
      return failure(placed(result.error(), file.string()));
    }
    // One that was read from an older recording and saved again keeps the date of its measurement.
    if (result->recorded.empty()) result->recorded = recording.date;
    recording.results.push_back(std::move(*result));
  }
  return recording;
}

Status write_recording(const std::filesystem::path& file, const Recording& recording) {
  json results = json::array();
  for (const Result& result : recording.results) results.push_back(to_json(result));
  const json root = {{"schema", schema},
                     {"title", as_utf8(recording.title)},
                     {"date", as_utf8(recording.date)},
                     {"machine", to_json(recording.machine)},
                     {"results", std::move(results)}};
  return write_file(file, root.dump(2) + "\n");
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
