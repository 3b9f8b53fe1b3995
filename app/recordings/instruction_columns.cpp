#include "recordings/instruction_columns.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "recordings/messages.h"

namespace lanescope::recordings {
namespace {

using json = nlohmann::json;

constexpr const char* offset_column = "pc_offset";
constexpr const char* samples_column = "stall_samples";
/// More than any program has; a file that says so is not one of ours.
constexpr std::size_t max_instructions = 1'000'000, max_cells = 20'000'000;

/// The numbers of one instruction by column.
std::map<std::string, json> flattened_instruction(const json& instruction) {
  std::map<std::string, json> cells;
  for (const auto& [name, value] : instruction.items()) {
    if (name != samples_column) {
      cells[name] = value;
      continue;
    }
    for (const auto& [reason, count] : value.items()) cells[std::string(samples_column) + "/" + reason] = count;
  }
  return cells;
}

/// Appends a value to a list of runs.
void append_run(json& runs, const json& value, std::size_t times = 1) {
  const std::size_t size = runs.size();
  if (size >= 2 && runs[size - 2] == value) {
    runs[size - 1] = runs[size - 1].get<std::size_t>() + times;
  } else {
    runs.push_back(value);
    runs.push_back(times);
  }
}

/// Returns the values of a list of runs; nothing when it is none, or too long.
std::optional<std::vector<json>> unrolled_runs(const json& runs) {
  if (!runs.is_array() || runs.size() % 2 != 0) return std::nullopt;
  std::vector<json> values;
  for (std::size_t i = 0; i < runs.size(); i += 2) {
    const json& times = runs[i + 1];
    if (!times.is_number_unsigned() || times.get<std::uint64_t>() > max_instructions - values.size()) {
      return std::nullopt;
    }
    values.insert(values.end(), times.get<std::size_t>(), runs[i]);
  }
  return values;
}

}  // namespace

json as_columns(const json& instructions) {
  std::map<std::string, json> columns;
  std::map<std::string, std::size_t> lengths;
  const auto fill_up = [&](const std::string& name, std::size_t length) {
    if (lengths[name] < length) append_run(columns[name], nullptr, length - lengths[name]);
    lengths[name] = length;
  };
  std::size_t count = 0;
  std::int64_t before = 0;
  for (const json& instruction : instructions) {
    auto cells = flattened_instruction(instruction);
    const auto here = cells[offset_column].get<std::int64_t>();
    cells[offset_column] = here - before;
    before = here;
    for (const auto& [name, value] : cells) {
      fill_up(name, count);
      append_run(columns[name], value);
      ++lengths[name];
    }
    ++count;
  }
  for (auto& [name, column] : columns) fill_up(name, count);
  return json(columns);
}

Expected<json> from_columns(const json& columns) {
  const auto unfit = [] {
    return failure(message<"recording.counted_instructions">(), "", message<"recording.remedy">());
  };
  if (!columns.is_object()) return unfit();
  json instructions = json::array();
  bool first = true;
  for (const auto& [name, runs] : columns.items()) {
    const auto values = unrolled_runs(runs);
    if (!values) return unfit();
    if (first) instructions = json(values->size(), json::object());
    first = false;
    if (values->size() != instructions.size() || values->size() * columns.size() > max_cells) return unfit();
    const std::string prefix = std::string(samples_column) + "/";
    std::int64_t before = 0;
    for (std::size_t i = 0; i < values->size(); ++i) {
      json value = (*values)[i];
      if (value.is_null()) continue;
      if (name == offset_column) {
        if (!value.is_number_integer()) return unfit();
        before += value.get<std::int64_t>();
        if (before < 0) return unfit();
        value = static_cast<std::uint64_t>(before);
      }
      if (name.starts_with(prefix)) {
        instructions[i][samples_column][name.substr(prefix.size())] = std::move(value);
      } else {
        instructions[i][name] = std::move(value);
      }
    }
  }
  return instructions;
}

}  // namespace lanescope::recordings
