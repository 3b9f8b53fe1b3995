// References that compute the exact or the most exact result of a small numerical program. The magnitude of a result is
// the sum of the absolute values of the terms that were added up.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/parallel.h"
#include "catalogue/element.h"
#include "catalogue/messages.h"
#include "catalogue/reference/reference_rule.h"

namespace lanescope::catalogue {
namespace {

using Bytes = std::vector<std::byte>;
using Given = std::span<const std::byte>;  ///< the bytes of an input

constexpr std::uint64_t grain_size = 1u << 16;  // elements

/// The elements of a buffer, which are not copied.
template <class T>
class Elements {
 public:
  explicit Elements(Given bytes) : bytes_(bytes.data()), size_(bytes.size() / sizeof(T)) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  T operator[](std::size_t index) const {
    T value;
    std::memcpy(&value, bytes_ + index * sizeof(T), sizeof(T));
    return value;
  }

 private:
  const std::byte* bytes_;
  std::size_t size_;
};

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Adds integers modulo their range, and floating point in double, rounded once.
template <class T>
ComputedRows sum_of(Given input, bool magnitudes) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, double, T>;
  Wide sum = 0;
  double magnitude = 0;
  const Elements<T> values(input);
  for (std::size_t index = 0; index < values.size(); ++index) {
    const T value = values[index];
    sum += static_cast<Wide>(value);
    if constexpr (std::is_floating_point_v<T>) magnitude += std::fabs(static_cast<double>(value));
  }
  ComputedRows computed{bytes_of(std::vector<T>{static_cast<T>(sum)}), {}};
  if (magnitudes) computed.magnitudes.push_back(magnitude);
  return computed;
}

Expected<ComputedRows> sum(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const std::vector<std::size_t> inputs, inputs_of(plan, 1));
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (output.elements() != 1) {
    return refused(plan, message<"reference.one_element">(output.name, output.elements()),
                   message<"reference.one_element_remedy">());
  }
  const Given input = buffers.at(inputs.front());
  const ElementType type = output.type;
  if (type == ElementType::f32) return sum_of<float>(input, wanted.magnitudes);
  if (type == ElementType::f64) return sum_of<double>(input, wanted.magnitudes);
  if (!is_integer(type) || size_of(type) < 4) {
    return refused(plan, message<"reference.adds_no">(name_of(type)), message<"reference.adds_no_remedy">());
  }
  return size_of(type) == 4 ? sum_of<std::uint32_t>(input, wanted.magnitudes)
                            : sum_of<std::uint64_t>(input, wanted.magnitudes);
}

/// Computes step by step in the type itself. Twice a value is exact, so fused operations give the same bits.
template <class T>
ComputedRows laplace_of(Given input, bool magnitudes) {
  const Elements<T> x(input);
  const std::size_t count = x.size();
  Bytes y(input.size());
  std::vector<double> sizes(magnitudes ? count : 0);
  const auto compute = [&](std::size_t i, T previous, T next) {
    const T difference = next - 2 * x[i];
    const T result = difference + previous;
    std::memcpy(y.data() + i * sizeof(T), &result, sizeof(T));
    if (magnitudes) {
      sizes[i] = std::fabs(static_cast<double>(next)) + 2 * std::fabs(static_cast<double>(x[i])) +
                 std::fabs(static_cast<double>(previous));
    }
  };
  if (count == 0) return {std::move(y), std::move(sizes)};
  // The ring closes at its ends.
  compute(0, x[count - 1], x[1 % count]);
  if (count > 1) compute(count - 1, x[count - 2], x[0]);
  parallel_for(count, grain_size, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::size_t i = std::max<std::size_t>(begin, 1); i < std::min<std::size_t>(end, count - 1); ++i) {
      compute(i, x[i - 1], x[i + 1]);
    }
  });
  return {std::move(y), std::move(sizes)};
}

Expected<ComputedRows> laplace(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const std::vector<std::size_t> inputs, inputs_of(plan, 1));
  const Buffer& input = plan.buffers.at(inputs.front());
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (input.shape != output.shape || output.shape.size() != 1) {
    return refused(plan, message<"reference.two_rows">(shape_text(input), shape_text(output)),
                   message<"reference.two_rows_remedy">());
  }
  const Given bytes = buffers.at(inputs.front());
  if (output.type == ElementType::f32) return laplace_of<float>(bytes, wanted.magnitudes);
  if (output.type == ElementType::f64) return laplace_of<double>(bytes, wanted.magnitudes);
  return refused(plan, message<"reference.computes_no">(name_of(output.type)), message<"reference.floating_remedy">());
}

