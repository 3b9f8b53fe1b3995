// Kernel files with mma, written for a list of products, and what they must compute. Which register of which lane holds
// an element is that of the PTX ISA manual ("Matrix Fragments for mma", "Sparse matrix storage"), written down here
// once more without the emulator's.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/instructions/matrix_elements.h"

namespace lanescope::emulator {

struct ProductCase {
  MatrixElement a, b;
  const char* d = "f32";
  unsigned m = 16, n = 8, k = 16;
  const char* sparse = "";     ///< ".sp" or ".sp::ordered_metadata"
  unsigned selector = 0;       ///< of a sparse product
  const char* operation = "";  ///< ".xor.popc", ".and.popc"
  bool saturates = false;
  const char* layout = "row.col";
  const char* c = "";  ///< empty: as d

  [[nodiscard]] std::string c_format() const { return *c == 0 ? d : c; }
  [[nodiscard]] bool is_sparse() const { return *sparse != 0; }
  [[nodiscard]] bool is_double() const { return a.bits == 64; }
  /// m8n8k4 of f16: four products, each in eight lanes.
  [[nodiscard]] bool is_fourfold() const { return k == 4 && a.bits == 16; }
  [[nodiscard]] unsigned parts() const { return is_double() ? 1 : 32 / a.bits; }
  [[nodiscard]] unsigned products() const { return is_fourfold() ? 4 : 1; }
  [[nodiscard]] unsigned a_registers() const { return products() * m * k / (is_sparse() ? 2 : 1) / 32 / parts(); }
  [[nodiscard]] unsigned b_registers() const { return products() * n * k / 32 / parts(); }
  [[nodiscard]] unsigned registers_of(const std::string& format) const {
    return products() * m * n / 32 / (format == "f16" ? 2 : 1);
  }
  [[nodiscard]] bool integers() const { return std::string(d) == "s32"; }
};

/// Words of the input from where A, B, C and metadata lie: register r of lane t is word [r][t] behind it.
constexpr unsigned a_words = 0, b_words = 256, c_words = 512, metadata_words = 768, product_words = 800;
/// Words of the output of one product: register r of lane t is [r][t]; doubles have the low words of all lanes first.
constexpr unsigned product_output = 512;

/// The two indices of every group: the numbers of a pair that rises, or of tf32.
inline std::uint32_t metadata_of(const ProductCase& how, std::uint32_t word) {
  constexpr std::uint32_t pairs = 0xed9c84;
  std::uint32_t metadata = 0;
  for (unsigned nibble = 0; nibble < 32; nibble += 4) {
    const std::uint32_t chosen = word >> nibble & 15u;
    metadata |= (how.a.bits == 32 ? (chosen % 2 != 0 ? 0xeu : 0x4u) : pairs >> chosen % 6 * 4 & 15u) << nibble;
  }
  return metadata;
}

/// A kernel file that computes all the products, one behind the other.
inline std::string product_kernel(const std::vector<ProductCase>& cases) {
  std::string text = fmt::format(R"(/* lanescope
title   = "Products of a warp"
summary = "mma, one warp."

[buffers]
in  = {{ role = "in",  type = "u32", shape = [{}], fill = "random" }}
out = {{ role = "out", type = "u32", shape = [{}, {}], fill = "poison" }}

[[launch]]
entry     = "products"
grid      = [1]
block     = [32]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0
*/
__device__ unsigned metadata(unsigned word, bool tf32) {{
  unsigned result = 0;
  for (unsigned nibble = 0; nibble < 32; nibble += 4) {{
    const unsigned chosen = word >> nibble & 15;
    result |= (tf32 ? (chosen % 2 ? 0xeu : 0x4u) : 0xed9c84u >> chosen % 6 * 4 & 15u) << nibble;
  }}
  return result;
}}
)",
                                 product_words, cases.size(), product_output);
  std::string calls;
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const ProductCase& how = cases[number];
    const unsigned d = how.registers_of(how.d), c = how.registers_of(how.c_format());
    const unsigned a = how.a_registers(), b = how.b_registers();
    const char constraint = how.is_double() ? 'd' : 'r';
    unsigned next = 0;
    std::string results, inputs;
    const auto list = [&](const char* name, unsigned count, std::string& held, const char* sign) {
      std::string operands;
      for (unsigned r = 0; r < count; ++r) {
        operands += fmt::format("{}%{}", r == 0 ? "" : ", ", next++);
        held += fmt::format("{}\"{}{}\"({}[{}])", held.empty() ? "" : ", ", sign, constraint, name, r);
      }
      return "{" + operands + "}";
    };
    std::string operands = list("d", d, results, "=");
    operands += ", " + list("a", a, inputs, "");
    operands += ", " + list("b", b, inputs, "");
    operands += ", " + list("c", c, inputs, "");
    if (how.is_sparse()) {
      operands += fmt::format(", %{}, {}", next, how.selector);
      inputs += ", \"r\"(e)";
    }
    const std::string type = how.is_double() ? "double" : "unsigned";
    const auto fill = [&](const char* name, unsigned count, unsigned from, const MatrixElement& element) {
      const std::string word = fmt::format("in[{} + r * 32 + t]", from);
      return fmt::format("  for (unsigned r = 0; r < {}; ++r) {}[r] = {};\n", count, name,
                         how.is_double() ? fmt::format("(double)({} >> 8)", word)
                                         : fmt::format("({} & {}u) | {}u", word, element.kept, element.set));
    };
    text += fmt::format(
        "__device__ void product_{}(unsigned* out, const unsigned* in) {{\n  const unsigned t = threadIdx.x;\n"
        "  {} d[{}], a[{}], b[{}], c[{}];\n",
        number, type, d, a, b, c);
    text += fill("a", a, a_words, how.a) + fill("b", b, b_words, how.b);
    // Halves and numbers of C are 0 or like those of tf32, so that sums stay exact.
    const MatrixElement plain{"", 32, ~0u, 0, nullptr}, zero{"", 32, 0, 0, nullptr};
    text += fill("c", c, c_words, how.integers() ? plain : how.c_format() == "f16" ? zero : matrix_elements::tf32);
    if (how.is_sparse()) {
      text += fmt::format("  const unsigned e = metadata(in[{} + t], {});\n", metadata_words, how.a.bits == 32);
    }
    text += fmt::format("  asm volatile(\"mma{}.sync.aligned.m{}n{}k{}.{}{}.{}.{}.{}.{}{} {};\" : {} : {});\n",
                        how.sparse, how.m, how.n, how.k, how.layout, how.saturates ? ".satfinite" : "", how.d,
                        how.a.name, how.b.name, how.c_format(), how.operation, operands, results, inputs);
    text += fmt::format("  for (unsigned r = 0; r < {}; ++r) ", d);
    text += how.is_double() ? fmt::format(
                                  "{{ out[{0} + r * 64 + t] = __double2loint(d[r]); out[{0} + r * 64 + 32 + t] = "
                                  "__double2hiint(d[r]); }}\n",
                                  number * product_output)
                            : fmt::format("out[{} + r * 32 + t] = d[r];\n", number * product_output);
    text += fmt::format("  for (unsigned i = {} + t; i < {}; i += 32) out[{} + i] = 0;\n}}\n",
                        d * (how.is_double() ? 64 : 32), product_output, number * product_output);
    calls += fmt::format("  product_{}(out, in);\n", number);
  }
  return text + "extern \"C\" __global__ void products(unsigned* out, const unsigned* in) {\n" + calls + "}\n";
}

