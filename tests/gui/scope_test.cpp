#include "gui/scope.h"

#include <gtest/gtest.h>

namespace warpscope::gui {
namespace {

History::Sample at(double seconds, double rate, std::uint64_t setting) {
  return {seconds, rate, 0.9 * rate, 1.1 * rate, setting};
}

TEST(Scope, CountsTimeBackFromTheNewestEvent) {
  History history;
  history.add(at(10, 100, 1));
  history.add(at(12, 100, 1));
  const ScopePicture picture = scope_picture(history, 0);
  ASSERT_EQ(picture.traces.size(), 1U);
  EXPECT_DOUBLE_EQ(picture.traces[0].seconds[0], -2);
  EXPECT_DOUBLE_EQ(picture.traces[0].seconds[1], 0);
}

TEST(Scope, DrawsNoLineFromOneSettingToAnother) {
  History history;
  history.add(at(1, 100, 1));
  history.add(History::Change{2, "block_x", "8", "16"});
  history.add(at(3, 200, 2));
  history.add(at(4, 210, 2));
  const ScopePicture picture = scope_picture(history, 0);
  ASSERT_EQ(picture.traces.size(), 2U);
  EXPECT_EQ(picture.traces[1].rate.size(), 2U);
  ASSERT_EQ(picture.marks.size(), 1U);
  EXPECT_EQ(picture.marks[0].text, "block_x 8 → 16");
}

TEST(Scope, ForgetsWhatIsOlderThanItsSpan) {
  History history;
  history.add(at(0, 100, 1));
  history.add(History::Change{1, "block_x", "8", "16"});
  history.add(at(100, 100, 2));
  const ScopePicture picture = scope_picture(history, 0);
  EXPECT_EQ(picture.traces.size(), 1U);
  EXPECT_TRUE(picture.marks.empty());
}

TEST(Scope, LeavesRoomAboveThePeakAndAboveWhatExceedsIt) {
  History history;
  history.add(at(1, 100, 1));
  EXPECT_GT(scope_picture(history, 4800).top, 4800);
  EXPECT_EQ(scope_picture(history, 4800).peak, 4800);
  EXPECT_EQ(scope_picture(history, 0).peak, std::nullopt);
  history.add(at(2, 9000, 1));
  EXPECT_GT(scope_picture(history, 4800).top, 9900);
}

TEST(Scope, JoinsTheStepsOfOneDragIntoOneChange) {
  History history;
  history.add(History::Change{1.0, "block_x", "8", "16"});
  history.add(History::Change{1.2, "block_x", "16", "32"});
  ASSERT_EQ(history.changes.size(), 1U);
  EXPECT_EQ(history.changes.front().text(), "block_x 8 → 32");
  history.add(at(1.3, 100, 1));
  history.add(History::Change{1.4, "block_x", "32", "64"});
  EXPECT_EQ(history.changes.size(), 2U) << "something was measured in between";
  history.add(History::Change{1.5, "block_y", "1", "2"});
  EXPECT_EQ(history.changes.size(), 3U);
}

TEST(Scope, RemembersABoundedPast) {
  History history;
  for (int sample = 0; sample < 5000; ++sample) history.add(at(sample, 1, 1));
  for (int change = 0; change < 500; ++change) history.add(History::Change{5000.0 + 2 * change, "block_x", "1", "2"});
  EXPECT_EQ(history.samples.size(), History::most_samples);
  EXPECT_EQ(history.changes.size(), History::most_changes);
}

}  // namespace
}  // namespace warpscope::gui
