// Names of the hardware counters of which each quantity is computed, by chip. Sources: NVIDIA's documentation of the
// metrics, the section files that Nsight Compute ships as text, and CUPTI's host library, which knows them by chip.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counters/quantity.h"
#include "counters/values.h"

namespace lanescope::counters {

/// Chips whose counters can be read (compute capability 7.5 or later) and for which a data sheet exists.
enum class Chip : std::uint8_t { TU102, GA100, GA102, AD102, GH100, GB100, GB202 };
inline constexpr std::size_t chip_count = 7;
[[nodiscard]] std::string_view name_of(Chip chip);  ///< "GH100", as CUPTI names it
[[nodiscard]] std::optional<Chip> chip_named(std::string_view name);
/// Returns the chip whose counters a compute capability has; nothing where they cannot be read, or are not known here.
[[nodiscard]] std::optional<Chip> chip_of(int compute_major, int compute_minor);

/// One counter, as CUPTI names it, and what it is multiplied by.
struct Term {
  std::string_view metric;
  double factor = 1;
};

/// The sum of the terms of the numerator, divided by the sum of those of the denominator where it has any.
struct Formula {
  std::string_view quantity;
  std::uint8_t chip_mask = 0;  ///< bit n: the formula is for Chip n
  std::array<Term, 2> numerator = {};
  std::array<Term, 2> denominator = {};
  [[nodiscard]] bool is_for(Chip chip) const { return (chip_mask >> static_cast<unsigned>(chip) & 1u) != 0; }
};
/// All formulas, several for a quantity where chips differ.
[[nodiscard]] std::span<const Formula> formulas();

/// Returns the formula of a quantity, or null where the chip has no counter for it.
[[nodiscard]] const Formula* formula(std::string_view quantity, Chip chip);
/// Returns the names of all counters that a page needs on a chip, each once, in the order of the quantities.
[[nodiscard]] std::vector<std::string_view> metrics_of(Page page, Chip chip);

/// Gives the value of a counter; nothing where it was not read.
using MetricValue = std::function<std::optional<double>(std::string_view metric)>;
/// Computes a quantity. Nothing where a counter is missing, or what divides is 0.
[[nodiscard]] Number evaluate(const Formula& formula, const MetricValue& value);
/// Computes all quantities of a page that the chip has.
[[nodiscard]] Values evaluate(Page page, Chip chip, const MetricValue& value);

}  // namespace lanescope::counters
