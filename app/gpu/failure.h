// Errors of calls on a device, with a description of what was being done.
#pragma once

#include <string_view>
#include <utility>

#include "base/error.h"

namespace lanescope::gpu {

/// Returns the error of a driver call, with what was being done in front and a remedy for its kind.
[[nodiscard]] Error failed_while(std::string_view doing, Error error);

/// Returns the value, or the error with what was being done in front, as in "opening NVIDIA H100: out of memory".
template <class T>
[[nodiscard]] Expected<T> with_context(std::string_view doing, Expected<T> called) {
  if (!called) return failure(failed_while(doing, std::move(called).error()));
  return called;
}

}  // namespace lanescope::gpu
