// Numbers of PTX: what their text means, and the text that the printer gives them. The predefined names beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ptx/instruction.h"

namespace warpscope::ptx {

struct Literal {
  enum class Kind : std::uint8_t { integer, float32, float64 } kind = Kind::integer;
  std::uint64_t bits = 0;  ///< two's complement; float32: the low 32
};

/// A number without sign: 12, 0x1F, 017, 0b101, each maybe with U behind; 0f3F800000, 0d3FF0000000000000; 1.5, 2e-3.
/// Empty: it is none, or does not fit into 64 bits.
[[nodiscard]] std::optional<Literal> read_literal(std::string_view word);

/// With a minus sign in front.
[[nodiscard]] Literal negative(Literal literal);

/// The bits of the number as a value of the type: f32 and f64 are converted into each other, and integers into them.
[[nodiscard]] std::uint64_t bits_as(Literal literal, Type type);

/// The number that an operand is; empty: it is none.
[[nodiscard]] std::optional<Literal> literal_of(const Operand& operand);

/// Integers in signed decimal, floating point as hexadecimal bits: as NVRTC writes them.
[[nodiscard]] std::string text_of(Literal literal);

/// Whether text_of() gives back this very text. Not so for an integer with U, in another base or near the ends of the
/// range, a lower-case 0f3f800000, a 1.5. `word` is without sign, and read_literal() took it.
[[nodiscard]] bool is_plain(std::string_view word);

/// "%tid.x", "%laneid", "%envreg31", "%pm7_64", "WARP_SZ". Source: PTX ISA 9.0, "Special Registers".
[[nodiscard]] bool is_special_register(std::string_view word);

}  // namespace warpscope::ptx
