#include "recordings/recording_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "experiments/json/read_json.h"
#include "experiments/setting_text.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"
#include "recordings/instruction_columns.h"
#include "recordings/messages.h"

namespace lanescope::recordings {
namespace {

using json = nlohmann::json;

constexpr const char* schema = "lanescope.recording/3";
constexpr std::array older_schemas = {"lanescope.recording/1", "lanescope.recording/2"};
Message choose_a_recording() {
  return message<"recording.remedy">();
}

/// The memory of all results; that of the largest recording of the project is a hundredth.
constexpr std::size_t max_unfolded = std::size_t{512} << 20;

constexpr std::size_t memory_per_byte = 8;  ///< of a JSON text: "[0,0,0]"

Expected<json> parse_line(std::string_view line, const Place& where) {
  TRY(json value, experiments::read_json(line, where, choose_a_recording()));
  if (!value.is_structured()) return failure(message<"recording.no_line">(), where, choose_a_recording());
  return value;
}

/// Returns a text field. It fails when the field is missing or is not text.
Expected<std::string> text_field(const json& object, const char* name, const Place& where) {
  const auto found = object.find(name);
  if (found == object.end()) return failure(message<"recording.no_field">(name), where, choose_a_recording());
  if (!found->is_string()) return failure(message<"recording.no_text">(name), where, choose_a_recording());
  return found->get<std::string>();
}

Error placed(Error error, const Place& where) {
  error.where = where;
  return error;
}

Error other_schema(const std::string& found, const std::string& file) {
  const bool older = std::find(older_schemas.begin(), older_schemas.end(), found) != older_schemas.end();
  return {message<"recording.schema">(found, schema), file,
          older ? message<"recording.schema_remedy">() : choose_a_recording()};
}

Expected<Recording> read_header(const json& line, const std::string& file) {
  if (!line.is_object()) return failure(message<"recording.none">(), file, choose_a_recording());
  Recording recording;
  TRY(const std::string written_schema, text_field(line, "schema", file));
  if (written_schema != schema) return failure(other_schema(written_schema, file));
  for (auto [name, field] : {std::pair{"title", &recording.title}, {"date", &recording.date}}) {
    TRY(*field, text_field(line, name, file));
  }
  if (recording.date.empty()) return failure(message<"recording.no_date">(), file, choose_a_recording());
  const auto machine = line.find("machine");
  if (machine == line.end()) return failure(message<"recording.no_machine">(), file, choose_a_recording());
  auto read = experiments::machine_from_json(*machine);
  if (!read) return failure(placed(read.error(), file));
  recording.machine = std::move(*read);
  return recording;
}

/// Rounds every floating-point number to six digits. Whole numbers stay: what was counted is exact.
json six_digits(json value) {
  if (value.is_number_float() && value.get<double>() == std::nearbyint(value.get<double>())) return value;
  if (value.is_number_float()) return std::strtod(fmt::format("{:.6g}", value.get<double>()).c_str(), nullptr);
  if (value.is_structured()) {
    for (json& item : value) item = six_digits(std::move(item));
  }
  return value;
}

/// Turns lists of objects into objects with the keys "0", "1", ...
json with_keys(json value) {
  if (!value.is_structured()) return value;
  const bool becomes_object =
      value.is_array() && std::any_of(value.begin(), value.end(), [](const json& item) { return item.is_object(); });
  json object = json::object();
  for (auto& [key, item] : value.items()) {
    (becomes_object ? object[key] : item) = with_keys(item);
  }
  return becomes_object ? object : value;
}

/// Turns objects of with_keys() back into lists.
json with_lists(const json& value) {
  if (!value.is_object()) return value;
  bool becomes_list = !value.empty();
  for (std::size_t i = 0; i < value.size() && becomes_list; ++i) becomes_list = value.contains(std::to_string(i));
  json copy = becomes_list ? json::array() : json::object();
  for (const auto& [key, item] : value.items()) {
    (becomes_list ? copy[std::stoul(key)] : copy[key]) = with_lists(item);
  }
  return copy;
}

/// Turns the columns of counted instructions into their list, where there are some. Returns about how many bytes that
/// added.
Expected<std::size_t> unpack_instructions(json& line) {
  constexpr std::size_t bytes_of_number = 64;
  const auto counted = line.find("counted");
  if (counted == line.end() || !counted->is_object()) return 0;
  const auto columns = counted->find("instructions");
  if (columns == counted->end() || !columns->is_object()) return 0;
  const std::size_t numbers = columns->size();
  TRY(*columns, from_columns(*columns));
  return bytes_of_number * numbers * columns->size();
}

/// Returns what a recording keeps of a result.
json kept(const experiments::Result& full, const std::string& source) {
  experiments::Result result = full;
  result.request = 0;
  result.ptx.clear();
  result.sass.reset();
  result.recent.clear();
  result.curves.clear();
  result.printed.clear();
  result.preview.reset();
  result.dumps.clear();
  if (result.metrics) {
    result.metrics->lines.clear();
    for (model::ViewMetrics* view : {&result.metrics->written, &result.metrics->executed}) {
      view->sites.clear();
      view->lines.clear();
      view->buffers.clear();
    }
  }
  if (result.counted) {
    // Where the sources lay on the machine that counted means nothing elsewhere.
    for (counters::CountedInstruction& instruction : result.counted->instructions)
      instruction.file = std::filesystem::path(instruction.file).filename().string();
  }
  json line = six_digits(experiments::to_json(result));
  if (const auto counted = line.find("counted"); counted != line.end()) {
    (*counted)["instructions"] = as_columns((*counted)["instructions"]);
  }
  line = with_keys(std::move(line));
  line["machine"] = experiments::to_json(result.machine);  // unrounded, as in the first line
  line["fingerprint"] = experiments::as_utf8(source);
  return line;
}

/// Returns the JSON Merge Patch that turns `from` into `to`.
json difference(const json& from, const json& to) {
  json patch = json::object();
  for (const auto& [key, value] : to.items()) {
    const auto known = from.find(key);
    if (known != from.end() && *known == value) continue;
    const bool both = known != from.end() && known->is_object() && value.is_object();
    patch[key] = both ? difference(*known, value) : value;
  }
  for (const auto& [key, value] : from.items()) {
    if (!to.contains(key)) patch[key] = nullptr;
  }
  return patch;
}

/// Collects the places (JSON pointers) of all differences. Returns false when the fields differ. A list is one value.
bool find_changes(const json& from, const json& to, const std::string& place, std::set<std::string>& places) {
  if (!from.is_object() || !to.is_object()) {
    if (from != to) places.insert(place);
    return !from.is_object() && !to.is_object();
  }
  bool same_fields = from.size() == to.size();
  for (auto field = to.begin(); field != to.end() && same_fields; ++field) {
    const auto known = from.find(field.key());
    same_fields = known != from.end() && field.key().find_first_of("/~") == std::string::npos &&
                  find_changes(*known, *field, place + "/" + field.key(), places);
  }
  return same_fields;
}

/// A longer value changes seldom, or is the kernel's source, so it is written in an object line.
bool may_be_column(const json& line, const std::string& place) {
  constexpr std::size_t max_characters = 16;
  const json::json_pointer pointer(place);
  return line.contains(pointer) && !line.at(pointer).is_object() && line.at(pointer).dump().size() <= max_characters;
}

/// Adds results in order; a later one takes the place of the one that it replaces.
class Replacing {
 public:
  explicit Replacing(Recording& recording) : recording_(recording) {}

