#include "counters/quantity.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace lanescope::counters {
namespace {

TEST(Quantity, HasANameOfItsOwnAndStandsOnAPageOrHasALabel) {
  std::set<std::string_view> ids;
  for (const Quantity& each : quantities()) {
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    bool shown = false;
    for (std::size_t page = 0; page < page_count; ++page) shown |= each.pages.has(static_cast<Page>(page));
    EXPECT_EQ(shown, !each.pages.empty()) << each.id;
    EXPECT_TRUE(shown || !each.label.empty()) << each.id;
    EXPECT_EQ(each.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._"), std::string_view::npos) << each.id;
  }
}

TEST(Quantity, IsFoundByItsName) {
  const Quantity* rate = quantity("l1.hit_rate");
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->unit, Unit::percent);
  EXPECT_TRUE(rate->pages.has(Page::memory_chart));
  EXPECT_TRUE(rate->pages.has(Page::l1_table));
  EXPECT_FALSE(rate->pages.has(Page::scheduler));
  EXPECT_EQ(quantity("l1.hit"), nullptr);
}

TEST(Quantity, IsExactOnlyWhereAddressesSayAll) {
  EXPECT_TRUE(quantity("shared.load.wavefronts")->exact);
  EXPECT_TRUE(quantity("global.store.sectors")->exact);
  EXPECT_FALSE(quantity("l1.hit_rate")->exact);
  EXPECT_FALSE(quantity("stall.long_scoreboard")->exact);
  for (const Quantity& each : quantities()) {
    const bool modelled = each.unit == Unit::percent || each.unit == Unit::ms;
    EXPECT_FALSE(modelled && each.exact) << each.id;
  }
}

TEST(Page, HasAWordForBothDirections) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < page_count; ++i) {
    const auto page = static_cast<Page>(i);
    EXPECT_TRUE(names.insert(name_of(page)).second);
    EXPECT_EQ(page_named(name_of(page)), page);
    bool filled = false;
    for (const Quantity& each : quantities()) filled |= each.pages.has(page);
    EXPECT_TRUE(filled) << name_of(page) << " has elements";
  }
  EXPECT_EQ(page_named("summary"), std::nullopt);
}

}  // namespace
}  // namespace lanescope::counters
