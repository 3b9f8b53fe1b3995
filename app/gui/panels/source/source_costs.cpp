#include "gui/panels/source/source_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/readout_view_model.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/state/numbers.h"
#include "gui/words/access_words.h"

namespace lanescope::gui {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string ratio_text(std::uint64_t amount, std::uint64_t least) {
  if (amount <= least || least == 0) return {};
  const double ratio = share(amount, least);
  return fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : ratio < 10 ? 1 : 0);
}

void mark_as_written(const Language& language, const model::ViewMetrics& view, const std::string& path,
                     std::map<int, LineCost>& lines) {
  for (const model::SiteMetrics& site : view.sites) {
    if (site.proven || site.counts.requests == 0 || !same_source(site.file, path)) continue;
    const auto found = lines.find(site.line);
    if (found == lines.end() || found->second.as_written) continue;
    found->second.as_written = true;
    found->second.why_as_written = site.reason.empty() ? language.say("access.unproven") : site.reason;
  }
}

std::vector<int> worst_of(const std::vector<LineCost>& lines) {
  std::vector<std::pair<std::uint64_t, int>> wasteful;  // excess and line
  for (const LineCost& line : lines) {
    if (line.excess() > 0) wasteful.emplace_back(line.excess(), line.line);
  }
  std::ranges::stable_sort(wasteful, std::greater(), [](const auto& line) { return line.first; });
  std::vector<int> numbers;
  for (const auto& [excess, number] : wasteful) numbers.push_back(number);
  return numbers;
}

std::string per_request(std::uint64_t amount, const model::Counts& counts) {
  return fmt::format("{:.1f}", counts.per_request(amount).value_or(0));
}

struct ColumnTexts {
  std::string_view name;                     ///< stable
  std::string_view word, title, definition;  ///< keys
};

const ColumnTexts& texts_of(CostColumn column) {
  static constexpr std::array<ColumnTexts, 5> texts{{
      {"requests", "source.requests", "source.requests", "source.define_requests"},
      {"sectors", "source.sectors", "source.title_sectors", "source.define_sectors"},
      {"wavefronts", "source.wavefronts", "source.title_wavefronts", "source.define_wavefronts"},
      {"lanes", "source.lanes", "source.lanes", "source.define_lanes"},
      {"hits", "source.hits", "source.hits", "source.define_hits"},
  }};
  return texts[static_cast<std::size_t>(column)];
}

}  // namespace

std::string short_count(std::uint64_t count) {
  const auto value = static_cast<double>(count);
  if (value < 1e5) return fmt::format("{}", count);
  if (value < 1e6) return fmt::format("{:.3g} k", value / 1e3);
  if (value < 1e9) return fmt::format("{:.3g} M", value / 1e6);
  return fmt::format("{:.3g} G", value / 1e9);
}

std::string percent_text(double share) {
  const double value = 100 * share;
  return value > 0 && value < 1 ? std::string("<1 %") : fmt::format("{:.0f} %", value);
}

std::string_view name_of(CostColumn column) {
  return texts_of(column).name;
}

std::string word_of(const Language& language, CostColumn column) {
  return language.say(texts_of(column).word);
}

std::string title_of(const Language& language, CostColumn column) {
  return language.say(texts_of(column).title);
}

std::string definition_of(const Language& language, CostColumn column) {
  return language.say(texts_of(column).definition);
}

CostAmount amount_of(const model::Counts& counts, CostColumn column) {
  switch (column) {
    case CostColumn::requests:
      return {counts.requests, counts.requests};
    case CostColumn::sectors:
      return {counts.sectors, counts.sectors_ideal};
    case CostColumn::wavefronts:
      return {counts.wavefronts, counts.wavefronts_ideal};
    case CostColumn::hits:
      return {};
    case CostColumn::lanes:
      break;
  }
  return {counts.lanes, 32 * counts.requests};
}

std::uint64_t LineCost::excess() const {
  return amount_of(counts, CostColumn::sectors).excess() + amount_of(counts, CostColumn::wavefronts).excess();
}

const LineCost* SourceCosts::at(int line) const {
  const auto found = std::ranges::lower_bound(lines, line, {}, &LineCost::line);
  return found == lines.end() || found->line != line ? nullptr : &*found;
}

SourceCosts source_costs(const Language& language, const model::Metrics& metrics, CostView view,
                         const std::string& path) {
  const model::ViewMetrics& counted = view == CostView::executed ? metrics.executed : metrics.written;
  SourceCosts costs;
  std::map<int, LineCost> lines;
  for (const model::LineMetrics& line : counted.lines) {
    if (line.counts.requests == 0) continue;
    costs.total += line.counts;
    if (line.line <= 0 || !same_source(line.file, path)) continue;
    LineCost& cost = lines[line.line];
    cost.line = line.line;
    cost.counts += line.counts;
    (line.space == trace::Space::shared ? cost.shared : cost.global) += line.counts;
    cost.of.push_back(words_of(language, line.space, line.operation));
  }
  if (view == CostView::executed) mark_as_written(language, counted, path, lines);
  for (auto& [number, cost] : lines) costs.lines.push_back(std::move(cost));
  costs.worst = worst_of(costs.lines);
  costs.view = language.say(view == CostView::executed ? "access.executed" : "access.written");
  costs.blocks = blocks_text(language, metrics);
  if (costs.lines.empty()) costs.missing = language.say("source.no_accesses");
  return costs;
}

