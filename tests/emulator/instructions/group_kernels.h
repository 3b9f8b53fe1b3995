// Kernel files with wgmma, written for a list of products, and what they must compute. The places of elements in memory
// and in registers are those of the PTX ISA manual ("Register Fragments and Shared Memory Matrix Layouts" of wgmma),
// written down here once more without the emulator's.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/instructions/matrix_elements.h"

namespace lanescope::emulator {

struct GroupCase {
  MatrixElement a, b;
  const char* d = "f32";
  unsigned n = 8;
  unsigned swizzle = 0;  ///< bytes: 0, 32, 64 or 128; of both matrices
  bool a_in_registers = false;
  bool a_transposed = false, b_transposed = false;
  bool a_negated = false, b_negated = false;
  bool adds = true;
  bool saturates = false;
  unsigned shift = 0;  ///< 128-byte rows by which the matrices begin behind a multiple of 1024 bytes; the base offset

  [[nodiscard]] unsigned k() const { return 256 / a.bits; }
  [[nodiscard]] bool integers() const { return std::string(d) == "s32"; }
  [[nodiscard]] unsigned registers() const { return std::string(d) == "f16" ? n / 4 : n / 2; }
};

/// Shared memory: A from byte 0, B from byte 16384, both of 16 KiB; C and the registers of A come from global memory.
constexpr std::uint32_t b_begin = 16384, tile_bytes = 32768, input_words = tile_bytes / 4 + 128 * 128;

/// The byte of shared memory where element `along` (of k, or of m or n where transposed) of line `line` begins, counted
/// from the matrix's start. Lines and the distance of the parts are free; these are the ones that the kernel says in
/// its descriptors: for no swizzle parts of 8 lines x 16 bytes, one behind the other along a line, `lines` apart along
/// the rest; for a swizzle parts of 8 lines x `swizzle` bytes, in which 16 bytes lie at their number exclusive or with
/// the line's.
struct GroupLayout {
  unsigned lines = 8, bytes = 32;  ///< of the matrix: lines, bytes of a line
  unsigned swizzle = 0;

