// Whether an instruction of the machine code accesses the space of a site. Private to this folder.
#pragma once

#include "sass/memory.h"
#include "trace/trace.h"

namespace lanescope::model {

/// A generic access may be to any space.
[[nodiscard]] constexpr bool same_space(trace::Space site, sass::Space memory) {
  using trace::Space;
  return memory == sass::Space::generic || (site == Space::global && memory == sass::Space::global) ||
         (site == Space::shared && memory == sass::Space::shared) ||
         (site == Space::local && memory == sass::Space::local);
}

}  // namespace lanescope::model
