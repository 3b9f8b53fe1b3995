#include "catalogue/expression/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <random>
#include <thread>

namespace lanescope::catalogue {
namespace {

constexpr std::int64_t max_integer = std::numeric_limits<std::int64_t>::max();

/// nx = 4096, ny = 100, tile = 32, zero = 0, big = 2^63 - 1.
struct Scope {
  Names names;
  std::vector<std::int64_t> values;
  Scope() {
    add("nx", 4096);
    add("ny", 100);
    add("tile", 32);
    add("zero", 0);
    add("big", max_integer);
  }
  void add(const std::string& name, std::int64_t value) {
    names.add(name);
    values.push_back(value);
  }
};

Expected<std::int64_t> evaluated(const std::string& text) {
  const Scope scope;
  const auto expression = Expression::compile(text, scope.names, {"kernel.cu", 7});
  if (!expression) return tl::unexpected(expression.error());
  return expression->evaluate(scope.values);
}

std::int64_t value(const std::string& text) {
  const auto result = evaluated(text);
  EXPECT_TRUE(result) << text << ": " << result.error().text();
  return result.value_or(-999999);
}

Error error(const std::string& text) {
  const auto result = evaluated(text);
  EXPECT_FALSE(result) << text << " gave " << *result;
  return result ? Error{} : result.error();
}

TEST(Expression, DividesIntegersTowardZeroAsCppDoes) {
  EXPECT_EQ(value("7 / 2"), 3);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("7 / -2"), -3);
  EXPECT_EQ(value("7 % 2"), 1);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("7 % -2"), 1);
  EXPECT_EQ(value("nx / ny"), 40);
  EXPECT_EQ(value("7 / 2 * 2"), 6);
}

TEST(Expression, KeepsThePrecedenceOfCpp) {
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("20 - 3 - 4"), 13);
  EXPECT_EQ(value("100 / 5 / 2"), 10);
  EXPECT_EQ(value("-2 + 5"), 3);
  EXPECT_EQ(value("2 - -3"), 5);
  EXPECT_EQ(value("2--3"), 5);
  EXPECT_EQ(value("-(2 + 3) * 4"), -20);
  EXPECT_EQ(value("1 + 2 == 3"), 1);
  EXPECT_EQ(value("1 < 2 == 2 > 1"), 1);
  EXPECT_EQ(value("!zero == 1"), 1);
  EXPECT_EQ(value("!5"), 0);
  EXPECT_EQ(value("!!5"), 1);
  EXPECT_EQ(value("-+-5"), 5);
  EXPECT_EQ(value("2 * -3 % 4"), -2);
  EXPECT_EQ(value("10 - -2 * 3"), 16);
  EXPECT_EQ(value("!1 + 1"), 1);
  EXPECT_EQ(value("zero || 2 && 3"), 1);
  EXPECT_EQ(value("1 || zero && zero"), 1);
  EXPECT_EQ(value("(1 || zero) && zero"), 0);
  EXPECT_EQ(value("1 ? 2 : zero ? 3 : 4"), 2);
  EXPECT_EQ(value("zero ? 2 : zero ? 3 : 4"), 4);
  EXPECT_EQ(value("zero ? 1 : 5 + 5"), 10);
  EXPECT_EQ(value("1 ? zero ? 1 : 2 : 3"), 2);
}

TEST(Expression, ComparesAndJoinsConditionsToOneOrZero) {
  EXPECT_EQ(value("nx >= 4096"), 1);
  EXPECT_EQ(value("nx > 4096"), 0);
  EXPECT_EQ(value("nx <= 4095"), 0);
  EXPECT_EQ(value("nx < 4097"), 1);
  EXPECT_EQ(value("nx != ny"), 1);
  EXPECT_EQ(value("5 && 7"), 1);
  EXPECT_EQ(value("5 || zero"), 1);
  EXPECT_EQ(value("zero || zero"), 0);
  EXPECT_EQ(value("zero || zero || 9"), 1);
  EXPECT_EQ(value("1 && 2 && 3 && zero"), 0);
}

TEST(Expression, TakesTheOtherSpellingsOfCpp) {
  EXPECT_EQ(value("nx == 4096 and not zero"), 1);
  EXPECT_EQ(value("zero or ny == 1"), 0);
  EXPECT_EQ(error("round(7, 2)").what, "there is no function round, at character 1 of \"round(7, 2)\"")
      << "integers have nothing behind the point";
}

