#include "recordings/sweep/sweep_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/json/values_json.h"
#include "experiments/names.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"
#include "recordings/messages.h"

namespace lanescope::recordings {
namespace {

using json = nlohmann::json;

json count_of(const experiments::Sheet& sheet, counters::QuantityId id) {
  const auto value = sheet.best(id);
  return value ? json(static_cast<std::int64_t>(value->number)) : json(nullptr);
}

json or_null(const std::optional<double>& number) {
  return number ? json(*number) : json(nullptr);
}

json accesses_json(const model::Metrics& metrics) {
  json list = json::array();
  for (const model::TotalMetrics& total : metrics.executed.totals) {
    if (total.space == trace::Space::parameter) continue;
    const model::Counts& counts = total.counts;
    json access = experiments::written(counts);
    for (const char* name : {"bank_conflicts", "out_of_bounds_lanes", "uncounted_requests"}) access.erase(name);
    access.update({{"space", experiments::written(total.space)},
                   {"operation", experiments::written(total.operation)},
                   {"sectors_per_request", or_null(counts.per_request(counts.sectors))},
                   {"wavefronts_per_request", or_null(counts.per_request(counts.wavefronts))}});
    list.push_back(std::move(access));
  }
  return list;
}

std::string cell(const json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  // Seven digits resolve a microsecond in a time just below ten seconds.
  if (value.is_number_float()) return fmt::format("{:.7g}", value.get<double>());
  return value.dump();
}

/// Returns the value at a path of keys, "/time_ms/cold/q1"; null when a key is missing.
json at(const json& object, const std::string& path) {
  return object.value(json::json_pointer(path), json());
}

/// The accesses that have columns: the ratio by which their space is judged, and its best value.
struct AccessColumns {
  const char *space, *operation, *unit;
};
constexpr std::array access_columns = {
    AccessColumns{"global", "load", "sectors"}, AccessColumns{"global", "store", "sectors"},
    AccessColumns{"shared", "load", "wavefronts"}, AccessColumns{"shared", "store", "wavefronts"}};

void add_accesses(const json& point, CsvRow& row) {
  for (const AccessColumns& column : access_columns) {
    const std::string name = fmt::format("{}_{}_", column.space, column.operation);
    json requests, ratio, ideal;
    for (const json& access : at(point, "/accesses")) {
      if (access["space"] != column.space || access["operation"] != column.operation) continue;
      requests = access["requests"];
      ratio = access[fmt::format("{}_per_request", column.unit)];
      const auto count = requests.get<double>();
      if (!ratio.is_null() && count > 0) ideal = access[fmt::format("{}_ideal", column.unit)].get<double>() / count;
    }
    row.emplace_back(name + "requests", cell(requests));
    row.emplace_back(fmt::format("{}{}_per_request", name, column.unit), cell(ratio));
    row.emplace_back(fmt::format("{}{}_ideal_per_request", name, column.unit), cell(ideal));
  }
}

/// Quantities that stand in a column of another name.
constexpr std::array named_otherwise{"time",
                                     "time.cold",
                                     "time.hot",
                                     "rate.memory",
                                     "rate.memory.of_peak",
                                     "rate.memory.of_copy",
                                     "rate.arithmetic",
                                     "clock.timed",
                                     "launch.registers",
                                     "launch.shared_bytes",
                                     "launch.local_bytes"};

/// Adds the best value of each further quantity of the plan.
void add_values(const json& point, CsvRow& row) {
  for (const counters::Quantity& quantity : counters::quantities()) {
    if (!quantity.pages.empty() || std::ranges::find(named_otherwise, quantity.id) != named_otherwise.end()) continue;
    row.emplace_back(quantity.id, cell(at(point, fmt::format("/values/{}/values/0/value", quantity.id))));
  }
}

}  // namespace

std::optional<Error> failure_of(const experiments::Result& result) {
  if (result.as_expected()) return std::nullopt;
  if (!result.faults.empty()) {
    const experiments::Fault& first = result.faults.front();
    Message reason = first.message;
    // For a compile error, the first error line of the compiler says the most.
    const auto error = std::ranges::find_if(result.diagnostics, is_error);
    if (error != result.diagnostics.end()) reason = message<"sweep.compile_error">(reason, error->line, error->message);
    return Error{reason, "", "", first.kind};
  }
  if (result.verification && !result.verification->passed) {
    return Error{message<"mismatch.of_checked">(result.verification->mismatches, result.verification->checked), "", "",
                 FaultKind::mismatch};
  }
  if (result.failed()) return Error{message<"run.ended_without_reason">(), "", "", FaultKind::failed};
  return std::nullopt;
}

json point_json(const experiments::Result& result, const std::string& key, const std::string& date) {
  json run = experiments::run_json(result);
  json point = {{"key", key}, {"date", date}};
  for (const char* name :
       {"kernel", "parameters", "sizes", "seed", "backend", "device", "target", "stage", "notes", "compile_ms",
        "time_ms", "clock_mhz", "gb_per_s", "gflop_per_s", "peak_gb_per_s", "share_of_peak", "share_of_copy"}) {
    point[name] = std::move(run[name]);
  }
  // A time that is predicted is of the sizes that were asked for, and so is the point; accesses and verification are
  // not.
  if (!result.requested_sizes.empty()) {
    point["sizes"] = experiments::written(result.requested_sizes);
    point["emulated_sizes"] = experiments::written(result.sizes);
  }
  // "Not verified" (--no-verify, an earlier failure, or nothing to compare with) differs from "wrong".
  const bool compared = result.verification && !result.compared_nothing();
  point["verified"] = compared ? json(result.verification->passed) : json(nullptr);
  const experiments::Sheet sheet = experiments::sheet_of(result);
  point["registers"] = count_of(sheet, "launch.registers");
  point["shared_bytes"] = count_of(sheet, "launch.shared_bytes");
  point["local_bytes"] = count_of(sheet, "launch.local_bytes");
  const auto occupancy = sheet.best("occupancy.theoretical");
  point["occupancy"] = occupancy ? json(occupancy->number / 100) : json(nullptr);
  point["values"] = experiments::values_json(sheet, true);
  point["accesses"] = result.metrics ? accesses_json(*result.metrics) : json(nullptr);
  point["accesses_of_blocks"] = result.metrics ? json(result.metrics->blocks) : json(nullptr);
  point["accesses_scaled"] = result.metrics ? json(result.metrics->scaled) : json(nullptr);
  const auto failed = failure_of(result);
  point["fault"] = failed ? json(experiments::written(failed->kind)) : json(nullptr);
  experiments::add_message(point, "reason", "reason_", failed ? failed->what : Message());
  return point;
}

CsvRow csv_row(const json& point) {
  CsvRow row;
  row.emplace_back("kernel", cell(at(point, "/kernel")));
  for (const char* group : {"parameters", "sizes"}) {
    const json settings = at(point, std::string("/") + group);
    for (const auto& [name, value] : settings.items()) row.emplace_back(name, cell(value));
  }
  const auto add = [&](const char* name) { row.emplace_back(name, cell(at(point, std::string("/") + name))); };
  for (const char* name : {"seed", "backend", "device", "target", "stage", "verified"}) add(name);
  row.emplace_back("time_origin", cell(at(point, "/time_ms/origin")));
  for (const char* caches : {"cold", "hot"}) {
    // A measured time has quartiles and samples, a predicted one has the ends of its interval.
    for (const std::string name : {"median", "q1", "q3", "low", "high", "samples", "throttled", "low_clock"}) {
      const char* unit = name == "samples" || name == "throttled" || name == "low_clock" ? "" : "_ms";
      row.emplace_back(fmt::format("{}_{}{}", caches, name, unit),
                       cell(at(point, fmt::format("/time_ms/{}/{}", caches, name))));
    }
  }
  for (const char* name : {"clock_mhz", "gb_per_s", "gflop_per_s", "share_of_peak", "share_of_copy", "registers",
                           "shared_bytes", "local_bytes", "occupancy"}) {
    add(name);
  }
  if (const auto emulated = point.find("emulated_sizes"); emulated != point.end()) {
    std::string sizes;
    for (const auto& [name, value] : emulated->items()) sizes += (sizes.empty() ? "" : " ") + name + "=" + value.dump();
    row.emplace_back("emulated_sizes", sizes);
  }
  add_accesses(point, row);
  add_values(point, row);
  for (const char* name : {"fault", "reason", "date", "key"}) add(name);
  return row;
}

}  // namespace lanescope::recordings
