#include "ptx/float_operations.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lanescope::ptx {
namespace {

constexpr unsigned lanes = 32, warps_of_group = 4, quads = 4;

/// Returns m n k of "m16n8k16", and 0 for other words.
unsigned volume(std::string_view shape) {
  unsigned product = 1;
  for (const char letter : {'m', 'n', 'k'}) {
    if (shape.empty() || shape.front() != letter) return 0;
    unsigned number = 0;
    const auto [end, error] = std::from_chars(shape.data() + 1, shape.data() + shape.size(), number);
    if (error != std::errc{}) return 0;
    product *= number;
    shape.remove_prefix(static_cast<std::size_t>(end - shape.data()));
  }
  return shape.empty() ? product : 0;
}

/// Returns the share of a lane in 2 m n k.
unsigned of_matrices(const Instruction& instruction) {
  bool is_product = instruction.opcode == Opcode::mma, real = false, half = false;
  unsigned size = 0;
  for (const Suffix& suffix : instruction.suffixes) {
    if (suffix.modifier) {
      is_product |= suffix.modifier->is("mma") || suffix.modifier->is("mma_async");
      size = std::max(size, volume(suffix.modifier->text()));
    } else {
      real |= is_float(suffix.type);
      half |= suffix.type == Type::f16;
    }
  }
  if (!is_product || !real) return 0;
  unsigned all = 2 * size;
  if (instruction.has("sp") || instruction.has("sp::ordered_metadata")) all /= 2;  // the zeros are not multiplied
  if (instruction.opcode == Opcode::wgmma) all /= warps_of_group;
  if (instruction.opcode == Opcode::mma && half && instruction.has("m8n8k4")) all *= quads;  // one for each quarter
  return all / lanes;
}

}  // namespace

unsigned float_operations(const Instruction& instruction) {
  const Type type = instruction.type();
  unsigned each = 0;
  switch (instruction.opcode) {
    case Opcode::fma:
    case Opcode::mad:
      each = 2;
      break;
    // clang-format off
    case Opcode::add: case Opcode::cos: case Opcode::div: case Opcode::ex2: case Opcode::lg2: case Opcode::mul:
    case Opcode::rcp: case Opcode::rsqrt: case Opcode::sin: case Opcode::sqrt: case Opcode::sub: case Opcode::tanh:
      // clang-format on
      each = 1;
      break;
    case Opcode::mma:
    case Opcode::wgmma:
    case Opcode::wmma:
      return of_matrices(instruction);
    default:
      return 0;
  }
  if (!is_float(type)) return 0;
  const bool packed = type == Type::f16x2 || type == Type::bf16x2 || type == Type::f32x2;
  return packed ? 2 * each : each;
}

}  // namespace lanescope::ptx
