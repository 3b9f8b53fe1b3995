// What hardware counters say of the kernel's lines, for the columns beside those that are derived from addresses.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "counters/counted.h"
#include "gui/panels/source/source_costs.h"
#include "gui/state/language.h"
#include "model/metrics/metrics.h"

namespace lanescope::gui {

enum class CountedColumn { executed, sectors, wavefronts, samples };
inline constexpr std::array all_counted_columns = {CountedColumn::executed, CountedColumn::sectors,
                                                   CountedColumn::wavefronts, CountedColumn::samples};
[[nodiscard]] std::string_view name_of(CountedColumn column);  ///< stable, such as "executed"
/// Returns a title such as "executed", and one sentence about the column.
[[nodiscard]] std::string title_of(const Language& language, CountedColumn column);
[[nodiscard]] std::string definition_of(const Language& language, CountedColumn column);

/// Sums over instructions. What was not counted is absent.
struct CountedSums {
  std::optional<std::uint64_t> executed, sectors, sectors_ideal, wavefronts, wavefronts_ideal;
  std::map<std::string, std::uint64_t> samples;  ///< by reason, as in the ids of elements

  void add(const counters::CountedInstruction& instruction);
  [[nodiscard]] std::optional<std::uint64_t> amount(CountedColumn column) const;
  [[nodiscard]] std::uint64_t all_samples() const;
  /// Returns the sectors and wavefronts above the ideal.
  [[nodiscard]] std::uint64_t excess() const;
};

struct CountedLine {
  int line = 0;  ///< of the kernel's file, from 1
  CountedSums sums;
};

struct CountedCosts {
  std::vector<CountedLine> lines;                 ///< by line
  CountedSums total;                              ///< of all instructions, also those of headers
  std::map<int, std::uint64_t> derived_executed;  ///< instructions of warps by line, from executed blocks
  bool whole = false;  ///< the derived counts are of the whole plan, so that the two can be compared

  [[nodiscard]] const CountedSums* at(int line) const;  ///< null when nothing was counted there
  [[nodiscard]] bool has(CountedColumn column) const;
};

/// `path` is that of the kernel's file. `metrics` may be null.
[[nodiscard]] CountedCosts counted_costs(const counters::Counted& counted, const model::Metrics* metrics, bool whole,
                                         const std::string& path);

struct CountedCell {
  std::string number;      ///< "335.5 M", "4 %"; empty when the line has none
  double part = 0;         ///< of the largest of the column, from 0 to 1
  std::string difference;  ///< of the derived number, "=" or "+3 %"; empty where there is none to compare
};
[[nodiscard]] CountedCell counted_cell(const CountedCosts& counted, const SourceCosts& derived, int line,
                                       CountedColumn column, CostUnit unit);
/// Returns all that was counted at a line, beside what is derived, for a tooltip.
[[nodiscard]] std::string counted_details(const Language& language, const CountedCosts& counted,
                                          const SourceCosts& derived, int line);

/// Returns the lines with an excess by either, the largest first; the counted one counts where there is one.
[[nodiscard]] std::vector<int> worst_lines(const CountedCosts& counted, const SourceCosts& derived);

}  // namespace lanescope::gui
