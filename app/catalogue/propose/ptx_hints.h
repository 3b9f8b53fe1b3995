// What the instructions of a PTX kernel show about the memory behind its pointers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// How a kernel accesses what a parameter points to.
struct PointerHint {
  std::optional<ElementType> element;  ///< empty when no access shows it
  bool loads = false, stores = false;  ///< An atomic operation does both.
};

/// Follows the parameters of 64 bits through the text of a kernel's body to its loads and stores of global memory, by
/// the parameter's name. A parameter that is no address has no entry. Where an access has only a width
/// (.b32), the use of the value decides whether it is a floating-point number. The result is a guess: called functions
/// and addresses in memory are not followed.
[[nodiscard]] std::map<std::string, PointerHint> pointer_hints(std::string_view body);

}  // namespace lanescope::catalogue
