#include "explanations/access_excess.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace lanescope::explanations {
namespace {

using trace::Operation;

struct Line {
  double requests = 0, cost = 0, ideal = 0, excess = 0, worst_of_site = -1;
  FindingPlace place;
};
using Lines = std::map<std::pair<std::string, std::int32_t>, Line>;

Line cost_of(const model::Counts& counts, CostUnit unit) {
  Line line;
  line.requests = static_cast<double>(counts.requests);
  if (unit == CostUnit::wavefronts) {
    line.cost = static_cast<double>(counts.wavefronts);
    line.ideal = static_cast<double>(counts.wavefronts_ideal);
    line.excess = static_cast<double>(counts.bank_conflicts);
  } else {
    line.cost = static_cast<double>(counts.sectors);
    line.ideal = static_cast<double>(counts.sectors_ideal);
    line.excess = std::max(0.0, line.cost - line.ideal);
  }
  return line;
}

void add(Line& to, const Line& from) {
  to.requests += from.requests;
  to.cost += from.cost;
  to.ideal += from.ideal;
  to.excess += from.excess;
}

/// Sums by line. The site of a line is the one with the most of what `weight` says; recordings have lines without
/// sites.
Lines lines_of(const model::ViewMetrics& view, trace::Space space, std::initializer_list<Operation> operations,
               CostUnit unit, double Line::*weight) {
  const auto wanted = [&](const auto& item) {
    return item.space == space && item.counts.requests > 0 &&
           std::find(operations.begin(), operations.end(), item.operation) != operations.end();
  };
  Lines lines;
  for (const model::LineMetrics& item : view.lines) {
    if (!wanted(item)) continue;
    Line& line = lines[{item.file, item.line}];
    add(line, cost_of(item.counts, unit));
    line.place.file = item.file;
    line.place.line = item.line;
  }
  for (std::uint32_t index = 0; index < view.sites.size(); ++index) {
    const model::SiteMetrics& site = view.sites[index];
    const auto line = wanted(site) ? lines.find({site.file, site.line}) : lines.end();
    const double of_site = cost_of(site.counts, unit).*weight;
    if (line == lines.end() || of_site <= line->second.worst_of_site) continue;
    line->second.worst_of_site = of_site;
    line->second.place.ptx_line = site.ptx_line;
    line->second.place.site = index;
  }
  return lines;
}

}  // namespace

AccessSum sum_of(const model::ViewMetrics& view, trace::Space space, std::initializer_list<Operation> operations,
                 CostUnit unit) {
  const Lines lines = lines_of(view, space, operations, unit, &Line::excess);
  AccessSum sum;
  const Line* worst = nullptr;
  for (const auto& [key, line] : lines) {
    sum.requests += line.requests;
    sum.cost += line.cost;
    sum.ideal += line.ideal;
    sum.excess += line.excess;
    if (line.excess > (worst == nullptr ? 0 : worst->excess)) worst = &line;
  }
  if (worst == nullptr) return sum;
  sum.line_requests = worst->requests;
  sum.line_cost = worst->cost;
  sum.line_ideal = worst->ideal;
  sum.line_excess = worst->excess;
  sum.worst = worst->place;
  return sum;
}

std::optional<AccessSum> counted_sum(const counters::Values& values, const std::vector<experiments::LineSheet>& lines,
                                     Operation operation) {
  const bool load = operation == Operation::load;
  const auto requests = load ? values.get("shared.load.instructions") : values.get("shared.store.instructions");
  const auto cost = load ? values.get("shared.load.wavefronts") : values.get("shared.store.wavefronts");
  const auto ideal = load ? values.get("shared.load.wavefronts_ideal") : values.get("shared.store.wavefronts_ideal");
  if (!requests || !cost || !ideal || *requests <= 0) return std::nullopt;
  AccessSum sum;
  sum.requests = *requests;
  sum.cost = *cost;
  sum.ideal = *ideal;
  sum.excess = std::max(0.0, *cost - *ideal);
  for (const experiments::LineSheet& line : lines) {
    const experiments::Column& counted = line.sheet.counted;
    const auto wavefronts = counted.get("shared.wavefronts"), best = counted.get("shared.wavefronts_ideal");
    const double by_line = counted.get("shared.requests").value_or(0);
    if (line.line <= 0 || by_line == 0 || wavefronts.value_or(0) == 0 || !best) continue;
    const double excess = std::max(0.0, *wavefronts - *best);
    if (excess <= sum.line_excess || excess > sum.excess) continue;
    sum.line_requests = by_line;
    sum.line_cost = *wavefronts;
    sum.line_ideal = *best;
    sum.line_excess = excess;
    sum.worst = FindingPlace{line.file, line.line, 0, std::nullopt};
  }
  return sum;
}

std::optional<double> counted_passes(const counters::Values& values) {
  const auto loads = values.get("shared.load.wavefronts"), stores = values.get("shared.store.wavefronts");
  if (!loads || !stores) return std::nullopt;
  double sectors = 0;
  for (const auto& each : {values.get("global.load.sectors"), values.get("global.store.sectors"),
                           values.get("local.load.sectors"), values.get("local.store.sectors")})
    sectors += each.value_or(0);
  return *loads + *stores + values.get("shared.atomic.wavefronts").value_or(0) + sectors / 4;
}

std::optional<FindingPlace> busiest_line(const model::ViewMetrics& view, trace::Space space,
                                         std::initializer_list<Operation> operations) {
  const Lines lines = lines_of(view, space, operations, CostUnit::sectors, &Line::requests);
  const auto most = std::ranges::max_element(lines, {}, [](const auto& entry) { return entry.second.requests; });
  return most == lines.end() ? std::nullopt : std::optional(most->second.place);
}

}  // namespace lanescope::explanations
