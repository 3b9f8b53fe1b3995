// References that compute the exact or the most exact result of a small numerical program. The magnitude of a result is
// the sum of the absolute values of the terms that were added up.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/parallel.h"
#include "catalogue/reference/reference_rule.h"

namespace warpscope::catalogue {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t worth_a_thread = 1u << 16;  // elements

/// The elements of a buffer, which are not copied.
template <class T>
class Elements {
 public:
  explicit Elements(const Bytes& bytes) : bytes_(bytes.data()), size_(bytes.size() / sizeof(T)) {}
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
ComputedRows sum_of(const Bytes& input, bool magnitudes) {
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
    return refused(plan, fmt::format("gives one element: {} has {}", output.name, output.elements()),
                   "give the output the shape [1]");
  }
  const Bytes& input = buffers.at(inputs.front());
  const ElementType type = output.type;
  if (type == ElementType::f32) return sum_of<float>(input, wanted.magnitudes);
  if (type == ElementType::f64) return sum_of<double>(input, wanted.magnitudes);
  if (!is_integer(type) || size_of(type) < 4) {
    return refused(plan, fmt::format("adds no {}", name_of(type)), "use i32, u32, i64, u64, f32 or f64");
  }
  return size_of(type) == 4 ? sum_of<std::uint32_t>(input, wanted.magnitudes)
                            : sum_of<std::uint64_t>(input, wanted.magnitudes);
}

/// Computes step by step in the type itself. Twice a value is exact, so fused operations give the same bits.
template <class T>
ComputedRows laplace_of(const Bytes& input, bool magnitudes) {
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
  in_parts(count, worth_a_thread, 1, [&](std::uint64_t begin, std::uint64_t end) {
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
    return refused(plan, fmt::format("needs two rows of one length: {} and {}", shape_text(input), shape_text(output)),
                   "give both buffers the shape [n]");
  }
  const Bytes& bytes = buffers.at(inputs.front());
  if (output.type == ElementType::f32) return laplace_of<float>(bytes, wanted.magnitudes);
  if (output.type == ElementType::f64) return laplace_of<double>(bytes, wanted.magnitudes);
  return refused(plan, fmt::format("computes no {}", name_of(output.type)), "use f32 or f64");
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

/// Sums up in double, along rising k, and rounds once.
template <class T, bool magnitudes>
ComputedRows product_of(const Bytes& left, const Bytes& right, const ProductShape& shape, const WantedRows& wanted) {
  const Elements<T> a(left), b(right);
  const std::size_t wanted_rows = wanted.count(shape.rows);
  std::vector<T> c(wanted_rows * shape.columns);
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
            c[at] = static_cast<T>(sums[i * columns_at_once + j]);
            if constexpr (magnitudes) c_sizes[at] = sizes[i * columns_at_once + j];
          }
        }
      }
    }
  };
  const std::uint64_t rows_worth_it = worth_a_thread / std::max<std::uint64_t>(shape.inner * shape.columns, 1) + 1;
  in_parts(wanted_rows, rows_worth_it, rows_at_once, multiply_rows);
  return {bytes_of(c), std::move(c_sizes)};
}

template <class T>
ComputedRows product(const Bytes& left, const Bytes& right, const ProductShape& shape, const WantedRows& wanted) {
  return wanted.magnitudes ? product_of<T, true>(left, right, shape, wanted)
                           : product_of<T, false>(left, right, shape, wanted);
}

Expected<ComputedRows> matmul(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const std::vector<std::size_t> inputs, inputs_of(plan, 2));
  const Buffer &a = plan.buffers.at(inputs.at(0)), &b = plan.buffers.at(inputs.at(1));
  const Buffer& c = plan.buffers.at(plan.check.output);
  const bool fits = a.shape.size() == 2 && b.shape.size() == 2 && c.shape.size() == 2 && a.shape[1] == b.shape[0] &&
                    c.shape[0] == a.shape[0] && c.shape[1] == b.shape[1];
  if (!fits) {
    return refused(plan,
                   fmt::format("turns [m, k] times [k, n] into [m, n]: {}, {} and {}", shape_text(a), shape_text(b),
                               shape_text(c)),
                   "give the buffers shapes that fit");
  }
  const ProductShape shape{static_cast<std::size_t>(a.shape[0]), static_cast<std::size_t>(a.shape[1]),
                           static_cast<std::size_t>(b.shape[1])};
  const Bytes &left = buffers.at(inputs.at(0)), &right = buffers.at(inputs.at(1));
  if (c.type == ElementType::f32) return product<float>(left, right, shape, wanted);
  if (c.type == ElementType::f64) return product<double>(left, right, shape, wanted);
  return refused(plan, fmt::format("computes no {}", name_of(c.type)), "use f32 or f64");
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

}  // namespace warpscope::catalogue
