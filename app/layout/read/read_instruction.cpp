// The operands of instructions: CuTe's atoms by name, and fragments of PTX instructions.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "layout/atoms.h"
#include "layout/fragments.h"
#include "layout/messages.h"
#include "layout/read/forms.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

/// The words between blanks and points.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (const std::string_view part : split(text, ' ')) {
    for (const std::string_view word : split(part, '.')) {
      if (!word.empty()) words.push_back(word);
    }
  }
  return words;
}

tl::unexpected<Error> no_instruction(std::string_view text) {
  return failure(message<"memory_layout.instruction">(text), {}, message<"memory_layout.instruction_remedy">());
}

/// The mapping of an operand to the places in its matrix.
Expected<Mapping> operand_mapping(const Layout& layout, const ProductShape& shape, Operand operand, unsigned said,
                                  std::optional<unsigned> wanted) {
  Mapping mapping;
  mapping.layout = layout;
  mapping.matrix = Matrix{operand == Operand::b ? shape.n : shape.m, operand == Operand::c ? shape.n : shape.k};
  TRY(mapping.element_bits, agreed_bits(said, wanted));
  return mapping;
}

std::optional<Operand> operand_of(std::string_view word) {
  if (word == "A" || word == "a") return Operand::a;
  if (word == "B" || word == "b") return Operand::b;
  if (word == "C" || word == "c" || word == "D" || word == "d") return Operand::c;
  return std::nullopt;
}

/// Reads m16n8k16; without k where the instruction has none.
std::optional<ProductShape> product_shape_of(std::string_view word) {
  const std::size_t n = word.find('n'), k = std::min(word.find('k'), word.size());
  if (!word.starts_with('m') || n == word.npos || k < n) return std::nullopt;
  const auto rows = parse_integer(word.substr(1, n - 1)), columns = parse_integer(word.substr(n + 1, k - n - 1));
  const auto depth = k == word.size() ? std::optional<std::int64_t>(0) : parse_integer(word.substr(k + 1));
  constexpr std::int64_t most = 1024;  // of any instruction
  if (!rows || !columns || !depth || std::max({*rows, *columns, *depth}) > most) return std::nullopt;
  return ProductShape{*rows, *columns, *depth};
}

/// What the words of mma and wgmma say.
struct Product {
  ProductShape shape;
  std::vector<unsigned> bits;  ///< of the types, in their order
  std::vector<std::string_view> orders;
  Operand operand = Operand::c;
};

Expected<Product> product_of(std::string_view text) {
  Product product;
  for (const std::string_view word : words_of(text)) {
    if (const auto shape = product_shape_of(word)) {
      product.shape = *shape;
    } else if (const auto operand = operand_of(word)) {
      product.operand = *operand;
    } else if (const auto bits = element_bits(word)) {
      product.bits.push_back(*bits);
    } else if (word == "row" || word == "col") {
      product.orders.push_back(word);
    } else if (word != "mma" && word != "wgmma" && word != "mma_async" && word != "sync" && word != "aligned" &&
               word != "xor" && word != "and" && word != "popc" && word != "satfinite") {
      return no_instruction(text);
    }
  }
  if (product.shape.m == 0 || product.bits.empty()) return no_instruction(text);
  return product;
}

/// The bits of the operand: with one type all have it, with three or four D, A and B come first in this order.
unsigned bits_of(const Product& product, Operand operand) {
  const std::size_t index = operand == Operand::a ? 1 : operand == Operand::b ? 2 : 0;
  return product.bits.size() < 3 ? product.bits.front() : product.bits[index];
}

