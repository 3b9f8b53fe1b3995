#include "emulator/further_instructions/decode/matrix.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/rounding.h"
#include "emulator/decode/decoder.h"
#include "emulator/further_instructions/decode/matrix_suffixes.h"

namespace lanescope::emulator {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

namespace {

// The names and bits are in the order of ElementFormat.
constexpr std::array<std::string_view, 13> format_names{"f16", "bf16", "tf32", "f32", "f64", "e4m3", "e5m2",
                                                        "s8",  "u8",   "s4",   "u4",  "b1",  "s32"};
constexpr std::array<unsigned, 13> format_bits{16, 16, 32, 32, 64, 8, 8, 8, 8, 4, 4, 1, 32};

/// Whether mma.sp has this product.
bool is_sparse_product(const MatrixShape& shape, ElementFormat a, ElementFormat b) {
  using enum ElementFormat;
  if (shape.m != 16 || shape.n != 8) return false;
  const auto is = [&](unsigned one, unsigned other) { return shape.k == one || shape.k == other; };
  if (is_one_of(a, {f16, bf16})) return a == b && is(16, 32);
  if (a == tf32) return a == b && is(8, 16);
  if (is_one_of(a, {e4m3, e5m2})) return is_one_of(b, {e4m3, e5m2}) && is(64, 64);
  if (is_one_of(a, {s8, u8})) return is_one_of(b, {s8, u8}) && is(32, 64);
  return is_one_of(a, {s4, u4}) && is_one_of(b, {s4, u4}) && is(64, 128);
}

/// Whether mma has this product.
bool is_product_of_mma(const MatrixShape& shape, ElementFormat a, ElementFormat b) {
  using enum ElementFormat;
  const auto is = [&](std::initializer_list<MatrixShape> known) {
    return std::find(known.begin(), known.end(), shape) != known.end();
  };
  if (is_one_of(a, {f16, bf16})) {
    return a == b && (is({{16, 8, 8}, {16, 8, 16}}) || (a == f16 && is({{8, 8, 4}})));
  }
  if (a == tf32) return a == b && is({{16, 8, 4}, {16, 8, 8}});
  if (a == f64) return a == b && is({{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}});
  if (is_one_of(a, {e4m3, e5m2})) return is_one_of(b, {e4m3, e5m2}) && is({{16, 8, 16}, {16, 8, 32}});
  if (is_one_of(a, {s8, u8})) return is_one_of(b, {s8, u8}) && is({{8, 8, 16}, {16, 8, 16}, {16, 8, 32}});
  if (is_one_of(a, {s4, u4})) return is_one_of(b, {s4, u4}) && is({{8, 8, 32}, {16, 8, 32}, {16, 8, 64}});
  return a == b1 && b == b1 && is({{8, 8, 128}, {16, 8, 128}, {16, 8, 256}});
}

/// Whether wmma has this shape for elements of the format.
bool is_shape_of_wmma(const MatrixShape& shape, ElementFormat format) {
  using enum ElementFormat;
  const bool large =
      shape == MatrixShape{16, 16, 16} || shape == MatrixShape{32, 8, 16} || shape == MatrixShape{8, 32, 16};
  if (is_one_of(format, {f16, bf16, s8, u8})) return large;
  if (format == tf32) return shape == MatrixShape{16, 16, 8};
  if (format == f64) return shape == MatrixShape{8, 8, 4};
  if (is_one_of(format, {s4, u4})) return shape == MatrixShape{8, 8, 32};
  if (format == b1) return shape == MatrixShape{8, 8, 128};
  if (format == f32) return large || shape == MatrixShape{16, 16, 8};
  return large || shape == MatrixShape{8, 8, 32} || shape == MatrixShape{8, 8, 128};
}

bool accumulates(ElementFormat a, ElementFormat c) {
  using enum ElementFormat;
  if (is_one_of(a, {s8, u8, s4, u4, b1})) return c == s32;
  if (a == f64) return c == f64;
  if (is_one_of(a, {f16, e4m3, e5m2})) return c == f16 || c == f32;
  return c == f32;
}

}  // namespace

std::vector<ElementFormat> formats_of(const ptx::Instruction& instruction) {
  std::vector<ElementFormat> formats;
  for (const ptx::Suffix& suffix : instruction.suffixes) {
    const std::string_view word = suffix.modifier ? suffix.modifier->text() : ptx::name_of(suffix.type);
    const auto* const known = std::find(format_names.begin(), format_names.end(), word);
    if (known != format_names.end()) formats.push_back(static_cast<ElementFormat>(known - format_names.begin()));
  }
  return formats;
}

std::optional<MatrixShape> shape_of(const ptx::Instruction& instruction) {
  for (const ptx::Suffix& suffix : instruction.suffixes) {
    if (!suffix.modifier || !suffix.modifier->text().starts_with('m')) continue;
    const std::string_view word = suffix.modifier->text();
    const std::size_t n = word.find('n'), k = word.find('k');
    if (n == std::string_view::npos || k == std::string_view::npos || k < n) continue;
    MatrixShape shape;
    const auto read = [&](std::size_t begin, std::size_t end, std::uint16_t& number) {
      const auto result = std::from_chars(word.data() + begin, word.data() + end, number);
      return result.ec == std::errc() && result.ptr == word.data() + end;
    };
    if (read(1, n, shape.m) && read(n + 1, k, shape.n) && read(k + 1, word.size(), shape.k)) return shape;
  }
  return std::nullopt;
}

unsigned bits_of(ElementFormat format) {
  return format_bits[static_cast<std::size_t>(format)];
}

namespace {

/// m8n8k4 of f16 and its accumulators: the place in the matrix of the lane's eight.
MatrixPosition position_in_eight_lanes(const Fragment& fragment, unsigned lane, unsigned element) {
  const unsigned member = lane % 4, half = lane / 16 * 4;
  switch (fragment.role) {
    case Fragment::Role::a:
      return fragment.columns ? MatrixPosition{element + half, member} : MatrixPosition{member + half, element};
    case Fragment::Role::b:
      return fragment.columns ? MatrixPosition{element, member + half} : MatrixPosition{member, element + half};
    default:
      if (fragment.format == ElementFormat::f16) return {member + half, element};
      return {(lane & 1u) + (element & 2u) + half, (element & 4u) + (lane & 2u) + (element & 1u)};
  }
}

MatrixPosition position_in(const Fragment& fragment, unsigned lane, unsigned index, unsigned part) {
  if (fragment.four_matrices) {
    MatrixPosition place = position_in_eight_lanes(fragment, lane, index * fragment.elements_in_register() + part);
    place.row += lane / 4 % 4 * fragment.rows();
    return place;
  }
  const unsigned group = lane / 4, member = lane % 4;
  const unsigned parts = fragment.elements_in_register();
  const unsigned halves = fragment.m == 8 ? 1 : 2;  // of a block of 16 rows
  if (fragment.role == Fragment::Role::accumulator) {
    unsigned element = index * parts + part;
    const unsigned column = member * 2 + element % 2;
    element /= 2;
    const unsigned half = element % halves;
    element /= halves;
    const unsigned blocks = fragment.n / 8u;
    return {element / blocks * 16 + half * 8 + group, element % blocks * 8 + column};
  }
  // Four lanes have a part of k each.
  const unsigned parts_of_k = fragment.k / (4 * parts);
  if (fragment.role == Fragment::Role::a) {
    const unsigned half = index % halves;
    const unsigned along = index / halves % parts_of_k;
    const unsigned block = index / halves / parts_of_k;
    return {block * 16 + half * 8 + group, (along * 4 + member) * parts + part};
  }
  return {(index % parts_of_k * 4 + member) * parts + part, index / parts_of_k * 8 + group};
}

}  // namespace

void Fragment::find_positions() {
  positions.clear();
  for (unsigned index = 0; index < needed_registers(); ++index) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      for (unsigned part = 0; part < elements_in_register(); ++part)
        positions.push_back(position_in(*this, lane, index, part));
    }
  }
}

