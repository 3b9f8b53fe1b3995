#include "gui/screens/source/source_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "experiments/sheet/sheet.h"
#include "gui/readings/access_words.h"
#include "gui/readings/comparison_view_model.h"
#include "gui/readings/stall_words.h"
#include "gui/store/lines.h"
#include "gui/store/source/source_text.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

constexpr std::array column_table{
    SourceColumn{.name = "column/requests",
                 .word = "source.requests",
                 .title = "source.requests",
                 .definition = "source.define_requests",
                 .detail = "source.cost",
                 .amount = "requests"},
    SourceColumn{.name = "column/sectors",
                 .word = "source.sectors",
                 .title = "source.title_sectors",
                 .definition = "source.define_sectors",
                 .detail = "source.cost_against",
                 .amount = {"global.sectors", "local.sectors"},
                 .least = {"global.sectors_ideal", "local.sectors_ideal"},
                 .requests = {"global.requests", "local.requests"}},
    SourceColumn{.name = "column/wavefronts",
                 .word = "source.wavefronts",
                 .title = "source.title_wavefronts",
                 .definition = "source.define_wavefronts",
                 .detail = "source.cost_against",
                 .amount = {"shared.wavefronts", "distributed.wavefronts"},
                 .least = {"shared.wavefronts_ideal", "distributed.wavefronts_ideal"},
                 .requests = {"shared.requests", "distributed.requests"}},
    SourceColumn{.name = "column/lanes",
                 .word = "source.lanes",
                 .title = "source.lanes",
                 .definition = "source.define_lanes",
                 .detail = "source.lanes_active",
                 .amount = "requests.threads",
                 .whole = "requests",
                 .factor = 32},
    SourceColumn{.name = "column/l1_hits",
                 .word = "source.l1_hits",
                 .title = "source.l1_hits",
                 .definition = "source.define_l1_hits",
                 .detail = "source.l1_hit",
                 .from = &experiments::Sheet::predicted,
                 .amount = {"global.load.sectors_hit", "local.load.sectors_hit"},
                 .whole = {"global.load.sectors", "local.load.sectors"}},
    SourceColumn{.name = "column/l2_hits",
                 .word = "source.l2_hits",
                 .title = "source.l2_hits",
                 .definition = "source.define_l2_hits",
                 .detail = "source.l2_hit",
                 .from = &experiments::Sheet::predicted,
                 .amount = "l2.read.sectors_hit",
                 .whole = "l2.read.sectors"},
    SourceColumn{.name = "counted/executed",
                 .word = "source.counted_executed",
                 .title = "source.counted_executed",
                 .definition = "source.define_executed",
                 .from = &experiments::Sheet::counted,
                 .amount = "instructions.executed",
                 .expected = "instructions.ptx"},
    SourceColumn{.name = "counted/sectors",
                 .word = "source.sectors",
                 .title = "source.sectors",
                 .definition = "source.define_counted_sectors",
                 .from = &experiments::Sheet::counted,
                 .amount = "global.sectors",
                 .least = "global.sectors_ideal",
                 .expected = "global.sectors"},
    SourceColumn{.name = "counted/wavefronts",
                 .word = "source.wavefronts",
                 .title = "source.wavefronts",
                 .definition = "source.define_counted_wavefronts",
                 .from = &experiments::Sheet::counted,
                 .amount = "shared.wavefronts",
                 .least = "shared.wavefronts_ideal",
                 .expected = "shared.wavefronts"},
    SourceColumn{.name = "counted/samples",
                 .word = "source.samples",
                 .title = "source.samples",
                 .definition = "source.define_samples",
                 .from = &experiments::Sheet::counted,
                 .amount = "samples"},
};

/// Returns the numbers of a column. Counts that were scaled to the grid are estimates, and stand for derived ones.
const experiments::Column& values_of(const experiments::LineSheet& line, const SourceColumn& column) {
  const bool scaled = column.from == &experiments::Sheet::derived && !line.sheet.derived.get("requests");
  return scaled ? line.sheet.predicted : line.sheet.*column.from;
}

