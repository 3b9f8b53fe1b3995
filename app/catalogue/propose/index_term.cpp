#include "catalogue/propose/index_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/text.h"
#include "catalogue/host/host_term.h"

namespace lanescope::catalogue {
namespace {

using MaybeNumber = std::optional<std::int64_t>;

constexpr std::size_t max_parts = 24;  ///< of a sum; a longer one is no expression that somebody reads

/// The value of an operation as C++ computes it.
MaybeNumber computed(std::string_view operation, MaybeNumber a, MaybeNumber b) {
  if (!a || !b) return std::nullopt;
  const auto term = binary_term(operation, number_term(*a), number_term(*b));
  return term ? term->value : std::nullopt;
}

}  // namespace

IndexTerm::IndexTerm(std::int64_t number) : value_(number) {
  add({}, number);
}

IndexTerm IndexTerm::factor(std::string text, MaybeNumber value) {
  IndexTerm term;
  term.add({std::move(text)}, 1);
  term.value_ = value;
  return term;
}

void IndexTerm::add(const Factors& factors, std::int64_t count) {
  std::int64_t& sum = parts_[factors];
  const bool overflow = __builtin_add_overflow(sum, count, &sum) || sum == std::numeric_limits<std::int64_t>::min();
  if (overflow || parts_.size() > max_parts) value_.reset();
  if (overflow) sum = 0;
  if (sum == 0) parts_.erase(factors);
}

MaybeNumber IndexTerm::number() const {
  if (parts_.empty()) return 0;
  return parts_.size() == 1 && parts_.begin()->first.empty() ? MaybeNumber(parts_.begin()->second) : std::nullopt;
}

std::string IndexTerm::text() const {
  std::vector<std::pair<std::string, std::int64_t>> written;
  for (const auto& [factors, count] : parts_) {
    const std::int64_t size = count < 0 ? -count : count;
    std::string text = join(factors, " * ");
    if (text.empty())
      text = std::to_string(size);
    else if (size != 1)
      text = fmt::format("{} * {}", size, text);
    written.emplace_back(std::move(text), count);
  }
  if (written.empty()) return "0";
  // Long products first and what is taken away last: "n * m + n - 1".
  std::ranges::reverse(written);
  std::ranges::stable_sort(written, {}, [](const auto& part) { return part.second < 0; });
  std::string text = (written[0].second < 0 ? "-" : "") + written[0].first;
  for (std::size_t i = 1; i < written.size(); ++i) text += (written[i].second < 0 ? " - " : " + ") + written[i].first;
  return text;
}

IndexTerm operator+(const IndexTerm& a, const IndexTerm& b) {
  IndexTerm sum = a;
  sum.value_ = computed("+", a.value_, b.value_);
  for (const auto& [factors, count] : b.parts_) sum.add(factors, count);
  return sum;
}

IndexTerm operator-(const IndexTerm& a, const IndexTerm& b) {
  IndexTerm difference = a;
  difference.value_ = computed("-", a.value_, b.value_);
  for (const auto& [factors, count] : b.parts_) difference.add(factors, -count);
  return difference;
}

IndexTerm operator*(const IndexTerm& a, const IndexTerm& b) {
  IndexTerm product;
  product.value_ = computed("*", a.value_, b.value_);
  for (const auto& [factors, count] : a.parts_) {
    for (const auto& [others, times] : b.parts_) {
      IndexTerm::Factors all = factors;
      all.insert(all.end(), others.begin(), others.end());
      std::ranges::sort(all);
      std::int64_t number = 0;
      if (__builtin_mul_overflow(count, times, &number)) product.value_.reset();
      product.add(all, number);
    }
  }
  return product;
}

IndexTerm IndexTerm::function(std::string_view operation, const IndexTerm& a, const IndexTerm& b) {
  const MaybeNumber value = computed(operation, a.value_, b.value_);
  if (a.number() && b.number() && value) return IndexTerm(*value);
  if (operation == "/" && b.number() == 1) return a;
  if (operation == "max" && covers(a, b)) return a;
  if (operation == "max" && covers(b, a)) return b;
  const bool written_between = operation == "/" || operation == "%";
  if (!written_between) return factor(fmt::format("{}({}, {})", operation, a.text(), b.text()), value);
  const auto operand = [](const IndexTerm& term) {
    const std::string text = term.text();
    return is_word(text) || parse_integer(text) ? text : '(' + text + ')';
  };
  return factor(fmt::format("({} {} {})", operand(a), operation, operand(b)), value);
}

IndexTerm IndexTerm::rounded_up() const {
  IndexTerm taken;
  taken.value_.reset();
  for (const auto& [factors, count] : parts_) {
    if (count > 0) taken.add(factors, count);
  }
  return taken;
}

bool IndexTerm::covers(const IndexTerm& a, const IndexTerm& b) {
  const IndexTerm rest = a - b;
  std::map<Factors, std::int64_t> left = rest.parts_;
  // A size is at least 1, so that a product makes up for one that has only some of its factors.
  const auto makes_up = [](const Factors& large, const Factors& small) {
    Factors others;
    std::ranges::set_difference(large, small, std::back_inserter(others));
    return others.size() + small.size() == large.size() &&
           std::ranges::none_of(others, [](const std::string& factor) { return factor.starts_with('('); });
  };
  for (const auto& [factors, count] : rest.parts_) {
    std::int64_t missing = count < 0 ? -count : 0;
    for (auto& [large, above] : left) {
      if (missing == 0 || above <= 0 || !makes_up(large, factors)) continue;
      const std::int64_t taken = std::min(missing, above);
      above -= taken;
      missing -= taken;
    }
    if (missing > 0) return false;
  }
  return true;
}

}  // namespace lanescope::catalogue