TEST(Expression, StopsEarlyInConditionsSoThatTheyCanGuardADivision) {
  EXPECT_EQ(value("zero != 0 && 100 / zero > 3"), 0);
  EXPECT_EQ(value("zero == 0 || 100 / zero > 3"), 1);
  EXPECT_EQ(value("zero == 0 ? 7 : 100 / zero"), 7);
  EXPECT_EQ(error("zero == 0 && 100 / zero").what, "division by zero in \"zero == 0 && 100 / zero\" with zero = 0");
}

TEST(Expression, HasTheFunctionsThatLaunchesNeed) {
  EXPECT_EQ(value("ceil_div(nx, ny)"), 41);
  EXPECT_EQ(value("ceil_div(96, tile)"), 3);
  EXPECT_EQ(value("ceil_div(0, tile)"), 0);
  EXPECT_EQ(value("ceil_div(-7, 2)"), -3);
  EXPECT_EQ(value("round_up(ny, tile)"), 128);
  EXPECT_EQ(value("round_up(-7, 4)"), -4);
  EXPECT_EQ(value("min(nx, ny, tile)"), 32);
  EXPECT_EQ(value("max(1, ny / 1000)"), 1);
  EXPECT_EQ(value("max(3)"), 3);
  EXPECT_EQ(value("gcd(tile + 1, 32)"), 1);
  EXPECT_EQ(value("gcd(-12, 18)"), 6);
  EXPECT_EQ(value("pow2(20)"), 1048576);
  EXPECT_EQ(value("pow2(62)"), std::int64_t{1} << 62);
  EXPECT_EQ(value("log2(4096)"), 12);
  EXPECT_EQ(value("log2(4095)"), 11);
  EXPECT_EQ(value("log2(1)"), 0);
  EXPECT_EQ(value("is_pow2(tile) + is_pow2(0) + is_pow2(ny)"), 1);
  EXPECT_EQ(value("abs(-5) + abs(5)"), 10);
  EXPECT_EQ(value("min(max(1, 2), max(zero ? 9 : 3, 4))"), 2);
  for (const std::string& name : function_names(Numbers::integers)) {
    EXPECT_TRUE(error(name + "()").remedy.text().starts_with(fmt::format("write {}(", name))) << name;
  }
}

TEST(Expression, RefusesAResultThatIsNoExactInteger) {
  EXPECT_EQ(error("nx / zero").what, "division by zero in \"nx / zero\" with nx = 4096, zero = 0");
  EXPECT_EQ(error("nx / zero").where.text(), "kernel.cu:7");
  EXPECT_FALSE(error("nx / zero").remedy.empty());
  EXPECT_NE(error("nx % zero").what.text().find("modulo by zero"), std::string::npos);
  EXPECT_NE(error("ceil_div(nx, zero)").what.text().find("division by zero"), std::string::npos);
  EXPECT_NE(error("round_up(nx, zero)").what.text().find("multiple of 0"), std::string::npos);
  EXPECT_NE(error("round_up(nx, -4)").what.text().find("multiple of -4"), std::string::npos);
  EXPECT_NE(error("log2(zero)").what.text().find("log2(0)"), std::string::npos);
  EXPECT_NE(error("pow2(63)").what.text().find("pow2(63)"), std::string::npos);
  EXPECT_NE(error("pow2(-1)").what.text().find("pow2(-1)"), std::string::npos);
}

TEST(Expression, ReachesToTheEndsOfTheSixtyFourBitsAndRefusesWhatLiesBeyond) {
  const std::int64_t min_integer = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(value("9223372036854775807"), max_integer);
  EXPECT_EQ(value("big - 1 + 1"), max_integer);
  EXPECT_EQ(value("-big"), -max_integer);
  EXPECT_EQ(value("-big - 1"), min_integer);
  EXPECT_EQ(value("9007199254740992 + 1"), 9007199254740993);
  EXPECT_EQ(value("3037000499 * 3037000499"), std::int64_t{3037000499} * 3037000499);
  EXPECT_EQ(error("9223372036854775808").what,
            "9223372036854775808 does not fit in 64 bits, at character 1 of \"9223372036854775808\"");
  EXPECT_NE(error("99999999999999999999999").what.text().find("does not fit in 64 bits"), std::string::npos);
  EXPECT_EQ(error("big + 1").what,
            "9223372036854775807 + 1 does not fit in 64 bits in \"big + 1\" with big = 9223372036854775807");
  for (const char* text : {"-big - 2", "big * big", "3037000500 * 3037000500", "round_up(big, 3 - 1)", "-(-big - 1)",
                           "(-big - 1) / -1", "abs(-big - 1)", "ceil_div(-big - 1, -1)", "gcd(-big - 1, 2)"}) {
    EXPECT_NE(error(text).what.text().find("does not fit in 64 bits"), std::string::npos) << text;
  }
  EXPECT_EQ(value("(-big - 1) % -1"), 0);
}