std::string percent_text(double share) {
  const double value = 100 * share;
  return value > 0 && value < 1 ? std::string("<1 %") : fmt::format("{:.0f} %", value);
}

std::string ratio_text(const CostAmount& of) {
  if (of.amount <= of.least || of.least == 0) return {};
  const double ratio = of.amount / of.least;
  return fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : ratio < 10 ? 1 : 0);
}

std::string count_text(double count) {
  return grouped(std::llround(count));
}

std::string change_of(double counted, double derived) {
  if (counted == derived) return "=";
  if (counted == 0) return {};
  const double change = 100 * (derived / counted - 1);
  return fmt::format("{:+.{}f} %", change, std::abs(change) < 10 ? 1 : 0);
}

/// Returns what is derived of a counted column, where it is of all blocks.
std::optional<double> expected_of(const experiments::LineSheet& line, const SourceColumn& column) {
  return line.sheet.whole && !column.expected.empty() ? column.expected.of(line.sheet.derived) : std::nullopt;
}

/// Returns the amount of a column for each request that costs it.
double per_request(const experiments::LineSheet& line, const SourceColumn& column, double amount) {
  const double requests = column.requests.of(values_of(line, column)).value_or(0);
  return requests > 0 ? amount / requests : 0;
}

/// Returns how far the compared columns of a line exceed their minima, in the counted columns or in the derived ones.
double excess_in(const experiments::LineSheet& line, bool counted) {
  double excess = 0;
  for (const SourceColumn& column : column_table) {
    if (!column.least.empty() && column.is_counted() == counted) excess += amount_of(line, column).excess();
  }
  return excess;
}

bool has_counted_ideal(const experiments::LineSheet& line) {
  return std::ranges::any_of(column_table, [&](const SourceColumn& column) {
    return column.is_counted() && !column.least.empty() && column.least.of(line.sheet.counted);
  });
}

std::vector<int> worst_of(const std::vector<experiments::LineSheet>& lines) {
  std::vector<std::pair<double, int>> wasteful;  // excess and line
  for (const experiments::LineSheet& line : lines) {
    const double excess = excess_in(line, has_counted_ideal(line));
    if (excess > 0) wasteful.emplace_back(excess, line.line);
  }
  std::ranges::stable_sort(wasteful, std::greater(), [](const auto& line) { return line.first; });
  std::vector<int> numbers;
  for (const auto& [excess, number] : wasteful) numbers.push_back(number);
  return numbers;
}

CostCell share_cell(const Language& language, const experiments::LineSheet& line, const SourceColumn& column) {
  const experiments::Column& values = values_of(line, column);
  const auto part = column.amount.of(values), whole = column.whole.of(values);
  if (!part || whole.value_or(0) <= 0) return {};
  const double share = *part / (*whole * column.factor);
  CostCell cell{percent_text(share), "", "", share, 1, ""};
  cell.detail = column.factor != 1 ? language.say(column.detail, column.factor * share)
                                   : language.say(column.detail, cell.number);
  return cell;
}

/// Returns all that was counted at a line, beside what is derived.
std::string counted_details(const Language& language, const experiments::LineSheet& line) {
  std::string text = language.say("source.line_counted", line.line);
  for (const SourceColumn& column : column_table) {
    const auto amount = column.is_counted() ? column.amount.of(line.sheet.counted) : std::nullopt;
    if (!amount) continue;
    std::string words = fmt::format("{}: {}", language.say(column.title), count_text(*amount));
    if (const auto ideal = column.least.of(line.sheet.counted))
      words += language.say("source.counted_ideal", count_text(*ideal));
    if (const auto expected = expected_of(line, column))
      words += language.say("source.counted_derived", count_text(*expected), change_of(*amount, *expected));
    add_line(text, words);
  }
  std::vector<std::pair<std::uint64_t, std::string>> reasons;
  for (const auto& [reason, count] : line.stall_samples) reasons.emplace_back(count, reason);
  std::ranges::sort(reasons, std::greater());
  constexpr std::size_t max_reasons = 4;
  for (std::size_t i = 0; i < std::min(max_reasons, reasons.size()); ++i)
    add_line(text, fmt::format("  {} {}", grouped(reasons[i].first), stall_name(language, reasons[i].second)));
  return text;
}

}  // namespace

