// A condition on the numbers of a result, for scripts and CI: "conflicts > 0", "l1.hit_rate < 50 || time_us > 12.5".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/expression/expression.h"
#include "experiments/sheet/names.h"

namespace lanescope::explanations {

/// The operators and functions are those of expressions in kernel files, but over numbers with a fraction: 7 / 2
/// is 3.5. The names are those of experiments/sheet/names.h.
class Condition {
 public:
  /// `where` names the option for errors. It fails on a wrong expression and on unknown names; the remedy lists those
  /// that are known.
  [[nodiscard]] static Expected<Condition> parse(std::string_view text, const Place& where);

  struct Outcome {
    bool holds = false;  ///< it is not 0
    std::string values;  ///< its names with their values, "conflicts = 0"
  };
  /// It fails when one of its names has no value, or a division by zero is needed.
  [[nodiscard]] Expected<Outcome> evaluate(const experiments::Sheet& sheet) const;

 private:
  catalogue::RealExpression expression_;
  std::vector<std::string> names_;  ///< by slot
};

}  // namespace lanescope::explanations