/// The extents of a product of matrices.
struct ProductShape {
  std::size_t rows = 0, inner = 0, columns = 0;
};

/// So many of the wanted rows and so many columns are computed at a time. Their sums, and the part of the second matrix
/// by which they are multiplied, stay in the caches while it is read row by row.
constexpr std::size_t rows_at_once = 8;
constexpr std::size_t columns_at_once = 256;

template <class T, bool magnitudes>
void multiply_square(const Elements<T>& a, const Elements<T>& b, const ProductShape& shape,
                     const std::vector<std::size_t>& rows, std::size_t first_column, std::size_t columns, double* sums,
                     double* sizes) {
  for (std::size_t k = 0; k < shape.inner; ++k) {
    std::array<T, columns_at_once> right;
    for (std::size_t j = 0; j < columns; ++j) right[j] = b[k * shape.columns + first_column + j];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto left = static_cast<double>(a[rows[i] * shape.inner + k]);
      double* const sum = sums + i * columns_at_once;
      double* const size = sizes + i * columns_at_once;
      for (std::size_t j = 0; j < columns; ++j) {
        const double term = left * static_cast<double>(right[j]);
        sum[j] += term;
        if constexpr (magnitudes) size[j] += std::fabs(term);
      }
    }
  }
}

/// Bits of a floating-point number of 16 bits.
template <int fraction_bits>
struct ShortFloat {
  std::uint16_t bits = 0;

  /// Rounds to the nearest, ties to even.
  static ShortFloat rounded(double value) {
    constexpr int bias = (1 << (14 - fraction_bits)) - 1;
    constexpr std::uint16_t infinity = (2 * bias + 1) << fraction_bits;
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    if (std::isnan(value)) return {static_cast<std::uint16_t>(sign | infinity | 1 << (fraction_bits - 1))};
    if (std::isinf(value)) return {static_cast<std::uint16_t>(sign | infinity)};
    // The smallest numbers share one exponent. A fraction that rounds up to 1 carries into the exponent.
    const int exponent = std::max(value == 0 ? 1 - bias : std::ilogb(value), 1 - bias);
    const double fraction = std::nearbyint(std::ldexp(std::fabs(value), fraction_bits - exponent));
    const double magnitude = fraction + std::ldexp(exponent + bias - 1, fraction_bits);
    return {static_cast<std::uint16_t>(sign | static_cast<unsigned>(std::min<double>(magnitude, infinity)))};
  }
};
using Half = ShortFloat<10>;
using Bfloat = ShortFloat<7>;

template <class T>
T rounded(double value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(value));  // wraps around, as the GPU's sums do
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    return T::rounded(value);
  }
}

/// Sums up in double, along rising k, and rounds once.
template <class C, class T, bool magnitudes>
ComputedRows product_of(Given left, Given right, const ProductShape& shape, const WantedRows& wanted) {
  const Elements<T> a(left), b(right);
  const std::size_t wanted_rows = wanted.count(shape.rows);
  std::vector<C> c(wanted_rows * shape.columns);
  std::vector<double> c_sizes(magnitudes ? c.size() : 0);
  const auto multiply_rows = [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<double> sums(rows_at_once * columns_at_once), sizes(sums.size());
    std::vector<std::size_t> rows;
    for (std::size_t first = begin; first < end; first += rows_at_once) {
      rows.clear();
      for (std::size_t i = first; i < std::min<std::size_t>(end, first + rows_at_once); ++i) {
        rows.push_back(wanted.row(i));
      }
      for (std::size_t column = 0; column < shape.columns; column += columns_at_once) {
        const std::size_t columns = std::min(columns_at_once, shape.columns - column);
        std::fill(sums.begin(), sums.end(), 0.0);
        std::fill(sizes.begin(), sizes.end(), 0.0);
        multiply_square<T, magnitudes>(a, b, shape, rows, column, columns, sums.data(), sizes.data());
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t at = (first + i) * shape.columns + column + j;
            c[at] = rounded<C>(sums[i * columns_at_once + j]);
            if constexpr (magnitudes) c_sizes[at] = sizes[i * columns_at_once + j];
          }
        }
      }
    }
  };
  const std::uint64_t grain_rows = grain_size / std::max<std::uint64_t>(shape.inner * shape.columns, 1) + 1;
  parallel_for(wanted_rows, grain_rows, rows_at_once, multiply_rows);
  return {bytes_of(c), std::move(c_sizes)};
}

