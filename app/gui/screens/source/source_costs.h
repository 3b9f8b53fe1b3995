// The columns beside the lines of the Source panel: quantities of the kernel's lines, each with its origin, compared
// with the minimum where one is known.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counters/quantity.h"
#include "experiments/sheet/lines.h"
#include "gui/store/state.h"

namespace lanescope::gui {

/// Quantities that are added up; empty, or up to two.
class QuantitySum {
 public:
  consteval QuantitySum() = default;
  consteval QuantitySum(const char* first) : ids_{counters::QuantityId(first).text()} {}
  consteval QuantitySum(const char* first, const char* second)
      : ids_{counters::QuantityId(first).text(), counters::QuantityId(second).text()} {}
  [[nodiscard]] constexpr bool empty() const { return ids_[0].empty(); }
  /// Returns the sum of those that are known, or nothing when none is.
  [[nodiscard]] std::optional<double> of(const counters::Values& values) const;

 private:
  std::array<std::string_view, 2> ids_;
};

/// A column is a sum, or a share in percent.
struct SourceColumn {
  std::string_view name;                     ///< stable, such as "column/sectors"
  std::string_view word, title, definition;  ///< keys of "sectors", "sectors / min" and of a sentence
  std::string_view detail = {};              ///< key of a sentence with the number
  experiments::Column experiments::Sheet::*from = &experiments::Sheet::derived;
  QuantitySum amount;
  QuantitySum least = {};     ///< what it would be at best
  QuantitySum requests = {};  ///< the requests that cost it
  QuantitySum expected = {};  ///< what is derived of a counted one
  QuantitySum whole = {};     ///< of a share: `amount` is a part of so much, times `factor`
  double factor = 1;

  [[nodiscard]] bool is_counted() const { return from == &experiments::Sheet::counted; }
  [[nodiscard]] bool is_share() const { return !whole.empty(); }
  /// Whether more than the least is a waste that the columns point out.
  [[nodiscard]] bool is_compared() const { return !is_counted() && !least.empty(); }
};
/// Returns all columns, those that are counted last.
[[nodiscard]] std::span<const SourceColumn> source_columns();
/// Returns the column of that name, which exists.
[[nodiscard]] const SourceColumn& source_column(std::string_view name);

/// Writes short numbers in full, and longer ones with three figures and a letter, because a column is narrow.
[[nodiscard]] std::string short_count(double count);

struct SourceCosts {
  std::vector<experiments::LineSheet> lines;  ///< sorted by line; those of the kernel's file that access memory or were
                                              ///< counted
  struct Range {
    double total = 0;  ///< of all lines, also those of headers
    double least = 0;  ///< of all lines, at best
    double most = 0;   ///< of one line of `lines`, also of its minimum
    [[nodiscard]] double excess() const { return total > least ? total - least : 0; }
  };
  std::vector<Range> ranges;  ///< by column
  std::vector<int> worst;     ///< lines with an excess, the largest first; the counted one where there is one
  std::string view;           ///< "as executed", "as written"
  std::string blocks;         ///< "3 of 16 384 blocks"
  std::string missing;        ///< why no line has accesses; empty when one has

  [[nodiscard]] const experiments::LineSheet* at(int line) const;  ///< null when nothing is known of that line
  [[nodiscard]] bool has_accesses() const;                         ///< whether a line has executed accesses
  [[nodiscard]] bool has(const SourceColumn& column) const;
  [[nodiscard]] const Range& range(const SourceColumn& column) const;
};

/// `path` is that of the kernel's file, whose lines are wanted.
[[nodiscard]] SourceCosts source_costs(const Language& language, const experiments::LineSources& sources,
                                       const std::string& path);

/// Returns the costs of the lines of the selected kernel, or none, with the reason, while a question of a lesson that
/// they would answer is open.
[[nodiscard]] const SourceCosts& present_costs(const State& state);
/// Returns the costs that a pin had, for the lines of the file that the panel shows; none when its text was another.
[[nodiscard]] const SourceCosts& pinned_costs(const State& state, std::size_t pin);
/// Returns what was counted of the selected kernel, or null.
[[nodiscard]] const counters::Counted* line_counters(const State& state);

/// Returns the line that costs the most: the one that wastes most, else the one with most sectors and wavefronts. It is
/// 0 while no costs are known.
[[nodiscard]] int costliest_line(const SourceCosts& costs);

/// Returns why there are no derived columns, or an empty text when there are.
[[nodiscard]] std::string why_no_costs(const State& state);
/// Returns the origin of the columns, or why there are none.
[[nodiscard]] std::string source_caption(const State& state);

/// The amount of a column in a line, and its minimum, which is the amount when there is no minimum.
struct CostAmount {
  double amount = 0, least = 0;
  [[nodiscard]] double excess() const { return amount > least ? amount - least : 0; }
};
[[nodiscard]] CostAmount amount_of(const experiments::LineSheet& line, const SourceColumn& column);
/// Returns derived sectors above the minimum and wavefronts above the ideal, which a better access pattern would save.
[[nodiscard]] double excess_of(const experiments::LineSheet& line);

/// One column of one line.
struct CostCell {
  std::string number;            ///< "4096 / 128", "97 %"; empty when the line has none
  std::string ratio;             ///< "32×"; empty without a minimum, or when it is reached
  std::string difference;        ///< from the counted to the derived number, "=" or "+3 %"; empty without both
  double amount = 0, least = 0;  ///< lengths of a bar, 0 to 1
  std::string detail;            ///< the same in a sentence
  [[nodiscard]] bool excessive() const { return !ratio.empty(); }
};
[[nodiscard]] CostCell cost_cell(const Language& language, const SourceCosts& costs, const experiments::LineSheet& line,
                                 const SourceColumn& column, CostUnit unit);

/// Returns the column with a minimum that the line exceeds by the largest factor, or one that it has when it wastes
/// nothing.
[[nodiscard]] const SourceColumn& worst_column(const experiments::LineSheet& line);
/// Returns how the cost of a request differs on another side, "=" or "+3.0 %", or nothing unless both have one.
[[nodiscard]] std::string cost_change(const experiments::LineSheet& first, const experiments::LineSheet& second,
                                      const SourceColumn& column);
/// Returns one sentence about what a line wastes in the column with the larger factor, or nothing if it wastes nothing.
[[nodiscard]] std::string excess_in_words(const Language& language, const SourceCosts& costs,
                                          const experiments::LineSheet& line);
/// Returns all that is known of a line, for a tooltip.
[[nodiscard]] std::string cost_details(const Language& language, const SourceCosts& costs,
                                       const experiments::LineSheet& line);

}  // namespace lanescope::gui