  void add(experiments::Result result, const std::string& source) {
    std::string& known = recording_.sources[result.kernel];
    if (!known.empty() && known != source) forget(result.kernel);
    known = source;
    const auto key = std::tuple(result.kernel, experiments::setting_text(result), result.seed);
    const auto [place, is_new] = places_.try_emplace(key, recording_.results.size());
    if (is_new) {
      recording_.results.push_back(std::move(result));
    } else {
      recording_.results[place->second] = std::move(result);
    }
  }

 private:
  void forget(const std::string& kernel) {
    std::erase_if(recording_.results, [&](const experiments::Result& result) { return result.kernel == kernel; });
    places_.clear();
    for (std::size_t i = 0; i < recording_.results.size(); ++i) {
      const experiments::Result& result = recording_.results[i];
      places_[{result.kernel, experiments::setting_text(result), result.seed}] = i;
    }
  }

  Recording& recording_;
  std::map<std::tuple<std::string, std::string, std::uint64_t>, std::size_t> places_;
};

}  // namespace

std::string RecordingLines::first(const Recording& recording) {
  last_ = {{"machine", experiments::to_json(recording.machine)}};
  const json header = {{"schema", schema},
                       {"title", experiments::as_utf8(recording.title)},
                       {"date", experiments::as_utf8(recording.date)},
                       {"machine", last_["machine"]}};
  return header.dump() + "\n";
}

std::string RecordingLines::next(const experiments::Result& result, const std::string& source) {
  json line = kept(result, source);
  std::set<std::string> changes;
  const bool same_fields = find_changes(last_, line, "", changes);
  json written = json::array();
  if (same_fields && std::includes(columns_.begin(), columns_.end(), changes.begin(), changes.end())) {
    for (const std::string& column : columns_) written.push_back(line.at(json::json_pointer(column)));
  } else {
    written = difference(last_, line);
    if (!same_fields) changes.clear();
    changes.insert(columns_.begin(), columns_.end());
    std::erase_if(changes, [&](const std::string& place) { return !may_be_column(line, place); });
    if (changes != columns_) written["columns"] = changes;
    columns_ = std::move(changes);
  }
  last_ = std::move(line);
  return written.dump() + "\n";
}

/// Makes last_ the result of the next line. Returns false when the line does not fit the ones before.
bool RecordingLines::take(json line) {
  if (line.is_object()) {
    if (const auto columns = line.find("columns"); columns != line.end()) {
      columns_ = columns->get<std::set<std::string>>();
      line.erase(columns);
    }
    last_.merge_patch(line);
    return true;
  }
  if (line.size() != columns_.size()) return false;
  std::size_t cell = 0;
  for (const std::string& column : columns_) last_.at(json::json_pointer(column)) = line[cell++];
  return true;
}

Expected<Recording> RecordingLines::read(std::string_view text, const std::string& file) {
  const auto lines = experiments::complete_json_lines(text);
  bytes_ = lines.bytes;
  auto header = parse_line(lines.texts.front(), fmt::format("{}:1", file));
  // The older formats are one JSON document of many lines.
  for (const char* older : older_schemas) {
    const bool names_it = !header && text.find(fmt::format("\"{}\"", older)) != std::string_view::npos;
    if (names_it) return failure(other_schema(older, file));
  }
  if (!header) return failure(header.error());
  TRY(Recording recording, read_header(*header, file));
  last_ = {{"machine", experiments::to_json(recording.machine)}};
  Replacing results(recording);
  // The memory of one result and of all. A line of a few bytes repeats the whole result before it. Between two sums of
  // the values it is estimated from above: what a line replaces is counted twice. The values are summed again before
  // that doubles the estimate: each of them is then looked at as often as so much text was read.
  std::size_t size = 0, summed = 0, unfolded = 0;
  for (std::size_t i = 1; i < lines.texts.size(); ++i) {
    const Place where(file, static_cast<int>(i + 1));
    TRY(json line, parse_line(lines.texts[i], where));
    bool fits = false;
    try {
      fits = take(std::move(line));
    } catch (const json::exception&) {
      // a column that names no field, or is not text
    }
    if (!fits) return failure(message<"recording.line_does_not_fit">(), where, choose_a_recording());
    json whole = with_lists(last_);
    const auto unpacked = unpack_instructions(whole);
    if (!unpacked) return failure(placed(unpacked.error(), where));
    size += memory_per_byte * lines.texts[i].size();
    if (i % 64 == 1 || size > 2 * summed) size = summed = sizeof(experiments::Result) + experiments::memory_of(last_);
    unfolded += *unpacked;
    unfolded += size;
    if (unfolded > max_unfolded) {
      return failure(message<"recording.too_large">(human_bytes(max_unfolded)), where, choose_a_recording());
    }
    auto result = experiments::result_from_json(whole);
    if (!result) return failure(placed(result.error(), where));
    // A result that was read from an older recording and saved again keeps the date of its measurement.
    if (result->recorded.empty()) result->recorded = recording.date;
    const auto fingerprint = whole.find("fingerprint");
    const bool is_text = fingerprint != whole.end() && fingerprint->is_string();
    results.add(std::move(*result), is_text ? fingerprint->get<std::string>() : std::string());
  }
  std::erase_if(recording.sources, [](const auto& source) { return source.second.empty(); });
  return recording;
}

}  // namespace lanescope::recordings
