#include "emulator/memory/moves.h"

#include <algorithm>
#include <type_traits>

namespace warpscope::emulator {
namespace {

/// Calls make() with a word of so many bytes.
template <class Make>
auto with_word(std::uint32_t bytes, Make make) {
  return bytes == 1   ? make(std::uint8_t{})
         : bytes == 2 ? make(std::uint16_t{})
         : bytes == 4 ? make(std::uint32_t{})
                      : make(std::uint64_t{});
}

}  // namespace

Gather gather_for(std::uint32_t element_bytes, std::uint32_t register_bytes, bool sign_extend) {
  return with_word(element_bytes, [&](auto element) {
    return with_word(register_bytes, [&](auto held) -> Gather {
      using Element = decltype(element);
      return sign_extend ? &gather<std::make_signed_t<Element>, decltype(held)> : &gather<Element, decltype(held)>;
    });
  });
}

void load_places(std::byte* registers, std::uint32_t register_bytes, const std::byte* data, std::uint64_t first,
                 const AddressPattern& pattern) {
  with_word(register_bytes, [&](auto word) {
    auto* const to = reinterpret_cast<decltype(word)*>(registers);
    for (const SamePlace& place : pattern.places) {
      std::memcpy(&word, data + first + static_cast<std::uint64_t>(place.distance), sizeof(word));
      std::fill_n(to + place.first_lane, place.lanes, word);
    }
  });
}

Scatter scatter_for(std::uint32_t element_bytes, std::uint32_t register_bytes) {
  return with_word(element_bytes, [&](auto element) {
    return with_word(register_bytes, [](auto held) -> Scatter { return &scatter<decltype(element), decltype(held)>; });
  });
}

}  // namespace warpscope::emulator