/// What the product must have written, from all the input.
class ExpectedProduct {
 public:
  ExpectedProduct(const ProductCase& how, const std::vector<std::uint32_t>& in) : how_(how), in_(in) {}

  [[nodiscard]] std::vector<std::uint32_t> output() const {
    std::vector<std::uint32_t> out(product_output, 0);
    for (unsigned product = 0; product < how_.products(); ++product) {
      for (unsigned row = 0; row < how_.m; ++row) {
        for (unsigned column = 0; column < how_.n; ++column) put(out, product, row, column);
      }
    }
    return out;
  }

 private:
  struct Place {
    unsigned reg = 0, lane = 0, part = 0;
  };
  /// A of mma: lane 4 (row mod 8) + the part of k; registers go down by 8 rows first, then along k.
  [[nodiscard]] Place place_of_a(unsigned row, unsigned step) const {
    const unsigned parts = how_.parts(), down = how_.m / 8;
    return {step / parts / 4 * down + row / 8, row % 8 * 4 + step / parts % 4, step % parts};
  }
  [[nodiscard]] Place place_of_b(unsigned step, unsigned column) const {
    const unsigned parts = how_.parts();
    return {step / parts / 4, column * 4 + step / parts % 4, step % parts};
  }
  /// The lanes of one of four products: four in the lower half of the warp, four in the upper.
  [[nodiscard]] static unsigned lane_of(unsigned product, unsigned member) {
    return member / 4 * 16 + product * 4 + member % 4;
  }
  [[nodiscard]] double at(const MatrixElement& element, unsigned words, const Place& place) const {
    const std::uint32_t word = in_[words + place.reg * 32 + place.lane];
    if (element.bits == 64) return element.value(word);
    const std::uint32_t held = (word & element.kept) | element.set;
    return element.value(element.bits == 32 ? held : held >> place.part * element.bits & ((1u << element.bits) - 1));
  }
  [[nodiscard]] double a_at(unsigned product, unsigned row, unsigned step) const {
    if (!how_.is_fourfold()) return at(how_.a, a_words, place_of_a(row, step));
    const bool by_rows = std::string(how_.layout).starts_with("row");
    const unsigned element = by_rows ? step : row % 4, member = by_rows ? row : row / 4 * 4 + step;
    return at(how_.a, a_words, {element / 2, lane_of(product, member), element % 2});
  }
  [[nodiscard]] double b_at(unsigned product, unsigned step, unsigned column) const {
    if (!how_.is_fourfold()) return at(how_.b, b_words, place_of_b(step, column));
    const bool by_rows = std::string(how_.layout).ends_with("row");
    const unsigned element = by_rows ? column % 4 : step, member = by_rows ? column / 4 * 4 + step : column;
    return at(how_.b, b_words, {element / 2, lane_of(product, member), element % 2});
  }
  /// The step of k to which element `held` of a row of a sparse A belongs.
  [[nodiscard]] unsigned step_of(unsigned row, unsigned held) const {
    const unsigned bits = how_.a.bits;
    // Groups of four units, of which two are held; a unit is two elements of 4 bits, and half an element of tf32.
    const unsigned unit = bits == 4 ? held / 2 : bits == 32 ? held * 2 : held;
    const unsigned lanes = how_.k / (bits == 32 ? 8 : bits == 4 ? 32 : 16);
    unsigned lane = row % 8 * 4 + how_.selector * lanes, bit = 0;
    if (bits >= 16) {
      lane += unit / 8;
      bit = row / 8 * 16 + unit % 8 * 2;
    } else {
      lane += unit / 16 * 2 + row / 8;
      bit = unit % 16 * 2;
    }
    const unsigned index = metadata_of(how_, in_[metadata_words + lane]) >> bit & 3u;
    if (bits == 32) return held * 2 + index / 2;
    return bits == 4 ? (unit / 2 * 4 + index) * 2 + held % 2 : unit / 2 * 4 + index;
  }
  [[nodiscard]] double sum_at(unsigned product, unsigned row, unsigned column, double start) const {
    double sum = start;
    for (unsigned held = 0; held < how_.k / (how_.is_sparse() ? 2 : 1); ++held) {
      const unsigned step = how_.is_sparse() ? step_of(row, held) : held;
      const double left = a_at(product, row, held), right = b_at(product, step, column);
      const bool exclusive = std::string(how_.operation).starts_with(".xor");
      sum += exclusive ? (left != right ? 1 : 0) : left * right;
    }
    return sum;
  }
  [[nodiscard]] Place place_of_d(const std::string& format, unsigned product, unsigned row, unsigned column) const {
    const bool halves = format == "f16";
    if (!how_.is_fourfold()) {
      const unsigned lane = row % 8 * 4 + column / 2;
      return halves ? Place{row / 8, lane, column % 2} : Place{row / 8 * 2 + column % 2, lane, 0};
    }
    if (halves) return {column / 2, lane_of(product, row), column % 2};
    // Row: the lane's lowest bit and the register's second; column: the lane's second bit and the register's others.
    return {column / 4 * 4 + row % 4 / 2 * 2 + column % 2, lane_of(product, row / 4 * 4 + column / 2 % 2 * 2 + row % 2),
            0};
  }
  void put(std::vector<std::uint32_t>& out, unsigned product, unsigned row, unsigned column) const {
    const Place c = place_of_d(how_.c_format(), product, row, column);
    const Place d = place_of_d(how_.d, product, row, column);
    const std::uint32_t start = in_[c_words + c.reg * 32 + c.lane];
    if (how_.is_double()) {
      const auto bits = std::bit_cast<std::uint64_t>(sum_at(product, row, column, start >> 8));
      out[d.reg * 64 + d.lane] = static_cast<std::uint32_t>(bits);
      out[d.reg * 64 + 32 + d.lane] = static_cast<std::uint32_t>(bits >> 32);
    } else if (how_.integers()) {
      const auto sum = static_cast<std::int64_t>(sum_at(product, row, column, static_cast<std::int32_t>(start)));
      const auto clamped = std::min<std::int64_t>(std::max<std::int64_t>(sum, INT32_MIN), INT32_MAX);
      out[d.reg * 32 + d.lane] = static_cast<std::uint32_t>(how_.saturates ? clamped : sum);
    } else {
      const double first =
          how_.c_format() == "f16" ? 0.0 : matrix_elements::tf32.value((start & 0x80600000u) | 0x3f000000u);
      const double sum = sum_at(product, row, column, first);
      out[d.reg * 32 + d.lane] |= std::string(how_.d) == "f16" ? half_of(sum) << d.part * 16
                                                               : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
    }
  }

