#include "lab/recording_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "lab/wire.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

constexpr std::size_t max_unfolded = std::size_t{1}
                                     << 30;  ///< bytes of all results of a table: no honest file comes near

/// What a recording keeps of a result.
json kept(const Result& full, const Machine& machine) {
  Result result = full;
  result.request = 0;
  result.source.clear();  // stands once for the kernel
  result.kernel.clear();
  result.ptx.clear();
  result.sass.reset();
  result.recent.clear();
  result.curves.clear();
  result.printed.clear();
  result.preview.reset();
  result.dumps.clear();
  if (result.metrics) {
    result.metrics->lines.clear();
    for (ViewMetrics* view : {&result.metrics->written, &result.metrics->executed}) {
      view->sites.clear();
      view->lines.clear();
      view->buffers.clear();
    }
  }
  json written = to_json(result);
  if (full.machine == machine) written.erase("machine");
  return written;
}

double six_digits(double value) {
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

/// Objects, and lists that hold an object, are taken apart; everything else is one cell.
bool is_leaf(const json& value) {
  if (value.is_object()) return value.empty();
  if (!value.is_array()) return true;
  return std::none_of(value.begin(), value.end(), [](const json& item) { return item.is_object(); });
}

/// Visits the leaves with their pointers, in the order of the object.
template <class Visit>
void each_leaf(json& value, const json::json_pointer& place, const Visit& visit) {
  if (is_leaf(value)) {
    visit(place, value);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) each_leaf(value[i], place / i, visit);
  } else {
    for (auto& [name, inner] : value.items()) each_leaf(inner, place / name, visit);
  }
}

/// A result cut into the names and the values of its fields.
struct Cut {
  json whole;
  std::vector<std::string> fields;  ///< JSON pointers
  std::vector<json> cells;
};

Cut cut(const Result& result, const Machine& machine) {
  Cut parts{kept(result, machine), {}, {}};
  each_leaf(parts.whole, json::json_pointer(), [&](const json::json_pointer& place, json& value) {
    if (value.is_number_float()) value = six_digits(value.get<double>());
    parts.fields.push_back(place.to_string());
    parts.cells.push_back(value);
  });
  return parts;
}

/// One column; cells that are no numbers become indices of its values.
struct Column {
  std::size_t field = 0;
  bool numbers = true;
  std::vector<json> values;

  [[nodiscard]] json heading(const std::string& name) const {
    if (numbers) return name;
    return {{"field", name}, {"values", values}};
  }
  [[nodiscard]] json cell(const json& value) {
    if (numbers) return value;
    const auto found = std::find(values.begin(), values.end(), value);
    const auto index = static_cast<std::size_t>(found - values.begin());
    if (found == values.end()) values.push_back(value);
    return index;
  }
};

std::string table_text(const std::vector<Cut>& cuts) {
  const Cut& first = cuts.front();
  std::vector<Column> columns;
  for (std::size_t field = 0; field < first.fields.size(); ++field) {
    const auto differs = [&](const Cut& other) { return other.cells[field] != first.cells[field]; };
    if (std::none_of(cuts.begin(), cuts.end(), differs)) continue;
    const auto is_number = [&](const Cut& other) { return other.cells[field].is_number(); };
    columns.push_back({field, std::all_of(cuts.begin(), cuts.end(), is_number), {}});
  }
  std::string rows;
  for (const Cut& each : cuts) {
    json row = json::array();
    for (Column& column : columns) row.push_back(column.cell(each.cells[column.field]));
    rows += (rows.empty() ? "\n" : ",\n") + row.dump();
  }
  json headings = json::array();
  for (const Column& column : columns) headings.push_back(column.heading(first.fields[column.field]));
  return fmt::format("{{\"result\":{},\n\"columns\":{},\n\"rows\":[{}\n]}}", first.whole.dump(), headings.dump(), rows);
}

/// A column as it is read: where its cells go.
struct Place {
  json::json_pointer field;
  const json* values = nullptr;  ///< null: the cells are the numbers themselves
};

