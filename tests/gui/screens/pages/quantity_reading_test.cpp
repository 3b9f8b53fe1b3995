#include "gui/readings/quantity_reading.h"

#include <gtest/gtest.h>

#include "gui/store/words/language.h"

namespace lanescope::gui {
namespace {

using counters::Unit;

std::string text(Unit unit, double value) {
  return text_of(*english(), unit, value);
}

TEST(TheNumberOfAnElement, HasTheUnitThatKeepsItShort) {
  EXPECT_EQ(text(Unit::count, 671'088'640), "671.1 M");
  EXPECT_EQ(text(Unit::count, 24), "24");
  EXPECT_EQ(text(Unit::count, 524'288), "524.3 k");
  EXPECT_EQ(text(Unit::count, 0), "0");
  EXPECT_EQ(text(Unit::bytes, 67'108'864), "67.11 MB");
  EXPECT_EQ(text(Unit::percent, 83.44), "83.4 %");
  EXPECT_EQ(text(Unit::ratio, 4), "4");
  EXPECT_EQ(text(Unit::ratio, 31.25), "31.25");
  EXPECT_EQ(text(Unit::ms, 0.04675), "46.75 µs");
  EXPECT_EQ(text(Unit::bytes_per_s, 2.871e12), "2.871 TB/s");
  EXPECT_EQ(text(Unit::hertz, 1.71e9), "1.710 GHz");
  EXPECT_EQ(short_text_of(*english(), Unit::count, 671'088'640), "671 M");
}

struct GivenNumber {
  counters::QuantityId id;
  double value;
};
counters::Counted counted(std::initializer_list<GivenNumber> values) {
  counters::Counted made;
  for (const GivenNumber& each : values) made.values.set(each.id, each.value);
  return made;
}

TEST(AnElement, IsCountedBeforeItIsDerivedBeforeItIsPredicted) {
  const counters::Counted hardware = counted({{"shared.load.wavefronts", 100}});
  counters::Values derived, predicted;
  derived.set("shared.load.wavefronts", 100.0);
  derived.set("global.load.requests", 8.0);
  predicted.set("l1.hit_rate", 40.0);
  const PageValues sources{&hardware, experiments::Origin::counted, &derived, &predicted};
  const QuantityReading both = reading_of(*english(), sources, "shared.load.wavefronts");
  ASSERT_TRUE(both.shown && both.other);
  EXPECT_EQ(both.shown->origin, experiments::Origin::counted);
  EXPECT_EQ(both.other->origin, experiments::Origin::derived);
  EXPECT_EQ(both.difference, "equal");
  EXPECT_EQ(both.details(*english()), "counted 100; derived 100, equal");
  const QuantityReading exact = reading_of(*english(), sources, "global.load.requests");
  ASSERT_TRUE(exact.shown);
  EXPECT_EQ(exact.shown->origin, experiments::Origin::derived);
  EXPECT_FALSE(exact.other);
  EXPECT_EQ(reading_of(*english(), sources, "l1.hit_rate").shown->origin, experiments::Origin::predicted);
  const QuantityReading unknown = reading_of(*english(), sources, "l2.hit_rate");
  EXPECT_FALSE(unknown.known());
  EXPECT_EQ(unknown.text(), "—");
}

TEST(TheDifferenceOfTwoOrigins, IsInPointsForSharesAndElseRelative) {
  const counters::Counted hardware =
      counted({{"l1.hit_rate", 12.6}, {"l2_to_l1.bytes", 200.0}, {"l1_to_l2.bytes", 0.0}});
  counters::Values predicted;
  predicted.set("l1.hit_rate", 10.0);
  predicted.set("l2_to_l1.bytes", 206.0);
  predicted.set("l1_to_l2.bytes", 32.0);
  const PageValues sources{&hardware, experiments::Origin::recorded, nullptr, &predicted};
  EXPECT_EQ(reading_of(*english(), sources, "l1.hit_rate").difference, "-2.6 points");
  EXPECT_EQ(reading_of(*english(), sources, "l2_to_l1.bytes").difference, "+3.0 %");
  EXPECT_EQ(reading_of(*english(), sources, "l1_to_l2.bytes").difference, "against 0");
  EXPECT_EQ(reading_of(*english(), sources, "l1.hit_rate").shown->origin, experiments::Origin::recorded);
}

TEST(ASumOfElements, IsPredictedAsSoonAsAPartIs) {
  counters::Values derived, predicted;
  derived.set("global.atomic.requests", 3.0);
  predicted.set("global.reduce.requests", 4.0);
  const QuantityReading sum = sum_of(*english(), {nullptr, experiments::Origin::counted, &derived, &predicted},
                                     {"global.atomic.requests", "global.reduce.requests"});
  ASSERT_TRUE(sum.shown);
  EXPECT_EQ(sum.value(), 7);
  EXPECT_EQ(sum.shown->origin, experiments::Origin::predicted);
  EXPECT_FALSE(sum_of(*english(), {}, {"global.atomic.requests"}).known()) << "what is unknown is not 0";
}

}  // namespace
}  // namespace lanescope::gui
