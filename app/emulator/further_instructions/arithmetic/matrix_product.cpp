// The products of mma, wmma and wgmma. A warp's fragments become matrices of numbers, and the product becomes a
// fragment.
#include <algorithm>
#include <array>
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
  const std::size_t columns = fragment.row_length();
  const unsigned parts = fragment.elements_in_register();
  const unsigned bits = bits_of(fragment.format);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const MatrixPosition* position = fragment.positions.data();
  for (unsigned index = 0; index < fragment.needed_registers(); ++index) {
    const std::byte* const place = at(bases, fragment.registers[index]);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const std::uint64_t held = bits == 64 ? reinterpret_cast<const std::uint64_t*>(place)[lane]
                                            : reinterpret_cast<const std::uint32_t*>(place)[lane];
      for (unsigned part = 0; part < parts; ++part, ++position)
        take(position->row * columns + position->column, held >> (part * bits) & mask);
    }
  }
}

/// Writes give(place) into each element of the lanes, in every set of registers.
template <class Give>
void set_elements(const Bases& bases, const Fragment& fragment, std::uint32_t active, const Give& give) {
  const unsigned parts = fragment.elements_in_register(), needed = fragment.needed_registers();
  const unsigned bits = bits_of(fragment.format);
  for (unsigned index = 0; index < fragment.registers.size(); ++index) {
    std::byte* const place = at(bases, fragment.registers[index]);
    const MatrixPosition* position = fragment.positions.data() + std::size_t{index % needed} * warp_lanes * parts;
    for (unsigned lane = 0; lane < warp_lanes; ++lane, position += parts) {
      if ((active >> lane & 1u) == 0) continue;
      std::uint64_t held = 0;
      for (unsigned part = 0; part < parts; ++part)
        held |= give(std::size_t{position[part].row} * fragment.n + position[part].column) << (part * bits);
      if (bits == 64) {
        reinterpret_cast<std::uint64_t*>(place)[lane] = held;
      } else {
        reinterpret_cast<std::uint32_t*>(place)[lane] = static_cast<std::uint32_t>(held);
      }
    }
  }
}

/// A number of 16 bits.
double half_in(std::uint64_t bits) {
  constexpr std::uint64_t exponent = 0x7c00, rest = 0x7fff;
  if ((bits & exponent) == exponent) return value_of(bits, f16_format);  // no finite one
  // The bits of a float with an exponent that is too small by the difference of the biases, also of subnormal ones.
  const float magnitude = std::bit_cast<float>(static_cast<std::uint32_t>(bits & rest) << 13) * 0x1p112f;
  return (bits & ~rest) != 0 ? -magnitude : magnitude;
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
      return half_in(bits);
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

/// The elements of a matrix, each number(its bits, format); `given` are their bits where no registers hold them.
template <class Number>
auto elements(const Bases& bases, const Fragment& fragment, const std::vector<std::uint32_t>& given,
              const Number& number) {
  Matrix<decltype(number(0, fragment.format))> matrix(given.empty() ? fragment.elements() : given.size());
  if (given.empty()) {
    for_elements(bases, fragment,
                 [&](std::size_t place, std::uint64_t bits) { matrix[place] = number(bits, fragment.format); });
  } else {
    std::ranges::transform(given, matrix.begin(), [&](std::uint32_t bits) { return number(bits, fragment.format); });
  }
  return matrix;
}

// A lambda, unlike a function's address, is compiled into the loop.
Matrix<double> numbers(const Bases& bases, const Fragment& fragment, const std::vector<std::uint32_t>& given = {}) {
  return elements(bases, fragment, given,
                  [](std::uint64_t bits, ElementFormat format) { return number_in(bits, format); });
}

Matrix<std::int64_t> integers(const Bases& bases, const Fragment& fragment,
                              const std::vector<std::uint32_t>& given = {}) {
  return elements(bases, fragment, given,
                  [](std::uint64_t bits, ElementFormat format) { return integer_in(bits, format); });
}

/// Adds the products of rows of A and columns of B to `sums`, by rows as D: for each element, with k rising, its sum
/// becomes add(sum, left, right), but for the zeros of a sparse A.
template <class Element, class Add>
void add_products(const MatrixOperation& operation, const MatrixSources& sources, const Matrix<Element>& a,
                  const Matrix<Element>& b, Matrix<Element>& sums, const Add& add) {
  constexpr std::size_t width = 8;  // divides every n
  const std::size_t n = operation.d.n, k = operation.d.k;
  for (std::size_t row = 0; row < sums.size() / n; ++row) {
    const std::size_t matrix = row / operation.d.m;  // of four, or the first
    for (std::size_t column = 0; column < n; column += width) {
      std::array<Element, width> part;
      Element* const place = sums.data() + row * n + column;
      std::copy_n(place, width, part.begin());
      for (std::size_t step = 0; step < k; ++step) {
        if (!sources.absent.empty() && sources.absent[row * k + step]) continue;
        const Element left = a[row * k + step];
        const Element* const right = b.data() + (matrix * k + step) * n + column;
        for (std::size_t i = 0; i < width; ++i) part[i] = add(part[i], left, right[i]);
      }
      std::copy_n(part.begin(), width, place);
    }
  }
}

void multiply_integers(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
                       const MatrixSources& sources) {
  using Sum = std::int64_t;
  const auto a = integers(bases, operation.a, sources.a);
  const auto b = integers(bases, operation.b, sources.b);
  auto sums = integers(bases, operation.c);
  if (!sources.adds) std::ranges::fill(sums, 0);
  if (operation.bits == MatrixOperation::Bits::xor_popc) {
    add_products(operation, sources, a, b, sums, [](Sum sum, Sum left, Sum right) { return sum + (left ^ right); });
  } else {
    add_products(operation, sources, a, b, sums, [](Sum sum, Sum left, Sum right) { return sum + left * right; });
  }
  set_elements(bases, operation.d, active, [&](std::size_t place) -> std::uint64_t {
    using Limits = std::numeric_limits<std::int32_t>;
    const Sum sum = sums[place];
    return static_cast<std::uint32_t>(operation.saturates ? std::clamp<Sum>(sum, Limits::min(), Limits::max()) : sum);
  });
}

std::uint64_t rounded(double sum, ElementFormat format) {
  if (format == ElementFormat::f16) return rounded_bits(number_of(sum), f16_format, Rounding::rn, false);
  return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

void multiply_numbers(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
                      const MatrixSources& sources) {
  auto a = numbers(bases, operation.a, sources.a);
  const auto b = numbers(bases, operation.b, sources.b);
  const auto c = numbers(bases, operation.c);
  if (operation.a_negated != operation.b_negated) {
    std::transform(a.begin(), a.end(), a.begin(), [](double number) { return -number; });
  }
  if (operation.d.format == ElementFormat::f64) {
    auto sums = c;
    add_products(operation, sources, a, b, sums,
                 [](double sum, double left, double right) { return std::fma(left, right, sum); });
    return set_elements(bases, operation.d, active,
                        [&](std::size_t place) { return std::bit_cast<std::uint64_t>(sums[place]); });
  }
  Matrix<double> sums(c.size(), 0.0);
  add_products(operation, sources, a, b, sums,
               [](double sum, double left, double right) { return sum + left * right; });
  set_elements(bases, operation.d, active, [&](std::size_t place) {
    return rounded(sources.adds ? sums[place] + c[place] : sums[place], operation.d.format);
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
