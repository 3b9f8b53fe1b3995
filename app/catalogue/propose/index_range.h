// Sets of indices as loops and grids make them: `low + k * stride` for k from 0 to count - 1.
#pragma once

#include <optional>
#include <string_view>

#include "catalogue/propose/index_term.h"

namespace lanescope::catalogue {

struct IndexRange {
  IndexTerm low{0}, count{1}, stride{1};

  /// Whether it is one value.
  [[nodiscard]] bool single() const { return count.number() == 1; }
  /// Returns one past the largest index.
  [[nodiscard]] IndexTerm end() const { return low + (count - IndexTerm(1)) * stride + IndexTerm(1); }
};

/// The indices below `end`.
[[nodiscard]] IndexRange indices_below(IndexTerm end);
[[nodiscard]] IndexRange one_index(IndexTerm value);

/// Returns what an operator of C++, min or max makes of two ranges of indices, or a set that holds it. Indices are not
/// negative, so that a quotient lies below the dividend and a difference begins at 0.
[[nodiscard]] std::optional<IndexRange> combined(std::string_view operation, const std::optional<IndexRange>& left,
                                                 const std::optional<IndexRange>& right);
/// Returns a set that holds both.
[[nodiscard]] std::optional<IndexRange> united(const std::optional<IndexRange>& one,
                                               const std::optional<IndexRange>& other);
/// Returns the term whose value for the usual sizes is smaller; the first one when they are equal.
[[nodiscard]] const IndexTerm& smaller(const IndexTerm& one, const IndexTerm& other);

}  // namespace lanescope::catalogue
