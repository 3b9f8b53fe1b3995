#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "gui/readings/roofline_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/ladder_fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

const Roof* roof(const RooflineViewModel& view_model, Roof::Kind kind) {
  const auto found =
      std::find_if(view_model.roofs.begin(), view_model.roofs.end(), [&](const Roof& one) { return one.kind == kind; });
  return found == view_model.roofs.end() ? nullptr : &*found;
}

const RooflinePoint* point(const RooflineViewModel& view_model, const std::string& name) {
  const auto found = std::find_if(view_model.points.begin(), view_model.points.end(),
                                  [&](const RooflinePoint& one) { return one.name == name; });
  return found == view_model.points.end() ? nullptr : &*found;
}

TEST(TheRoofline, PutsEveryKernelWithATimeAtItsIntensityAndTheSelectedOneLast) {
  const RooflineViewModel view_model = roofline_view_model(state_with_products());
  ASSERT_EQ(view_model.missing, "");
  EXPECT_TRUE(view_model.arithmetic);
  ASSERT_EQ(view_model.points.size(), 6U);
  for (const RooflinePoint& one : view_model.points) EXPECT_DOUBLE_EQ(one.intensity, 128) << one.name;
  EXPECT_NEAR(point(view_model, "naive_row")->number, 50 * 128, 0.5) << "GFLOP/s";
  EXPECT_EQ(point(view_model, "naive_row")->origin, experiments::Origin::recorded);
  EXPECT_TRUE(point(view_model, "library")->library);
  const RooflinePoint& selected = view_model.points.back();
  EXPECT_TRUE(selected.selected);
  EXPECT_FALSE(selected.stale);
  EXPECT_EQ(selected.name, "smem_tile");
  EXPECT_EQ(selected.origin, experiments::Origin::measured);
  EXPECT_NEAR(selected.number, 330 * 128, 0.5);
}

TEST(TheRoofline, HasTheRoofsOfTheGpuAndTheWavefrontRoofOfTheSelectedKernel) {
  const RooflineViewModel view_model = roofline_view_model(state_with_products());
  EXPECT_EQ(roof(view_model, Roof::Kind::memory)->value, 4800);
  EXPECT_TRUE(roof(view_model, Roof::Kind::memory)->rises);
  EXPECT_EQ(roof(view_model, Roof::Kind::copy)->value, 4400);
  EXPECT_EQ(roof(view_model, Roof::Kind::compute)->value, 66908);
  const Roof* shared = roof(view_model, Roof::Kind::shared_memory);
  ASSERT_NE(shared, nullptr);
  EXPECT_NEAR(shared->value, 204.8 * 132 * 1.98, 1) << "204.8 operations, one wavefront a clock and SM";
  EXPECT_EQ(shared->origin, experiments::Origin::derived);
  EXPECT_LE(view_model.bottom, 50 * 128);
  EXPECT_GE(view_model.top, 66908);
  EXPECT_LT(view_model.left, 66908.0 / 4800) << "the ridge is seen";
  EXPECT_GT(view_model.right, 128);
}

TEST(TheRoofline, NamesTheRoofThatLimitsTheSelectedKernel) {
  State state = state_with_products();
  const RooflineViewModel view_model = roofline_view_model(state);
  ASSERT_TRUE(view_model.reach);
  EXPECT_EQ(view_model.reach->bound, model::Bound::shared_memory);
  EXPECT_EQ(
      view_model.sentence,
      "transpose/smem_tile: it is below the wavefront roof of shared memory, at most 53\u2009527 GFLOP/s. That is "
      "80.0 % of the FP32 roof. It reaches 42\u2009240 GFLOP/s, 78.9 %.");
  // Without conflicts FP32 is the limit, with few operations a byte the memory.
  state.known.counted = nullptr;
  EXPECT_EQ(roofline_view_model(state).reach->bound, model::Bound::compute);
  EXPECT_NE(roofline_view_model(state).sentence.find("at 128 FLOP/byte it is below the FP32 roof"), std::string::npos);
  accept(state, timed(state, {"transpose/smem_tile", {}, 3000, "", "Made-up GPU", 2}), 2);
  const RooflineViewModel low = roofline_view_model(state);
  EXPECT_EQ(low.reach->bound, model::Bound::memory);
  EXPECT_NEAR(low.reach->rate, 2 * 4800, 0.1);
  EXPECT_NE(low.sentence.find(
                "it is below the memory roof, at most 9\u2009600 GFLOP/s. It reaches 6\u2009000 GFLOP/s, 62.5 %"),
            std::string::npos)
      << low.sentence;
}

TEST(TheRoofline, MovesItsPointWithTheKnobsAndDimsWhatIsOfAnEarlierSetting) {
  State state = state_with_products();
  ASSERT_TRUE(perform(state, SetKnob{"block_y", std::int64_t{4}}, 2));
  const RooflineViewModel turned = roofline_view_model(state);
  EXPECT_TRUE(turned.points.back().stale);
  EXPECT_TRUE(roof(turned, Roof::Kind::shared_memory)->stale);
  EXPECT_NE(turned.sentence.find("Before the knobs changed it reached"), std::string::npos) << turned.sentence;
  accept(state, timed(state, {"transpose/smem_tile", {{"block_y", std::int64_t{4}}}, 360, "", "Made-up GPU", 128}), 3);
  const RooflineViewModel moved = roofline_view_model(state);
  EXPECT_FALSE(moved.points.back().stale);
  EXPECT_NEAR(moved.points.back().number, 360 * 128, 0.5);
  EXPECT_TRUE(roof(moved, Roof::Kind::shared_memory)->stale) << "its accesses are not counted yet";
  EXPECT_EQ(moved.reach->bound, model::Bound::compute) << "a roof of an earlier setting is none of this one";
  EXPECT_EQ(moved.points.size(), 6U) << "the new one is the best of its kernel: one point";
}