Slot Decoder::private_register() {
  code_.register_bytes = round_up(code_.register_bytes, 64u);
  const Slot place = code_.register_bytes;
  code_.register_bytes += 8 * warp_lanes;
  return place;
}

Expected<std::vector<Slot>> Decoder::matrix_registers(const Operand& operand, bool results, unsigned bits) {
  std::vector<Slot> slots;
  for (const Operand& part : parts_of(operand)) {
    const unsigned width = register_bits(part);
    if (width != 0 && width != bits) return refused<"unsupported.register_width">();
    TRY(const Slot slot, results ? destination(part) : source(part, bits));
    slots.push_back(slot);
  }
  return slots;
}

Status Decoder::fill_fragment(Fragment& fragment, const Operand& operand, bool results) {
  TRY(fragment.registers, matrix_registers(operand, results, fragment.format == ElementFormat::f64 ? 64 : 32));
  const unsigned needed = fragment.needed_registers();
  if (needed == 0 || fragment.registers.empty() || fragment.registers.size() % needed != 0) {
    return refused<"unsupported.register_count">();
  }
  fragment.find_positions();
  return {};
}

void Decoder::access_matrix(MatrixOperation matrix, Access access) {
  const bool loads = access.operation == trace::Operation::load;
  access.site = sites_of(access, loads ? trace::Operation::matrix_load : trace::Operation::matrix_store);
  access.matrix = append(code_.matrices, std::move(matrix));
  note_space(access);
  op_.kind = loads ? OpKind::matrix_load : OpKind::matrix_store;
  op_.slots[max_slots - 1] = constant(all_lanes, 32);
  op_.target = append(code_.accesses, access);
}

