#include "catalogue/operators.h"

#include <fmt/format.h>
#include <muParserBase.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace warpscope::catalogue {
namespace {

/// muParser's numbers hold integers here, and only integers.
std::int64_t integer(double value) {
  return static_cast<std::int64_t>(value);
}

double exact(std::int64_t result, bool overflow, const char* operation, double a, double b) {
  if (overflow || result > largest_exact || result < -largest_exact) {
    throw InexactError(fmt::format("{} {} {} lies beyond 2^53", integer(a), operation, integer(b)),
                       "integers are exact up to 2^53 = 9007199254740992; choose smaller sizes");
  }
  return static_cast<double>(result);
}

double exact(std::int64_t result, const char* function, double a, double b) {
  if (result > largest_exact || result < -largest_exact) {
    throw InexactError(fmt::format("{}({}, {}) lies beyond 2^53", function, integer(a), integer(b)),
                       "integers are exact up to 2^53 = 9007199254740992; choose smaller sizes");
  }
  return static_cast<double>(result);
}

std::int64_t divisor(double b, const char* what) {
  if (b == 0) throw InexactError(fmt::format("{} by zero", what), "guard it: b != 0 ? a / b : 0");
  return integer(b);
}

double add(double a, double b) {
  return exact(integer(a) + integer(b), false, "+", a, b);
}
double subtract(double a, double b) {
  return exact(integer(a) - integer(b), false, "-", a, b);
}
double multiply(double a, double b) {
  std::int64_t product = 0;
  const bool overflow = __builtin_mul_overflow(integer(a), integer(b), &product);
  return exact(product, overflow, "*", a, b);
}
double divide(double a, double b) {
  const std::int64_t quotient = integer(a) / divisor(b, "division");
  return static_cast<double>(quotient);
}
double remainder(double a, double b) {
  return static_cast<double>(integer(a) % divisor(b, "remainder of a division"));
}
double less(double a, double b) {
  return a < b ? 1 : 0;
}
double less_or_equal(double a, double b) {
  return a <= b ? 1 : 0;
}
double greater(double a, double b) {
  return a > b ? 1 : 0;
}
double greater_or_equal(double a, double b) {
  return a >= b ? 1 : 0;
}
double equal(double a, double b) {
  return a == b ? 1 : 0;
}
double unequal(double a, double b) {
  return a == b ? 0 : 1;
}
double negate(double a) {
  return a == 0 ? 0 : -a;  // an integer has no negative zero
}
double identity(double a) {
  return a;
}
double logical_not(double a) {
  return a == 0 ? 1 : 0;
}

std::int64_t floor_divided(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

double absolute(double a) {
  return a < 0 ? -a : a;
}
double ceil_div(double a, double b) {
  return static_cast<double>(-floor_divided(-integer(a), divisor(b, "division")));
}
double greatest_common_divisor(double a, double b) {
  return static_cast<double>(std::gcd(integer(a), integer(b)));
}
double is_pow2(double a) {
  return a > 0 && std::has_single_bit(static_cast<std::uint64_t>(a)) ? 1 : 0;
}
double floor_log2(double a) {
  if (a < 1) throw InexactError(fmt::format("log2({}) is no integer", integer(a)), "log2 needs a number from 1 up");
  return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(a)) - 1);
}
double maximum(const double* values, int count) {
  return *std::max_element(values, values + count);
}
double minimum(const double* values, int count) {
  return *std::min_element(values, values + count);
}
double power_of_two(double a) {
  if (a < 0 || a > 53) {
    throw InexactError(fmt::format("pow2({}) is no exact integer", integer(a)), "pow2 needs a number from 0 to 53");
  }
  return static_cast<double>(std::int64_t{1} << integer(a));
}
double round_up(double a, double b) {
  if (b <= 0) {
    throw InexactError(fmt::format("round_up to a multiple of {}", integer(b)), "the multiple must be 1 or more");
  }
  // At most |a| + b: within 2^54, no overflow.
  return exact(-floor_divided(-integer(a), integer(b)) * integer(b), "round_up", a, b);
}

constexpr std::array<Function, 9> function_table = {{
    {"abs", "abs(a): without its sign"},
    {"ceil_div", "ceil_div(a, b): a / b rounded up to the next integer"},
    {"gcd", "gcd(a, b): the greatest common divisor"},
    {"is_pow2", "is_pow2(a): 1 when a is a power of two, else 0"},
    {"log2", "log2(a): the largest n with pow2(n) <= a"},
    {"max", "max(a, ...): the largest"},
    {"min", "min(a, ...): the smallest"},
    {"pow2", "pow2(n): 2 to the power n, n from 0 to 53"},
    {"round_up", "round_up(a, b): the next multiple of b from a up"},
}};

}  // namespace

std::span<const Function> functions() {
  return function_table;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  names.reserve(function_table.size());
  for (const Function& function : function_table) names.emplace_back(function.name);
  return names;
}

void define_operators(mu::ParserBase& parser) {
  // One operand binds tightest, as in C++; muParser's own precedence would let -a * b and -(a * b) differ from it.
  constexpr int one_operand = 8;
  parser.DefineInfixOprt("-", negate, one_operand, false);
  parser.DefineInfixOprt("+", identity, one_operand, false);
  parser.DefineInfixOprt("!", logical_not, one_operand, false);
  const auto binary = [&](const char* name, mu::fun_type2 operation, unsigned precedence) {
    parser.DefineOprt(name, operation, precedence, mu::oaLEFT, false);
  };
  binary("*", multiply, 6);
  binary("/", divide, 6);
  binary("%", remainder, 6);
  binary("+", add, 5);
  binary("-", subtract, 5);
  binary("<", less, 4);
  binary("<=", less_or_equal, 4);
  binary(">", greater, 4);
  binary(">=", greater_or_equal, 4);
  binary("==", equal, 3);
  binary("!=", unequal, 3);
}

void define_functions(mu::ParserBase& parser) {
  parser.DefineFun("abs", absolute, false);
  parser.DefineFun("ceil_div", ceil_div, false);
  parser.DefineFun("gcd", greatest_common_divisor, false);
  parser.DefineFun("is_pow2", is_pow2, false);
  parser.DefineFun("log2", floor_log2, false);
  parser.DefineFun("max", maximum, false);
  parser.DefineFun("min", minimum, false);
  parser.DefineFun("pow2", power_of_two, false);
  parser.DefineFun("round_up", round_up, false);
}

}  // namespace warpscope::catalogue
