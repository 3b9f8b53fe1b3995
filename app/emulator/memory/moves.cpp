#include "emulator/memory/moves.h"

namespace warpscope::emulator {
namespace {

template <class Unsigned, class Signed>
Gather gather_of(std::uint32_t register_bytes, bool sign_extend) {
  switch (register_bytes) {
    case 2:
      return sign_extend ? &gather<Signed, std::uint16_t> : &gather<Unsigned, std::uint16_t>;
    case 4:
      return sign_extend ? &gather<Signed, std::uint32_t> : &gather<Unsigned, std::uint32_t>;
    default:
      return sign_extend ? &gather<Signed, std::uint64_t> : &gather<Unsigned, std::uint64_t>;
  }
}

template <class Element>
Scatter scatter_of(std::uint32_t register_bytes) {
  switch (register_bytes) {
    case 2:
      return &scatter<Element, std::uint16_t>;
    case 4:
      return &scatter<Element, std::uint32_t>;
    default:
      return &scatter<Element, std::uint64_t>;
  }
}

}  // namespace

Gather gather_for(std::uint32_t element_bytes, std::uint32_t register_bytes, bool sign_extend) {
  switch (element_bytes) {
    case 1:
      return gather_of<std::uint8_t, std::int8_t>(register_bytes, sign_extend);
    case 2:
      return gather_of<std::uint16_t, std::int16_t>(register_bytes, sign_extend);
    case 4:
      return gather_of<std::uint32_t, std::int32_t>(register_bytes, sign_extend);
    default:
      return &gather<std::uint64_t, std::uint64_t>;
  }
}

Scatter scatter_for(std::uint32_t element_bytes, std::uint32_t register_bytes) {
  switch (element_bytes) {
    case 1:
      return scatter_of<std::uint8_t>(register_bytes);
    case 2:
      return scatter_of<std::uint16_t>(register_bytes);
    case 4:
      return scatter_of<std::uint32_t>(register_bytes);
    default:
      return &scatter<std::uint64_t, std::uint64_t>;
  }
}

}  // namespace warpscope::emulator
