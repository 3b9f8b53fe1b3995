// A benchmark ends at the first failure, because then there is nothing to measure.
#pragma once

#include <type_traits>
#include <utility>

#include "base/error.h"

namespace lanescope::bench {

/// Returns the value. It throws MachineError.
template <class Value>
Value must(Expected<Value> outcome) {
  if (!outcome) throw MachineError(std::move(outcome).error());
  if constexpr (!std::is_void_v<Value>) return *std::move(outcome);
}

}  // namespace lanescope::bench
