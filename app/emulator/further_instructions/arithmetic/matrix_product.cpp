// The products of mma, wmma and wgmma. A warp's fragments become matrices of numbers, and the product becomes a
// fragment.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "emulator/arithmetic/number_format.h"
#include "emulator/further_instructions/decode/matrix.h"

namespace lanescope::emulator {
namespace {

/// By rows.
template <class Element>
using Matrix = std::vector<Element>;

/// Calls take(place in row-major order, bits) for each element.
template <class Take>
void for_elements(const Bases& bases, const Fragment& fragment, const Take& take) {
  const unsigned columns = fragment.row_length();
  const unsigned parts = fragment.elements_in_register();
  const unsigned bits = bits_of(fragment.format);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  for (unsigned index = 0; index < fragment.needed_registers(); ++index) {
    const std::byte* const place = at(bases, fragment.registers[index]);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const std::uint64_t held = bits == 64 ? reinterpret_cast<const std::uint64_t*>(place)[lane]
                                            : reinterpret_cast<const std::uint32_t*>(place)[lane];
      for (unsigned part = 0; part < parts; ++part) {
        const MatrixPosition position = position_in(fragment, lane, index, part);
        take(std::size_t{position.row} * columns + position.column, held >> (part * bits) & mask);
      }
    }
  }
}

/// Writes give(place) into each element of the lanes, in every set of registers.
template <class Give>
void set_elements(const Bases& bases, const Fragment& fragment, std::uint32_t active, const Give& give) {
  const unsigned parts = fragment.elements_in_register();
  const unsigned bits = bits_of(fragment.format);
  for (unsigned index = 0; index < fragment.registers.size(); ++index) {
    std::byte* const place = at(bases, fragment.registers[index]);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if ((active >> lane & 1u) == 0) continue;
      std::uint64_t held = 0;
      for (unsigned part = 0; part < parts; ++part) {
        const MatrixPosition position = position_in(fragment, lane, index % fragment.needed_registers(), part);
        held |= give(std::size_t{position.row} * fragment.n + position.column) << (part * bits);
      }
      if (bits == 64) {
        reinterpret_cast<std::uint64_t*>(place)[lane] = held;
      } else {
        reinterpret_cast<std::uint32_t*>(place)[lane] = static_cast<std::uint32_t>(held);
      }
    }
  }
}

double number_in(std::uint64_t bits, ElementFormat format) {
  switch (format) {
    case ElementFormat::f64:
      return std::bit_cast<double>(bits);
    case ElementFormat::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementFormat::tf32:
      // The hardware reads the upper 19 bits.
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffffe000u);
    case ElementFormat::bf16:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    case ElementFormat::f16:
      return value_of(bits, f16_format);
    case ElementFormat::e4m3:
      return value_of(bits, e4m3_format);
    default:
      return value_of(bits, e5m2_format);
  }
}

std::int64_t integer_in(std::uint64_t bits, ElementFormat format) {
  if (format == ElementFormat::s8) return static_cast<std::int8_t>(bits);
  if (format == ElementFormat::s4) return static_cast<std::int64_t>(bits ^ 8u) - 8;
  if (format == ElementFormat::s32) return static_cast<std::int32_t>(bits);
  return static_cast<std::int64_t>(bits);
}

/// The elements of a matrix as numbers; `given` are their bits where no registers hold them.
template <class Element, class Read>
Matrix<Element> read(const Bases& bases, const Fragment& fragment, const Read& number,
                     const std::vector<std::uint32_t>& given = {}) {
  if (!given.empty()) {
    Matrix<Element> matrix(given.size());
    std::transform(given.begin(), given.end(), matrix.begin(),
                   [&](std::uint32_t bits) { return number(bits, fragment.format); });
    return matrix;
  }
  Matrix<Element> matrix(fragment.elements());
  for_elements(bases, fragment,
               [&](std::size_t place, std::uint64_t bits) { matrix[place] = number(bits, fragment.format); });
  return matrix;
}

/// The row of A and the column of B, as places of their first elements, that give the element at `place` of D.
struct Terms {
  std::size_t a = 0, b = 0, b_step = 0;
};
Terms terms_of(const MatrixOperation& operation, std::size_t place) {
  const std::size_t n = operation.d.n, k = operation.d.k;
  const std::size_t matrix = place / (operation.d.m * n);  // of four, or the first
  return {place / n * k, matrix * k * n + place % n, n};
}

/// Calls add(left, right) for each step of k, but for the zeros of a sparse A.
template <class Element, class Add>
void for_terms(const MatrixOperation& operation, const MatrixSources& sources, const Matrix<Element>& a,
               const Matrix<Element>& b, std::size_t place, const Add& add) {
  const Terms terms = terms_of(operation, place);
  for (std::size_t step = 0; step < operation.d.k; ++step) {
    if (!sources.absent.empty() && sources.absent[terms.a + step]) continue;
    add(a[terms.a + step], b[terms.b + step * terms.b_step]);
  }
}

