// A benchmark ends with the first thing that goes wrong: there is nothing to be measured then.
#pragma once

#include <type_traits>
#include <utility>

#include "base/error.h"

namespace warpscope::bench {

/// The value. Throws MachineError.
template <class Value>
Value must(Expected<Value> outcome) {
  if (!outcome) throw MachineError(std::move(outcome).error());
  if constexpr (!std::is_void_v<Value>) return *std::move(outcome);
}

}  // namespace warpscope::bench
