// Kernel files with wmma, written for a list of products: matrices are loaded from memory, multiplied and stored, so
// that the places of elements in registers, which the PTX ISA manual leaves open, do not matter.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/instructions/matrix_elements.h"

namespace lanescope::emulator {

struct WmmaCase {
  MatrixElement element_a, element_b;
  const char* d = "f32";
  unsigned m = 16, n = 16, k = 16;
  bool a_columns = false, b_columns = true, c_columns = false, d_columns = false;
  unsigned padding = 0;  ///< elements between a row (or column) and the next
  const char* operation = "";
  bool saturates = false;

  [[nodiscard]] bool is_double() const { return element_a.bits == 64; }
  [[nodiscard]] bool is_half() const { return std::string(d) == "f16"; }
  [[nodiscard]] bool integers() const { return std::string(d) == "s32"; }
  [[nodiscard]] unsigned stride_a() const { return (a_columns ? m : k) + padding; }
  [[nodiscard]] unsigned stride_b() const { return (b_columns ? k : n) + padding; }
  [[nodiscard]] unsigned stride_c() const { return (c_columns ? m : n) + padding; }
  [[nodiscard]] unsigned stride_d() const { return (d_columns ? m : n) + padding; }
};

/// Words of the input from where A, B and C lie.
constexpr unsigned wmma_b = 1024, wmma_c = 2048, wmma_words = 4096, wmma_output = 1536;

/// The elements of C where they are no integers: halves, doubles, or f32 like tf32's.
inline const MatrixElement& element_of_c(const WmmaCase& how) {
  static const MatrixElement whole{"s32", 32, ~0u, 0, nullptr};
  if (how.is_double()) return how.element_a;
  return how.integers() ? whole : how.is_half() ? matrix_elements::f16 : matrix_elements::tf32;
}

inline std::string wmma_kernel(const std::vector<WmmaCase>& cases) {
  std::string text = fmt::format(R"(/* lanescope
title   = "Products of loaded matrices"
summary = "wmma, one warp."

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
__device__ __noinline__ void put(unsigned* to, const unsigned* in, unsigned first, unsigned words, unsigned kept, unsigned set) {{
  for (unsigned i = threadIdx.x; i < words; i += 32) to[first + i] = (in[first + i] & kept) | set;
}}
__device__ void put_doubles(double* to, const unsigned* in, unsigned words) {{
  for (unsigned i = threadIdx.x; i < words; i += 32) to[i] = (double)(in[i] >> 8);
}}
)",
                                 wmma_words, cases.size(), wmma_output);
  std::string calls;
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const WmmaCase& how = cases[number];
    const std::string shape = fmt::format("m{}n{}k{}", how.m, how.n, how.k);
    // Halves are held twice: the manual says eight registers for 16 x 16 of them.
    const bool twice = std::string(how.element_a.name) == "f16";
    const auto registers = [&](unsigned elements, unsigned bits) {
      return elements * bits / 32 / (bits == 64 ? 64 : 32);
    };
    const unsigned a = twice ? 8 : how.is_double() ? 1 : registers(how.m * how.k, how.element_a.bits);
    const unsigned b = twice ? 8 : how.is_double() ? 1 : registers(how.n * how.k, how.element_b.bits);
    const unsigned d = how.m * how.n / 32 / (how.is_half() ? 2 : 1);
    const char constraint = how.is_double() ? 'd' : 'r';
    const auto list = [&](const char* name, unsigned count, unsigned first, const char* sign, std::string& held) {
      std::string operands;
      for (unsigned r = 0; r < count; ++r) {
        operands += fmt::format("{}%{}", r == 0 ? "" : ", ", first + r);
        held += fmt::format("{}\"{}{}\"({}[{}])", held.empty() ? "" : ", ", sign, constraint, name, r);
      }
      return "{" + operands + "}";
    };
    const auto word = [](bool columns) { return columns ? "col" : "row"; };
    const std::string type = how.is_double() ? "double" : "unsigned";
    text += fmt::format(
        "__device__ __noinline__ void product_{}(unsigned* shared, unsigned* out, const unsigned* in) {{\n"
        "  {} d[{}], a[{}], b[{}], c[{}];\n  __syncwarp();\n",
        number, type, d, a, b, d);
    const MatrixElement& c_element = element_of_c(how);
    if (how.is_double()) {
      text += fmt::format(
          "  for (unsigned part = 0; part < {}; part += {}) put_doubles((double*)(shared + part), in + part, "
          "256);\n",
          wmma_words, wmma_b);
    } else {
      text += fmt::format(
          "  put(shared, in, 0, {0}, {1}u, {2}u);\n  put(shared, in, {0}, {0}, {3}u, {4}u);\n"
          "  put(shared, in, {5}, {5}, {6}u, {7}u);\n",
          wmma_b, how.element_a.kept, how.element_a.set, how.element_b.kept, how.element_b.set, wmma_c, c_element.kept,
          c_element.set);
    }
    text += fmt::format("  for (unsigned i = threadIdx.x; i < {0}; i += 32) out[{0} * {1} + i] = 0;\n  __syncwarp();\n",
                        wmma_output, number);
    const auto load = [&](const char* name, unsigned count, bool columns, const std::string& place, const char* format,
                          const std::string& address, unsigned stride) {
      std::string held;
      const std::string operands = list(name, count, 0, "=", held);
      text += fmt::format(
          "  asm volatile(\"wmma.load.{}.sync.aligned.{}.{}{}.{} {}, [%{}], %{};\" : {} : {}, \"r\"({}) : "
          "\"memory\");\n",
          name, word(columns), shape, place, format, operands, count, count + 1, held, address, stride);
    };
    load("a", a, how.a_columns, ".shared", how.element_a.name, "\"r\"((unsigned)__cvta_generic_to_shared(shared))",
         how.stride_a());
    load("b", b, how.b_columns, "", how.element_b.name, fmt::format("\"l\"(shared + {})", wmma_b), how.stride_b());
    load("c", d, how.c_columns, "", how.d, fmt::format("\"l\"(shared + {})", wmma_c), how.stride_c());
    std::string results, inputs;
    std::string operands = list("d", d, 0, "=", results);
    operands += ", " + list("a", a, d, "", inputs);
    operands += ", " + list("b", b, d + a, "", inputs);
    operands += ", " + list("c", d, d + a + b, "", inputs);
    const std::string formats = twice
                                    ? fmt::format("{}.{}", how.d, how.d)
                                    : fmt::format("{}.{}.{}.{}", how.d, how.element_a.name, how.element_b.name, how.d);
    text += fmt::format("  asm volatile(\"wmma.mma{}.sync.aligned.{}.{}.{}.{}{} {};\" : {} : {});\n", how.operation,
                        word(how.a_columns), word(how.b_columns), shape, formats, how.saturates ? ".satfinite" : "",
                        operands, results, inputs);
    std::string stored;
    const std::string values = list("d", d, 2, "", stored);
    text += fmt::format(
        "  asm volatile(\"wmma.store.d.sync.aligned.{}.{}.global.{} [%0], {}, %1;\" :: \"l\"(out + {}), "
        "\"r\"({}), {} : \"memory\");\n}}\n",
        word(how.d_columns), shape, how.d, values, wmma_output * number, how.stride_d(), stored);
    calls += fmt::format("  product_{}(shared, out, in);\n", number);
  }
  return text + fmt::format(R"(
extern "C" __global__ void products(unsigned* out, const unsigned* in) {{
  __shared__ __align__(128) unsigned shared[{}];
{}}}
)",
                            wmma_words, calls);
}