template <class C, class T>
ComputedRows product(Given left, Given right, const ProductShape& shape, const WantedRows& wanted) {
  return wanted.magnitudes ? product_of<C, T, true>(left, right, shape, wanted)
                           : product_of<C, T, false>(left, right, shape, wanted);
}

/// The elements as numbers that hold them exactly.
template <class T>
Bytes converted(Given bytes, ElementType type) {
  const std::size_t count = bytes.size() / size_of(type);
  Bytes numbers(count * sizeof(T));
  parallel_for(count, grain_size, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const T value =
          with_element(type, element_bits(bytes, i, type), [](auto number) { return static_cast<T>(number); });
      std::memcpy(numbers.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return numbers;
}

template <class C>
ComputedRows product_in(const Buffer& a, Given left, const Buffer& b, Given right, const ProductShape& shape,
                        const WantedRows& wanted) {
  if (a.type == ElementType::f32 && b.type == ElementType::f32) return product<C, float>(left, right, shape, wanted);
  const auto narrow = [](ElementType type) { return size_of(type) <= 2 || type == ElementType::f32; };
  if (narrow(a.type) && narrow(b.type)) {
    return product<C, float>(converted<float>(left, a.type), converted<float>(right, b.type), shape, wanted);
  }
  if (a.type == ElementType::f64 && b.type == ElementType::f64) return product<C, double>(left, right, shape, wanted);
  return product<C, double>(converted<double>(left, a.type), converted<double>(right, b.type), shape, wanted);
}

Expected<ComputedRows> matmul(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const std::vector<std::size_t> inputs, inputs_of(plan, 2, Types::any));
  const Buffer &a = plan.buffers.at(inputs.at(0)), &b = plan.buffers.at(inputs.at(1));
  const Buffer& c = plan.buffers.at(plan.check.output);
  const bool fits = a.shape.size() == 2 && b.shape.size() == 2 && c.shape.size() == 2 && a.shape[1] == b.shape[0] &&
                    c.shape[0] == a.shape[0] && c.shape[1] == b.shape[1];
  if (!fits) {
    return refused(plan, message<"reference.product_shapes">(shape_text(a), shape_text(b), shape_text(c)),
                   message<"reference.product_shapes_remedy">());
  }
  for (const Buffer* const buffer : {&a, &b}) {
    // Sums of products of two integers of 16 bits are exact in double.
    const bool exact = is_integer(buffer->type) ? size_of(buffer->type) <= 2 : !is_integer(c.type);
    if (exact) continue;
    return refused(plan,
                   message<"reference.product_types">(name_of(c.type), name_of(buffer->type), c.name, buffer->name),
                   message<"reference.product_types_remedy">());
  }
  const ProductShape shape{static_cast<std::size_t>(a.shape[0]), static_cast<std::size_t>(a.shape[1]),
                           static_cast<std::size_t>(b.shape[1])};
  const Given left = buffers.at(inputs.at(0)), right = buffers.at(inputs.at(1));
  switch (c.type) {
    case ElementType::f32:
      return product_in<float>(a, left, b, right, shape, wanted);
    case ElementType::f64:
      return product_in<double>(a, left, b, right, shape, wanted);
    case ElementType::f16:
      return product_in<Half>(a, left, b, right, shape, wanted);
    case ElementType::bf16:
      return product_in<Bfloat>(a, left, b, right, shape, wanted);
    case ElementType::i32:
      return product_in<std::int32_t>(a, left, b, right, shape, wanted);
    default:
      return refused(plan, message<"reference.computes_no">(name_of(c.type)),
                     message<"reference.product_type_remedy">());
  }
}

}  // namespace

ReferenceRule sum_reference() {
  return {{"sum", "the output is the sum of all elements of the first input"}, nullptr, sum};
}

ReferenceRule laplace_reference() {
  return {{"laplace", "output[i] is in[i + 1] - 2 in[i] + in[i - 1] of the first input, which is a ring"},
          nullptr,
          laplace};
}

ReferenceRule matmul_reference() {
  return {{"matmul", "the output is the first input times the second, as matrices"}, nullptr, matmul};
}

}  // namespace lanescope::catalogue
