// The JSON that scripts rely on. Keys may be added, but not renamed.
#include "experiments/json/counters_json.h"
#include "experiments/json/predicted_json.h"
#include "experiments/json/values_json.h"
#include "experiments/sheet/exactness.h"
#include "experiments/sheet/rates.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? written(*value) : json(nullptr);
}
json text(const std::string& value) {
  return value.empty() ? json(nullptr) : json(as_utf8(value));
}
json dimensions(const catalogue::Dim3& size) {
  return json::array({size.x, size.y, size.z});
}

json fault_json(const Fault& fault) {
  json object =
      with_nulls(fault, {"file", "line", "block", "thread", "address", "buffer", "offset", "entry", "column"});
  add_message(object, "message", "", fault.message);
  if (fault.message.empty()) object["message"] = "";
  add_message(object, "remedy", "remedy_", fault.remedy);
  object.erase("ptx_line");
  return object;
}

json diagnostic_json(const Diagnostic& diagnostic) {
  return with_nulls(diagnostic, {"file", "line", "column"});
}

/// The driver's numbers come first; the limits come from the rules, for the target's data sheet.
json occupancy_json(const LaunchInfo& launch) {
  if (!launch.blocks_per_sm && !launch.occupancy && !launch.calculated) return nullptr;
  json occupancy = {{"blocks_per_sm", or_null(launch.blocks_per_sm)}, {"fraction", or_null(launch.occupancy)}};
  if (!launch.calculated) return occupancy;
  const model::Occupancy& calculated = *launch.calculated;
  occupancy["resident_warps"] = calculated.resident_warps;
  occupancy["max_warps"] = calculated.max_warps;
  occupancy["limits"] = written(calculated.limits);
  return occupancy;
}

json launch_json(const LaunchInfo& launch) {
  json object{{"entry", as_utf8(launch.entry)},
              {"grid", dimensions(launch.grid)},
              {"block", dimensions(launch.block)},
              {"registers", or_null(launch.registers)},
              {"shared_bytes", or_null(launch.shared_bytes)},
              {"local_bytes", or_null(launch.local_bytes)},
              {"occupancy", occupancy_json(launch)}};
  if (launch.cluster) object["cluster"] = dimensions(*launch.cluster);
  if (!launch.name.empty()) object["name"] = as_utf8(launch.name);
  return object;
}

/// By file, pairs of the first and the last line: [[3, 3], [20, 41]].
json lines_json(const LinesByFile& lines) {
  json object = json::object();
  for (const auto& [file, ranges] : lines) {
    for (const LineRange& range : ranges) object[as_utf8(file)].push_back({range.first, range.last});
  }
  return object;
}

json samples_json(const std::optional<catalogue::Samples>& samples) {
  return samples ? with_nulls(*samples, {"stop", "clock_mhz"}) : json(nullptr);
}

/// How many of the memory instructions that were executed count exactly, and which do not; null without accesses.
json exact_instructions_json(const Result& result) {
  const auto sites = exact_instructions(result);
  if (!sites) return nullptr;
  json approximate = json::array();
  for (const auto& [place, count] : approximate_lines(result)) {
    const auto& [line, why] = place;
    approximate.push_back(
        {{"line", line > 0 ? json(line) : json(nullptr)}, {"reason", as_utf8(why)}, {"count", count}});
  }
  return {{"exact", sites->exact}, {"all", sites->all}, {"approximate", std::move(approximate)}};
}

json time_json(const Result& result) {
  if (result.time() == nullptr) return result.predicted ? predicted_time_json(*result.predicted) : json(nullptr);
  return {{"origin", written(origin_of_times(result))},
          {"cold", samples_json(result.cold)},
          {"hot", samples_json(result.hot)},
          {"empty_interval", or_null(result.empty_ms)}};
}

/// Rates of predicted times stand beside those times.
json timed(const std::optional<Value>& value) {
  return value && value->origin != Origin::predicted ? json(value->number) : json(nullptr);
}

json mapped(const auto& items, const auto& convert) {
  json array = json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

}  // namespace

json run_json(const Result& result) {
  const auto& check = result.verification;
  json run{{"schema", "lanescope.run/1"},
           {"kernel", as_utf8(result.kernel)},
           {"parameters", written(result.parameters)},
           {"sizes", written(result.sizes)},
           {"seed", result.seed},
           {"backend", written(result.backend)},
           {"device", text(result.machine.device)},
           {"target", text(result.target)},
           {"sheet", or_null(result.sheet)},
           {"schedule", result.schedule},
           {"notes", texts_json(result.notes)},
           {"note_messages", written(result.notes)},
           {"stage", written(result.stage)},
           {"recorded", text(result.recorded)},
           {"verified", result.compared_nothing() ? json(nullptr) : json(check.has_value() && check->passed)},
           {"method", check ? text(check->method) : json(nullptr)},
           {"checked", check ? json(check->checked) : json(nullptr)},
           {"mismatches", check ? json(check->mismatches) : json(nullptr)},
           {"unwritten", check ? json(check->unwritten) : json(nullptr)},
           {"first_mismatch", check ? or_null(check->first) : json(nullptr)},
           {"max_error", check ? or_null(check->max_error) : json(nullptr)},
           {"tolerance", check ? or_null(check->tolerance) : json(nullptr)},
           {"expected_fault", text(std::string(name_of(result.expected)))},
           {"held", result.launch_blocked},
           {"printed", text(result.printed)},
           {"faults", mapped(result.faults, fault_json)},
           {"diagnostics", mapped(result.diagnostics, diagnostic_json)},
           {"launches", mapped(result.launches, launch_json)},
           {"compile_ms", or_null(result.compile_ms)},
           {"time_ms", time_json(result)},
           {"predicted", predicted_json(result)},
           {"clock_mhz", or_null(result.clock_mhz)},
           {"gb_per_s", timed(rate_of(result, Work::bytes))},
           {"gflop_per_s", timed(rate_of(result, Work::flops))},
           {"peak_gb_per_s", result.machine.peak_gb_per_s > 0 ? json(result.machine.peak_gb_per_s) : json(nullptr)},
           {"share_of_peak", timed(share_of_peak(result, Work::bytes))},
           {"best_copy", or_null(result.best_copy)},
           {"share_of_copy", timed(share_of_copy(result))},
           {"counters", counters_json(result)},
           {"exact_instructions", exact_instructions_json(result)},
           {"values", values_json(sheet_of(result))}};
  add_message(run, "without_prediction", "without_prediction_", result.without_prediction);
  if (!result.left_out.empty()) run["left_out"] = lines_json(result.left_out);
  return run;
}

}  // namespace lanescope::experiments
