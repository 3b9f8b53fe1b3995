// What plots leave out, and how much of a long drag is drawn.
#include "gui/widgets/plot_parts.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui {
namespace {

using Indices = std::vector<std::size_t>;

TEST(Uncovered, AreTheLastOfThoseThatWouldCoverEachOther) {
  const std::vector<ImVec2> points{{0, 0}, {3, 1}, {6, 2}, {20, 0}};
  EXPECT_EQ(uncovered(points, {4, 4}), (Indices{0, 2, 3})) << "the second is 3 to the left of the third, the first 6";
  EXPECT_EQ(uncovered(points, {3, 4}), (Indices{0, 1, 2, 3})) << "points that only touch are drawn";
  EXPECT_EQ(uncovered(points, {100, 100}), Indices{3});
}

TEST(Uncovered, AreAllAtHeightsThatDiffer) {
  const std::vector<ImVec2> points{{0, 0}, {0, 50}, {1, 0}, {1, 100}};
  EXPECT_EQ(uncovered(points, {4, 4}), (Indices{1, 2, 3}));
  EXPECT_EQ(uncovered({}, {4, 4}), Indices{});
}

TEST(Uncovered, AreAsManyAsFitBesideEachOther) {
  std::vector<ImVec2> points;
  for (int i = 0; i < 4000; ++i) points.emplace_back(0.1F * static_cast<float>(i), 0.0F);
  EXPECT_LE(uncovered(points, {10, 4}).size(), 41U);
  EXPECT_GE(uncovered(points, {10, 4}).size(), 39U);
}

/// A knob that is dragged to and fro, twenty settings a second, each of which is answered once.
void drag(State& state, double seconds, bool predicted) {
  constexpr std::array<double, 4> rates{1450, 2210, 2871, 1900};
  for (int step = 0; step < static_cast<int>(20 * seconds); ++step) {
    const double now = 1 + 0.05 * step, rate = rates[static_cast<std::size_t>(step) % rates.size()];
    const std::uint64_t revision = 1000 + static_cast<std::uint64_t>(step);
    state.known.history.add(History::Change{now, History::Change::Subject::setting, std::to_string(step),
                                            std::to_string(step + 1), "block_x"});
    state.known.history.add(
        History::Sample{now + 0.02, rate, 0.9 * rate, 1.1 * rate, revision, 0,
                        predicted ? experiments::Origin::predicted : experiments::Origin::measured});
  }
}

class LongDrag : public testing::TestWithParam<bool> {
 protected:
  /// The vertices of a frame after a drag of that length. `name` is that of its picture; empty means none.
  int vertices(double seconds, const std::string& name = {}) {
    State state = test::state_with_kernels();
    drag(state, seconds, GetParam());
    test::Desk desk(state, 1920, 1080);
    missing_ = desk.missing();
    if (!missing_.empty()) return 0;
    desk.frames(4);
    if (!name.empty()) desk.save(name);
    return ImGui::GetDrawData()->TotalVtxCount;
  }
  std::string missing_;
};

TEST_P(LongDrag, CostsAFrameNoMoreThanItsPictureHoldsMarks) {
  const int none = vertices(0);
  if (!missing_.empty()) GTEST_SKIP() << missing_;
  const std::string name = GetParam() ? "scope_long_drag_predicted" : "scope_long_drag";
  const int many = vertices(60, name) - none;
  ASSERT_GT(many, 0) << "the scope draws nothing";
  // Without what uncovered() leaves out they are 70,240 where the settings are measured and 125,440 where predicted.
  EXPECT_LT(many, 30'000);
}

INSTANTIATE_TEST_SUITE_P(Scope, LongDrag, testing::Bool(),
                         [](const auto& given) { return given.param ? "Predicted" : "Measured"; });

}  // namespace
}  // namespace lanescope::gui
