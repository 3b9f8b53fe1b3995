#include "counters/metric_names.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace lanescope::counters {
namespace {

MetricValue reader(const std::map<std::string, double, std::less<>>& values) {
  return [&values](std::string_view name) -> std::optional<double> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Formulas, BelongToElementsAndHaveOneForEachChipAtMost) {
  for (const Formula& each : formulas()) EXPECT_NE(quantity(each.quantity), nullptr) << each.quantity;
  for (std::size_t i = 0; i < chip_count; ++i) {
    std::set<std::string_view> seen;
    for (const Formula& each : formulas()) {
      EXPECT_TRUE(!each.is_for(static_cast<Chip>(i)) || seen.insert(each.quantity).second) << each.quantity;
    }
  }
}

TEST(Formulas, FollowTheChip) {
  EXPECT_EQ(formula("memory.read.bytes", Chip::GH100)->numerator.front().metric, "dram__bytes_read.sum");
  EXPECT_EQ(formula("memory.read.bytes", Chip::GB202)->numerator.front().metric, "dram__bytes_op_read.sum");
  EXPECT_NE(formula("stall.gmma", Chip::GH100), nullptr);
  EXPECT_EQ(formula("stall.gmma", Chip::AD102), nullptr);
  EXPECT_EQ(formula("l2.fabric.sectors", Chip::TU102), nullptr);
  EXPECT_EQ(formula("global.load.sectors_ideal", Chip::GH100), nullptr) << "no counter knows it";
}

TEST(Formulas, AreEvaluatedFromCounters) {
  const std::map<std::string, double, std::less<>> values = {{"l1tex__t_sectors_lookup_hit.sum", 30},
                                                             {"l1tex__t_sectors.sum", 40},
                                                             {"gpu__time_duration.sum", 2'500'000},
                                                             {"smsp__inst_executed_op_generic_atom_dot_alu.sum", 3},
                                                             {"smsp__inst_executed_op_generic_atom_dot_cas.sum", 4}};
  EXPECT_EQ(evaluate(*formula("l1.hit_rate", Chip::GH100), reader(values)), 75);
  EXPECT_EQ(evaluate(*formula("time.duration", Chip::GH100), reader(values)), 2.5);
  EXPECT_EQ(evaluate(*formula("global.atomic.instructions", Chip::GH100), reader(values)), 7);
  EXPECT_EQ(evaluate(*formula("l2.hit_rate", Chip::GH100), reader(values)), std::nullopt) << "its counters are missing";
}

TEST(Formulas, LeaveARateWithoutAccessesAbsent) {
  const std::map<std::string, double, std::less<>> values = {{"l1tex__t_sectors_lookup_hit.sum", 0},
                                                             {"l1tex__t_sectors.sum", 0}};
  const Values chart = evaluate(Page::memory_chart, Chip::GH100, reader(values));
  EXPECT_TRUE(chart.empty());
}

TEST(Formulas, GiveEachPageItsCountersOnce) {
  for (std::size_t page = 0; page < page_count; ++page) {
    const auto names = metrics_of(static_cast<Page>(page), Chip::GH100);
    EXPECT_FALSE(names.empty());
    EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
  }
}

TEST(Chip, FollowsTheComputeCapability) {
  EXPECT_EQ(chip_of(9, 0), Chip::GH100);
  EXPECT_EQ(chip_of(8, 6), Chip::GA102);
  EXPECT_EQ(chip_of(6, 1), std::nullopt) << "its counters cannot be read";
  EXPECT_EQ(chip_named(name_of(Chip::AD102)), Chip::AD102);
}

}  // namespace
}  // namespace lanescope::counters