TEST(Expression, TakesDecimalIntegersOnly) {
  EXPECT_EQ(error("nx * 0.5").what, "0.5 is not an integer, at character 6 of \"nx * 0.5\"");
  EXPECT_NE(error(".5").what.text().find("not an integer"), std::string::npos);
  EXPECT_NE(error("1e3").what.text().find("1e3 is not an integer"), std::string::npos);
  EXPECT_NE(error("0x10").what.text().find("0x10 is not an integer"), std::string::npos);
  EXPECT_NE(error("2nx").what.text().find("2nx is not an integer"), std::string::npos);
  EXPECT_EQ(value("007"), 7);
}

TEST(Expression, NamesTheNearestOfAnUnknownName) {
  EXPECT_EQ(error("nx * tiles").what, "there is no tiles, at character 6 of \"nx * tiles\"");
  EXPECT_EQ(error("nx * tiles").remedy, "did you mean tile?");
  EXPECT_EQ(error("wholly_else").remedy, "names are nx, ny, tile, zero, big");
  EXPECT_EQ(error("ceildiv(nx, 2)").remedy, "did you mean ceil_div?");
  EXPECT_EQ(error("nx(2)").remedy, "nx is a value; write * to multiply");
  EXPECT_EQ(error("max + 1").what, "the function max needs arguments, at character 1 of \"max + 1\"");
}

TEST(Expression, SaysWhyANameOfTheFileIsNoNumber) {
  Names names;
  names.add_other("in", "is a buffer");
  const auto wrong = Expression::compile("in + 1", names, "");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "in is a buffer, at character 1 of \"in + 1\"");
}

TEST(Expression, KnowsNothingButItsOwnFunctionsAndOperators) {
  for (const char* text : {"sin(1)", "sqrt(4)", "rnd()", "sum(1, 2)", "avg(1, 2)", "rint(2)", "sign(2)", "exp(1)",
                           "_pi", "_e", "pi", "e", "2 ^ 3", "nx = 3", "\"text\"", "1 xor 1", "nx, ny", "(1, 2)"}) {
    EXPECT_FALSE(evaluated(text)) << text;
  }
}

TEST(Expression, PointsAtTheCharacterOfASyntaxError) {
  EXPECT_EQ(error("nx * (ny + 2").what, "this ( has no matching ), at character 6 of \"nx * (ny + 2\"");
  EXPECT_EQ(error("nx + 2)").what, "this ) has no matching (, at character 7 of \"nx + 2)\"");
  EXPECT_EQ(error("nx ? 2").what, "this ? has no matching :, at character 4 of \"nx ? 2\"");
  EXPECT_EQ(error("nx : 2").what, "this : has no matching ?, at character 4 of \"nx : 2\"");
  EXPECT_EQ(error("1 && && 2").what, "a value is missing, at character 6 of \"1 && && 2\"");
  EXPECT_EQ(error("1 ||").what, "a value is missing, at character 5 of \"1 ||\"");
  EXPECT_EQ(error("nx ^ 2").what, "^ is not an operator, at character 4 of \"nx ^ 2\"");
  EXPECT_EQ(error("nx & 2").what, "& is not an operator, at character 4 of \"nx & 2\"");
  EXPECT_EQ(error("nx = 2").what, "= is not a comparison, at character 4 of \"nx = 2\"");
  EXPECT_EQ(error("nx # 2").what, "unexpected character '#', at character 4 of \"nx # 2\"");
  EXPECT_EQ(error("nx ny").what, "this cannot follow a value, at character 4 of \"nx ny\"");
  EXPECT_EQ(error("1, 2").what, "unexpected comma, at character 2 of \"1, 2\"");
  EXPECT_EQ(error("nx * ").what, "a value is missing, at character 6 of \"nx * \"");
  EXPECT_FALSE(evaluated("* nx"));
  EXPECT_FALSE(evaluated("nx + * ny"));
  EXPECT_FALSE(evaluated("()"));
  EXPECT_FALSE(evaluated("2(3)"));
  EXPECT_FALSE(evaluated("nx 3"));
  EXPECT_EQ(error("1 + ceil_div(1)").what,
            "ceil_div cannot be called with 1 argument, at character 5 of \"1 + ceil_div(1)\"");
  EXPECT_FALSE(evaluated("ceil_div(1, 2, 3)"));
  EXPECT_FALSE(evaluated("ceil_div(, 3)"));
  EXPECT_FALSE(evaluated("max()"));
  EXPECT_FALSE(evaluated("? :"));
  EXPECT_FALSE(evaluated("nx\xff"));
}