  [[nodiscard]] unsigned line_parts() const { return bytes / (swizzle == 0 ? 16 : std::min(swizzle, bytes)); }
  /// Bytes from part to part along a line, and from 8 lines to the next 8.
  [[nodiscard]] unsigned along() const { return swizzle == 0 ? 128 : 8 * swizzle; }
  [[nodiscard]] unsigned down() const { return along() * line_parts(); }
  [[nodiscard]] unsigned byte(unsigned line, unsigned at) const {
    if (swizzle == 0) return line / 8 * down() + at / 16 * along() + line % 8 * 16 + at % 16;
    const unsigned inside = at % swizzle, row = line % 8;
    const unsigned turn = swizzle == 128 ? row : swizzle == 64 ? row / 2 : row / 4;
    return line / 8 * down() + at / swizzle * along() + row * swizzle + ((inside / 16) ^ turn) * 16 + inside % 16;
  }
};

/// The layout of A (m = 64) or B of a case.
inline GroupLayout layout_of(const GroupCase& how, bool left) {
  const unsigned rows = left ? 64 : how.n, bits = left ? how.a.bits : how.b.bits;
  const bool transposed = left ? how.a_transposed : how.b_transposed;
  return transposed ? GroupLayout{how.k(), rows * bits / 8, how.swizzle} : GroupLayout{rows, 32, how.swizzle};
}

/// The descriptor of a matrix but for its start.
inline std::uint64_t descriptor_of(const GroupCase& how, bool left) {
  const GroupLayout layout = layout_of(how, left);
  const bool transposed = left ? how.a_transposed : how.b_transposed;
  // Along a line lie the parts of k where it is not transposed. The manual calls the distance along m or n of a
  // transposed matrix without swizzle the stride, and with swizzle the leading dimension's.
  std::uint64_t leading = layout.along(), stride = layout.down();
  if (transposed && how.swizzle == 0) std::swap(leading, stride);
  const std::uint64_t mode = how.swizzle == 128 ? 1 : how.swizzle == 64 ? 2 : how.swizzle == 32 ? 3 : 0;
  return leading >> 4 << 16 | stride >> 4 << 32 | std::uint64_t{how.shift} << 49 | mode << 62;
}

/// A kernel file that computes all the products, one behind the other; register r of thread t of product p is element
/// [p][r][t] of `out`.
inline std::string group_kernel(const std::vector<GroupCase>& cases) {
  std::string text = fmt::format(R"(/* lanescope
title   = "Products of a warpgroup"
summary = "wgmma, one warpgroup."

[buffers]
in  = {{ role = "in",  type = "u32", shape = [{}], fill = "random" }}
out = {{ role = "out", type = "u32", shape = [{}, 128, 128], fill = "poison" }}

[[launch]]
entry     = "group_products"
grid      = [1]
block     = [128]
arguments = ["out", "in"]

[compile]
architecture = "sm_90a"

[work]
bytes = 0
flops = 0
*/
__device__ void put(unsigned char* tile, const unsigned* in, unsigned first, unsigned words, unsigned kept, unsigned set) {{
  for (unsigned i = threadIdx.x; i < words; i += 128) ((unsigned*)tile)[first + i] = (in[first + i] & kept) | set;
}}
__device__ unsigned long long descriptor(const void* start, unsigned long long rest) {{
  return rest | ((unsigned)__cvta_generic_to_shared(start) & 0x3ffff) >> 4;
}}
)",
                                 input_words, cases.size());
  std::string calls;
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const GroupCase& how = cases[number];
    const unsigned registers = how.registers();
    std::string d, held;
    for (unsigned r = 0; r < registers; ++r) {
      d += fmt::format("{}%{}", r == 0 ? "" : ", ", r);
      held += fmt::format("{}\"+r\"(d[{}])", r == 0 ? "" : ", ", r);
    }
    std::string operands = fmt::format("{{{}}}, ", d);
    unsigned next = registers;
    if (how.a_in_registers) {
      operands += fmt::format("{{%{}, %{}, %{}, %{}}}, ", next, next + 1, next + 2, next + 3);
      next += 4;
    } else {
      operands += fmt::format("%{}, ", next++);
    }
    operands += fmt::format("%{}, p", next++);
    if (!how.integers()) operands += fmt::format(", {}, {}", how.a_negated ? -1 : 1, how.b_negated ? -1 : 1);
    if (how.a.bits == 16 && !how.a_in_registers) operands += how.a_transposed ? ", 1" : ", 0";
    if (how.a.bits == 16) operands += how.b_transposed ? ", 1" : ", 0";
    const std::string inputs = how.a_in_registers ? R"("r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]))"
                                                  : fmt::format("\"l\"(descriptor(tile + {}, {}ull))", how.shift * 128,
                                                                descriptor_of(how, true));
    // Numbers of C are like those of A where D is f32; halves are 0, so that sums stay exact.
    const std::string c = std::string(how.d) == "f16" ? "0"
                          : how.integers()            ? "in[{}]"
                                                      : "(in[{}] & 0x80600000u) | 0x3f000000u";
    text += fmt::format(R"(
__device__ __noinline__ void product_{0}(unsigned char* tile, unsigned* out, const unsigned* in) {{
  const unsigned t = threadIdx.x;
  __syncthreads();
  put(tile, in, 0, {1}, {2}u, {3}u);
  put(tile, in, {1}, {1}, {4}u, {5}u);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  unsigned d[{6}], x[4];
  for (unsigned r = 0; r < 4; ++r) x[r] = (in[r * 128 + t] & {2}u) | {3}u;
  for (unsigned r = 0; r < {6}; ++r) d[r] = {7};
  for (unsigned r = 0; r < 4; ++r) asm volatile("" : "+r"(x[r]) :: "memory");
  for (unsigned r = 0; r < {6}; ++r) asm volatile("" : "+r"(d[r]) :: "memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{{ .reg .pred p; setp.ne.b32 p, %{8}, 0; wgmma.mma_async.sync.aligned.m64n{9}k{10}.{11}.{12}.{13}{14} {15}; }}"
               : {16} : {17}, "l"(descriptor(tile + {18}, {19}ull)), "r"({20}));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (unsigned r = 0; r < {6}; ++r) asm volatile("" : "+r"(d[r]) :: "memory");
  for (unsigned r = 0; r < {6}; ++r) out[{0} * 16384 + r * 128 + t] = d[r];
  for (unsigned r = {6}; r < 128; ++r) out[{0} * 16384 + r * 128 + t] = 0;
}}
)",
                        number, b_begin / 4, how.a.kept, how.a.set, how.b.kept, how.b.set, registers,
                        fmt::format(fmt::runtime(c), fmt::format("{} + r * 128 + t", tile_bytes / 4)), next, how.n,
                        how.k(), how.d, how.a.name, how.b.name,
                        how.a.bits == 1 ? ".and.popc"
                        : how.saturates ? ".satfinite"
                                        : "",
                        operands, held, inputs, b_begin + how.shift * 128, descriptor_of(how, false), how.adds ? 1 : 0);
    calls += fmt::format("  product_{}(tile, out, in);\n", number);
  }
  return text + fmt::format(R"(
extern "C" __global__ void __launch_bounds__(128) group_products(unsigned* out, const unsigned* in) {{
  __shared__ __align__(1024) unsigned char tile[{}];
{}}}
)",
                            tile_bytes, calls);
}

