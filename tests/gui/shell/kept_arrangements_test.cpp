// Where the panels come back to, whichever of a lesson and a lecture begins and ends first.
#include "gui/shell/kept_arrangements.h"

#include <gtest/gtest.h>

namespace lanescope::gui {
namespace {

using Reason = KeptArrangements::Reason;

KeptArrangement named(const char* layout, const char* front = "banks") {
  return {layout, {}, find_panel(front)};
}

TEST(KeptArrangements, ComeBackInTheirOrder) {
  KeptArrangements kept;
  EXPECT_EQ(kept.base(), nullptr);
  kept.keep(Reason::lesson, named("own"));
  kept.keep(Reason::lecture, named("lesson's"));
  ASSERT_NE(kept.base(), nullptr);
  EXPECT_EQ(kept.base()->layout, "own");
  EXPECT_EQ(kept.take(Reason::lecture)->layout, "lesson's");
  EXPECT_EQ(kept.take(Reason::lesson)->layout, "own");
  EXPECT_FALSE(kept.take(Reason::lesson));
  EXPECT_EQ(kept.base(), nullptr);
}

TEST(KeptArrangements, OfALessonThatEndsInALectureAreThoseThatTheLectureComesBackTo) {
  KeptArrangements kept;
  kept.keep(Reason::lesson, named("own"));
  kept.keep(Reason::lecture, named("lesson's"));
  EXPECT_EQ(kept.take(Reason::lesson)->layout, "own");
  EXPECT_EQ(kept.take(Reason::lecture)->layout, "own");
}

TEST(KeptArrangements, OfALessonInALectureAreTheUsersOwnWithTheViewThatWasInFront) {
  KeptArrangements kept;
  kept.keep(Reason::lecture, named("own", "banks"));
  kept.keep(Reason::lesson, named("as the lecture has them", "sectors"));
  EXPECT_EQ(kept.take(Reason::lecture)->layout, "own") << "the lecture ends first";
  const auto back = kept.take(Reason::lesson);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->layout, "own");
}

TEST(KeptArrangements, AreKeptOnceForAReason) {
  KeptArrangements kept;
  kept.keep(Reason::lecture, named("own"));
  kept.keep(Reason::lecture, named("later"));
  EXPECT_EQ(kept.take(Reason::lecture)->layout, "own");
}

}  // namespace
}  // namespace lanescope::gui
