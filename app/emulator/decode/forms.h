// The forms of instructions that work on each lane alone, as in the grammar of the PTX ISA manual. They are internal to
// decode/.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string_view>

#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {

/// A set of enumerators.
template <class... Enumerator>
[[nodiscard]] constexpr std::uint64_t set_of(Enumerator... enumerator) {
  return (std::uint64_t{0} | ... | (std::uint64_t{1} << static_cast<unsigned>(enumerator)));
}

class OpcodeSet {
 public:
  template <std::same_as<ptx::Opcode>... Opcode>
  constexpr OpcodeSet(Opcode... opcode) {  // NOLINT: an opcode is a set
    (put(static_cast<std::size_t>(opcode)), ...);
  }
  [[nodiscard]] constexpr bool contains(ptx::Opcode opcode) const {
    const auto bit = static_cast<std::size_t>(opcode);
    return (words_[bit / 64] >> bit % 64 & 1u) != 0;
  }

 private:
  constexpr void put(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << bit % 64; }
  std::array<std::uint64_t, ptx::opcode_count / 64 + 1> words_{};
};

struct Form {
  OpcodeSet opcodes;
  std::uint64_t types;  ///< the first type
  /// The operands, destinations first. t: first type; s: second type; w: twice as wide as the first; u: u32; i: s32; p:
  /// predicate; c: the carry flags, which the text does not name.
  std::string_view operands;
  std::uint32_t required = 0, optional = 0;  ///< flags
  std::uint64_t roundings = set_of(Rounding::none);
  std::uint64_t modes = set_of(Mode::none);
  std::uint64_t sources = set_of(ptx::Type::none);  ///< the second type
  bool compares = false;                            ///< it may have a combination, whose predicate follows the operands
  std::uint64_t combinations = set_of(Combination::none);
  std::size_t results = 1;
};

/// Reads the suffixes of an instruction: types in order, every other word once. Returns nothing when a word is repeated
/// or not known to any lane function.
[[nodiscard]] std::optional<Request> request_of(const ptx::Instruction& instruction);

[[nodiscard]] std::span<const Form> forms();
/// Whether a comparison's result is combined with a predicate.
[[nodiscard]] bool combines(const Form& form, const Request& request);

/// Returns the form of a request, or null. Of the operands it compares only the number, Request::operands.
[[nodiscard]] const Form* form_of(const Request& request);
/// Does the same for cvt.
[[nodiscard]] const Form* conversion_form_of(const Request& request);

}  // namespace lanescope::emulator