/// What register r of thread t of the product must hold.
inline std::uint32_t expected_of(const GroupCase& how, const std::vector<std::uint32_t>& in, unsigned r, unsigned t) {
  if (r >= how.registers()) return 0;
  const auto bits_at = [&](const MatrixElement& element, std::size_t word, unsigned bit) {
    const std::uint32_t value = (in[word] & element.kept) | element.set;
    return element.bits == 32 ? value : value >> bit & ((1u << element.bits) - 1);
  };
  const auto in_memory = [&](bool left, unsigned row, unsigned step) {
    const MatrixElement& element = left ? how.a : how.b;
    const bool transposed = left ? how.a_transposed : how.b_transposed;
    const unsigned line = transposed ? step : row, bit = (transposed ? row : step) * element.bits;
    const unsigned byte = (left ? 0 : b_begin) + how.shift * 128 + layout_of(how, left).byte(line, bit / 8);
    return element.value(bits_at(element, byte / 4, byte % 4 * 8 + bit % 8));
  };
  const auto in_registers = [&](unsigned row, unsigned step) {
    const unsigned parts = 32 / how.a.bits, member = step / parts % 4;
    const unsigned number = step / parts / 4 * 2 + row % 16 / 8;
    return how.a.value(bits_at(how.a, number * 128 + row / 16 * 32 + row % 8 * 4 + member, step % parts * how.a.bits));
  };
  const auto sum_at = [&](unsigned row, unsigned column) {
    double sum = 0;
    for (unsigned step = 0; step < how.k(); ++step) {
      sum +=
          (how.a_in_registers ? in_registers(row, step) : in_memory(true, row, step)) * in_memory(false, column, step);
    }
    return how.a_negated != how.b_negated ? -sum : sum;
  };
  const unsigned row = t / 32 * 16 + t % 32 / 4;
  if (std::string(how.d) == "f16") {
    std::uint32_t both = 0;
    for (unsigned part = 0; part < 2; ++part) {
      const double sum = sum_at(row + r % 2 * 8, r / 2 * 8 + t % 4 * 2 + part);
      both |= half_of(sum) << (16 * part);
    }
    return both;
  }
  const double sum = sum_at(row + r / 2 % 2 * 8, r / 4 * 8 + t % 4 * 2 + r % 2);
  const std::uint32_t c = in[tile_bytes / 4 + r * 128 + t];
  if (how.integers()) {
    const auto whole = static_cast<std::int64_t>(sum) + (how.adds ? static_cast<std::int32_t>(c) : 0);
    const auto clamped = std::min<std::int64_t>(std::max<std::int64_t>(whole, INT32_MIN), INT32_MAX);
    return static_cast<std::uint32_t>(how.saturates ? clamped : whole);
  }
  const double start = how.adds ? half_to_one<31, 23>((c & 0x80600000u) | 0x3f000000u) : 0.0;
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum + start));
}