  const ProductCase& how_;
  const std::vector<std::uint32_t>& in_;
};

/// Every product of mma that compute capability 9.0 has.
inline std::vector<ProductCase> all_products() {
  using namespace matrix_elements;
  std::vector<ProductCase> cases;
  for (const unsigned k : {8u, 16u}) {
    cases.push_back({f16, f16, "f16", 16, 8, k});
    cases.push_back({f16, f16, "f32", 16, 8, k});
    cases.push_back({bf16, bf16, "f32", 16, 8, k});
  }
  for (const unsigned k : {4u, 8u}) cases.push_back({tf32, tf32, "f32", 16, 8, k});
  cases.push_back({matrix_elements::f64, matrix_elements::f64, "f64", 8, 8, 4});
  for (const unsigned k : {4u, 8u, 16u}) cases.push_back({matrix_elements::f64, matrix_elements::f64, "f64", 16, 8, k});
  for (const auto& a : {e4m3, e5m2}) {
    for (const auto& b : {e4m3, e5m2}) {
      for (const char* d : {"f16", "f32"}) {
        for (const unsigned k : {16u, 32u}) cases.push_back({a, b, d, 16, 8, k});
      }
    }
  }
  for (const bool saturates : {false, true}) {
    for (unsigned signs = 0; signs < 4; ++signs) {
      const auto &bytes_a = (signs & 1u) != 0 ? s8 : u8, &bytes_b = (signs & 2u) != 0 ? s8 : u8;
      const auto &nibbles_a = (signs & 1u) != 0 ? s4 : u4, &nibbles_b = (signs & 2u) != 0 ? s4 : u4;
      cases.push_back({bytes_a, bytes_b, "s32", 8, 8, 16, "", 0, "", saturates});
      cases.push_back({bytes_a, bytes_b, "s32", 16, 8, 16, "", 0, "", saturates});
      cases.push_back({bytes_a, bytes_b, "s32", 16, 8, 32, "", 0, "", saturates});
      cases.push_back({nibbles_a, nibbles_b, "s32", 8, 8, 32, "", 0, "", saturates});
      cases.push_back({nibbles_a, nibbles_b, "s32", 16, 8, 32, "", 0, "", saturates});
      cases.push_back({nibbles_a, nibbles_b, "s32", 16, 8, 64, "", 0, "", saturates});
    }
  }
  for (const char* operation : {".xor.popc", ".and.popc"}) {
    cases.push_back({b1, b1, "s32", 8, 8, 128, "", 0, operation});
    cases.push_back({b1, b1, "s32", 16, 8, 128, "", 0, operation});
    cases.push_back({b1, b1, "s32", 16, 8, 256, "", 0, operation});
  }
  for (const char* layout : {"row.col", "row.row", "col.row", "col.col"}) {
    cases.push_back({f16, f16, "f16", 8, 8, 4, "", 0, "", false, layout, "f16"});
    cases.push_back({f16, f16, "f32", 8, 8, 4, "", 0, "", false, layout, "f16"});
    cases.push_back({f16, f16, "f32", 8, 8, 4, "", 0, "", false, layout, "f32"});
  }
  return cases;
}

