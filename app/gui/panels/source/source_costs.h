// The costs of a kernel's lines in memory, compared with the minimum, for the columns of the Source panel. All numbers
// are derived from executed addresses, except the hits in the caches, which are predicted.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gui/state/language.h"
#include "model/metrics/metrics.h"
#include "predict/prediction.h"

namespace lanescope::gui {

/// `executed` counts accesses that the compiler merged as one. `written` counts them as in the source.
enum class CostView { executed, written };
/// `percent` is of the total of the whole kernel.
enum class CostUnit { absolute, percent };

enum class CostColumn { requests, sectors, wavefronts, lanes, hits };
inline constexpr std::array all_cost_columns = {CostColumn::requests, CostColumn::sectors, CostColumn::wavefronts,
                                                CostColumn::lanes, CostColumn::hits};
[[nodiscard]] std::string_view name_of(CostColumn column);  ///< stable, such as "requests"
/// Returns a word such as "sectors".
[[nodiscard]] std::string word_of(const Language& language, CostColumn column);
/// Returns a title such as "sectors / min".
[[nodiscard]] std::string title_of(const Language& language, CostColumn column);
/// Returns one sentence.
[[nodiscard]] std::string definition_of(const Language& language, CostColumn column);

/// Returns true for sectors and wavefronts, which have a minimum.
[[nodiscard]] constexpr bool is_compared(CostColumn column) {
  return column == CostColumn::sectors || column == CostColumn::wavefronts;
}

/// Writes short numbers in full, and longer ones with three figures and a letter, because a column is narrow.
[[nodiscard]] std::string short_count(std::uint64_t count);
/// Writes a share from 0 to 1 as "4 %", or "<1 %".
[[nodiscard]] std::string percent_text(double share);

/// The count of a column, and its minimum. `least` is the amount when there is no minimum.
struct CostAmount {
  std::uint64_t amount = 0, least = 0;
  [[nodiscard]] std::uint64_t excess() const { return amount > least ? amount - least : 0; }
};
[[nodiscard]] CostAmount amount_of(const model::Counts& counts, CostColumn column);

/// What the caches answer the loads of a line from global or local memory: predicted, of all blocks, cold.
struct LineHits {
  double l1_sectors = 0, l1_hits = 0;  ///< asked of the L1, and found there
  double l2_sectors = 0, l2_hits = 0;  ///< asked of the L2, and found there
  [[nodiscard]] bool any() const { return l1_sectors > 0; }
  [[nodiscard]] double l1_rate() const { return l1_sectors > 0 ? l1_hits / l1_sectors : 0; }
  [[nodiscard]] double l2_rate() const { return l2_sectors > 0 ? l2_hits / l2_sectors : 0; }
};

/// The cost of all accesses of a line.
struct LineCost {
  int line = 0;                  ///< number of the line, from 1
  model::Counts counts;          ///< counts of all its accesses
  model::Counts global, shared;  ///< counts of accesses to global or local memory, and to shared memory
  bool as_written = false;       ///< whether the cubin does not show that it is executed like this
  std::string why_as_written;    ///< empty unless as_written
  std::vector<std::string> of;   ///< "global load", "shared store"
  LineHits hits;                 ///< none where nothing is predicted, and of lines that only store

  /// Returns sectors above the minimum and wavefronts above the ideal, which a better access pattern would save.
  [[nodiscard]] std::uint64_t excess() const;
};

struct SourceCosts {
  std::vector<LineCost> lines;                       ///< sorted by line; lines of the kernel's file with accesses
  model::Counts total;                               ///< counts of all lines, also those of headers
  std::vector<int> worst;                            ///< lines with an excess, the largest first
  std::string view;                                  ///< "as executed", "as written"
  std::string blocks;                                ///< "3 of 16 384 blocks"
  std::string missing;                               ///< why there are no lines; empty when there are
  [[nodiscard]] const LineCost* at(int line) const;  ///< null when that line accesses no memory
};

/// One column of one line.
struct CostCell {
  std::string number;            ///< "4096 / 128", "97 %"; empty when the line has none
  std::string ratio;             ///< "32×"; empty without a minimum, or when it is reached
  double amount = 0, least = 0;  ///< lengths of a bar, 0 to 1
  std::string detail;            ///< the same in a sentence
  [[nodiscard]] bool excessive() const { return !ratio.empty(); }
};

/// `path` is that of the kernel's file, whose lines are wanted.
[[nodiscard]] SourceCosts source_costs(const Language& language, const model::Metrics& metrics, CostView view,
                                       const std::string& path);

/// Adds what the caches are predicted to answer the lines.
void add_hits(SourceCosts& costs, const predict::Prediction& prediction, const std::string& path);

/// Returns whether any line has something in `column`.
[[nodiscard]] bool has_column(const SourceCosts& costs, CostColumn column);
[[nodiscard]] CostCell cost_cell(const Language& language, const SourceCosts& costs, const LineCost& line,
                                 CostColumn column, CostUnit unit);
/// Returns the column with a minimum that the line exceeds by the largest factor, or one that it has when it wastes
/// nothing.
[[nodiscard]] CostColumn worst_column(const LineCost& line);
/// Returns one sentence about what a line wastes in the column with the larger factor, or nothing if it wastes nothing.
[[nodiscard]] std::string excess_in_words(const Language& language, const SourceCosts& costs, const LineCost& line);
/// Returns all details of a line, for a tooltip.
[[nodiscard]] std::string cost_details(const Language& language, const SourceCosts& costs, const LineCost& line);

}  // namespace lanescope::gui
