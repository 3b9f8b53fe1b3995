// The names of quantities in the chosen language. English ones stand in the table (counters/quantity.h), all others in
// assets/lang/CODE.toml under quantity."ID".
#pragma once

#include <string>

#include "counters/quantity.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns "bandwidth". Quantities without a label of their own have their id.
[[nodiscard]] std::string label_of(const Language& language, const counters::Quantity& quantity);
/// Returns the same at the begin of a row: "Bandwidth".
[[nodiscard]] std::string title_of(const Language& language, const counters::Quantity& quantity);
/// Returns the unit of unscaled numbers, "GB/s" or "ms"; empty for counts and ratios.
[[nodiscard]] std::string unit_of(const Language& language, counters::Unit unit);

}  // namespace lanescope::gui
