#include "gui/panels/source/source_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/accesses_view_model.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

/// Digits as they are while they are few, then three figures and a letter: a column has little room.
std::string short_count(std::uint64_t count) {
  const auto value = static_cast<double>(count);
  if (value < 1e5) return fmt::format("{}", count);
  if (value < 1e6) return fmt::format("{:.3g} k", value / 1e3);
  if (value < 1e9) return fmt::format("{:.3g} M", value / 1e6);
  return fmt::format("{:.3g} G", value / 1e9);
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) {
  const double value = 100 * share;
  return value > 0 && value < 1 ? std::string("<1 %") : fmt::format("{:.0f} %", value);
}

std::string ratio_text(std::uint64_t amount, std::uint64_t least) {
  if (amount <= least || least == 0) return {};
  const double ratio = share(amount, least);
  return fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : ratio < 10 ? 1 : 0);
}

std::string kind_of(const model::LineMetrics& line) {
  return fmt::format("{} {}", trace::name_of(line.space), trace::name_of(line.operation));
}

void note_unproven(const Language& language, const model::ViewMetrics& view, const std::string& path,
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
  std::vector<const LineCost*> wasteful;
  for (const LineCost& line : lines) {
    if (line.excess() > 0) wasteful.push_back(&line);
  }
  std::ranges::stable_sort(wasteful,
                           [](const LineCost* one, const LineCost* two) { return one->excess() > two->excess(); });
  std::vector<int> numbers;
  for (const LineCost* line : wasteful) numbers.push_back(line->line);
  return numbers;
}

/// What is counted in a column, and the least that would do; least is the amount where there is no such thing.
struct Amount {
  std::uint64_t amount = 0, least = 0;
};

Amount amount_of(const model::Counts& counts, CostColumn column) {
  switch (column) {
    case CostColumn::requests:
      return {counts.requests, counts.requests};
    case CostColumn::sectors:
      return {counts.sectors, counts.sectors_ideal};
    case CostColumn::wavefronts:
      return {counts.wavefronts, counts.wavefronts_ideal};
    case CostColumn::lanes:
      break;
  }
  return {counts.lanes, 32 * counts.requests};
}

std::string per_request(std::uint64_t amount, const model::Counts& counts) {
  return fmt::format("{:.1f}", share(amount, counts.requests - std::min(counts.requests, counts.uncounted_requests)));
}

CostCell lane_cell(const Language& language, const LineCost& line) {
  CostCell cell;
  cell.amount = line.counts.lane_efficiency();
  cell.least = 1;
  cell.number = percent(cell.amount);
  cell.detail = language.say("source.lanes_active", 32 * cell.amount);
  return cell;
}

}  // namespace

std::string_view name_of(CostColumn column) {
  constexpr std::array<std::string_view, 4> names = {"requests", "sectors", "wavefronts", "lanes"};
  return names[static_cast<std::size_t>(column)];
}

std::string word_of(const Language& language, CostColumn column) {
  constexpr std::array<std::string_view, 4> keys = {"source.requests", "source.sectors", "source.wavefronts",
                                                    "source.lanes"};
  return language.say(keys[static_cast<std::size_t>(column)]);
}

std::string title_of(const Language& language, CostColumn column) {
  constexpr std::array<std::string_view, 4> keys = {"source.requests", "source.title_sectors",
                                                    "source.title_wavefronts", "source.lanes"};
  return language.say(keys[static_cast<std::size_t>(column)]);
}

std::string definition_of(const Language& language, CostColumn column) {
  constexpr std::array<std::string_view, 4> keys = {"source.define_requests", "source.define_sectors",
                                                    "source.define_wavefronts", "source.define_lanes"};
  return language.say(keys[static_cast<std::size_t>(column)]);
}

std::uint64_t LineCost::excess() const {
  const auto above = [](std::uint64_t amount, std::uint64_t least) { return amount > least ? amount - least : 0; };
  return above(counts.sectors, counts.sectors_ideal) + above(counts.wavefronts, counts.wavefronts_ideal);
}

const LineCost* SourceCosts::at(int line) const {
  const auto found =
      std::lower_bound(lines.begin(), lines.end(), line, [](const LineCost& cost, int at) { return cost.line < at; });
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
    cost.of.push_back(kind_of(line));
  }
  if (view == CostView::executed) note_unproven(language, counted, path, lines);
  for (auto& [number, cost] : lines) costs.lines.push_back(std::move(cost));
  costs.worst = worst_of(costs.lines);
  costs.view = language.say(view == CostView::executed ? "access.executed" : "access.written");
  costs.blocks = blocks_text(language, metrics);
  if (costs.lines.empty()) costs.missing = language.say("source.no_accesses");
  return costs;
}

bool has_column(const SourceCosts& costs, CostColumn column) {
  return std::ranges::any_of(costs.lines,
                             [column](const LineCost& line) { return amount_of(line.counts, column).amount > 0; });
}

CostCell cost_cell(const Language& language, const SourceCosts& costs, const LineCost& line, CostColumn column,
                   CostUnit unit) {
  const Amount amount = amount_of(line.counts, column);
  if (column == CostColumn::lanes) return lane_cell(language, line);
  CostCell cell;
  if (amount.amount == 0) return cell;
  std::uint64_t most = 1;
  for (const LineCost& other : costs.lines) {
    const Amount theirs = amount_of(other.counts, column);
    most = std::max({most, theirs.amount, theirs.least});
  }
  cell.amount = share(amount.amount, most);
  cell.least = share(amount.least, most);
  const bool compared = column != CostColumn::requests;
  if (unit == CostUnit::percent) {
    cell.number = percent(share(amount.amount, amount_of(costs.total, column).amount));
  } else if (compared) {
    cell.number = short_count(amount.amount) + " / " + short_count(amount.least);
  } else {
    cell.number = short_count(amount.amount);
  }
  if (compared) cell.ratio = ratio_text(amount.amount, amount.least);
  const std::string of_kernel = percent(share(amount.amount, amount_of(costs.total, column).amount));
  if (compared) {
    const model::Counts& counts = column == CostColumn::sectors ? line.global : line.shared;
    cell.detail =
        language.say("source.cost_against", grouped(amount.amount), word_of(language, column), grouped(amount.least),
                     per_request(amount.amount, counts), per_request(amount.least, counts), of_kernel);
  } else {
    cell.detail = language.say("source.cost", grouped(amount.amount), word_of(language, column), of_kernel);
  }
  return cell;
}

std::string excess_in_words(const Language& language, const SourceCosts& costs, const LineCost& line) {
  const auto factor = [](std::uint64_t amount, std::uint64_t least) {
    return amount > least && least > 0 ? share(amount, least) : 0;
  };
  const double sectors = factor(line.counts.sectors, line.counts.sectors_ideal);
  const double wavefronts = factor(line.counts.wavefronts, line.counts.wavefronts_ideal);
  if (sectors <= 0 && wavefronts <= 0) return {};
  const CostColumn column = sectors >= wavefronts ? CostColumn::sectors : CostColumn::wavefronts;
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

}  // namespace warpscope::gui
