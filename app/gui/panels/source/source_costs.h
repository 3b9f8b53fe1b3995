// What the lines of a kernel cost in memory, against the least that would do: the columns of the Source panel. All
// numbers are derived from executed addresses.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gui/state/language.h"
#include "model/metrics/metrics.h"

namespace warpscope::gui {

/// executed: with the accesses that the compiler merged as one. written: as the source says.
enum class CostView { executed, written };
/// percent: of what the whole kernel has of it.
enum class CostUnit { absolute, percent };

enum class CostColumn { requests, sectors, wavefronts, lanes };
inline constexpr std::array all_cost_columns = {CostColumn::requests, CostColumn::sectors, CostColumn::wavefronts,
                                                CostColumn::lanes};
[[nodiscard]] std::string_view name_of(CostColumn column);  ///< stable: "requests"
/// "sectors"
[[nodiscard]] std::string word_of(const Language& language, CostColumn column);
/// "sectors / min"
[[nodiscard]] std::string title_of(const Language& language, CostColumn column);
/// One sentence.
[[nodiscard]] std::string definition_of(const Language& language, CostColumn column);

/// Sectors and wavefronts, of which there is a least.
[[nodiscard]] constexpr bool is_compared(CostColumn column) {
  return column == CostColumn::sectors || column == CostColumn::wavefronts;
}

/// What is counted in a column, and the least that would do; least is the amount where there is no such thing.
struct CostAmount {
  std::uint64_t amount = 0, least = 0;
  [[nodiscard]] std::uint64_t excess() const { return amount > least ? amount - least : 0; }
};
[[nodiscard]] CostAmount amount_of(const model::Counts& counts, CostColumn column);

/// Everything a line's accesses cost, whatever they are.
struct LineCost {
  int line = 0;                  ///< from 1
  model::Counts counts;          ///< of all its accesses
  model::Counts global, shared;  ///< of those to global or local memory, and of those to shared memory
  bool as_written = false;       ///< the cubin does not show that it is executed like this
  std::string why_as_written;    ///< empty unless as_written
  std::vector<std::string> of;   ///< "global load", "shared store"

  /// Sectors above the minimum and wavefronts above the ideal: what a better access pattern would save.
  [[nodiscard]] std::uint64_t excess() const;
};

struct SourceCosts {
  std::vector<LineCost> lines;                       ///< of the kernel's file, by line; those that access memory
  model::Counts total;                               ///< of all lines, those of headers too
  std::vector<int> worst;                            ///< lines with an excess, the largest first
  std::string view;                                  ///< "as executed", "as written"
  std::string blocks;                                ///< "3 of 16 384 blocks"
  std::string missing;                               ///< why there are no lines; empty when there are
  [[nodiscard]] const LineCost* at(int line) const;  ///< null: that line accesses no memory
};

/// One column of one line.
struct CostCell {
  std::string number;            ///< "4096 / 128", "97 %"; empty: the line has nothing of it
  std::string ratio;             ///< "32×"; empty where there is no least, or it is reached
  double amount = 0, least = 0;  ///< of a bar, 0 to 1
  std::string detail;            ///< the same in a sentence
  [[nodiscard]] bool excessive() const { return !ratio.empty(); }
};

/// `path`: of the kernel's file, whose lines are wanted.
[[nodiscard]] SourceCosts source_costs(const Language& language, const model::Metrics& metrics, CostView view,
                                       const std::string& path);

/// `column` as a whole: whether any line has something of it.
[[nodiscard]] bool has_column(const SourceCosts& costs, CostColumn column);
[[nodiscard]] CostCell cost_cell(const Language& language, const SourceCosts& costs, const LineCost& line,
                                 CostColumn column, CostUnit unit);
/// What a line wastes, in one sentence: of the column with the larger factor. Empty when it wastes nothing.
[[nodiscard]] std::string excess_in_words(const Language& language, const SourceCosts& costs, const LineCost& line);
/// The whole story of a line, for a tooltip.
[[nodiscard]] std::string cost_details(const Language& language, const SourceCosts& costs, const LineCost& line);

}  // namespace warpscope::gui