/// Every product of mma.sp with every selector.
inline std::vector<ProductCase> all_sparse_products() {
  using namespace matrix_elements;
  std::vector<ProductCase> cases;
  for (const char* sparse : {".sp", ".sp::ordered_metadata"}) {
    const auto add = [&](const MatrixElement& a, const MatrixElement& b, const char* d, unsigned k,
                         unsigned selectors) {
      for (unsigned selector = 0; selector < selectors; ++selector)
        cases.push_back({a, b, d, 16, 8, k, sparse, selector});
    };
    for (const char* d : {"f16", "f32"}) {
      add(f16, f16, d, 16, 4);
      add(f16, f16, d, 32, 2);
    }
    add(bf16, bf16, "f32", 16, 4);
    add(bf16, bf16, "f32", 32, 2);
    add(tf32, tf32, "f32", 8, 4);
    add(tf32, tf32, "f32", 16, 2);
    for (const auto& [a, b] : {std::pair(s8, s8), std::pair(s8, u8), std::pair(u8, s8), std::pair(u8, u8)}) {
      add(a, b, "s32", 32, 2);
      add(a, b, "s32", 64, 1);
    }
    for (const auto& [a, b] : {std::pair(s4, s4), std::pair(s4, u4), std::pair(u4, s4), std::pair(u4, u4)}) {
      add(a, b, "s32", 64, 2);
      add(a, b, "s32", 128, 1);
    }
    for (const auto& [a, b] :
         {std::pair(e4m3, e4m3), std::pair(e4m3, e5m2), std::pair(e5m2, e4m3), std::pair(e5m2, e5m2)}) {
      add(a, b, "f32", 64, 1);
    }
  }
  return cases;
}

}  // namespace lanescope::emulator