void Decoder::compute_matrix(MatrixOperation matrix) {
  op_.kind = OpKind::matrix_compute;
  op_.slots[max_slots - 1] = constant(all_lanes, 32);
  op_.target = append(code_.matrices, std::move(matrix));
}

/// Decodes ldmatrix and stmatrix.
Status Decoder::matrix_rows() {
  const bool loads = instruction_->opcode == Opcode::ldmatrix;
  const std::vector<Operand>& operands = instruction_->operands;
  const std::size_t count = instruction_->has("x4") ? 4 : instruction_->has("x2") ? 2 : 1;
  if (!instruction_->has("m8n8") || instruction_->type() != ptx::Type::b16 || operands.size() != 2) return refused();
  MatrixOperation matrix;
  matrix.kind = MatrixOperation::Kind::rows;
  matrix.transposed = instruction_->has("trans");
  TRY(matrix.registers, matrix_registers(operands[loads ? 0 : 1], loads, 32));
  if (matrix.registers.size() != count) return refused<"unsupported.register_count">();
  matrix.row = private_register();
  op_.slots[0] = matrix.row;
  op_.slots[1] = private_register();
  Access access;
  access.space = instruction_->space();
  access.operation = loads ? trace::Operation::load : trace::Operation::store;
  access.element_bytes = 8;
  access.elements = 2;
  access.register_bytes = 8;
  TRY_STATUS(address(operands[loads ? 1 : 0], access));
  access_matrix(std::move(matrix), access);
  return {};
}

Status Decoder::move_matrix() {
  if (!instruction_->has("m8n8") || !instruction_->has("trans") || instruction_->type() != ptx::Type::b16) {
    return refused();
  }
  MatrixOperation matrix;
  matrix.kind = MatrixOperation::Kind::transpose;
  for (std::size_t index = 0; index < 2; ++index) {
    TRY(const auto slots, matrix_registers(instruction_->operands.at(index), index == 0, 32));
    matrix.registers.push_back(slots.at(0));
  }
  compute_matrix(std::move(matrix));
  return {};
}

