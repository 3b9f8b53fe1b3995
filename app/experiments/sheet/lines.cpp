#include "experiments/sheet/lines.h"

#include <algorithm>
#include <cstddef>

#include "predict/metrics/metrics.h"

namespace lanescope::experiments {
namespace {

using Place = std::pair<std::string, std::int32_t>;

/// What falls on one line.
struct Parts {
  std::vector<model::TotalMetrics> accesses;
  std::vector<predict::SiteTraffic> traffic;
  std::vector<const counters::CountedInstruction*> counted;
  const trace::LineExecution* execution = nullptr;
  std::optional<std::string> why_approximate;
};

std::map<Place, Parts> parts_of(const LineSources& sources) {
  std::map<Place, Parts> lines;
  if (sources.metrics != nullptr) {
    const model::ViewMetrics& view = sources.metrics->view(sources.view);
    for (const model::LineMetrics& each : view.lines) {
      if (each.counts.requests == 0) continue;
      lines[{each.file, each.line}].accesses.push_back({each.space, each.operation, each.counts});
    }
    if (sources.view == model::CountView::executed) {
      for (const model::SiteMetrics& site : view.sites) {
        if (site.proven || site.counts.requests == 0) continue;
        if (auto& why = lines[{site.file, site.line}].why_approximate; !why) why = site.reason;
      }
    }
    for (const trace::LineExecution& each : sources.metrics->lines) lines[{each.file, each.line}].execution = &each;
  }
  if (sources.prediction != nullptr) {
    for (const predict::LaunchCounts& launch : sources.prediction->launches) {
      for (const predict::SiteTraffic& each : launch.sites)
        lines[{each.site.file, each.site.line}].traffic.push_back(each);
    }
  }
  if (sources.counted != nullptr) {
    for (const counters::CountedInstruction& each : sources.counted->instructions)
      lines[{each.file, each.line}].counted.push_back(&each);
  }
  return lines;
}

void add(counters::Values& sums, const counters::Values& values) {
  for (const auto& [id, value] : values.by_id) sums.by_id[id] += value;
}

LineSheet sheet_of(const Place& place, const Parts& parts, const LineSources& sources) {
  LineSheet of{place.first, place.second, {}, {}, {}, parts.why_approximate};
  const bool scaled = sources.metrics != nullptr && sources.metrics->scaled;
  of.sheet.whole = sources.whole;
  if (!parts.traffic.empty()) of.sheet.predicted.merge(predict::traffic_counts(parts.traffic));
  Column& found = scaled ? of.sheet.predicted : of.sheet.derived;
  if (!parts.accesses.empty()) {
    found.merge(predict::access_counts(parts.accesses));
    found.merge(predict::access_sums(parts.accesses));
  }
  for (const model::TotalMetrics& each : parts.accesses) of.accesses.emplace_back(each.space, each.operation);
  if (parts.execution != nullptr && parts.execution->instructions > 0) {
    const auto instructions = static_cast<double>(parts.execution->instructions);
    of.sheet.derived.set("instructions.ptx", instructions);
    of.sheet.predicted.set("instructions.threads", static_cast<double>(parts.execution->lanes) / instructions);
  }
  for (const counters::CountedInstruction* each : parts.counted) {
    add(of.sheet.counted, values_of(*each));
    for (const auto& [reason, count] : each->stall_samples) of.stall_samples[reason] += count;
  }
  return of;
}

}  // namespace

std::vector<LineSheet> lines_of(const LineSources& sources) {
  std::vector<LineSheet> lines;
  for (const auto& [place, parts] : parts_of(sources)) lines.push_back(sheet_of(place, parts, sources));
  return lines;
}

std::vector<LineSheet> lines_of(const Result& result) {
  LineSources sources;
  if (result.metrics) sources.metrics = &*result.metrics;
  if (result.predicted) sources.prediction = &result.predicted->prediction;
  if (result.counted) sources.counted = &*result.counted;
  sources.whole = covers_whole_plan(result);
  return lines_of(sources);
}

counters::Values values_of(const counters::CountedInstruction& instruction) {
  const auto number = [](const std::optional<std::uint64_t>& count) {
    return count ? counters::Number(static_cast<double>(*count)) : std::nullopt;
  };
  counters::Values values;
  values.set("instructions.executed", number(instruction.executed));
  values.set("global.sectors", number(instruction.sectors));
  values.set("global.sectors_ideal", number(instruction.sectors_ideal));
  values.set("shared.wavefronts", number(instruction.wavefronts));
  values.set("shared.wavefronts_ideal", number(instruction.wavefronts_ideal));
  if (instruction.sectors.value_or(0) > 0) values.set("global.requests", number(instruction.executed));
  if (instruction.wavefronts.value_or(0) > 0) values.set("shared.requests", number(instruction.executed));
  for (const auto& [reason, count] : instruction.stall_samples) values.add("samples", static_cast<double>(count));
  return values;
}

}  // namespace lanescope::experiments
