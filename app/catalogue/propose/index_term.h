// Sums of products of sizes, such as `rows * columns - columns`, in which equal parts stand together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::catalogue {

class IndexTerm {
 public:
  IndexTerm() = default;
  explicit IndexTerm(std::int64_t number);
  /// A size, or another expression in the language of a front matter, with its value for the usual sizes.
  static IndexTerm factor(std::string text, std::optional<std::int64_t> value);

  /// The number for the usual sizes; nothing where it is not known or too large.
  [[nodiscard]] std::optional<std::int64_t> value() const noexcept { return value_; }
  /// The number when there is no size in it.
  [[nodiscard]] std::optional<std::int64_t> number() const;
  /// Returns the expression, "n * m - 1".
  [[nodiscard]] std::string text() const;

  friend IndexTerm operator+(const IndexTerm& a, const IndexTerm& b);
  friend IndexTerm operator-(const IndexTerm& a, const IndexTerm& b);
  friend IndexTerm operator*(const IndexTerm& a, const IndexTerm& b);
  friend bool operator==(const IndexTerm& a, const IndexTerm& b) { return a.parts_ == b.parts_; }
  /// "/", "%", "ceil_div", "min" and "max".
  [[nodiscard]] static IndexTerm function(std::string_view operation, const IndexTerm& a, const IndexTerm& b);
  /// Returns the term without the parts that are taken away: "n * m" of "n * m - n - 1".
  [[nodiscard]] IndexTerm rounded_up() const;
  /// Whether `a` is at least `b` whatever the sizes are, as far as their parts tell.
  [[nodiscard]] static bool covers(const IndexTerm& a, const IndexTerm& b);

 private:
  using Factors = std::vector<std::string>;  ///< in the order of their texts
  void add(const Factors& factors, std::int64_t count);

  std::map<Factors, std::int64_t> parts_;
  std::optional<std::int64_t> value_ = 0;
};

}  // namespace lanescope::catalogue
