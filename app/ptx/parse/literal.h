// Numbers of PTX: their values, and the text that the printer gives them. It also has the predefined names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ptx/instruction.h"

namespace lanescope::ptx {

struct Literal {
  enum class Kind : std::uint8_t { integer, float32, float64 } kind = Kind::integer;
  std::uint64_t bits = 0;  ///< two's complement; the low 32 for float32
};

/// Whether the first character is a digit, or a point with a digit behind it.
[[nodiscard]] bool begins_number(std::string_view word);

/// Reads a number without sign: 12, 0x1F, 017 or 0b101, each with an optional U; 0f3F800000, 0d3FF0000000000000; 1.5,
/// .5, 2e-3. Returns nothing when the word is not a number or does not fit into 64 bits.
[[nodiscard]] std::optional<Literal> read_literal(std::string_view word);

/// Returns the number with a minus sign.
[[nodiscard]] Literal negative(Literal literal);

/// Returns the bits of the number as a value of the type: f32 and f64 convert into each other, and integers into both.
[[nodiscard]] std::uint64_t bits_as(Literal literal, Type type);

/// Returns the number of an operand, or nothing.
[[nodiscard]] std::optional<Literal> literal_of(const Operand& operand);

/// Writes integers in signed decimal, floating point as hexadecimal bits, as NVRTC does.
[[nodiscard]] std::string text_of(Literal literal);

/// Whether text_of() gives back the same text. It does not for an integer with U, in another base or near the ends of
/// the range, for a lower-case 0f3f800000, or for 1.5. `word` has no sign, and read_literal() accepted it.
[[nodiscard]] bool is_plain(std::string_view word);

/// "%tid.x", "%laneid", "%envreg31", "%pm7_64", "WARP_SZ" are examples. Source: PTX ISA 9.0, "Special Registers".
[[nodiscard]] bool is_special_register(std::string_view word);
/// Whether it is "%tid" or another one that has the components .x, .y and .z.
[[nodiscard]] bool is_special_vector(std::string_view word);

}  // namespace lanescope::ptx
