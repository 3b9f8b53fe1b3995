// The suffixes of instructions on matrices. It is internal to decode/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "emulator/further_instructions/decode/matrix.h"
#include "ptx/instruction.h"

namespace lanescope::emulator {

struct MatrixShape {
  std::uint16_t m = 0, n = 0, k = 0;
  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

/// Reads a suffix such as m16n8k16.
[[nodiscard]] std::optional<MatrixShape> shape_of(const ptx::Instruction& instruction);
/// Returns the formats that the suffixes name, in their order.
[[nodiscard]] std::vector<ElementFormat> formats_of(const ptx::Instruction& instruction);

[[nodiscard]] constexpr bool is_one_of(ElementFormat format, std::initializer_list<ElementFormat> formats) {
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

}  // namespace lanescope::emulator
