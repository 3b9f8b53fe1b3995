#include "experiments/json/values_json.h"

#include <string>

namespace lanescope::experiments {

using json = nlohmann::json;

json values_json(const Sheet& sheet, bool plan_only) {
  json quantities = json::object();
  for (const counters::Quantity& quantity : counters::quantities()) {
    if (plan_only && !quantity.pages.empty()) continue;
    json values = json::array();
    for (const Column* column : sheet.columns()) {
      const auto value = column->value(quantity.id);
      const bool is_partial = column == &sheet.derived && !sheet.whole && quantity.is_sum_over_blocks();
      if (!value || (plan_only && is_partial)) continue;
      json& added = values.emplace_back(json{{"origin", name_of(value->origin)},
                                             {"value", value->number},
                                             {"low", value->interval ? json(value->interval->low) : json(nullptr)},
                                             {"high", value->interval ? json(value->interval->high) : json(nullptr)}});
      if (column != &sheet.derived) continue;
      const auto why = column->approximate.find(quantity.id);
      added["approximate"] = why == column->approximate.end() ? json(nullptr) : json(why->second);
    }
    if (!values.empty()) {
      quantities[std::string(quantity.id)] = {{"unit", name_of(quantity.unit)}, {"values", std::move(values)}};
    }
  }
  return quantities;
}

}  // namespace lanescope::experiments
