// Numbers of quantities as texts: in the unit of the quantity, with the origin of each, and the difference where two
// origins know the same quantity.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "counters/counted.h"
#include "counters/quantity.h"
#include "counters/unit_text.h"
#include "counters/values.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/words/language.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {

/// Writes a number of that unit with so many significant figures: 671088640 counts are "671.1 M".
[[nodiscard]] std::string text_of(const Language& language, counters::Unit unit, double value, int figures = 4);
/// The same with three figures, for pictures: "671 M".
[[nodiscard]] inline std::string short_text_of(const Language& language, counters::Unit unit, double value) {
  return text_of(language, unit, value, 3);
}

/// What is known of the quantities of one setting, by origin. Null where nothing is.
struct PageValues {
  const counters::Counted* counted = nullptr;
  experiments::Origin counted_origin = experiments::Origin::counted;  ///< or recorded, when it comes from a file
  const counters::Values* derived = nullptr;                          ///< from executed addresses
  const counters::Values* predicted = nullptr;                        ///< by the model
  /// What was counted is of another GPU than the rest; only exact quantities are compared then.
  bool of_two_gpus = false;

  [[nodiscard]] bool any() const { return counted != nullptr || derived != nullptr || predicted != nullptr; }
};

struct QuantityNumber {
  double value = 0;
  NumberText quantity;
  experiments::Origin origin = experiments::Origin::predicted;
};

/// A quantity, or a sum of quantities, with all that is known of it.
struct QuantityReading {
  counters::Unit unit = counters::Unit::count;
  std::optional<QuantityNumber> shown;  ///< what was counted, else what is derived, else what is predicted
  std::optional<QuantityNumber> other;  ///< what is derived or predicted, where something was counted
  /// Of the other from the one that is shown: "equal", "+3.2 %", "-1.4 points"; empty where they are of two GPUs.
  std::string difference;

  [[nodiscard]] bool known() const { return shown.has_value(); }
  [[nodiscard]] double value() const { return shown ? shown->value : 0; }
  /// Returns the number with its unit, or a dash.
  [[nodiscard]] std::string text() const;
  /// Returns the other number and its difference, "derived 671.1 M, equal", or nothing.
  [[nodiscard]] std::string other_text(const Language& language) const;
  /// Returns all of it with the origins, for a tooltip: "counted 671 088 640; derived 671 088 640, equal".
  [[nodiscard]] std::string details(const Language& language) const;
};
[[nodiscard]] QuantityReading reading_of(const Language& language, const PageValues& sources, std::string_view id);

/// Returns the sum of quantities of one unit, as far as they are known. A sum of which any part is predicted is
/// predicted.
[[nodiscard]] QuantityReading sum_of(const Language& language, const PageValues& sources,
                                     const std::vector<std::string_view>& ids);

}  // namespace lanescope::gui
