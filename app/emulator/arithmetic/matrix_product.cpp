// The products of mma, wmma and wgmma. A warp's fragments become matrices of numbers, and the product becomes a
// fragment.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "emulator/arithmetic/number_format.h"
#include "emulator/decode/matrix.h"

namespace warpscope::emulator {
namespace {

/// By rows.
template <class Element>
using Matrix = std::vector<Element>;

/// Calls take(place in row-major order, bits) for each element.
template <class Take>
void for_elements(const Bases& bases, const Fragment& fragment, const Take& take) {
  const unsigned columns = fragment.role == Fragment::Role::a ? fragment.k : fragment.n;
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

void multiply_integers(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
                       const MatrixSources& sources) {
  const auto a = read<std::int64_t>(bases, operation.a, integer_in, sources.a);
  const auto b = read<std::int64_t>(bases, operation.b, integer_in, sources.b);
  const auto c = read<std::int64_t>(bases, operation.c, integer_in);
  const unsigned n = operation.d.n, k = operation.d.k;
  set_elements(bases, operation.d, active, [&](std::size_t place) -> std::uint64_t {
    std::int64_t sum = sources.adds ? c[place] : 0;
    for (unsigned step = 0; step < k; ++step) {
      const std::int64_t left = a[place / n * k + step], right = b[step * n + place % n];
      sum += operation.bits == MatrixOperation::Bits::xor_popc ? left ^ right : left * right;
    }
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
  const unsigned n = operation.d.n, k = operation.d.k;
  const bool fused = operation.d.format == ElementFormat::f64;
  set_elements(bases, operation.d, active, [&](std::size_t place) {
    double sum = fused ? c[place] : 0.0;
    for (unsigned step = 0; step < k; ++step) {
      const double left = a[place / n * k + step], right = b[step * n + place % n];
      sum = fused ? std::fma(left, right, sum) : sum + left * right;
    }
    if (fused) return std::bit_cast<std::uint64_t>(sum);
    return rounded(sources.adds ? sum + c[place] : sum, operation.d.format);
  });
}

}  // namespace

void multiply(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
              const MatrixSources& sources) {
  if (operation.d.format == ElementFormat::s32) {
    multiply_integers(bases, operation, active, sources);
  } else {
    multiply_numbers(bases, operation, active, sources);
  }
}

}  // namespace warpscope::emulator