std::optional<double> QuantitySum::of(const counters::Values& values) const {
  std::optional<double> sum;
  for (const std::string_view id : ids_) {
    if (const auto value = id.empty() ? std::nullopt : values.find(id)) sum = sum.value_or(0) + *value;
  }
  return sum;
}

std::span<const SourceColumn> source_columns() {
  return column_table;
}

const SourceColumn& source_column(std::string_view name) {
  return *std::ranges::find(column_table, name, &SourceColumn::name);
}

std::string short_count(double count) {
  if (count < 1e5) return fmt::format("{:.0f}", count);
  if (count < 1e6) return fmt::format("{:.3g} k", count / 1e3);
  if (count < 1e9) return fmt::format("{:.3g} M", count / 1e6);
  return fmt::format("{:.3g} G", count / 1e9);
}

CostAmount amount_of(const experiments::LineSheet& line, const SourceColumn& column) {
  const experiments::Column& values = values_of(line, column);
  const double amount = column.amount.of(values).value_or(0);
  return {amount, column.least.of(values).value_or(amount)};
}

double excess_of(const experiments::LineSheet& line) {
  return excess_in(line, false);
}

const experiments::LineSheet* SourceCosts::at(int line) const {
  const auto found = std::ranges::lower_bound(lines, line, {}, &experiments::LineSheet::line);
  return found == lines.end() || found->line != line ? nullptr : &*found;
}

bool SourceCosts::has_accesses() const {
  return std::ranges::any_of(lines, [](const experiments::LineSheet& line) { return !line.accesses.empty(); });
}

bool SourceCosts::has(const SourceColumn& column) const {
  return range(column).most > 0;
}

const SourceCosts::Range& SourceCosts::range(const SourceColumn& column) const {
  static constexpr Range none;
  const auto index = static_cast<std::size_t>(&column - column_table.data());
  return index < ranges.size() ? ranges[index] : none;
}

SourceCosts source_costs(const Language& language, const experiments::LineSources& sources, const std::string& path) {
  SourceCosts costs;
  costs.ranges.resize(column_table.size());
  for (experiments::LineSheet& line : experiments::lines_of(sources)) {
    const bool shown =
        line.line > 0 && same_source(line.file, path) && (!line.accesses.empty() || !line.sheet.counted.empty());
    for (std::size_t i = 0; i < column_table.size(); ++i) {
      const CostAmount of = amount_of(line, column_table[i]);
      SourceCosts::Range& range = costs.ranges[i];
      range.total += of.amount;
      range.least += of.least;
      const auto whole = column_table[i].whole.of(values_of(line, column_table[i]));
      if (shown) range.most = std::max({range.most, of.amount, of.least, whole.value_or(0)});
    }
    if (shown) costs.lines.push_back(std::move(line));
  }
  costs.worst = worst_of(costs.lines);
  if (sources.metrics == nullptr) return costs;
  const bool written = sources.view == model::CountView::written;
  costs.view = language.say(written ? "access.written" : "access.executed");
  costs.blocks = blocks_text(language, *sources.metrics);
  if (!costs.has_accesses()) costs.missing = language.say("source.no_accesses");
  return costs;
}

