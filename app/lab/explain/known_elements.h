// All elements of a Result, by origin: what hardware counters said, what follows from addresses, and what the model
// expects. It computes nothing that a Result already holds, and is cheap enough for every new Result, not for a frame.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "counters/values.h"
#include "lab/result.h"

namespace lanescope::lab {

/// One number with its origin.
struct OriginNumber {
  double value = 0;
  Origin origin = Origin::derived;
  friend bool operator==(const OriginNumber&, const OriginNumber&) = default;
};

struct KnownElements {
  counters::Values counted;  ///< of `counted_origin`; empty where nothing was counted
  Origin counted_origin = Origin::counted;
  counters::Values derived;  ///< of the executed blocks
  bool whole = false;        ///< the executed blocks are all of the plan's; then counts are those that a counter finds
  counters::Values predicted;  ///< of the whole plan
  /// Sizes of each; they differ where the emulator verifies smaller ones.
  std::map<std::string, std::int64_t> derived_sizes, predicted_sizes;

  /// Returns the best value: counted, else derived, else predicted.
  [[nodiscard]] std::optional<OriginNumber> best(counters::ElementId id) const { return find(id.text()); }
  [[nodiscard]] std::optional<OriginNumber> find(std::string_view id) const;
  /// Returns what would be expected without a counter: derived from all blocks, else predicted.
  [[nodiscard]] std::optional<OriginNumber> expected(counters::ElementId id) const;
  friend bool operator==(const KnownElements&, const KnownElements&) = default;
};

[[nodiscard]] KnownElements elements_of(const Result& result);

/// One row of a page: an element with whatever is known of it.
struct ElementRow {
  const counters::Element* element = nullptr;
  std::optional<double> counted, derived, predicted;
  /// From what is expected (derived where that is of the whole plan, else predicted) to what was counted.
  std::optional<counters::Difference> difference;
};
/// Returns the rows of a page of which something is known, in the order of the elements.
[[nodiscard]] std::vector<ElementRow> rows_of(counters::Page page, const KnownElements& known);

}  // namespace lanescope::lab
