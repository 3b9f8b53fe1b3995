// The JSON of `lanescope explain`. Keys may be added, but not renamed.
#include "explanations/explain_json.h"

#include "experiments/json/counters_json.h"
#include "experiments/json/values_json.h"
#include "experiments/wire/writer.h"
#include "explanations/sentences.h"

namespace lanescope::explanations {
namespace {

using json = nlohmann::json;

json text_or_null(const std::string& value) {
  return value.empty() ? json(nullptr) : json(experiments::as_utf8(value));
}
template <class T>
json value_or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json place_json(const FindingPlace& place) {
  return {{"file", text_or_null(place.file)},
          {"line", place.line > 0 ? json(place.line) : json(nullptr)},
          {"ptx_line", place.ptx_line > 0 ? json(place.ptx_line) : json(nullptr)},
          {"site", value_or_null(place.site)}};
}

json finding_json(const Finding& finding) {
  json numbers = json::array();
  for (const FindingNumber& number : finding.numbers) {
    numbers.push_back({{"name", number.name},
                       {"value", number.value},
                       {"unit", name_of(number.unit)},
                       {"origin", name_of(number.origin)}});
  }
  json limits = json::array();
  for (const model::Limit limit : finding.limits) limits.push_back(name_of(limit));
  json gain = nullptr;
  if (finding.gain) {
    gain = {{"at_most_percent", 100 * finding.gain->share},
            {"at_most_ms", value_or_null(finding.gain->ms)},
            {"by", name_of(finding.gain->basis)}};
  }
  return {{"kind", name_of(finding.kind)},
          {"sentence", sentence_of(finding)},
          {"remedy", text_or_null(remedy_of(finding))},
          {"numbers", std::move(numbers)},
          {"place", finding.place ? place_json(*finding.place) : json(nullptr)},
          {"page", finding.page ? json(name_of(*finding.page)) : json(nullptr)},
          {"view", finding.view == FindingView::none ? json(nullptr) : json(name_of(finding.view))},
          {"gain", std::move(gain)},
          {"operation", finding.kind == FindingKind::bank_conflicts ? json(experiments::json_name_of(finding.operation))
                                                                    : json(nullptr)},
          {"reason", text_or_null(finding.reason)},
          {"limits", std::move(limits)}};
}

json known_json(const experiments::Sheet& known) {
  json quantities = json::object();
  for (const counters::Quantity& quantity : counters::quantities()) {
    const auto counted = known.counted.find(quantity.id), derived = known.derived.find(quantity.id);
    const auto predicted = known.predicted.find(quantity.id);
    if (quantity.pages.empty()) continue;
    if (!counted && !derived && !predicted) continue;
    quantities[std::string(quantity.id)] = {{"unit", name_of(quantity.unit)},
                                            {"counted", value_or_null(counted)},
                                            {"derived", value_or_null(derived)},
                                            {"predicted", value_or_null(predicted)}};
  }
  return quantities;
}

}  // namespace

json explain_json(const experiments::Result& result, const experiments::Sheet& known, const Summary& summary) {
  json causes = json::array();
  for (const Finding& finding : summary.causes) causes.push_back(finding_json(finding));
  json faults = json::array();
  for (const experiments::Fault& fault : result.faults) {
    json object{{"kind", name_of(fault.kind)},
                {"file", text_or_null(fault.file)},
                {"line", fault.line > 0 ? json(fault.line) : json(nullptr)}};
    experiments::add_message(object, "message", "", fault.message);
    faults.push_back(std::move(object));
  }
  return {{"schema", "lanescope.explain/1"},
          {"kernel", experiments::as_utf8(result.kernel)},
          {"parameters", experiments::written(result.parameters)},
          {"sizes", experiments::written(result.sizes)},
          {"backend", experiments::written(result.backend)},
          {"device", text_or_null(result.machine.device)},
          {"target", text_or_null(result.target)},
          {"gpu", result.sheet ? json(result.sheet->name) : json(nullptr)},
          {"recorded", text_or_null(result.recorded)},
          {"notes", experiments::texts_json(result.notes)},
          {"note_messages", experiments::written(result.notes)},
          {"faults", std::move(faults)},
          {"time_ms", summary.time ? json{{"value", summary.time->number}, {"origin", name_of(summary.time->origin)}}
                                   : json(nullptr)},
          {"limited_by", finding_json(summary.verdict)},
          {"without", text_or_null(summary.without)},
          {"causes", std::move(causes)},
          {"elements", known_json(known)},
          {"values", experiments::values_json(known)},
          {"derived_from",
           {{"sizes", experiments::written(known.derived_sizes)},
            {"blocks", result.metrics ? json(result.metrics->blocks) : json(nullptr)},
            {"grid_blocks", result.metrics ? json(result.metrics->grid_blocks) : json(nullptr)},
            {"whole", known.whole}}},
          {"predicted_sizes", result.predicted ? experiments::written(known.predicted_sizes) : json(nullptr)},
          {"counted", experiments::counters_json(result)}};
}

}  // namespace lanescope::explanations