void add_hits(SourceCosts& costs, const predict::Prediction& prediction, const std::string& path) {
  for (const predict::LaunchCounts& launch : prediction.launches) {
    for (const predict::SiteTraffic& site : launch.sites) {
      if (!site.counts.l1_hits || site.site.line <= 0 || !same_source(site.site.file, path)) continue;
      const auto line = std::ranges::lower_bound(costs.lines, site.site.line, {}, &LineCost::line);
      if (line == costs.lines.end() || line->line != site.site.line) continue;
      line->hits.l1_sectors += site.counts.l1_sectors;
      line->hits.l1_hits += *site.counts.l1_hits;
      line->hits.l2_sectors += site.counts.l2_sectors;
      line->hits.l2_hits += site.counts.l2_hits.value_or(0);
    }
  }
}

bool has_column(const SourceCosts& costs, CostColumn column) {
  if (column == CostColumn::hits)
    return std::ranges::any_of(costs.lines, [](const LineCost& line) { return line.hits.any(); });
  return std::ranges::any_of(costs.lines,
                             [column](const LineCost& line) { return amount_of(line.counts, column).amount > 0; });
}

CostCell cost_cell(const Language& language, const SourceCosts& costs, const LineCost& line, CostColumn column,
                   CostUnit unit) {
  if (column == CostColumn::lanes) {
    const double active = line.counts.lane_efficiency();
    return {percent_text(active), "", active, 1, language.say("source.lanes_active", 32 * active)};
  }
  if (column == CostColumn::hits) {
    const LineHits& hits = line.hits;
    if (!hits.any()) return {};
    const std::string l1 = percent_text(hits.l1_rate()), l2 = hits.l2_sectors > 0 ? percent_text(hits.l2_rate()) : "–";
    return {l1 + " / " + l2, "", hits.l1_rate(), 1, language.say("source.hit", l1, l2)};
  }
  CostCell cell;
  const CostAmount amount = amount_of(line.counts, column);
  if (amount.amount == 0) return cell;
  std::uint64_t most = 1;
  for (const LineCost& other : costs.lines) {
    const CostAmount theirs = amount_of(other.counts, column);
    most = std::max({most, theirs.amount, theirs.least});
  }
  cell.amount = share(amount.amount, most);
  cell.least = share(amount.least, most);
  const std::string of_kernel = percent_text(share(amount.amount, amount_of(costs.total, column).amount));
  cell.number = unit == CostUnit::percent ? of_kernel : short_count(amount.amount);
  if (is_compared(column)) {
    if (unit == CostUnit::absolute) cell.number += " / " + short_count(amount.least);
    cell.ratio = ratio_text(amount.amount, amount.least);
    const model::Counts& counts = column == CostColumn::sectors ? line.global : line.shared;
    cell.detail =
        language.say("source.cost_against", grouped(amount.amount), word_of(language, column), grouped(amount.least),
                     per_request(amount.amount, counts), per_request(amount.least, counts), of_kernel);
  } else {
    cell.detail = language.say("source.cost", grouped(amount.amount), word_of(language, column), of_kernel);
  }
  return cell;
}

CostColumn worst_column(const LineCost& line) {
  const auto factor = [&](CostColumn column) {
    const CostAmount of = amount_of(line.counts, column);
    return of.amount == 0 ? 0 : of.least > 0 ? share(of.amount, of.least) : 1;
  };
  return factor(CostColumn::sectors) >= factor(CostColumn::wavefronts) ? CostColumn::sectors : CostColumn::wavefronts;
}

std::string excess_in_words(const Language& language, const SourceCosts& costs, const LineCost& line) {
  if (line.excess() == 0) return {};
  const CostColumn column = worst_column(line);
  const CostCell cell = cost_cell(language, costs, line, column, CostUnit::absolute);
  const char* cause = column == CostColumn::sectors ? "source.cause_sectors" : "source.cause_wavefronts";
  return language.say("source.excess", language.say(cause), cell.ratio, word_of(language, column), cell.detail);
}

std::string cost_details(const Language& language, const SourceCosts& costs, const LineCost& line) {
  std::string text = language.say("source.line", line.line, join(line.of, ", "));
  for (const CostColumn column : all_cost_columns) {
    const CostCell cell = cost_cell(language, costs, line, column, CostUnit::absolute);
    if (!cell.number.empty()) add_line(text, cell.detail);
  }
  const model::Counts& counts = line.counts;
  if (counts.bank_conflicts > 0) add_line(text, language.say("source.conflicts", grouped(counts.bank_conflicts)));
  if (counts.uncounted_requests > 0) {
    add_line(text, language.say("source.uncounted", grouped(counts.uncounted_requests)));
  }
  if (counts.out_of_bounds_lanes > 0) {
    add_line(text, language.say("access.outside", grouped(counts.out_of_bounds_lanes)));
  }
  if (line.as_written) add_line(text, language.say("access.why_written", line.why_as_written));
  return text;
}

}  // namespace lanescope::gui
