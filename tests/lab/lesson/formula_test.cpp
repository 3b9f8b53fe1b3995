#include "lab/lesson/formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace lanescope::lab {
namespace {

Expected<double> value_of(std::string_view name) {
  if (name == "slow.gb_per_s") return 1000;
  if (name == "nx") return 64;
  return failure("there is no quantity " + std::string(name));
}

double value(std::string_view formula) {
  const auto result = evaluate(formula, value_of);
  EXPECT_TRUE(result) << formula << ": " << (result ? "" : result.error().text());
  return result.value_or(-12345);
}

TEST(LessonFormula, ComputesWithTheUsualPrecedence) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("-2 * -3"), 6);
  EXPECT_EQ(value("2 * nx / slow.gb_per_s"), 0.128);
  EXPECT_EQ(value("max(3, nx) + min(3, 4) + abs(-1) + log2(8)"), 71);
  EXPECT_EQ(value("round(2.345, 2)"), 2.35);
}

TEST(LessonFormula, GivesOneOrZeroForConditions) {
  EXPECT_EQ(value("nx > 63 and nx <= 64"), 1);
  EXPECT_EQ(value("nx != 64 or nx < 1"), 0);
  EXPECT_EQ(value("not nx == 64"), 0);
  EXPECT_EQ(value("1 + 1 >= 2"), 1);
  EXPECT_EQ(value("not not not nx == 64"), 0);
}

TEST(LessonFormula, SaysWhereItIsWrong) {
  for (const char* formula : {"", "1 +", "(1", "1 2", "nx nx", "1 / 0", "1 / (nx - 64)", "sin(1)", "1.2.3", "log2(0)",
                              "min(1)", "ny", "3 $ 4"}) {
    const auto result = evaluate(formula, value_of);
    ASSERT_FALSE(result) << formula;
    EXPECT_FALSE(result.error().what.empty());
  }
  EXPECT_FALSE(evaluate(std::string(10'000, '(') + "1", value_of)) << "brackets without end do not exhaust the stack";
  EXPECT_FALSE(evaluate(std::string(10'000, '-') + "1", value_of));
  std::string denied = "1";
  for (int times = 0; times < 300'000; ++times) denied += " ton";
  std::ranges::reverse(denied);
  EXPECT_FALSE(evaluate(denied, value_of)) << "not not not ...";
}

}  // namespace
}  // namespace lanescope::lab
