// The JSON of `warpscope trace`: keys may be added, none renamed.
#include "lab/wire/wire.h"
#include "lab/wire/writer.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

json counts_json(const model::Counts& counts) {
  return {{"requests", counts.requests},
          {"lanes", counts.lanes},
          {"sectors", counts.sectors},
          {"sectors_ideal", counts.sectors_ideal},
          {"wavefronts", counts.wavefronts},
          {"wavefronts_ideal", counts.wavefronts_ideal},
          {"bank_conflicts", counts.bank_conflicts},
          {"out_of_bounds_lanes", counts.out_of_bounds_lanes},
          {"uncounted_requests", counts.uncounted_requests}};
}

json site_json(const SiteMetrics& site) {
  json object = counts_json(site.counts);
  object["entry"] = as_utf8(site.entry);
  object["file"] = site.file.empty() ? json(nullptr) : json(as_utf8(site.file));
  object["line"] = line_number(site.line);
  object["column"] = line_number(site.column);
  object["ptx_line"] = line_number(site.ptx_line);
  object["space"] = std::string(name_in_table(site.space));
  object["operation"] = std::string(name_in_table(site.operation));
  object["bytes_per_lane"] = site.bytes_per_lane;
  object["merged"] = site.merged;
  return object;
}

/// Every space and operation that a kernel of the field may be asked for is there, with zeros where nothing happened.
json totals_json(const std::vector<TotalMetrics>& totals) {
  using trace::Operation;
  using trace::Space;
  json object = json::object();
  for (const Space space : {Space::global, Space::shared, Space::texture, Space::local, Space::constant}) {
    json& of_space = object[std::string(name_in_table(space))];
    of_space["load"] = counts_json({});
    if (space != Space::texture && space != Space::constant) of_space["store"] = counts_json({});
  }
  for (const TotalMetrics& total : totals) {
    if (total.space == Space::parameter) continue;
    object[std::string(name_in_table(total.space))][std::string(name_in_table(total.operation))] =
        counts_json(total.counts);
  }
  return object;
}

}  // namespace

json trace_json(const Result& result, View view) {
  json parameters = json::object();
  for (const auto& [name, value] : result.parameters) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      parameters[as_utf8(name)] = *number;
    } else {
      parameters[as_utf8(name)] = as_utf8(std::get<std::string>(value));
    }
  }
  json sizes = json::object();
  for (const auto& [name, value] : result.sizes) sizes[as_utf8(name)] = value;
  const Metrics metrics = result.metrics.value_or(Metrics{});
  const ViewMetrics& shown = view == View::written ? metrics.written : metrics.executed;
  json sites = json::array();
  for (const SiteMetrics& site : shown.sites) {
    if (site.counts.requests > 0 && site.space != trace::Space::parameter) sites.push_back(site_json(site));
  }
  json notes = json::array();
  for (const std::string& note : result.notes) notes.push_back(as_utf8(note));
  return {{"schema", "warpscope.trace/1"},
          {"kernel", as_utf8(result.kernel)},
          {"parameters", std::move(parameters)},
          {"sizes", std::move(sizes)},
          {"backend", std::string(name_of(result.backend))},
          {"target", as_utf8(result.target)},
          {"origin", std::string(name_of(Origin::derived))},
          {"notes", std::move(notes)},
          {"blocks", metrics.blocks},
          {"grid_blocks", metrics.grid_blocks},
          {"dropped", metrics.dropped},
          {"scaled", metrics.scaled},
          {"as", std::string(name_of(view))},
          {"sites", std::move(sites)},
          {"totals", totals_json(shown.totals)}};
}

}  // namespace warpscope::lab
