// The JSON that scripts rely on: keys may be added, none renamed.
#include <cmath>

#include "lab/wire/wire.h"
#include "lab/wire/writer.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}
json number(const std::optional<double>& value) {
  return value ? number(*value) : json(nullptr);
}
template <std::integral T>
json number(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}
json text(const std::string& value) {
  return value.empty() ? json(nullptr) : json(as_utf8(value));
}
json dimensions(const catalogue::Dim3& size) {
  return json::array({size.x, size.y, size.z});
}

json fault_json(const Fault& fault) {
  return {{"kind", std::string(name_of(fault.kind))},
          {"file", text(fault.file)},
          {"line", line_number(fault.line)},
          {"block", number(fault.block)},
          {"thread", number(fault.thread)},
          {"address", number(fault.address)},
          {"buffer", text(fault.buffer)},
          {"offset", number(fault.offset)},
          {"message", as_utf8(fault.message)},
          {"remedy", text(fault.remedy)},
          {"entry", text(fault.entry)},
          {"column", line_number(fault.column)},
          {"count", fault.count}};
}

json diagnostic_json(const Diagnostic& diagnostic) {
  return {{"severity", std::string(name_in_table(diagnostic.severity))},
          {"file", text(diagnostic.file)},
          {"line", line_number(diagnostic.line)},
          {"column", line_number(diagnostic.column)},
          {"message", as_utf8(diagnostic.message)}};
}

/// What the driver says goes first; what binds comes from the rules, for the target's data sheet.
json occupancy_json(const LaunchInfo& launch) {
  if (!launch.blocks_per_sm && !launch.occupancy && !launch.calculated) return nullptr;
  json occupancy = {{"blocks_per_sm", number(launch.blocks_per_sm)}, {"fraction", number(launch.occupancy)}};
  if (!launch.calculated) return occupancy;
  const Occupancy& calculated = *launch.calculated;
  occupancy["resident_warps"] = calculated.resident_warps;
  occupancy["max_warps"] = calculated.max_warps;
  occupancy["limits"] = calculated.limits;
  return occupancy;
}

json launch_json(const LaunchInfo& launch) {
  return {{"entry", as_utf8(launch.entry)},
          {"grid", dimensions(launch.grid)},
          {"block", dimensions(launch.block)},
          {"registers", number(launch.registers)},
          {"shared_bytes", number(launch.shared_bytes)},
          {"local_bytes", number(launch.local_bytes)},
          {"occupancy", occupancy_json(launch)}};
}

json samples_json(const std::optional<Samples>& samples) {
  if (!samples) return nullptr;
  return {{"median", number(samples->median)},
          {"q1", number(samples->q1)},
          {"q3", number(samples->q3)},
          {"samples", samples->samples},
          {"throttled", samples->throttled},
          {"low_clock", samples->low_clock},
          {"batch", samples->batch},
          {"held", samples->queue_blocked},
          {"stop", text(std::string(name_in_table(samples->stop)))},
          {"clock_mhz", number(samples->clock_mhz)}};
}

json time_json(const Result& result) {
  if (result.time() == nullptr) return nullptr;
  return {{"origin", std::string(name_of(result.time_origin()))},
          {"cold", samples_json(result.cold)},
          {"hot", samples_json(result.hot)},
          {"empty_interval", number(result.empty_ms)}};
}

json parameters_json(const catalogue::Values& values) {
  json object = json::object();
  for (const auto& [name, value] : values) {
    std::visit(
        [&, key = as_utf8(name)](const auto& held) {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::string>) {
            object[key] = as_utf8(held);
          } else {
            object[key] = held;
          }
        },
        value);
  }
  return object;
}

json mapped(const auto& items, const auto& convert) {
  json array = json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

json texts(const std::vector<std::string>& items) {
  return mapped(items, [](const std::string& item) { return as_utf8(item); });
}

}  // namespace

json run_json(const Result& result) {
  json sizes = json::object();
  for (const auto& [name, value] : result.sizes) sizes[as_utf8(name)] = value;
  const auto& check = result.verification;
  json first = nullptr;
  if (check && check->first) first = written(*check->first, Form::file);
  return {{"schema", "warpscope.run/1"},
          {"kernel", as_utf8(result.kernel)},
          {"parameters", parameters_json(result.parameters)},
          {"sizes", sizes},
          {"seed", result.seed},
          {"backend", std::string(name_of(result.backend))},
          {"device", text(result.machine.device)},
          {"target", text(result.target)},
          {"sheet", result.sheet ? written(*result.sheet, Form::file) : json(nullptr)},
          {"schedule", result.schedule},
          {"notes", texts(result.notes)},
          {"stage", std::string(name_of(result.stage))},
          {"recorded", text(result.recorded)},
          {"verified", check.has_value() && check->passed},
          {"method", check ? text(check->method) : json(nullptr)},
          {"checked", check ? json(check->checked) : json(nullptr)},
          {"mismatches", check ? json(check->mismatches) : json(nullptr)},
          {"unwritten", check ? json(check->unwritten) : json(nullptr)},
          {"first_mismatch", first},
          {"max_error", check ? number(check->max_error) : json(nullptr)},
          {"tolerance", check ? number(check->tolerance) : json(nullptr)},
          {"expected_fault", text(std::string(name_of(result.expected)))},
          {"held", result.launch_blocked},
          {"printed", text(result.printed)},
          {"faults", mapped(result.faults, fault_json)},
          {"diagnostics", mapped(result.diagnostics, diagnostic_json)},
          {"launches", mapped(result.launches, launch_json)},
          {"compile_ms", number(result.compile_ms)},
          {"time_ms", time_json(result)},
          {"clock_mhz", number(result.clock_mhz)},
          {"gb_per_s", number(result.gb_per_s())},
          {"gflop_per_s", number(result.gflop_per_s())},
          {"peak_gb_per_s", result.machine.peak_gb_per_s > 0 ? json(result.machine.peak_gb_per_s) : json(nullptr)},
          {"share_of_peak", number(result.share_of_peak())},
          {"best_copy", result.best_copy ? written(*result.best_copy, Form::file) : json(nullptr)},
          {"share_of_copy", number(result.share_of_copy())}};
}

}  // namespace warpscope::lab