/// Decodes mma and wmma.mma.
Status Decoder::multiply_matrices() {
  const bool wmma = instruction_->opcode == Opcode::wmma;
  const std::vector<Operand>& operands = instruction_->operands;
  const std::optional<MatrixShape> shape = shape_of(*instruction_);
  std::vector<ElementFormat> formats = formats_of(*instruction_);
  // wmma names only D and C where A and B are f16.
  if (wmma && formats.size() == 2) formats = {formats[0], ElementFormat::f16, ElementFormat::f16, formats[1]};
  const bool ordered = instruction_->has("sp::ordered_metadata"), sparse = ordered || instruction_->has("sp");
  if (!shape || formats.size() != 4 || operands.size() != (sparse ? 6 : 4) || instruction_->has("block_scale")) {
    return refused();
  }
  const auto [d, a, b, c] = std::tuple(formats[0], formats[1], formats[2], formats[3]);
  const bool known = wmma     ? is_shape_of_wmma(*shape, a) && is_shape_of_wmma(*shape, b) && bits_of(a) == bits_of(b)
                     : sparse ? is_sparse_product(*shape, a, b)
                              : is_product_of_mma(*shape, a, b);
  const bool four_matrices = !wmma && *shape == MatrixShape{8, 8, 4} && a == ElementFormat::f16;
  // Only those may have accumulators of two formats.
  if (!wmma && !four_matrices && c != d) return refused();
  // ptxas of CUDA 13.0 takes sparse products of 8-bit numbers into f16 for no GPU up to compute capability 9.0.
  if (sparse && bits_of(a) == 8 && d == ElementFormat::f16) return refused();
  const bool rounds = instruction_->has("rz") || instruction_->has("rm") || instruction_->has("rp");
  if (!known || !accumulates(a, c) || !accumulates(a, d) || rounds) return refused();
  // The layouts matter only to m8n8k4 of f16: other products of mma have one, and the fragments of wmma are the same
  // however they lay in memory.
  MatrixOperation matrix;
  matrix.kind = MatrixOperation::Kind::multiply;
  matrix.saturates = instruction_->has("satfinite");
  if (matrix.saturates && c != ElementFormat::s32) return refused();
  if (a == ElementFormat::b1) {
    if (!instruction_->has("popc")) return refused();
    matrix.bits = instruction_->has("and") ? MatrixOperation::Bits::and_popc : MatrixOperation::Bits::xor_popc;
  }
  matrix.d = {Fragment::Role::accumulator, d, shape->m, shape->n, shape->k};
  const auto k_of_a = static_cast<std::uint16_t>(sparse ? shape->k / 2 : shape->k);
  matrix.a = {Fragment::Role::a, a, shape->m, shape->n, k_of_a};
  matrix.b = {Fragment::Role::b, b, shape->m, shape->n, shape->k};
  matrix.c = {Fragment::Role::accumulator, c, shape->m, shape->n, shape->k};
  if (four_matrices) {
    for (Fragment* const each : {&matrix.d, &matrix.a, &matrix.b, &matrix.c}) each->four_matrices = true;
    // The two layouts stand before the formats.
    std::vector<bool> columns;
    for (const ptx::Suffix& suffix : instruction_->suffixes) {
      if (suffix.modifier && (suffix.modifier->is("row") || suffix.modifier->is("col"))) {
        columns.push_back(suffix.modifier->is("col"));
      }
    }
    if (columns.size() != 2) return refused();
    matrix.a.columns = columns[0];
    matrix.b.columns = columns[1];
  }
  if (sparse) {
    matrix.sparse = true;
    matrix.ordered = ordered;
    TRY(matrix.metadata, source(operands[4], 32));
    if (operands[5].kind != Kind::integer) return refused<"unsupported.selector_of_instruction">();
    matrix.selector = static_cast<unsigned>(operands[5].bits);
    // Of four lanes so many have metadata of this product.
    const unsigned lanes = shape->k / (bits_of(a) == 32 ? 8 : bits_of(a) == 16 ? 16 : bits_of(a) == 8 ? 16 : 32);
    if (matrix.selector >= 4 / lanes) return refused<"unsupported.selector_of_instruction">();
  }
  TRY_STATUS(fill_fragment(matrix.d, operands[0], true));
  TRY_STATUS(fill_fragment(matrix.a, operands[1], false));
  TRY_STATUS(fill_fragment(matrix.b, operands[2], false));
  TRY_STATUS(fill_fragment(matrix.c, operands[3], false));
  compute_matrix(std::move(matrix));
  return {};
}

/// Decodes wmma.load and wmma.store.
Status Decoder::matrix_fragment() {
  if (instruction_->has("mma")) return multiply_matrices();
  const bool loads = instruction_->has("load");
  const std::vector<Operand>& operands = instruction_->operands;
  const std::optional<MatrixShape> shape = shape_of(*instruction_);
  const std::vector<ElementFormat> formats = formats_of(*instruction_);
  if (!shape || formats.size() != 1 || operands.size() < 2 || !is_shape_of_wmma(*shape, formats[0])) return refused();
  MatrixOperation matrix;
  matrix.kind = MatrixOperation::Kind::fragment;
  matrix.columns_in_order = instruction_->has("col");
  const auto role = instruction_->has("a")   ? Fragment::Role::a
                    : instruction_->has("b") ? Fragment::Role::b
                                             : Fragment::Role::accumulator;
  matrix.d = {role, formats[0], shape->m, shape->n, shape->k};
  TRY_STATUS(fill_fragment(matrix.d, operands[loads ? 0 : 1], loads));
  // The elements of a register lie in one column of B, and in one row of the others.
  const unsigned bits = bits_of(formats[0]);
  matrix.whole_registers = bits >= 32 || (role == Fragment::Role::b) == matrix.columns_in_order;
  if (bits < 8 && !matrix.whole_registers) return refused();
  const unsigned rows = role == Fragment::Role::b ? shape->k : shape->m;
  const unsigned columns = role == Fragment::Role::a ? shape->k : shape->n;
  matrix.stride = constant(matrix.columns_in_order ? rows : columns, 32);
  if (operands.size() > 2) {
    TRY(matrix.stride, source(operands[2], 32));
  }
  matrix.row = private_register();
  Access access;
  access.space = instruction_->space();
  access.operation = loads ? trace::Operation::load : trace::Operation::store;
  access.register_bytes = access.element_bytes = bits == 64 ? 8 : 4;
  TRY_STATUS(address(operands[loads ? 1 : 0], access));
  if (!matrix.whole_registers) access.element_bytes = static_cast<std::uint8_t>(bits / 8);
  access_matrix(std::move(matrix), access);
  return {};
}

}  // namespace lanescope::emulator
