#include "explanations/condition.h"

#include <gtest/gtest.h>

#include "explanations/explained.h"

namespace lanescope::explanations {
namespace {

Result judged() {
  Result result = result_to_explain({{10, Space::shared, Operation::load, wavefronts(200, 1000, 600)},
                                     {12, Space::global, Operation::load, sectors(100, 800, 400)},
                                     {13, Space::global, Operation::store, sectors(100, 400, 400)}},
                                    {{Cause::pipe, 0.9}}, 0.0125);
  result.predicted->prediction.l1_hit_rate = 0.625;
  return result;
}

Expected<bool> holds(const std::string& text, const Result& of) {
  TRY(const auto condition, Condition::parse(text, "--fail-if"));
  TRY(const auto outcome, condition.evaluate(experiments::sheet_of(of)));
  return outcome.holds;
}
bool is_true(const std::string& text) {
  const auto value = holds(text, judged());
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().text());
  return value && *value;
}

TEST(Condition, ComparesPlainNames) {
  EXPECT_TRUE(is_true("conflicts > 0"));
  EXPECT_TRUE(is_true("conflicts == 400"));
  EXPECT_TRUE(is_true("wavefronts == 1000"));
  EXPECT_TRUE(is_true("sectors == 1200"));
  EXPECT_TRUE(is_true("excess_sectors == 400"));
  EXPECT_TRUE(is_true("occupancy == 100"));
  EXPECT_TRUE(is_true("faults == 0"));
  EXPECT_FALSE(is_true("faults > 0 || conflicts > 400"));
}

TEST(Condition, ComparesNumbersWithAFraction) {
  EXPECT_TRUE(is_true("time_us > 12.4"));
  EXPECT_FALSE(is_true("time_us > 12.6"));
  EXPECT_TRUE(is_true("l1_hit_rate == 62.5 && time_us < 100.25"));
  EXPECT_TRUE(is_true("7 / 2 == 3.5")) << "unlike in kernel files";
  EXPECT_TRUE(is_true(".5 * 4 == 2"));
}

TEST(Condition, KnowsQuantitiesByTheirIds) {
  EXPECT_TRUE(is_true("shared.load.conflicts == 400"));
  EXPECT_TRUE(is_true("global.load.sectors_per_request > 7.5"));
  EXPECT_TRUE(is_true("max(shared.load.conflicts, shared.store.conflicts) > 0 ? 1 : 0"));
  EXPECT_TRUE(is_true("wavefronts > 1.5 * shared.load.wavefronts_ideal"));
}

TEST(Condition, RefusesUnknownNamesWithThoseThatAreKnown) {
  const auto refused = Condition::parse("conflict > 0", "--fail-if");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where.text(), "--fail-if");
  EXPECT_NE(refused.error().what.text().find("'conflict'"), std::string::npos);
  for (const experiments::ShortName& name : experiments::short_names())
    EXPECT_NE(refused.error().remedy.text().find(name.name), std::string::npos) << name.name;
  EXPECT_NE(refused.error().remedy.text().find("did you mean conflicts?"), std::string::npos);
  EXPECT_FALSE(Condition::parse("shared.load.conflict > 0", "--fail-if"));
  EXPECT_FALSE(Condition::parse("shared_load_conflicts > 0", "--fail-if")) << "ids have points";
}

TEST(Condition, ShowsTheTextThatWasTypedWhereItIsWrong) {
  const auto missing = Condition::parse("shared.load.conflicts > 1.5 +", "--fail-if");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().what.text().find("shared.load.conflicts > 1.5 +"), std::string::npos)
      << missing.error().what;
  const auto second = Condition::parse("l1.hit_rate > 1.5 + l1.hit_rat", "--fail-if");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().what.text().find("at character 21"), std::string::npos) << second.error().what;
  EXPECT_FALSE(Condition::parse("", "--fail-if"));
  EXPECT_FALSE(Condition::parse("conflicts = 0", "--fail-if"));
  EXPECT_FALSE(Condition::parse("1.2.3 > 0", "--fail-if"));
  EXPECT_FALSE(Condition::parse("conflicts > 0)", "--fail-if"));
}

TEST(Condition, CannotBeDecidedWithoutAValue) {
  const auto unknown = holds("stall.barrier > 1", judged());
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().what.text().find("stall.barrier"), std::string::npos);
  Result nothing = judged();
  nothing.metrics.reset();
  EXPECT_FALSE(holds("conflicts > 0", nothing)) << "not executed is not free of conflicts";
  EXPECT_FALSE(holds("0 / faults > 1", judged())) << "0 / 0";
}

TEST(Condition, TellsItsNamesWithTheirValues) {
  const Result of = judged();
  const auto condition = Condition::parse("conflicts > 0.5 && shared.load.wavefronts > 1", "--fail-if");
  ASSERT_TRUE(condition);
  const auto outcome = condition->evaluate(experiments::sheet_of(of));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->values, "conflicts = 400, shared.load.wavefronts = 1000");
}

}  // namespace
}  // namespace lanescope::explanations
