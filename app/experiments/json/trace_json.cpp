// The JSON of `lanescope trace`. Keys may be added, but not renamed.
#include "experiments/sheet/value.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;

json site_json(const model::SiteMetrics& site) {
  json object = with_nulls(site, {"file", "line", "column", "ptx_line"});
  for (const char* name : {"leader", "proven", "reason", "counts"}) object.erase(name);
  object.update(written(site.counts));
  return object;
}

/// Every space and operation that scripts may ask for is present, with zeros when nothing happened.
json totals_json(const std::vector<model::TotalMetrics>& totals) {
  using trace::Operation;
  using trace::Space;
  json object = json::object();
  for (const Space space : {Space::global, Space::shared, Space::texture, Space::local, Space::constant}) {
    json& of_space = object[std::string(json_name_of(space))];
    of_space["load"] = written(model::Counts{});
    if (space != Space::texture && space != Space::constant) of_space["store"] = written(model::Counts{});
  }
  for (const model::TotalMetrics& total : totals) {
    if (total.space == Space::parameter) continue;
    object[std::string(json_name_of(total.space))][std::string(json_name_of(total.operation))] = written(total.counts);
  }
  return object;
}

}  // namespace

json trace_json(const Result& result, model::CountView view) {
  const model::Metrics metrics = result.metrics.value_or(model::Metrics{});
  const model::ViewMetrics& shown = metrics.view(view);
  json sites = json::array();
  for (const model::SiteMetrics& site : shown.sites) {
    if (site.counts.requests > 0 && site.space != trace::Space::parameter) sites.push_back(site_json(site));
  }
  return {{"schema", "lanescope.trace/1"},
          {"kernel", as_utf8(result.kernel)},
          {"parameters", written(result.parameters)},
          {"sizes", written(result.sizes)},
          {"backend", written(result.backend)},
          {"target", as_utf8(result.target)},
          {"origin", written(Origin::derived)},
          {"notes", texts_json(result.notes)},
          {"note_messages", written(result.notes)},
          {"blocks", metrics.blocks},
          {"grid_blocks", metrics.grid_blocks},
          {"dropped", metrics.dropped},
          {"scaled", metrics.scaled},
          {"as", written(view)},
          {"sites", std::move(sites)},
          {"totals", totals_json(shown.totals)}};
}

}  // namespace lanescope::experiments
