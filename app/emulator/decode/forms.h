// The forms of instructions that work on each lane alone, as the grammar of the PTX ISA manual has them. Internal to
// decode/.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arithmetic/request.h"

namespace warpscope::emulator {

/// A set of enumerators.
template <class... Enumerator>
[[nodiscard]] constexpr std::uint64_t set_of(Enumerator... enumerator) {
  return (std::uint64_t{0} | ... | (std::uint64_t{1} << static_cast<unsigned>(enumerator)));
}

struct Form {
  ptx::Opcode opcode;
  std::uint64_t types;  ///< the first type
  /// The operands. t: first type; s: second type; w: twice as wide as the first; u: u32; i: s32; p: predicate; c: the
  /// carry flags, which the text does not have. Destinations first.
  std::string_view operands;
  std::uint32_t required = 0, optional = 0;  ///< flags
  std::uint64_t roundings = set_of(Rounding::none);
  std::uint64_t modes = set_of(Mode::none);
  std::uint64_t sources = set_of(ptx::Type::none);  ///< the second type
  bool compares = false;
  std::uint64_t combinations = set_of(Combination::none);
  std::size_t results = 1;
};

[[nodiscard]] std::span<const Form> forms();

/// The form of a request, by everything but operands[]: their number is Request::operands. Null: there is none.
[[nodiscard]] const Form* form_of(const Request& request);
/// The same for cvt.
[[nodiscard]] const Form* conversion_form_of(const Request& request);

}  // namespace warpscope::emulator
