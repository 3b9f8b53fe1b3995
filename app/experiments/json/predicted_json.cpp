// What was predicted, as scripts read it. Keys may be added, but not renamed.
#include "experiments/json/predicted_json.h"

#include <string>

#include "experiments/sheet/rates.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;

json number_or_null(const std::optional<double>& value) {
  return value ? json(*value) : json(nullptr);
}

json interval_json(const predict::PredictedTime& time) {
  return {{"median", time.ms}, {"low", time.low}, {"high", time.high}};
}

/// The rate of a predicted time is that of the same work; scripts find it beside the time, not among measured rates.
json rate_json(const PredictedRun& run, Work work) {
  const auto rate = rate_of(run, work);
  return rate ? json(rate->number) : json(nullptr);
}

/// Hits are null where the model does not look them up.
json traffic_json(const predict::TrafficCounts& counts) {
  return {{"requests", counts.requests},
          {"wavefronts", counts.wavefronts},
          {"l1_sectors", counts.l1_sectors},
          {"l1_hits", number_or_null(counts.l1_hits)},
          {"l2_requests", counts.l2_requests},
          {"l2_sectors", counts.l2_sectors},
          {"l2_hits", number_or_null(counts.l2_hits)},
          {"memory_read_sectors", counts.memory_read_sectors},
          {"memory_write_sectors", counts.memory_write_sectors}};
}

json site_traffic_json(const predict::SiteTraffic& traffic) {
  const trace::Site& site = traffic.site;
  json object = traffic_json(traffic.counts);
  object["file"] = site.file.empty() ? json(nullptr) : json(as_utf8(site.file));
  object["line"] = site.line > 0 ? json(site.line) : json(nullptr);
  object["ptx_line"] = site.ptx_line;
  object["space"] = name_of(site.space);
  object["operation"] = name_of(site.operation);
  object["bytes_per_lane"] = site.bytes_per_lane;
  return object;
}

json busy_json(const predict::Throughputs& busy) {
  return {{"issue", busy.issue},   {"alu", busy.alu},         {"fma", busy.fma},
          {"half", busy.half},     {"fp64", busy.fp64},       {"special", busy.special},
          {"l1", busy.l1},         {"shared", busy.shared},   {"l2", busy.l2},
          {"memory", busy.memory}, {"atomics", busy.atomics}, {"block_starts", busy.block_starts}};
}

json launch_counts_json(const predict::LaunchCounts& launch) {
  json sites = json::array(), states = json::object();
  for (const predict::SiteTraffic& site : launch.sites) sites.push_back(site_traffic_json(site));
  for (const predict::StateClocks& state : launch.warps.states)
    states[std::string(name_of(state.state))] =
        launch.warps.warp_clocks > 0 ? json(state.clocks / launch.warps.warp_clocks) : json(nullptr);
  return {{"entry", launch.entry.empty() ? json(nullptr) : json(as_utf8(launch.entry))},
          {"clocks", launch.clocks},
          {"global", traffic_json(launch.global)},
          {"local", traffic_json(launch.local)},
          {"texture", traffic_json(launch.texture)},
          {"shared", traffic_json(launch.shared)},
          {"sites", std::move(sites)},
          {"busy", busy_json(launch.busy)},
          {"warp_states", std::move(states)}};
}

}  // namespace

json predicted_time_json(const PredictedRun& run) {
  const predict::Prediction& prediction = run.prediction;
  json by_cause = json::object();
  for (const predict::CauseShare& cause : prediction.by_cause)
    by_cause[std::string(json_name_of(cause.cause))] = cause.share;
  return {{"origin", written(Origin::predicted)},
          {"cold", interval_json(prediction.cold)},
          {"hot", interval_json(prediction.hot)},
          {"gb_per_s", rate_json(run, Work::bytes)},
          {"gflop_per_s", rate_json(run, Work::flops)},
          {"sizes", written(run.sizes)},
          {"profile", prediction.profile},
          {"model_version", prediction.version},
          {"confidence", written(prediction.confidence)},
          {"limited_by", prediction.limited_by},
          {"by_cause", by_cause},
          {"l1_hit_rate", number_or_null(prediction.l1_hit_rate)},
          {"l2_hit_rate", number_or_null(prediction.l2_hit_rate)},
          {"bytes",
           {{"l1", prediction.l1_bytes},
            {"l2", prediction.l2_bytes},
            {"memory_read", prediction.memory_read_bytes},
            {"memory_write", prediction.memory_write_bytes}}}};
}

json predicted_json(const Result& result) {
  if (!result.predicted) return nullptr;
  json object = predicted_time_json(*result.predicted);
  json& launches = object["launches"] = json::array();
  for (const predict::LaunchCounts& launch : result.predicted->prediction.launches)
    launches.push_back(launch_counts_json(launch));
  return object;
}

}  // namespace lanescope::experiments
