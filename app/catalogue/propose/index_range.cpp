#include "catalogue/propose/index_range.h"

#include <utility>

namespace lanescope::catalogue {
namespace {

IndexRange sum(const IndexRange& a, const IndexRange& b) {
  const IndexTerm low = a.low + b.low;
  if (a.single()) return {low, b.count, b.stride};
  if (b.single()) return {low, a.count, a.stride};
  // Rows of a matrix: the one range fills what the other leaves between two of its indices.
  if (b.count * b.stride == a.stride) return {low, a.count * b.count, b.stride};
  if (a.count * a.stride == b.stride) return {low, b.count * a.count, a.stride};
  const IndexTerm one(1);
  return {low, (a.count - one) * a.stride + (b.count - one) * b.stride + one, one};
}

IndexRange difference(const IndexRange& a, const IndexRange& b) {
  if (b.single()) return {a.low - b.low, a.count, a.stride};
  return indices_below(a.end() - b.low);
}

IndexRange product(const IndexRange& a, const IndexRange& b) {
  const IndexTerm one(1);
  if (!a.single() && !b.single()) return indices_below((a.end() - one) * (b.end() - one) + one);
  const IndexRange& many = a.single() ? b : a;
  const IndexTerm& factor = a.single() ? a.low : b.low;
  return {many.low * factor, many.count, many.stride * factor};
}

IndexRange quotient(const IndexRange& a, const IndexRange& b) {
  if (!b.single()) return indices_below(a.end());
  if (a.single()) return one_index(IndexTerm::function("/", a.low, b.low));
  return indices_below(IndexTerm::function("ceil_div", a.end(), b.low));
}

IndexRange remainder(const IndexRange& a, const IndexRange& b) {
  if (a.single() && b.single()) return one_index(IndexTerm::function("%", a.low, b.low));
  return indices_below(smaller(b.single() ? b.low : b.end(), a.end()));
}

}  // namespace

IndexRange indices_below(IndexTerm end) {
  return {IndexTerm(0), std::move(end), IndexTerm(1)};
}

IndexRange one_index(IndexTerm value) {
  return {std::move(value), IndexTerm(1), IndexTerm(1)};
}

const IndexTerm& smaller(const IndexTerm& one, const IndexTerm& other) {
  return one.value() && other.value() && *other.value() < *one.value() ? other : one;
}

std::optional<IndexRange> combined(std::string_view operation, const std::optional<IndexRange>& left,
                                   const std::optional<IndexRange>& right) {
  if (!left || !right) return std::nullopt;
  const bool single = left->single() && right->single();
  if (operation == "+") return sum(*left, *right);
  if (operation == "-") return difference(*left, *right);
  if (operation == "*") return product(*left, *right);
  if (operation == "/") return quotient(*left, *right);
  if (operation == "%") return remainder(*left, *right);
  // a & b is at most the smaller one, and a | b at most their sum.
  if (operation == "&") return indices_below(smaller(right->end(), left->end()));
  if (operation == "|" || operation == "^") return sum(*left, *right);
  if (operation == "<<" || operation == ">>") {
    const auto bits = right->single() ? right->low.number() : std::nullopt;
    if (!bits || *bits < 0 || *bits > 40) return operation == ">>" ? left : std::nullopt;
    const IndexRange power = one_index(IndexTerm(std::int64_t{1} << *bits));
    return operation == "<<" ? product(*left, power) : quotient(*left, power);
  }
  if (operation == "max") return united(left, right);
  if (operation == "min") {
    return single ? one_index(IndexTerm::function("min", left->low, right->low))
                  : indices_below(smaller(left->end(), right->end()));
  }
  // A comparison is 0 or 1.
  return indices_below(IndexTerm(2));
}

std::optional<IndexRange> united(const std::optional<IndexRange>& one, const std::optional<IndexRange>& other) {
  if (!one || !other) return std::nullopt;
  if (one->low == other->low && one->count == other->count && one->stride == other->stride) return one;
  const IndexTerm end = one->end(), last = other->end();
  // A number beside a size counts by the usual value of the size.
  if (end.number().has_value() != last.number().has_value() && end.value() && last.value()) {
    return indices_below(*end.value() < *last.value() ? last : end);
  }
  return indices_below(IndexTerm::function("max", end, last));
}

}  // namespace lanescope::catalogue