CostCell cost_cell(const Language& language, const SourceCosts& costs, const experiments::LineSheet& line,
                   const SourceColumn& column, CostUnit unit) {
  if (column.is_share()) return share_cell(language, line, column);
  const CostAmount of = amount_of(line, column);
  if (of.amount == 0) return {};
  const SourceCosts::Range& range = costs.range(column);
  const std::string of_kernel = percent_text(of.amount / range.total);
  CostCell cell{unit == CostUnit::percent ? of_kernel : short_count(of.amount),
                "",
                "",
                of.amount / range.most,
                of.least / range.most,
                ""};
  if (column.is_counted()) {
    if (const auto expected = expected_of(line, column)) cell.difference = change_of(of.amount, *expected);
    return cell;
  }
  const std::string word = language.say(column.word);
  if (!column.is_compared()) {
    cell.detail = language.say(column.detail, count_text(of.amount), word, of_kernel);
    return cell;
  }
  if (unit == CostUnit::absolute) cell.number += " / " + short_count(of.least);
  cell.ratio = ratio_text(of);
  const auto each = [&](double amount) { return fmt::format("{:.1f}", per_request(line, column, amount)); };
  cell.detail = language.say(column.detail, count_text(of.amount), word, count_text(of.least), each(of.amount),
                             each(of.least), of_kernel);
  return cell;
}

const SourceColumn& worst_column(const experiments::LineSheet& line) {
  const SourceColumn* worst = nullptr;
  double largest = -1;
  for (const SourceColumn& column : column_table) {
    if (!column.is_compared()) continue;
    const CostAmount of = amount_of(line, column);
    const double factor = of.amount == 0 ? 0 : of.least > 0 ? of.amount / of.least : 1;
    if (factor <= largest) continue;
    largest = factor;
    worst = &column;
  }
  return *worst;
}

std::string cost_change(const experiments::LineSheet& first, const experiments::LineSheet& second,
                        const SourceColumn& column) {
  const double one = per_request(first, column, amount_of(first, column).amount);
  const double other = per_request(second, column, amount_of(second, column).amount);
  if (one <= 0 || other <= 0) return {};
  return one == other ? "=" : percent_change(other / one);
}

std::string excess_in_words(const Language& language, const SourceCosts& costs, const experiments::LineSheet& line) {
  if (excess_of(line) == 0) return {};
  const SourceColumn& column = worst_column(line);
  const CostCell cell = cost_cell(language, costs, line, column, CostUnit::absolute);
  const bool sectors = &column == &source_column("column/sectors");
  return language.say("source.excess", language.say(sectors ? "source.cause_sectors" : "source.cause_wavefronts"),
                      cell.ratio, language.say(column.word), cell.detail);
}

std::string cost_details(const Language& language, const SourceCosts& costs, const experiments::LineSheet& line) {
  std::string text;
  if (!line.accesses.empty()) {
    std::vector<std::string> kinds;
    for (const auto& [space, operation] : line.accesses) kinds.push_back(words_of(language, space, operation));
    text = language.say("source.line", line.line, join(kinds, ", "));
    for (const SourceColumn& column : column_table) {
      const CostCell cell = cost_cell(language, costs, line, column, CostUnit::absolute);
      if (!cell.detail.empty()) add_line(text, cell.detail);
    }
    const experiments::Column& counts = values_of(line, source_column("column/requests"));
    const auto add_count = [&](const char* key, counters::QuantityId id) {
      if (const double count = counts.get(id).value_or(0); count > 0)
        add_line(text, language.say(key, count_text(count)));
    };
    add_count("source.conflicts", "shared.conflicts");
    add_count("source.uncounted", "requests.uncounted");
    add_count("access.outside", "requests.threads_outside");
    if (line.why_approximate) {
      add_line(text, language.say("access.approximate", line.why_approximate->empty() ? language.say("access.unproven")
                                                                                      : *line.why_approximate));
    }
  }
  if (!line.sheet.counted.empty()) text += (text.empty() ? "" : "\n") + counted_details(language, line);
  return text;
}