/// What the product must have written.
inline std::vector<std::uint32_t> expected_of(const WmmaCase& how, const std::vector<std::uint32_t>& in) {
  const auto value_at = [&](const MatrixElement& element, unsigned words, std::size_t index) {
    if (element.bits == 64) return element.value(in[words + index]);
    const std::size_t bit = index * element.bits;
    const std::uint32_t held = (in[words + bit / 32] & element.kept) | element.set;
    return element.value(element.bits == 32 ? held : held >> bit % 32 & ((1u << element.bits) - 1));
  };
  const auto index = [](bool columns, unsigned row, unsigned column, unsigned stride) {
    return columns ? std::size_t{column} * stride + row : std::size_t{row} * stride + column;
  };
  std::vector<std::uint32_t> out(wmma_output, 0);
  for (unsigned row = 0; row < how.m; ++row) {
    for (unsigned column = 0; column < how.n; ++column) {
      const std::size_t c = index(how.c_columns, row, column, how.stride_c());
      double sum = how.integers() ? static_cast<std::int32_t>(in[wmma_c + c]) : value_at(element_of_c(how), wmma_c, c);
      for (unsigned step = 0; step < how.k; ++step) {
        const double a = value_at(how.element_a, 0, index(how.a_columns, row, step, how.stride_a()));
        const double b = value_at(how.element_b, wmma_b, index(how.b_columns, step, column, how.stride_b()));
        sum += std::string(how.operation).starts_with(".xor") ? (a != b ? 1 : 0) : a * b;
      }
      const std::size_t d = index(how.d_columns, row, column, how.stride_d());
      if (how.is_double()) {
        const auto bits = std::bit_cast<std::uint64_t>(sum);
        out[2 * d] = static_cast<std::uint32_t>(bits);
        out[2 * d + 1] = static_cast<std::uint32_t>(bits >> 32);
      } else if (how.is_half()) {
        out[d / 2] |= half_of(sum) << d % 2 * 16;
      } else if (how.integers()) {
        const auto whole = static_cast<std::int64_t>(sum);
        const auto clamped = std::min<std::int64_t>(std::max<std::int64_t>(whole, INT32_MIN), INT32_MAX);
        out[d] = static_cast<std::uint32_t>(how.saturates ? clamped : whole);
      } else {
        out[d] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
      }
    }
  }
  return out;
}

