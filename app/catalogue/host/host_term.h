// Terms of expressions of host code: texts in the sizes of a problem that are computed with as C++ computes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::catalogue {

/// The value of an expression, in the language of expressions of a front matter.
struct HostTerm {
  std::string text;
  int precedence = 9;  ///< of the operator that comes last; 9 for a name or a number
  std::optional<std::int64_t> value;
  bool symbolic = false;  ///< `text` has names of sizes
  std::int64_t unit = 1;  ///< The value is text * unit: the bytes of a type of which sizeof was taken; 0 when unknown.
  bool sized = false;     ///< `unit` comes from sizeof.
  bool real = false;      ///< The value is text / over, with a fraction.
  std::string over = {};  ///< of a real number
  std::optional<std::int64_t> over_value = {};

  /// Returns the text as an operand of an operator of this precedence.
  [[nodiscard]] std::string operand(int outer) const;
  [[nodiscard]] bool has_unknown_unit() const { return sized && unit == 0; }
  /// Whether both count bytes of types as large.
  [[nodiscard]] bool has_unit_of(const HostTerm& other) const { return sized && other.sized && unit == other.unit; }
  /// Returns the whole value, with a `unit` that is known.
  [[nodiscard]] HostTerm whole() const;
};

[[nodiscard]] HostTerm number_term(std::int64_t value);

/// Returns what a number of C++ is worth; one with a fraction is a quotient of integers.
[[nodiscard]] std::optional<HostTerm> literal_term(std::string text);
/// Returns an integer as a real number.
[[nodiscard]] std::optional<HostTerm> real_term(const HostTerm& term);
/// Applies an operator of C++, min, max or ceil_div. It is nothing where an operand is, or where there is no such text.
[[nodiscard]] std::optional<HostTerm> binary_term(std::string_view operation, const std::optional<HostTerm>& left,
                                                  const std::optional<HostTerm>& right);
/// Returns the integer next to a real number.
[[nodiscard]] std::optional<HostTerm> rounded_term(const HostTerm& term, bool up);
/// Returns how tightly an operator between two operands binds in C++; 0 for what is none.
[[nodiscard]] int precedence_of(std::string_view symbol);

}  // namespace lanescope::catalogue
