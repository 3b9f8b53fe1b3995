// Checked narrowing of integers.
#pragma once

#include <concepts>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/messages.h"

namespace lanescope {

/// Returns the value as To, or an error that names both when it does not fit.
template <std::integral To, std::integral From>
[[nodiscard]] Expected<To> narrow(From value, std::string what = "value") {
  if (!std::in_range<To>(value)) {
    return failure(
        message<"number.does_not_fit">(what, value, std::is_signed_v<To> ? "signed" : "unsigned", 8 * sizeof(To)));
  }
  return static_cast<To>(value);
}

/// Does the same for values that only a bug can make too large.
template <std::integral To, std::integral From>
[[nodiscard]] To narrow_or_throw(From value) {
  auto narrowed = narrow<To>(value);
  if (!narrowed) throw MachineError(narrowed.error());
  return *narrowed;
}

}  // namespace lanescope
