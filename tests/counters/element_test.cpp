#include "counters/element.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace lanescope::counters {
namespace {

TEST(Element, HasANameOfItsOwnAndStandsOnAPage) {
  std::set<std::string_view> ids;
  for (const Element& each : elements()) {
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    bool shown = false;
    for (std::size_t page = 0; page < page_count; ++page) shown |= each.pages.has(static_cast<Page>(page));
    EXPECT_TRUE(shown) << each.id;
    EXPECT_EQ(each.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._"), std::string_view::npos) << each.id;
  }
}

TEST(Element, IsFoundByItsName) {
  const Element* rate = element("l1.hit_rate");
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->unit, Unit::percent);
  EXPECT_TRUE(rate->pages.has(Page::memory_chart));
  EXPECT_TRUE(rate->pages.has(Page::l1_table));
  EXPECT_FALSE(rate->pages.has(Page::scheduler));
  EXPECT_EQ(element("l1.hit"), nullptr);
}

TEST(Element, IsExactOnlyWhereAddressesSayAll) {
  EXPECT_TRUE(element("shared.load.wavefronts")->exact);
  EXPECT_TRUE(element("global.store.sectors")->exact);
  EXPECT_FALSE(element("l1.hit_rate")->exact);
  EXPECT_FALSE(element("stall.long_scoreboard")->exact);
  for (const Element& each : elements()) {
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
    for (const Element& each : elements()) filled |= each.pages.has(page);
    EXPECT_TRUE(filled) << name_of(page) << " has elements";
  }
  EXPECT_EQ(page_named("summary"), std::nullopt);
}

}  // namespace
}  // namespace lanescope::counters
