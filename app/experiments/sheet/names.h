// The names by which conditions, lessons and sweeps ask a sheet for a number: the id of a quantity ("l1.hit_rate"), an
// end of its interval ("time.low"), or one of the short names that people type ("conflicts").
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "catalogue/expression/expression_tree.h"
#include "experiments/sheet/sheet.h"

namespace lanescope::experiments {

/// Means the first of its quantities that has a value, times the factor.
struct ShortName {
  std::string_view name, what;
  std::array<std::string_view, 2> ids = {};  ///< the second may be empty
  double factor = 1;
};
[[nodiscard]] std::span<const ShortName> short_names();

[[nodiscard]] bool is_number_name(std::string_view name);
/// Returns the quantity that a name means, the first where there are several, or null where it is no such name.
[[nodiscard]] const counters::Quantity* quantity_named(std::string_view name);
/// Returns the best value of that name. Nothing where the sheet has none, or there is no such name.
[[nodiscard]] std::optional<Value> number_named(const Sheet& sheet, std::string_view name);
/// Returns the same of one column alone.
[[nodiscard]] std::optional<Value> number_named(const Column& column, std::string_view name);
/// Says that there is no number of that name; the remedy names the nearest.
[[nodiscard]] catalogue::UnknownName unknown_number(std::string_view name);

}  // namespace lanescope::experiments
