// The name of a function, out of what C++ writes to mean one of its overloads or instances.
#pragma once

#include <string_view>

namespace lanescope {

/// Returns the name of a function alone: "reduce" of "lesson::reduce<int, 256>" and of "reduce(const int*, int)".
[[nodiscard]] std::string_view function_name(std::string_view function);

}  // namespace lanescope
