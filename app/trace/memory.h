// The memory that a fault is about.
#pragma once

#include <string>

#include "trace/trace.h"

namespace lanescope::trace {

/// A buffer or variable, or shared or local memory, where none has a name.
struct Memory {
  Space space = Space::global;
  std::string buffer = {};  ///< of global memory: the nearest buffer or variable; empty when there is none

  /// Returns the name that results publish: that of the buffer, "shared memory" or "local memory"; empty for none.
  [[nodiscard]] std::string name() const;
  /// Returns the memory whose name() that is.
  [[nodiscard]] static Memory named(std::string name);

  friend bool operator==(const Memory&, const Memory&) = default;
};

}  // namespace lanescope::trace