/// Every shape and format of wmma, each in several layouts and with room between rows.
inline std::vector<WmmaCase> all_wmma_products() {
  using namespace matrix_elements;
  std::vector<WmmaCase> cases;
  const auto add = [&](const MatrixElement& a, const MatrixElement& b, const char* d, unsigned m, unsigned n,
                       unsigned k, bool saturates = false) {
    for (unsigned layout = 0; layout < 16; ++layout) {
      WmmaCase how{a, b, d, m, n, k};
      how.a_columns = (layout & 1u) != 0;
      how.b_columns = (layout & 2u) != 0;
      how.c_columns = (layout & 4u) != 0;
      how.d_columns = (layout & 8u) != 0;
      // Strides are multiples of 16 bytes of every matrix.
      how.padding = layout % 3 == 0 ? 0u : 128 / std::min(a.bits, 16u) * (layout % 3);
      how.saturates = saturates;
      cases.push_back(how);
    }
  };
  const unsigned shapes[3][2] = {{16, 16}, {32, 8}, {8, 32}};
  for (const auto& [m, n] : shapes) {
    add(f16, f16, "f32", m, n, 16);
    add(f16, f16, "f16", m, n, 16);
    add(bf16, bf16, "f32", m, n, 16);
    add(s8, s8, "s32", m, n, 16, true);
    add(u8, u8, "s32", m, n, 16);
  }
  add(tf32, tf32, "f32", 16, 16, 8);
  // Elements of less than a byte have one layout of A and of B.
  for (unsigned layout = 0; layout < 4; ++layout) {
    WmmaCase how{s4, s4, "s32", 8, 8, 32};
    how.c_columns = (layout & 1u) != 0;
    how.d_columns = (layout & 2u) != 0;
    how.padding = layout * 32;
    cases.push_back(how);
    how.element_a = how.element_b = u4;
    how.saturates = true;
    cases.push_back(how);
    how = {b1, b1, "s32", 8, 8, 128, false, true, how.c_columns, how.d_columns, layout % 2 * 128, ".xor.popc"};
    cases.push_back(how);
    how.operation = ".and.popc";
    cases.push_back(how);
  }
  for (unsigned layout = 0; layout < 16; ++layout) {
    cases.push_back({matrix_elements::f64, matrix_elements::f64, "f64", 8, 8, 4, (layout & 1u) != 0, (layout & 2u) != 0,
                     (layout & 4u) != 0, (layout & 8u) != 0, layout % 3 * 2});
  }
  return cases;
}

}  // namespace lanescope::emulator
