#include "gui/panels/source/source_counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "gui/panels/lines.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/panels/warp_states/warp_states_view_model.h"
#include "gui/state/numbers.h"

namespace lanescope::gui {
namespace {

struct CountedTexts {
  std::string_view name;               ///< stable
  std::string_view title, definition;  ///< keys
};

const CountedTexts& texts_of(CountedColumn column) {
  static constexpr std::array<CountedTexts, 4> texts{{
      {"executed", "source.counted_executed", "source.define_executed"},
      {"sectors", "source.sectors", "source.define_counted_sectors"},
      {"wavefronts", "source.wavefronts", "source.define_counted_wavefronts"},
      {"samples", "source.samples", "source.define_samples"},
  }};
  return texts[static_cast<std::size_t>(column)];
}

void add_to(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& part) {
  if (part) sum = sum.value_or(0) + *part;
}

std::uint64_t above(const std::optional<std::uint64_t>& amount, const std::optional<std::uint64_t>& ideal) {
  return amount && ideal && *amount > *ideal ? *amount - *ideal : 0;
}

/// Returns what is derived of the same column of a line, or nothing.
std::optional<std::uint64_t> derived_of(const CountedCosts& counted, const SourceCosts& derived, int line,
                                        CountedColumn column) {
  if (!counted.whole) return std::nullopt;
  if (column == CountedColumn::executed) {
    const auto found = counted.derived_executed.find(line);
    return found == counted.derived_executed.end() ? std::nullopt : std::optional(found->second);
  }
  const LineCost* cost = derived.at(line);
  if (cost == nullptr || column == CountedColumn::samples) return std::nullopt;
  return column == CountedColumn::sectors ? cost->counts.sectors : cost->counts.wavefronts;
}

std::string change_of(std::uint64_t counted, std::uint64_t derived) {
  if (counted == derived) return "=";
  if (counted == 0) return {};
  const double change = 100 * (static_cast<double>(derived) / static_cast<double>(counted) - 1);
  return fmt::format("{:+.{}f} %", change, std::abs(change) < 10 ? 1 : 0);
}

}  // namespace

std::string_view name_of(CountedColumn column) {
  return texts_of(column).name;
}

std::string title_of(const Language& language, CountedColumn column) {
  return language.say(texts_of(column).title);
}

std::string definition_of(const Language& language, CountedColumn column) {
  return language.say(texts_of(column).definition);
}

void CountedSums::add(const counters::CountedInstruction& instruction) {
  add_to(executed, instruction.executed);
  add_to(sectors, instruction.sectors);
  add_to(sectors_ideal, instruction.sectors_ideal);
  add_to(wavefronts, instruction.wavefronts);
  add_to(wavefronts_ideal, instruction.wavefronts_ideal);
  for (const auto& [reason, count] : instruction.stall_samples) samples[reason] += count;
}

std::uint64_t CountedSums::all_samples() const {
  std::uint64_t sum = 0;
  for (const auto& [reason, count] : samples) sum += count;
  return sum;
}

std::optional<std::uint64_t> CountedSums::amount(CountedColumn column) const {
  switch (column) {
    case CountedColumn::executed:
      return executed;
    case CountedColumn::sectors:
      return sectors;
    case CountedColumn::wavefronts:
      return wavefronts;
    case CountedColumn::samples:
      break;
  }
  return samples.empty() ? std::nullopt : std::optional(all_samples());
}

std::uint64_t CountedSums::excess() const {
  return above(sectors, sectors_ideal) + above(wavefronts, wavefronts_ideal);
}

const CountedSums* CountedCosts::at(int line) const {
  const auto found = std::ranges::lower_bound(lines, line, {}, &CountedLine::line);
  return found == lines.end() || found->line != line ? nullptr : &found->sums;
}

bool CountedCosts::has(CountedColumn column) const {
  return std::ranges::any_of(lines,
                             [column](const CountedLine& line) { return line.sums.amount(column).value_or(0) > 0; });
}

CountedCosts counted_costs(const counters::Counted& counted, const model::Metrics* metrics, bool whole,
                           const std::string& path) {
  CountedCosts costs;
  std::map<int, CountedSums> lines;
  for (const counters::CountedInstruction& instruction : counted.instructions) {
    costs.total.add(instruction);
    if (instruction.line > 0 && same_source(instruction.file, path)) lines[instruction.line].add(instruction);
  }
  for (auto& [line, sums] : lines) costs.lines.push_back({line, std::move(sums)});
  costs.whole = whole && metrics != nullptr;
  if (metrics == nullptr) return costs;
  for (const trace::LineExecution& line : metrics->lines) {
    if (same_source(line.file, path)) costs.derived_executed[line.line] += line.instructions;
  }
  return costs;
}

CountedCell counted_cell(const CountedCosts& counted, const SourceCosts& derived, int line, CountedColumn column,
                         CostUnit unit) {
  const CountedSums* sums = counted.at(line);
  const auto amount = sums != nullptr ? sums->amount(column) : std::nullopt;
  if (amount.value_or(0) == 0) return {};
  std::uint64_t most = 1;
  for (const CountedLine& other : counted.lines) most = std::max(most, other.sums.amount(column).value_or(0));
  CountedCell cell;
  cell.part = static_cast<double>(*amount) / static_cast<double>(most);
  const auto all = static_cast<double>(std::max<std::uint64_t>(counted.total.amount(column).value_or(1), 1));
  cell.number = unit == CostUnit::percent ? percent_text(static_cast<double>(*amount) / all) : short_count(*amount);
  if (const auto expected = derived_of(counted, derived, line, column)) cell.difference = change_of(*amount, *expected);
  return cell;
}

std::string counted_details(const Language& language, const CountedCosts& counted, const SourceCosts& derived,
                            int line) {
  const CountedSums* sums = counted.at(line);
  if (sums == nullptr) return {};
  std::string text = language.say("source.line_counted", line);
  for (const CountedColumn column : all_counted_columns) {
    const auto amount = sums->amount(column);
    if (!amount) continue;
    std::string words = fmt::format("{}: {}", title_of(language, column), grouped(*amount));
    const auto& ideal = column == CountedColumn::sectors ? sums->sectors_ideal : sums->wavefronts_ideal;
    const bool has_ideal = column == CountedColumn::sectors || column == CountedColumn::wavefronts;
    if (has_ideal && ideal) words += language.say("source.counted_ideal", grouped(*ideal));
    if (const auto expected = derived_of(counted, derived, line, column)) {
      words += language.say("source.counted_derived", grouped(*expected), change_of(*amount, *expected));
    }
    add_line(text, words);
  }
  std::vector<std::pair<std::uint64_t, std::string>> reasons;
  for (const auto& [reason, count] : sums->samples) reasons.emplace_back(count, reason);
  std::ranges::sort(reasons, std::greater());
  constexpr std::size_t max_reasons = 4;
  for (std::size_t i = 0; i < std::min(max_reasons, reasons.size()); ++i) {
    add_line(text, fmt::format("  {} {}", grouped(reasons[i].first), stall_name(language, reasons[i].second)));
  }
  return text;
}

std::vector<int> worst_lines(const CountedCosts& counted, const SourceCosts& derived) {
  std::map<int, std::uint64_t> excess;
  for (const LineCost& line : derived.lines) excess[line.line] = line.excess();
  for (const CountedLine& line : counted.lines) {
    const bool knows = line.sums.sectors_ideal || line.sums.wavefronts_ideal;
    if (knows) excess[line.line] = line.sums.excess();
  }
  std::vector<std::pair<std::uint64_t, int>> wasteful;
  for (const auto& [line, amount] : excess) {
    if (amount > 0) wasteful.emplace_back(amount, line);
  }
  std::ranges::stable_sort(wasteful, std::greater(), [](const auto& line) { return line.first; });
  std::vector<int> lines;
  for (const auto& [amount, line] : wasteful) lines.push_back(line);
  return lines;
}

}  // namespace lanescope::gui
