// The operators and functions of expressions: exact integers instead of muParser's floating point.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mu {
class ParserBase;
}

namespace warpscope::catalogue {

/// 2^53: up to here every integer is a double, which is what muParser computes with.
inline constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

/// An operation without an exact integer result. Crosses muParser, which has no other way out; Expression makes it a
/// value.
class InexactError : public std::runtime_error {
 public:
  InexactError(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const noexcept { return remedy_; }

 private:
  std::string remedy_;
};

struct Function {
  std::string_view name;
  std::string_view text;  ///< "ceil_div(a, b): ..."
};
/// In alphabetical order.
[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] std::vector<std::string> function_names();

/// Operators, tightest first: ! - + (one operand); * / %; + -; < <= > >=; == !=. Division and remainder round toward
/// zero as in C++; comparisons give 1 or 0. (&&, || and ?: are expression_text.h's.)
void define_operators(mu::ParserBase& parser);
void define_functions(mu::ParserBase& parser);

}  // namespace warpscope::catalogue
