// Whole numbers rounded up.
#pragma once

#include <concepts>
#include <type_traits>

namespace lanescope {

/// Returns value / divisor, rounded up. `value` is not negative; `divisor` is at least 1.
template <std::integral Number>
[[nodiscard]] constexpr Number ceil_div(Number value, std::type_identity_t<Number> divisor) {
  return static_cast<Number>((value + divisor - 1) / divisor);
}
/// Returns the smallest multiple that is not less than `value`.
template <std::integral Number>
[[nodiscard]] constexpr Number round_up(Number value, std::type_identity_t<Number> multiple) {
  return static_cast<Number>(ceil_div(value, multiple) * multiple);
}

}  // namespace lanescope
