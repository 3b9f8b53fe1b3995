// Whole numbers rounded up.
#pragma once

#include <concepts>
#include <type_traits>

namespace warpscope {

/// value / divisor, rounded up. value: not negative; divisor: at least 1.
template <std::integral Number>
[[nodiscard]] constexpr Number ceil_div(Number value, std::type_identity_t<Number> divisor) {
  return static_cast<Number>((value + divisor - 1) / divisor);
}
/// The next multiple from `value` up.
template <std::integral Number>
[[nodiscard]] constexpr Number round_up(Number value, std::type_identity_t<Number> multiple) {
  return static_cast<Number>(ceil_div(value, multiple) * multiple);
}

}  // namespace warpscope
