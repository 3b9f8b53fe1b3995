// What was counted, as scripts read it. Keys may be added, but not renamed.
#include "experiments/json/counters_json.h"

#include "experiments/sheet/rates.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;

json reason_json(const std::optional<Error>& absent) {
  if (!absent) return nullptr;
  json reason{{"kind", written(absent->kind)}};
  add_message(reason, "message", "", absent->what);
  add_message(reason, "remedy", "remedy_", absent->remedy);
  if (absent->remedy.empty()) reason["remedy"] = "";
  return reason;
}

json part_json(const std::optional<counters::CountedPart>& part) {
  if (!part) return nullptr;
  return {{"passes", part->passes}, {"cost_ms", part->cost_ms}, {"absent", reason_json(part->absent)}};
}

json page_json(const counters::CountedPage& page) {
  return {{"page", written(page.page)},
          {"passes", page.passes},
          {"cost_ms", page.cost_ms},
          {"absent", reason_json(page.absent)}};
}

json elements_json(const counters::Values& values) {
  json quantities = json::object();
  for (const counters::Quantity& quantity : counters::quantities()) {
    const auto value = values.find(quantity.id);
    if (value)
      quantities[std::string(quantity.id)] = {{"value", *value}, {"unit", std::string(name_of(quantity.unit))}};
  }
  return quantities;
}

}  // namespace

json counters_json(const Result& result) {
  if (!result.counted) return nullptr;
  const counters::Counted& counted = *result.counted;
  json pages = json::array(), instructions = json::array();
  for (const counters::CountedPage& page : counted.pages) pages.push_back(page_json(page));
  for (const counters::CountedInstruction& each : counted.instructions) {
    instructions.push_back(with_nulls(each, {"file", "line", "executed", "threads_executed", "sectors", "sectors_ideal",
                                             "wavefronts", "wavefronts_ideal", "stall_samples"}));
  }
  return {{"origin", name_of(origin_in(result, Origin::counted))},
          {"device", as_utf8(counted.device)},
          {"chip", as_utf8(counted.chip)},
          {"caches", written(counted.caches)},
          {"absent", reason_json(counted.absent)},
          {"pages", pages},
          {"elements", elements_json(counted.values)},
          {"by_instruction", part_json(counted.by_instruction)},
          {"stall_samples", part_json(counted.stall_samples)},
          {"sampling_period", counted.sampling_period},
          {"instructions", instructions}};
}

}  // namespace lanescope::experiments