void multiply_integers(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
                       const MatrixSources& sources) {
  const auto a = read<std::int64_t>(bases, operation.a, integer_in, sources.a);
  const auto b = read<std::int64_t>(bases, operation.b, integer_in, sources.b);
  const auto c = read<std::int64_t>(bases, operation.c, integer_in);
  const bool exclusive = operation.bits == MatrixOperation::Bits::xor_popc;
  set_elements(bases, operation.d, active, [&](std::size_t place) -> std::uint64_t {
    std::int64_t sum = sources.adds ? c[place] : 0;
    for_terms(operation, sources, a, b, place,
              [&](std::int64_t left, std::int64_t right) { sum += exclusive ? left ^ right : left * right; });
    if (operation.saturates) {
      using Limits = std::numeric_limits<std::int32_t>;
      sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
    }
    return static_cast<std::uint32_t>(sum);
  });
}

std::uint64_t rounded(double sum, ElementFormat format) {
  if (format == ElementFormat::f16) return rounded_bits(number_of(sum), f16_format, Rounding::rn, false);
  return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

void multiply_numbers(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
                      const MatrixSources& sources) {
  auto a = read<double>(bases, operation.a, number_in, sources.a);
  const auto b = read<double>(bases, operation.b, number_in, sources.b);
  const auto c = read<double>(bases, operation.c, number_in);
  if (operation.a_negated != operation.b_negated) {
    std::transform(a.begin(), a.end(), a.begin(), [](double number) { return -number; });
  }
  const bool fused = operation.d.format == ElementFormat::f64;
  set_elements(bases, operation.d, active, [&](std::size_t place) {
    double sum = fused ? c[place] : 0.0;
    for_terms(operation, sources, a, b, place,
              [&](double left, double right) { sum = fused ? std::fma(left, right, sum) : sum + left * right; });
    if (fused) return std::bit_cast<std::uint64_t>(sum);
    return rounded(sources.adds ? sum + c[place] : sum, operation.d.format);
  });
}

}  // namespace

std::optional<unsigned> spread_sparse(const Bases& bases, const MatrixOperation& operation, MatrixSources& sources) {
  const Fragment& held = operation.a;
  const bool wide = held.format == ElementFormat::tf32;
  // An index of two bits chooses one of four units. A unit is an element, two elements of 4 bits, or half a tf32.
  const unsigned unit = bits_of(held.format) == 4 ? 2 : 1;
  const unsigned units = held.k / unit * (wide ? 2 : 1);  // that a row has in registers
  const unsigned k = operation.d.k;
  sources.a.assign(std::size_t{held.m} * k, 0);
  sources.absent.assign(sources.a.size(), true);
  Matrix<std::uint32_t> values(held.elements());
  for_elements(bases, held,
               [&](std::size_t place, std::uint64_t bits) { values[place] = static_cast<std::uint32_t>(bits); });
  const auto* const metadata = reinterpret_cast<const std::uint32_t*>(at(bases, operation.metadata));
  const unsigned lanes = units / 8;  // of four, that have metadata of this product
  const auto index_of = [&](unsigned row, unsigned number) {
    // Formats of 16 and 32 bits have eight indices of two rows in a lane, the others sixteen of one.
    const bool narrow = bits_of(held.format) < 16;
    const unsigned lane = narrow ? number / 16 * 2 + row / 8 : number / 8;
    const unsigned bit = narrow ? number % 16 * 2 : row / 8 * 16 + number % 8 * 2;
    return metadata[row % 8 * 4 + operation.selector * lanes + lane] >> bit & 3u;
  };
  for (unsigned row = 0; row < held.m; ++row) {
    for (unsigned number = 0; number < units; number += 2) {
      const unsigned first = index_of(row, number), second = index_of(row, number + 1);
      if (first == second || (operation.ordered && first > second)) return row;
      if (wide && (second != first + 1 || first % 2 != 0)) return row;
      for (unsigned part = 0; part < (wide ? 1u : 2u * unit); ++part) {
        const unsigned chosen = part / unit == 0 ? first : second;
        const std::size_t from = wide ? number / 2 : number * unit + part;
        const std::size_t to = wide ? number + first / 2 : (number * 2 + chosen) * unit + part % unit;
        sources.a[row * k + to] = values[row * held.k + from];
        sources.absent[row * k + to] = false;
      }
    }
  }
  return std::nullopt;
}

void multiply(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
              const MatrixSources& sources) {
  if (operation.d.format == ElementFormat::s32) {
    multiply_integers(bases, operation, active, sources);
  } else {
    multiply_numbers(bases, operation, active, sources);
  }
}

}  // namespace lanescope::emulator
