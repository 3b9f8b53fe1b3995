#include "gui/screens/occupancy/occupancy_view_model.h"
#include "gui/screens/sweep/sweep_commands.h"

#include <gtest/gtest.h>

#include "gui/support/source_fixture.h"

namespace lanescope::gui {
namespace {

class OccupancyPictures : public testing::Test {
 protected:
  State state_ = test::state_with_kernels();
};

TEST_F(OccupancyPictures, NameTheLimitingResource) {
  test::accept(state_, test::with_costs(state_), 1);
  const OccupancyViewModel view_model = occupancy_view_model(state_);
  EXPECT_EQ(view_model.headline, "40 of 64 warps (62.5 %)");
  EXPECT_EQ(view_model.reason, "5 blocks of 256 threads per SM; limited by registers");
  ASSERT_EQ(view_model.limits.size(), 4U);
  EXPECT_TRUE(view_model.limits[1].binds);
  EXPECT_EQ(view_model.limits[1].blocks, "5");
  EXPECT_FALSE(view_model.limits[0].binds);
  EXPECT_EQ(view_model.limits[2].blocks, "no limit") << "shared memory is not used";
}

TEST_F(OccupancyPictures, HoldTheThreeCurvesAndThePresentPoint) {
  test::accept(state_, test::with_costs(state_), 1);
  const OccupancyViewModel view_model = occupancy_view_model(state_);
  EXPECT_EQ(view_model.lines[0].values.front(), 32);
  EXPECT_EQ(view_model.lines[0].values.back(), 1024);
  EXPECT_EQ(view_model.lines[0].now, 256);
  EXPECT_EQ(view_model.lines[1].now_text, "48 registers");
  EXPECT_EQ(view_model.lines[2].now, 4) << "KiB";
  EXPECT_EQ(view_model.lines[2].values.size(), view_model.lines[2].warps.size());
  EXPECT_EQ(view_model.warps, 40);
  EXPECT_FALSE(view_model.stale);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  EXPECT_TRUE(occupancy_view_model(state_).stale);
}

TEST_F(OccupancyPictures, SayWhatIsUsedUpInAFullMultiprocessor) {
  experiments::Result result = test::with_costs(state_);
  model::Occupancy& full = *result.launches.front().calculated;
  full.blocks_per_sm = 8;
  full.resident_warps = full.max_warps;
  full.fraction = 1;
  full.limits = {model::Limit::threads, model::Limit::registers};
  test::accept(state_, std::move(result), 1);
  EXPECT_EQ(occupancy_view_model(state_).reason, "8 blocks of 256 threads fill an SM; used up: threads and registers");
}

TEST_F(OccupancyPictures, AreAbsentWithAReason) {
  EXPECT_EQ(occupancy_view_model(state_).missing, "Compiling the kernel.");
  test::accept(state_, test::with_compile_error(state_), 1);
  EXPECT_EQ(occupancy_view_model(state_).missing, "The kernel was not compiled, so its resource usage is not known.");
}

TEST_F(OccupancyPictures, DrawTheRatesOfASweepOverTheBlockSize) {
  test::accept(state_, test::with_costs(state_), 1);
  EXPECT_TRUE(occupancy_view_model(state_).rates.empty());
  test::record_sweep(state_);
  const OccupancyViewModel view_model = occupancy_view_model(state_);
  ASSERT_EQ(view_model.rates.size(), 8U) << "1 to 128 times 8 threads";
  EXPECT_EQ(view_model.rates.front().threads, 8);
  EXPECT_EQ(view_model.rates.back().threads, 1024);
  EXPECT_EQ(view_model.rates.front().origin, experiments::Origin::recorded);
  EXPECT_LT(view_model.rates.front().low(), view_model.rates.front().number);
  EXPECT_NE(view_model.rates_caption.find("recorded bandwidth of 8 settings"), std::string::npos);
}

TEST_F(OccupancyPictures, DrawNoRatesOfASweepOverSomethingElse) {
  test::accept(state_, test::with_costs(state_), 1);
  ASSERT_TRUE(perform(state_, SetSweepAxis{SweepAxis::first, "load_op"}, 0));
  test::record_sweep(state_);
  EXPECT_TRUE(occupancy_view_model(state_).rates.empty()) << "one block size alone";
}

}  // namespace
}  // namespace lanescope::gui
