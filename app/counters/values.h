// Numbers by quantity. What is not known is absent, never 0.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "counters/quantity.h"

namespace lanescope::counters {

class Values {
 public:
  /// Returns nothing where the quantity has no value.
  [[nodiscard]] std::optional<double> get(QuantityId id) const { return find(id.text()); }
  /// The same by a name that is only known while the program runs. Returns nothing for unknown names.
  [[nodiscard]] std::optional<double> find(std::string_view id) const;
  /// Sets a value. A number that is not finite (0 / 0, a counter that overflowed) is not known, and leaves none.
  void set(QuantityId id, double value);
  void set(QuantityId id, std::optional<double> value);
  /// Adds to a value; one that is absent counts as 0.
  void add(QuantityId id, double value);
  /// Puts the values of another one in; those that both have are the other's.
  void merge(const Values& other);

  [[nodiscard]] bool empty() const { return by_id.empty(); }
  [[nodiscard]] bool has_any_of(Page page) const;
  [[nodiscard]] bool has_any_of_pages() const;  ///< of any page

  std::map<std::string, double, std::less<>> by_id;  ///< public for the field lists of the wire; use the members above
  friend bool operator==(const Values&, const Values&) = default;
};

/// Arithmetic in which what is absent makes the result absent. A division by zero has no result either.
using Number = std::optional<double>;
[[nodiscard]] Number sum(Number a, Number b);
[[nodiscard]] Number difference(Number a, Number b);
[[nodiscard]] Number product(Number a, Number b);
[[nodiscard]] Number quotient(Number a, Number b);
/// 100 * part / whole.
[[nodiscard]] Number percentage(Number part, Number whole);

/// How two numbers of one quantity differ.
struct Difference {
  double first = 0, second = 0;
  double absolute = 0;  ///< second - first, in the quantity's unit; of percentages that is in percentage points
  /// (second - first) / |first|; absent where first is 0, and for percentages, whose difference is in points.
  std::optional<double> relative;
  friend bool operator==(const Difference&, const Difference&) = default;
};
/// Returns nothing unless both are known: the difference between two origins, or between A and B.
[[nodiscard]] std::optional<Difference> difference(const Quantity& quantity, const Values& first, const Values& second);

}  // namespace lanescope::counters
