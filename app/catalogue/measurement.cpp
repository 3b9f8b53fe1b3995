#include "catalogue/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>

#include "base/names.h"
#include "catalogue/element.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {

std::string_view name_of(SamplingEnd end) {
  return enum_name(EnumNames<6>{"", "spread", "stable", "budget", "samples", "abandoned"}, end);
}

Mismatch mismatch_in(const Buffer& buffer, std::uint64_t index, std::uint64_t expected, std::uint64_t got,
                     bool unwritten) {
  Mismatch mismatch{index, buffer.shape, element_text(buffer.type, expected), element_text(buffer.type, got),
                    unwritten};
  for (auto extent = mismatch.coordinates.rbegin(); extent != mismatch.coordinates.rend(); ++extent) {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(*extent, 1));
    *extent = static_cast<std::int64_t>(index % size);
    index /= size;
  }
  return mismatch;
}

Error input_changed(const Buffer& buffer, std::uint64_t changed, std::uint64_t first) {
  Error error{message<"input_changed.elements">(changed, buffer.name, first), "", message<"input_changed.remedy">(),
              FaultKind::input_changed};
  error.buffer = buffer.name;
  error.offset = static_cast<std::int64_t>(first * size_of(buffer.type));
  return error;
}

std::string element_text(ElementType type, std::uint64_t bits) {
  return with_element(type, bits, [&](auto value) {
    if constexpr (std::integral<decltype(value)>) {
      return fmt::format("{}", +value);
    } else {
      const std::size_t width = 8 * size_of(type);
      return fmt::format("{} ({:#0{}x})", value, bits & (~std::uint64_t{0} >> (64 - width)), 2 + width / 4);
    }
  });
}

}  // namespace lanescope::catalogue
