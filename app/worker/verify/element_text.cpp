#include "worker/verify/element_text.h"

#include <fmt/format.h>

#include <concepts>

#include "catalogue/element.h"

namespace warpscope::worker {

std::string element_text(catalogue::ElementType type, std::uint64_t bits) {
  return catalogue::with_element(type, bits, [&](auto value) {
    if constexpr (std::integral<decltype(value)>) {
      return fmt::format("{}", +value);
    } else {
      const std::size_t width = 8 * catalogue::size_of(type);
      return fmt::format("{} ({:#0{}x})", value, bits & (~std::uint64_t{0} >> (64 - width)), 2 + width / 4);
    }
  });
}

}  // namespace warpscope::worker
