// References that compute: the exact or the most exact result of a small numerical program.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "catalogue/reference_rule.h"

namespace warpscope::catalogue {
namespace {

using Bytes = std::vector<std::byte>;

tl::unexpected<Error> refused(const LaunchPlan& plan, std::string what, std::string remedy) {
  return failure(fmt::format("the reference '{}' {}", plan.check.reference, what), plan.kernel, std::move(remedy));
}

/// The first `count` inputs, all of the output's type.
Expected<std::vector<std::size_t>> inputs_of(const LaunchPlan& plan, std::size_t count) {
  if (plan.check.inputs.size() < count) {
    return refused(plan, fmt::format("needs {} input buffer{}", count, count == 1 ? "" : "s"),
                   "give the buffers that are read the role in");
  }
  const Buffer& output = plan.buffers.at(plan.check.output);
  const std::vector<std::size_t> inputs(plan.check.inputs.begin(),
                                        plan.check.inputs.begin() + static_cast<std::ptrdiff_t>(count));
  for (const std::size_t input : inputs) {
    const Buffer& buffer = plan.buffers.at(input);
    if (buffer.type == output.type) continue;
    return refused(plan,
                   fmt::format("needs one type: {} is {}, {} is {}", buffer.name, name_of(buffer.type), output.name,
                               name_of(output.type)),
                   "give all buffers the same type");
  }
  return inputs;
}

template <class T>
std::vector<T> elements(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Integers modulo their range, floating point in double, rounded once.
template <class T>
Bytes sum_of(const Bytes& input) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, double, T>;
  Wide sum = 0;
  for (const T value : elements<T>(input)) sum += static_cast<Wide>(value);
  return bytes_of(std::vector<T>{static_cast<T>(sum)});
}

Expected<Bytes> sum(const LaunchPlan& plan, const std::vector<Bytes>& buffers) {
  const auto inputs = inputs_of(plan, 1);
  if (!inputs) return failure(inputs.error());
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (output.elements() != 1) {
    return refused(plan, fmt::format("gives one element: {} has {}", output.name, output.elements()),
                   "give the output the shape [1]");
  }
  const Bytes& input = buffers.at(inputs->front());
  switch (output.type) {
    case ElementType::i32:
    case ElementType::u32:
      return sum_of<std::uint32_t>(input);
    case ElementType::i64:
    case ElementType::u64:
      return sum_of<std::uint64_t>(input);
    case ElementType::f32:
      return sum_of<float>(input);
    case ElementType::f64:
      return sum_of<double>(input);
    default:
      return refused(plan, fmt::format("adds no {}", name_of(output.type)), "use i32, u32, i64, u64, f32 or f64");
  }
}

/// Operation by operation in the type itself. Twice a value is exact, so that fused operations give the same bits.
template <class T>
Bytes laplace_of(const Bytes& input) {
  const std::vector<T> x = elements<T>(input);
  std::vector<T> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const T next = x[(i + 1) % x.size()], previous = x[(i + x.size() - 1) % x.size()];
    const T difference = next - 2 * x[i];
    y[i] = difference + previous;
  }
  return bytes_of(y);
}

Expected<Bytes> laplace(const LaunchPlan& plan, const std::vector<Bytes>& buffers) {
  const auto inputs = inputs_of(plan, 1);
  if (!inputs) return failure(inputs.error());
  const Buffer& input = plan.buffers.at(inputs->front());
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (input.shape != output.shape || output.shape.size() != 1) {
    return refused(plan,
                   fmt::format("needs two rows of one length: {} [{}] and {} [{}]", input.name,
                               fmt::join(input.shape, ", "), output.name, fmt::join(output.shape, ", ")),
                   "give both buffers the shape [n]");
  }
  if (output.type == ElementType::f32) return laplace_of<float>(buffers.at(inputs->front()));
  if (output.type == ElementType::f64) return laplace_of<double>(buffers.at(inputs->front()));
  return refused(plan, fmt::format("computes no {}", name_of(output.type)), "use f32 or f64");
}

/// Sums in double, rounded once. Row by row of the second matrix, so that memory is read in order.
template <class T>
Bytes product_of(const Bytes& left, const Bytes& right, std::size_t rows, std::size_t inner, std::size_t columns) {
  const std::vector<T> a = elements<T>(left), b = elements<T>(right);
  std::vector<T> c(rows * columns);
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::size_t k = 0; k < inner; ++k) {
      const double factor = static_cast<double>(a[i * inner + k]);
      for (std::size_t j = 0; j < columns; ++j) row[j] += factor * static_cast<double>(b[k * columns + j]);
    }
    for (std::size_t j = 0; j < columns; ++j) c[i * columns + j] = static_cast<T>(row[j]);
  }
  return bytes_of(c);
}

Expected<Bytes> matmul(const LaunchPlan& plan, const std::vector<Bytes>& buffers) {
  const auto inputs = inputs_of(plan, 2);
  if (!inputs) return failure(inputs.error());
  const Buffer &a = plan.buffers.at(inputs->at(0)), &b = plan.buffers.at(inputs->at(1));
  const Buffer& c = plan.buffers.at(plan.check.output);
  const bool fits = a.shape.size() == 2 && b.shape.size() == 2 && c.shape.size() == 2 && a.shape[1] == b.shape[0] &&
                    c.shape[0] == a.shape[0] && c.shape[1] == b.shape[1];
  if (!fits) {
    return refused(
        plan,
        fmt::format("turns [m, k] times [k, n] into [m, n]: {} [{}], {} [{}] and {} [{}]", a.name,
                    fmt::join(a.shape, ", "), b.name, fmt::join(b.shape, ", "), c.name, fmt::join(c.shape, ", ")),
        "give the buffers shapes that fit");
  }
  const auto rows = static_cast<std::size_t>(a.shape[0]), inner = static_cast<std::size_t>(a.shape[1]);
  const auto columns = static_cast<std::size_t>(b.shape[1]);
  const Bytes &left = buffers.at(inputs->at(0)), &right = buffers.at(inputs->at(1));
  if (c.type == ElementType::f32) return product_of<float>(left, right, rows, inner, columns);
  if (c.type == ElementType::f64) return product_of<double>(left, right, rows, inner, columns);
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