/// Every shape of a pair of formats.
inline std::vector<GroupCase> all_shapes(const MatrixElement& a, const MatrixElement& b, const char* d) {
  std::vector<GroupCase> cases;
  for (unsigned n = 8; n <= 256; n += 8) {
    if (std::string(d) == "s32" && n > 32 && n % 16 != 0) continue;
    GroupCase how{a, b, d, n};
    how.a_in_registers = n % 16 == 0;
    how.adds = n != 40 && n != 64;
    cases.push_back(how);
  }
  return cases;
}

/// Formats that a product may have.
struct GroupFormats {
  MatrixElement a, b;
  const char* d = "";
  [[nodiscard]] std::string name() const { return fmt::format("{}_{}_{}", a.name, b.name, d); }
  /// The name of the test; without this GoogleTest prints the bytes.
  friend void PrintTo(const GroupFormats& formats, std::ostream* out) { *out << formats.name(); }
};
inline std::vector<GroupFormats> all_group_formats() {
  using namespace matrix_elements;
  std::vector<GroupFormats> formats{{f16, f16, "f32"},   {f16, f16, "f16"}, {bf16, bf16, "f32"},
                                    {tf32, tf32, "f32"}, {s8, s8, "s32"},   {s8, u8, "s32"},
                                    {u8, s8, "s32"},     {u8, u8, "s32"},   {b1, b1, "s32"}};
  for (const auto& a : {e4m3, e5m2}) {
    for (const auto& b : {e4m3, e5m2}) {
      for (const char* d : {"f16", "f32"}) formats.push_back({a, b, d});
    }
  }
  return formats;
}

/// Every swizzle and transposition, A from memory and from registers, and every sign or saturation.
inline std::vector<GroupCase> all_layouts(const MatrixElement& a, const MatrixElement& b, const char* d) {
  std::vector<GroupCase> cases;
  for (const unsigned swizzle : {0u, 32u, 64u, 128u}) {
    for (unsigned form = 0; form < (a.bits == 16 ? 4u : 1u); ++form) {
      GroupCase how{a, b, d, 128, swizzle};
      how.a_transposed = (form & 1u) != 0;
      how.b_transposed = (form & 2u) != 0;
      if (how.integers()) {
        how.saturates = a.bits == 8;
      } else {
        how.a_negated = swizzle != 0;
        how.b_negated = swizzle == 64;
      }
      cases.push_back(how);
      how.a_in_registers = !how.a_transposed;
      how.n = 64;
      if (how.a_in_registers) cases.push_back(how);
    }
  }
  return cases;
}

/// Matrices that do not begin where the pattern of their swizzle would.
inline std::vector<GroupCase> all_base_offsets() {
  std::vector<GroupCase> cases;
  for (unsigned shift = 1; shift < 8; ++shift) {
    for (const unsigned swizzle : {32u, 64u, 128u}) {
      GroupCase how{matrix_elements::f16, matrix_elements::f16, "f32", 64, swizzle};
      how.shift = shift;
      cases.push_back(how);
    }
  }
  return cases;
}

}  // namespace lanescope::emulator
