// Formulas of lessons: numbers, quantities of results, + - * /, comparisons, and, or, and a few functions.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace lanescope::lab {

/// A formula as it was written, and its place.
struct LessonFormula {
  std::string text;
  int line = 0;  ///< of the lesson file
  friend bool operator==(const LessonFormula&, const LessonFormula&) = default;
};

/// Gives the value of a name such as "slow.gb_per_s" or "shared.load.wavefronts".
using ValueOfName = std::function<Expected<double>(std::string_view name)>;

/// Evaluates
///   a or b, a and b, not a, < <= > >= == !=, + -, * /, -a, (a), min(a, b), max(a, b), abs(a), round(a, digits),
///   log2(a)
/// Conditions are 1 or 0. An error names the place in the formula: an unknown name, a division by zero, a sign that
/// does not belong there.
[[nodiscard]] Expected<double> evaluate(std::string_view formula, const ValueOfName& value_of);

}  // namespace lanescope::lab