namespace {

/// Returns what is known of the lines of the selected kernel.
experiments::LineSources line_sources(const State& state) {
  experiments::LineSources sources;
  if (const auto& executed = state.known.counted; executed && executed->kernel == state.selection.kernel) {
    sources.metrics = &*executed->metrics;
    sources.view = state.source.view;
    sources.whole = !line_costs_are_stale(state) && experiments::covers_whole_plan(*executed);
  }
  if (const auto& predicted = state.known.predicted; predicted && predicted->kernel == state.selection.kernel)
    sources.prediction = predicted->predicted ? &predicted->predicted->prediction : nullptr;
  sources.counted = line_counters(state);
  return sources;
}

}  // namespace

const counters::Counted* line_counters(const State& state) {
  const auto& result = state.pages.numbers.counted;
  return result && result->kernel == state.selection.kernel ? &*result->counted : nullptr;
}

const SourceCosts& present_costs(const State& state) {
  const bool covered = has_open_question(state.lesson);
  const auto make = [&] {
    SourceCosts costs;
    if (covered) {
      costs.missing = state.say("views.covered");  // the columns would answer the question
      return costs;
    }
    return source_costs(state.language(), line_sources(state), state.source.text.path);
  };
  const Known& known = state.known;
  return state.memo.get<SourceCosts>(
      std::tuple(covered, known.counted, line_costs_are_stale(state), known.predicted, state.pages.numbers.counted,
                 state.selection.kernel, state.source.view, state.source.text.path, state.ui.language),
      make);
}

const SourceCosts& pinned_costs(const State& state, std::size_t number) {
  const auto definition = state.definition();
  const auto& pin = state.pins.pins.at(number);
  // Lines of another text are not these lines.
  const bool fits = definition && pin && pin->counted && pin->kernel == state.selection.kernel &&
                    pin->counted->source == definition->source.text;
  const std::shared_ptr<const experiments::Result> counted = fits ? pin->counted : nullptr;
  const auto make = [&] {
    if (!counted) return SourceCosts();
    experiments::LineSources sources;
    sources.metrics = &*counted->metrics;
    sources.view = state.source.view;
    return source_costs(state.language(), sources, state.source.text.path);
  };
  return state.memo.get<SourceCosts>(std::tuple(counted, state.source.view, state.source.text.path, state.ui.language),
                                     make, number);
}

int costliest_line(const SourceCosts& costs) {
  if (!costs.worst.empty()) return costs.worst.front();
  int costliest = 0;
  double most = 0;
  for (const experiments::LineSheet& line : costs.lines) {
    const double cost = amount_of(line, source_column("column/sectors")).amount +
                        amount_of(line, source_column("column/wavefronts")).amount;
    if (cost <= most) continue;
    most = cost;
    costliest = line.line;
  }
  return costliest;
}

std::string why_no_costs(const State& state) {
  if (present_costs(state).has_accesses()) return {};
  if (!present_costs(state).missing.empty()) return present_costs(state).missing;
  const experiments::Result* result = state.current();
  if (result == nullptr || !result->ended()) {
    return state.say(state.known.connected ? "source.counting" : "source.no_result");
  }
  return state.say(result->failed() ? "source.ended_early" : "source.no_counts");
}

std::string source_caption(const State& state) {
  const SourceCosts& costs = present_costs(state);
  const auto& counted = state.pages.numbers.counted;
  if (!costs.has_accesses() && !costs.lines.empty() && counted) {
    const std::string& device = counted->counted->device;
    return counted->recorded.empty() ? state.say("pages.counted", device)
                                     : state.say("pages.recorded", device, counted->recorded);
  }
  if (std::string missing = why_no_costs(state); !missing.empty()) return missing;
  return state.say("source.caption", costs.view, costs.blocks) +
         (line_costs_are_stale(state) ? state.say("source.earlier") : "");
}

}  // namespace lanescope::gui
