// wgmma: products of matrices that the four warps of a warpgroup begin together, and wait for later.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "emulator/decode/decoder.h"
#include "emulator/further_instructions/decode/matrix_suffixes.h"

namespace lanescope::emulator {

using ptx::Opcode;

namespace {

/// The shapes are those of the PTX ISA manual, "Matrix Shape" of wgmma: m is 64, k has 256 bits.
bool is_product_of_wgmma(const MatrixShape& shape, ElementFormat a, ElementFormat b, ElementFormat d) {
  using enum ElementFormat;
  if (shape.m != 64 || shape.n == 0 || shape.n % 8 != 0 || shape.n > 256 || shape.k * bits_of(a) != 256) return false;
  if (is_one_of(a, {s8, u8, b1})) {
    const bool some_n = shape.n <= 32 || shape.n % 16 == 0;
    return some_n && d == s32 && (a == b1 ? b == b1 : is_one_of(b, {s8, u8}));
  }
  if (is_one_of(a, {e4m3, e5m2})) return is_one_of(b, {e4m3, e5m2}) && is_one_of(d, {f16, f32});
  if (a == f16) return b == f16 && is_one_of(d, {f16, f32});
  return is_one_of(a, {bf16, tf32}) && b == a && d == f32;
}

}  // namespace

MatrixDescriptor MatrixDescriptor::of(std::uint64_t bits) {
  const auto field = [&](unsigned first, unsigned count) {
    return static_cast<std::uint32_t>(bits >> first & ((std::uint64_t{1} << count) - 1));
  };
  constexpr std::array<std::uint32_t, 4> swizzles{0, 3, 2, 1};
  return {field(0, 14) << 4, field(16, 14) << 4, field(32, 14) << 4, field(49, 3), swizzles.at(field(62, 2))};
}

std::uint32_t MatrixDescriptor::address(bool transposed, unsigned row, unsigned chunk) const {
  const std::uint32_t pitch = 16u << swizzle_bits;  // bytes from row to row
  std::uint32_t place = start + row % 8 * pitch;
  if (swizzle_bits == 0) {
    place += transposed ? row / 8 * leading + chunk * stride : row / 8 * stride + chunk * leading;
    return place;
  }
  const std::uint32_t width = pitch / 16;  // chunks that lie side by side
  place += row / 8 * stride + chunk % width * 16 + chunk / width * leading;
  const std::uint32_t pattern = (place / 128 - base) & ((1u << swizzle_bits) - 1);
  return place ^ pattern << 4;
}

/// Decodes wgmma.fence, .commit_group, .wait_group and .mma_async.
Status Decoder::group_matrix() {
  if (instruction_->has("mma_async")) return group_product();
  if (instruction_->has("wait_group")) {
    const std::vector<Operand>& operands = instruction_->operands;
    if (operands.size() != 1 || operands[0].kind != Operand::Kind::integer) return refused();
    op_.kind = OpKind::group_wait;
    op_.target = static_cast<std::uint32_t>(operands[0].bits);
    return {};
  }
  MatrixOperation matrix;
  if (instruction_->has("fence")) {
    matrix.kind = MatrixOperation::Kind::group_fence;
  } else if (instruction_->has("commit_group")) {
    matrix.kind = MatrixOperation::Kind::group_commit;
  } else {
    return refused();
  }
  compute_matrix(std::move(matrix));
  return {};
}

Status Decoder::group_product() {
  const std::vector<Operand>& operands = instruction_->operands;
  const std::optional<MatrixShape> shape = shape_of(*instruction_);
  const std::vector<ElementFormat> formats = formats_of(*instruction_);
  if (!shape || formats.size() != 3 || operands.size() < 4 || instruction_->has("sp")) return refused();
  const auto [d, a, b] = std::tuple(formats[0], formats[1], formats[2]);
  if (!is_product_of_wgmma(*shape, a, b, d)) return refused();
  MatrixOperation matrix;
  matrix.kind = MatrixOperation::Kind::group_multiply;
  matrix.saturates = instruction_->has("satfinite");
  if (matrix.saturates && !is_one_of(a, {ElementFormat::s8, ElementFormat::u8})) return refused();
  if (a == ElementFormat::b1) {
    if (!instruction_->has("and") || !instruction_->has("popc")) return refused();
    matrix.bits = MatrixOperation::Bits::and_popc;
  }
  // A warp has the rows of a product with m = 16. Source: PTX ISA, "Register Fragments and Shared Memory Matrix
  // Layouts".
  matrix.d = {Fragment::Role::accumulator, d, 16, shape->n, shape->k};
  matrix.a = {Fragment::Role::a, a, 16, shape->n, shape->k};
  matrix.b = {Fragment::Role::b, b, 16, shape->n, shape->k};
  TRY_STATUS(fill_fragment(matrix.d, operands[0], true));
  TRY_STATUS(fill_fragment(matrix.c = matrix.d, operands[0], false));
  matrix.a_in_memory = operands[1].kind != Operand::Kind::vector;
  if (matrix.a_in_memory) {
    TRY(matrix.a_descriptor, source(operands[1], 64));
    matrix.a_site = site(trace::Space::shared, trace::Operation::matrix_operand, trace_piece_bytes);
  } else {
    TRY_STATUS(fill_fragment(matrix.a, operands[1], false));
  }
  TRY(matrix.b_descriptor, source(operands[2], 64));
  matrix.b_site = site(trace::Space::shared, trace::Operation::matrix_operand, trace_piece_bytes);
  TRY(matrix.adds, source(operands[3], 1));
  matrix.adds_negated = operands[3].negated;
  // The rest are numbers: the signs of A and B, and for elements of 16 bits which matrices are transposed.
  std::vector<std::int64_t> numbers;
  for (std::size_t index = 4; index < operands.size(); ++index) {
    if (operands[index].kind != Operand::Kind::integer) return refused<"unsupported.operand">();
    numbers.push_back(static_cast<std::int64_t>(operands[index].bits));
  }
  const bool halves = bits_of(a) == 16;
  const std::size_t transpositions = !halves ? 0u : matrix.a_in_memory ? 2u : 1u;
  if (numbers.size() != (d == ElementFormat::s32 ? 0u : 2u + transpositions)) {
    return refused<"unsupported.operand_count">();
  }
  if (numbers.size() >= 2) {
    if (std::abs(numbers[0]) != 1 || std::abs(numbers[1]) != 1) return refused<"unsupported.scale">();
    matrix.a_negated = numbers[0] == -1;
    matrix.b_negated = numbers[1] == -1;
  }
  if (transpositions > 0) {
    matrix.b_transposed = numbers.back() != 0;
    matrix.a_transposed = transpositions == 2 && numbers[2] != 0;
  }
  compute_matrix(std::move(matrix));
  return {};
}

void Decoder::find_register_uses() {
  const std::vector<Instruction>& instructions = function_.instructions;
  if (std::none_of(instructions.begin(), instructions.end(),
                   [](const Instruction& each) { return each.opcode == Opcode::wgmma; })) {
    return;
  }
  const auto units = [&](const std::vector<std::uint32_t>& registers) {
    std::vector<std::uint32_t> places;
    for (const std::uint32_t number : registers) {
      const std::uint32_t bits = ptx::bits_of(function_.registers[number].type);
      const std::uint32_t first = register_offset_[number] / register_unit;
      places.push_back(first);
      // A predicate has one unit; every other register its lanes'.
      for (std::uint32_t unit = 1; bits > 1 && unit < bits * warp_lanes / 8 / register_unit; ++unit) {
        places.push_back(first + unit);
      }
    }
    return places;
  };
  code_.register_uses.resize(code_.ops.size());
  for (std::size_t index = 0; index < instructions.size(); ++index) {
    if (instructions[index].opcode == Opcode::wgmma) continue;  // it looks after its registers itself
    code_.register_uses[index] = {units(reads_[index]), units(writes_[index]),
                                  instructions[index].opcode == Opcode::mov};
  }
}

}  // namespace lanescope::emulator
