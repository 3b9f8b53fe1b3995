#include "worker/verify/element_text.h"

#include <fmt/format.h>

#include <bit>

#include "worker/verify/element_value.h"

namespace warpscope::worker {
namespace {

using catalogue::ElementType;

template <class Integer>
std::string integer_text(std::uint64_t bits) {
  return fmt::format("{}", static_cast<std::int64_t>(static_cast<Integer>(bits)));
}

}  // namespace

std::string element_text(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::i8:
      return integer_text<std::int8_t>(bits);
    case ElementType::u8:
      return integer_text<std::uint8_t>(bits);
    case ElementType::i16:
      return integer_text<std::int16_t>(bits);
    case ElementType::u16:
      return integer_text<std::uint16_t>(bits);
    case ElementType::i32:
      return integer_text<std::int32_t>(bits);
    case ElementType::u32:
      return integer_text<std::uint32_t>(bits);
    case ElementType::i64:
      return integer_text<std::int64_t>(bits);
    case ElementType::u64:
      return fmt::format("{}", bits);
    case ElementType::f16:
      return fmt::format("{} ({:#06x})", static_cast<float>(element_value(type, bits)), bits & 0xffffu);
    case ElementType::bf16:
      return fmt::format("{} ({:#06x})", std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xffffu) << 16),
                         bits & 0xffffu);
    case ElementType::f32:
      return fmt::format("{} ({:#010x})", std::bit_cast<float>(static_cast<std::uint32_t>(bits)), bits & 0xffffffffu);
    case ElementType::f64:
      return fmt::format("{} ({:#018x})", std::bit_cast<double>(bits), bits);
  }
  return {};
}

}  // namespace warpscope::worker
