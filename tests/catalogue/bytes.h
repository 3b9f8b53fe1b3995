// Elements as a buffer holds them.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace lanescope::catalogue {

template <class T>
std::vector<std::byte> bytes(const std::vector<T>& values) {
  std::vector<std::byte> result(values.size() * sizeof(T));
  if (!result.empty()) std::memcpy(result.data(), values.data(), result.size());
  return result;
}

}  // namespace lanescope::catalogue