TEST(Expression, RefusesTheEmptyAndTheEndless) {
  EXPECT_EQ(error("").what, "an expression is empty");
  EXPECT_EQ(error("  ").what, "an expression is empty");
  EXPECT_EQ(value(std::string(400, '(') + "1" + std::string(400, ')')), 1);
  EXPECT_EQ(error(std::string(100000, '(')).what, "the expression has 100000 characters");
}

TEST(Expression, KnowsWhichNamesItUses) {
  const Scope scope;
  const auto expression = Expression::compile("nx * tile + nx", scope.names, "");
  ASSERT_TRUE(expression);
  EXPECT_EQ(expression->slots(), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(expression->values_text(scope.values), "nx = 4096, tile = 32");
}

TEST(Expression, GivesTheSameFromManyThreadsAtOnce) {
  Names names;
  names.add("n");
  const auto expression = Expression::compile("n * n + ceil_div(n, 7)", names, "");
  ASSERT_TRUE(expression);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::int64_t n = 0; n < 5000; ++n) {
        const std::int64_t each = n * 4 + static_cast<std::int64_t>(t);
        const auto result = expression->evaluate(std::vector<std::int64_t>{each});
        if (!result || *result != each * each + (each + 6) / 7) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

/// A random expression, and what C++ makes of it: nothing where it divides by zero or leaves the exact range.
struct Sample {
  std::string text;
  std::optional<std::int64_t> value;
};

std::optional<std::int64_t> in_range(__int128_t value) {
  if (value > max_integer || value < std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

Sample random_expression(std::mt19937& random, const Scope& scope, int depth) {
  const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
  if (depth == 0) {
    if (below(2) == 0) {
      const std::size_t slot = below(static_cast<unsigned>(scope.values.size()));
      return {scope.names.all()[slot], scope.values[slot]};
    }
    const std::int64_t number = below(12);
    return {std::to_string(number), number};
  }
  const Sample a = random_expression(random, scope, depth - 1);
  const Sample b = random_expression(random, scope, depth - 1);
  const auto joined = [&](const char* symbol) { return "(" + a.text + ") " + symbol + "(" + b.text + ")"; };
  const auto both = [&](auto operation) -> std::optional<std::int64_t> {
    if (!a.value || !b.value) return std::nullopt;
    return operation(static_cast<__int128_t>(*a.value), static_cast<__int128_t>(*b.value));
  };
  using Wide = __int128_t;
  switch (below(10)) {
    case 0:
      return {joined("+"), both([](Wide x, Wide y) { return in_range(x + y); })};
    case 1:
      return {joined("-"), both([](Wide x, Wide y) { return in_range(x - y); })};
    case 2:
      return {joined("*"), both([](Wide x, Wide y) { return in_range(x * y); })};
    case 3:
      return {joined("/"), both([](Wide x, Wide y) { return y == 0 ? std::nullopt : in_range(x / y); })};
    case 4:
      return {joined("%"), both([](Wide x, Wide y) { return y == 0 ? std::nullopt : in_range(x % y); })};
    case 5:
      return {joined("<"), both([](Wide x, Wide y) { return in_range(x < y ? 1 : 0); })};
    case 6:
      return {joined("!="), both([](Wide x, Wide y) { return in_range(x != y ? 1 : 0); })};
    case 7: {
      std::optional<std::int64_t> result = a.value;
      if (a.value && *a.value != 0) result = b.value ? std::optional<std::int64_t>(*b.value != 0) : std::nullopt;
      return {joined("&&"), result};
    }
    case 8: {
      std::optional<std::int64_t> result = a.value;
      if (a.value && *a.value != 0) result = 1;
      if (a.value && *a.value == 0) result = b.value ? std::optional<std::int64_t>(*b.value != 0) : std::nullopt;
      return {joined("||"), result};
    }
    default: {
      const Sample c = random_expression(random, scope, depth - 1);
      Sample chosen{a.text + " == " + b.text + " ? -(" + c.text + ") : " + a.text, std::nullopt};
      // Without parentheses only where a and b are single tokens; else the text would mean something else.
      if (a.text.find(' ') != std::string::npos || b.text.find(' ') != std::string::npos) {
        chosen.text = "(" + a.text + ") == (" + b.text + ") ? -(" + c.text + ") : (" + a.text + ")";
      }
      if (a.value && b.value) {
        chosen.value = a.value;
        if (*a.value == *b.value) chosen.value = c.value ? std::optional<std::int64_t>(-*c.value) : std::nullopt;
      }
      return chosen;
    }
  }
}

TEST(Expression, AgreesWithCppOnRandomExpressions) {
  const Scope scope;
  std::mt19937 random(20240229);
  int exact = 0;
  int inexact = 0;
  for (int i = 0; i < 4000; ++i) {
    const Sample sample = random_expression(random, scope, 1 + i % 4);
    if (sample.text.size() > 1000) continue;
    const auto result = evaluated(sample.text);
    ASSERT_EQ(result.has_value(), sample.value.has_value())
        << sample.text << ": " << (result ? std::to_string(*result) : result.error().text());
    if (result) {
      ASSERT_EQ(*result, *sample.value) << sample.text;
    }
    ++(result ? exact : inexact);
  }
  EXPECT_GT(exact, 2000);
  EXPECT_GT(inexact, 50);
}

TEST(Expression, OfRandomTokensIsRefusedOrEvaluatedButNeverThrows) {
  const std::vector<std::string> words = {
      "nx", "zero", "big", "1", "7",         "+",    "-", "*",   "/",  "%",  "(",  ")", "?", ":",   "<",    "==",
      "&&", "||",   "!",   ",", "ceil_div(", "max(", " ", "0.5", "no", ">=", "!=", "^", "=", "min", "log2("};
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  int evaluated_texts = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text;
    for (std::size_t count = 1 + below(9); count > 0; --count) text += words[below(words.size())];
    const auto result = evaluated(text);
    if (result) {
      ++evaluated_texts;
    } else {
      ASSERT_FALSE(result.error().what.empty() || result.error().remedy.empty()) << text;
    }
  }
  EXPECT_GT(evaluated_texts, 500);
}

Expected<double> quantity(std::string_view name) {
  if (name == "slow.gb_per_s") return 1000;
  if (name == "nx") return 64;
  return failure("there is no quantity " + std::string(name));
}

Expected<double> evaluate_real(std::string_view text) {
  return evaluate(text, quantity, {"lesson.toml", 7});
}
double real(std::string_view formula) {
  const auto result = evaluate_real(formula);
  EXPECT_TRUE(result) << formula << ": " << (result ? "" : result.error().text());
  return result.value_or(-12345);
}

TEST(RealExpression, ComputesWithTheUsualPrecedence) {
  EXPECT_EQ(real("1 + 2 * 3"), 7);
  EXPECT_EQ(real("(1 + 2) * 3"), 9);
  EXPECT_EQ(real("10 - 4 - 3"), 3);
  EXPECT_EQ(real("-2 * -3"), 6);
  EXPECT_EQ(real("2 * nx / slow.gb_per_s"), 0.128);
  EXPECT_EQ(real("max(3, nx) + min(3, 4) + abs(-1) + log2(8)"), 71);
  EXPECT_EQ(real("round(2.345, 2)"), 2.35);
}

TEST(RealExpression, GivesOneOrZeroForConditions) {
  EXPECT_EQ(real("nx > 63 and nx <= 64"), 1);
  EXPECT_EQ(real("nx != 64 or nx < 1"), 0);
  EXPECT_EQ(real("not nx == 64"), 0);
  EXPECT_EQ(real("1 + 1 >= 2"), 1);
  EXPECT_EQ(real("not not not nx == 64"), 0);
}

TEST(RealExpression, KnowsTheOperatorsAndFunctionsOfKernelFiles) {
  EXPECT_EQ(real("7 / 2"), 3.5);
  EXPECT_EQ(real("ceil_div(7, 2) + round_up(5, 4) + gcd(12, 18) + pow2(3)"), 26);
  EXPECT_EQ(real("is_pow2(64) + is_pow2(0.5) + is_pow2(48)"), 1);
  EXPECT_EQ(real("nx == 64 && !(nx > 64) ? 1.5 : .5"), 1.5);
  EXPECT_EQ(real("nx == 0 or 1 / nx > 0.01"), 1);
  EXPECT_EQ(real("7.5 % 2"), 1.5);
  for (const char* formula : {"7 % 0", "ceil_div(1, 0)", "round_up(1, 0)", "round_up(1, -2)", "gcd(1.5, 1)", "log2(-1)",
                              "pow2(5000)", "slow.gb_per_s / (nx - 64)"}) {
    EXPECT_FALSE(evaluate_real(formula)) << formula;
  }
  EXPECT_EQ(evaluate_real("1 / (nx - 64)").error().text(),
            "lesson.toml:7: division by zero in \"1 / (nx - 64)\" with nx = 64 (guard it: b != 0 ? a / b : 0)");
}

TEST(RealExpression, SaysWhereItIsWrong) {
  const auto far = evaluate_real("slow.gb_per_s + nx.ny");
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().what, "there is no quantity nx.ny");
  EXPECT_EQ(
      evaluate_real("nx * * 2").error().text(),
      "lesson.toml:7: a value is missing, at character 6 of \"nx * * 2\" (write an operator between the two values)");
  for (const char* formula : {"", "1 +", "(1", "1 2", "nx nx", "1 / 0", "1 / (nx - 64)", "sin(1)", "1.2.3", "log2(0)",
                              "min()", "ny", "3 $ 4"}) {
    const auto result = evaluate_real(formula);
    ASSERT_FALSE(result) << formula;
    EXPECT_FALSE(result.error().what.empty());
  }
  EXPECT_FALSE(evaluate_real(std::string(10'000, '(') + "1")) << "brackets without end do not exhaust the stack";
  EXPECT_FALSE(evaluate_real(std::string(10'000, '-') + "1"));
  std::string denied = "1";
  for (int times = 0; times < 300'000; ++times) denied += " ton";
  std::ranges::reverse(denied);
  EXPECT_FALSE(evaluate_real(denied)) << "not not not ...";
}

/// The value of an expression of indices in which x is 5 and threadIdx.y is 6.
std::string index_value(std::string_view text) {
  Names names;
  names.add("x");
  names.add("threadIdx.y");
  const auto compiled = Expression::compile(
      text, [&](std::string_view name) { return names.slot(name); }, {}, Numbers::indices);
  if (!compiled) return std::string(compiled.error().what.id());
  const auto value = compiled->evaluate(std::array<std::int64_t, 2>{5, 6});
  return value ? std::to_string(*value) : std::string(value.error().what.id());
}

TEST(ExpressionsOfIndices, KnowTheOperatorsOfBitsInThePlacesOfCpp) {
  EXPECT_EQ(index_value("x ^ threadIdx.y"), "3");
  EXPECT_EQ(index_value("x & 4 == 4"), "1");
  EXPECT_EQ(index_value("1 | 2 ^ 6 & 3"), "1");
  EXPECT_EQ(index_value("1 + 1 << 2 + 1"), "16");
  EXPECT_EQ(index_value("x < 9 << 1 && 3 & 1"), "1");
  EXPECT_EQ(index_value("~x & 0xF"), "10");
  EXPECT_EQ(index_value("-8 >> 1"), "-4");
  EXPECT_EQ(index_value("1 << 62"), "4611686018427387904");
  EXPECT_EQ(index_value("2 << 62"), "expression.in");
  EXPECT_EQ(index_value("x << 63"), "expression.in_with");
  EXPECT_EQ(index_value("0x"), "expression.at_character");
}

}  // namespace
}  // namespace lanescope::catalogue