TEST(TheRoofline, ShowsTheBestSettingBesideTheSelectedOne) {
  State state = state_with_ladder();
  EXPECT_FALSE(roofline_view_model(state).points.back().selected) << "a GPU that is connected will measure it";
  state.known.connected = false;
  const RooflineViewModel view_model = roofline_view_model(state);
  EXPECT_TRUE(view_model.points.back().selected);
  EXPECT_NEAR(view_model.points.back().number, 1400, 0.1) << "recorded at the defaults";
  const auto others = std::count_if(view_model.points.begin(), view_model.points.end(), [](const RooflinePoint& one) {
    return one.kernel == "transpose/naive_row" && !one.selected;
  });
  EXPECT_EQ(others, 1) << "2000 GB/s with another block";
}

TEST(TheRoofline, OfKernelsWithoutArithmeticIsFlat) {
  State state = state_with_ladder();
  state.known.connected = false;
  const RooflineViewModel view_model = roofline_view_model(state);
  EXPECT_FALSE(view_model.arithmetic);
  EXPECT_STREQ(view_model.unit(), "GB/s");
  EXPECT_FALSE(roof(view_model, Roof::Kind::memory)->rises);
  EXPECT_EQ(roof(view_model, Roof::Kind::compute), nullptr);
  ASSERT_TRUE(view_model.reach);
  EXPECT_EQ(view_model.reach->bound, model::Bound::memory);
  EXPECT_EQ(view_model.sentence,
            "transpose/naive_row does no arithmetic: it is below the memory roof, at most 4\u2009800 GB/s. It reaches "
            "1\u2009400 GB/s, 29.2 %.");
}

TEST(TheRoofline, OfConflictsCanBeLowerThanTheMemorys) {
  State state = state_with_kernels();
  experiments::Result result = timed(state, {"transpose/naive_row", {}, 900});
  model::Metrics counted;
  counted.blocks = counted.grid_blocks = 1;
  model::Counts counts;
  counts.wavefronts = static_cast<std::uint64_t>(result.work_bytes) / 4;  // 4 bytes a wavefront: 32-way conflicts
  counted.executed.totals.push_back({trace::Space::shared, trace::Operation::store, counts});
  result.metrics = counted;
  accept(state, result, 1);
  const RooflineViewModel view_model = roofline_view_model(state);
  ASSERT_TRUE(view_model.reach);
  EXPECT_EQ(view_model.reach->bound, model::Bound::shared_memory);
  EXPECT_NEAR(view_model.reach->rate, 4 * 261.36, 0.1) << "GB/s";
}

TEST(TheRoofline, SaysWhatIsNotKnown) {
  State state = state_with_kernels();
  EXPECT_NE(roofline_view_model(state).missing.find("There are no data for this family"), std::string::npos);
  State products = state_with_products();
  ASSERT_TRUE(perform(products, SelectKernel{"transpose/copy_row"}, 2));
  ASSERT_TRUE(perform(products, SetKnob{"block_x", std::int64_t{8}}, 2));
  const RooflineViewModel view_model = roofline_view_model(products);
  EXPECT_FALSE(view_model.points.back().selected);
  EXPECT_FALSE(view_model.reach);
  EXPECT_NE(view_model.sentence.find("not known yet"), std::string::npos);
}

TEST(WavefrontsOfSharedMemory, AreThoseOfTheWholeGrid) {
  model::Metrics metrics;
  EXPECT_FALSE(shared_wavefronts(metrics)) << "nothing was executed";
  metrics.blocks = 2;
  metrics.grid_blocks = 10;
  model::Counts counts;
  counts.wavefronts = 7;
  metrics.executed.totals.push_back({trace::Space::shared, trace::Operation::load, counts});
  metrics.executed.totals.push_back({trace::Space::shared, trace::Operation::store, counts});
  metrics.executed.totals.push_back({trace::Space::global, trace::Operation::load, counts});
  EXPECT_EQ(shared_wavefronts(metrics), 70);
  metrics.scaled = true;
  EXPECT_EQ(shared_wavefronts(metrics), 14) << "they stand for the grid already";
  metrics.dropped = 1;
  EXPECT_FALSE(shared_wavefronts(metrics));
}

TEST(RooflinePanel, ComesByItsKeyAndGoesToThePointThatIsClicked) {
  State state = state_with_products();
  Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(2);
  ASSERT_TRUE(desk.perform({"show_roofline"}, 0));
  desk.frames(3);
  desk.save("roofline_720");
  for (const char* name : {"memory", "copy", "compute", "shared_memory"}) {
    EXPECT_TRUE(desk.has(std::string("roofline/roof/") + name)) << name;
  }
  EXPECT_TRUE(desk.has("roofline/reach"));
  const ImRect selected = desk.place("roofline/selected"), slow = desk.place("roofline/point/transpose/naive_row");
  EXPECT_LT(selected.GetCenter().y, slow.GetCenter().y) << "faster is higher";
  EXPECT_GT(selected.GetWidth(), slow.GetWidth());
  EXPECT_NEAR(selected.GetCenter().x, slow.GetCenter().x, 1) << "the same intensity";
  desk.click("roofline/point/transpose/naive_row");
  EXPECT_EQ(state.selection.kernel, "transpose/naive_row");
}

}  // namespace
}  // namespace lanescope::gui::test