Expected<Mapping> read_mma(std::string_view text, std::optional<unsigned> wanted) {
  TRY(const Product product, product_of(text));
  const unsigned bits = bits_of(product, product.operand);
  const auto [m, n, k] = product.shape;
  // m8n8k4 is of f16, with D of f16 or f32, or all of f64.
  const bool by_eight = product.operand == Operand::c ? bits != 64 : bits == 16;
  if (m == 8 && n == 8 && k == 4 && by_eight) {
    const std::size_t index = product.operand == Operand::b ? 1 : 0;
    const bool row = product.orders.size() <= index ? index == 0 : product.orders[index] == "row";
    // A by rows and B by columns are by rows of A and of the transpose of B.
    const bool by_rows = product.operand == Operand::c ? bits == 16 : row == (product.operand == Operand::a);
    return operand_mapping(quad_pair_fragment(product.operand, by_rows), product.shape, product.operand, bits, wanted);
  }
  const std::int64_t parts = std::max(1u, 32 / bits);
  const bool fits = (m == 8 || m == 16) && n == 8 && k > 0;
  if (!fits || (product.operand != Operand::c && k % (4 * parts) != 0)) return no_instruction(text);
  return operand_mapping(mma_fragment(product.shape, product.operand, parts), product.shape, product.operand, bits,
                         wanted);
}

Expected<Mapping> read_wgmma(std::string_view text, std::optional<unsigned> wanted) {
  TRY(const Product product, product_of(text));
  const unsigned bits = bits_of(product, product.operand);
  const auto [m, n, k] = product.shape;
  const std::int64_t parts = std::max(1u, 32 / bits);
  if (product.operand == Operand::b) {
    return failure(message<"memory_layout.in_memory">(), {}, message<"memory_layout.in_memory_remedy">());
  }
  const bool fits = m == 64 && n >= 8 && n <= 256 && n % 8 == 0 && k > 0;
  if (!fits || (product.operand == Operand::a && k % (4 * parts) != 0)) return no_instruction(text);
  return operand_mapping(warpgroup_fragment(product.shape, product.operand, parts), product.shape, product.operand,
                         bits, wanted);
}

Expected<Mapping> read_matrix_move(std::string_view text, std::optional<unsigned> wanted) {
  std::int64_t matrices = 1;
  bool transposed = false, rows = false;
  for (const std::string_view word : words_of(text)) {
    if (word == "x1" || word == "x2" || word == "x4") {
      matrices = word[1] - '0';
    } else if (word == "trans") {
      transposed = true;
    } else if (word == "rows") {
      rows = true;
    } else if (word != "ldmatrix" && word != "stmatrix" && word != "sync" && word != "aligned" && word != "m8n8" &&
               word != "shared" && word != "b16") {
      return no_instruction(text);
    }
  }
  Mapping mapping;
  mapping.layout = rows ? matrix_rows(matrices) : matrix_registers(matrices, transposed);
  TRY(mapping.element_bits, agreed_bits(16, wanted));
  return mapping;
}

}  // namespace

Expected<Mapping> read_instruction(std::string_view text, std::optional<unsigned> bits) {
  if (text.starts_with("mma")) return read_mma(text, bits);
  if (text.starts_with("wgmma")) return read_wgmma(text, bits);
  return read_matrix_move(text, bits);
}

Expected<Mapping> read_atom(std::string_view text, std::optional<unsigned> bits) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view name = text.substr(0, blank), which = trim(text.substr(blank));
  if (const auto atom = mma_atom(name)) {
    const auto operand = which.empty() ? Operand::c : operand_of(which);
    if (!operand) {
      return failure(message<"memory_layout.operand">(which), {}, message<"memory_layout.operand_remedy">());
    }
    const bool a = *operand == Operand::a, b = *operand == Operand::b;
    return operand_mapping(a   ? atom->a
                           : b ? atom->b
                               : atom->c,
                           atom->shape, *operand,
                           a   ? atom->a_bits
                           : b ? atom->b_bits
                               : atom->c_bits,
                           bits);
  }
  if (const auto atom = copy_atom(name)) {
    if (!which.empty() && which != "src" && which != "dst") {
      return failure(message<"memory_layout.operand">(which), {}, message<"memory_layout.side_remedy">());
    }
    Mapping mapping;
    mapping.layout = (which.empty() ? atom->from_registers : which == "src") ? atom->source : atom->destination;
    TRY(mapping.element_bits, agreed_bits(1, bits));
    return mapping;
  }
  constexpr std::size_t longest = 64;  // that could be a mistyped name
  const auto near = name.size() > longest ? std::nullopt : nearest(name, atom_names());
  return failure(message<"memory_layout.atom">(name), {},
                 near ? message<"memory_layout.did_you_mean">(*near) : message<"memory_layout.atom_remedy">());
}

}  // namespace lanescope::layout