Expected<Place> place_of(const json& heading, const json& result) {
  Place place;
  const json* name = &heading;
  if (heading.is_object() && heading.contains("field") && heading.contains("values") && heading["values"].is_array()) {
    name = &heading["field"];
    place.values = &heading["values"];
  }
  if (!name->is_string()) return failure("is no column", "", choose_a_recording);
  try {
    place.field = json::json_pointer(name->get<std::string>());
    if (!result.contains(place.field))
      return failure(fmt::format("names no field: {}", name->dump()), "", choose_a_recording);
  } catch (const json::exception&) {
    return failure(fmt::format("names no field: {}", name->dump()), "", choose_a_recording);
  }
  return place;
}

/// Puts the cells of a row into a copy of the first result. Empty: the row does not fit the columns.
std::optional<json> unfolded(const json& row, const json& result, const std::vector<Place>& places) {
  if (!row.is_array() || row.size() != places.size()) return std::nullopt;
  json whole = result;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].values == nullptr) {
      whole.at(places[i].field) = row[i];
      continue;
    }
    if (!row[i].is_number_unsigned() || row[i].get<std::size_t>() >= places[i].values->size()) return std::nullopt;
    whole.at(places[i].field) = (*places[i].values)[row[i].get<std::size_t>()];
  }
  return whole;
}

const json* list_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || !found->is_array() ? nullptr : &*found;
}

Status read_table(const json& table, const std::string& where, std::vector<json>& results) {
  if (!table.is_object() || !table.contains("result") || !table["result"].is_object()) {
    return failure("field 'result' must be an object", where, choose_a_recording);
  }
  const json& result = table["result"];
  const json *columns = list_in(table, "columns"), *rows = list_in(table, "rows");
  if (columns == nullptr) return failure("field 'columns' must be a list", where, choose_a_recording);
  if (rows == nullptr) return failure("field 'rows' must be a list", where, choose_a_recording);
  std::vector<Place> places;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    auto place = place_of((*columns)[i], result);
    if (!place) {
      return failure(place.error().what, fmt::format("{}.columns[{}]", where, i), choose_a_recording);
    }
    places.push_back(*place);
  }
  if (rows->size() * result.dump().size() > max_unfolded) {
    return failure("field 'rows' would fill more than 1 GiB", where, choose_a_recording);
  }
  for (std::size_t i = 0; i < rows->size(); ++i) {
    std::optional<json> whole;
    try {
      whole = unfolded((*rows)[i], result, places);
    } catch (const json::exception&) {
      // One column replaced what another one points into: the row does not fit either.
    }
    if (!whole) return failure("does not fit the columns", fmt::format("{}.rows[{}]", where, i), choose_a_recording);
    results.push_back(std::move(*whole));
  }
  return {};
}

}  // namespace

std::string tables_text(const std::vector<const Result*>& results, const Machine& machine) {
  std::vector<std::vector<Cut>> tables;
  std::map<std::vector<std::string>, std::size_t> by_fields;
  for (const Result* result : results) {
    Cut parts = cut(*result, machine);
    const auto [found, is_new] = by_fields.try_emplace(parts.fields, tables.size());
    if (is_new) tables.emplace_back();
    tables[found->second].push_back(std::move(parts));
  }
  std::string text;
  for (const auto& table : tables) text += (text.empty() ? "" : ",\n") + table_text(table);
  return "[" + text + "]";
}

Expected<std::vector<Result>> results_from_tables(const json& tables, const Machine& machine, const std::string& kernel,
                                                  const std::string& source) {
  if (!tables.is_array()) return failure("field 'tables' must be a list", "", choose_a_recording);
  std::vector<Result> results;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string where = fmt::format("tables[{}]", i);
    std::vector<json> unfolded_results;
    if (auto read = read_table(tables[i], where, unfolded_results); !read) return failure(read.error());
    for (std::size_t row = 0; row < unfolded_results.size(); ++row) {
      json& whole = unfolded_results[row];
      const bool elsewhere = whole.contains("machine");
      if (!elsewhere) whole["machine"] = to_json(Machine{});
      auto result = result_from_json(whole);
      if (!result) return failure(result.error().what, fmt::format("{}.rows[{}]", where, row), choose_a_recording);
      if (!elsewhere) result->machine = machine;
      result->kernel = kernel;
      result->source = source;
      results.push_back(std::move(*result));
    }
  }
  return results;
}

}  // namespace warpscope::lab
