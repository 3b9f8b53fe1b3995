// The Readout of a kernel that computes more than it moves.
#include "gui/readings/readings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/readings/readout_view_model.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class ReadoutOfArithmetic : public testing::Test {
 protected:
  void SetUp() override {
    experiments::Result result = test::refined(state_);
    result.work_flops = 200 * result.work_bytes;
    result.sheet.emplace();
    result.sheet->name = "H200";
    result.sheet->gb_per_s = 4800;
    result.sheet->fp32_gflop_per_s = 200 * 2871 / 0.65;  // the ridge: 184 operations a byte
    test::accept(state_, result, 1);
  }
  State state_ = test::state_with_kernels();
};

TEST_F(ReadoutOfArithmetic, HasOperationsAsItsLargeNumberWithTheirSpread) {
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.unit, "GFLOP/s");
  EXPECT_EQ(readout.rate.value, "574\u2009200");
  EXPECT_EQ(readout.rate.origin, experiments::Origin::measured);
  EXPECT_FALSE(readout.rate.spread.empty());
}

TEST_F(ReadoutOfArithmetic, IsHeldAgainstThePeakOfTheDataSheet) {
  const Readout readout = read(state_);
  ASSERT_TRUE(readout.peak);
  EXPECT_NEAR(readout.peak->share, 0.65, 1e-6);
  EXPECT_NE(readout.peak->text.find("H200"), std::string::npos);
  EXPECT_FALSE(readout.peak->copy) << "a copy computes nothing";
}

TEST_F(ReadoutOfArithmetic, TellsTheBytesOnALineOfTheirOwn) {
  const Readout readout = read(state_);
  EXPECT_TRUE(
      std::any_of(readout.timing.begin(), readout.timing.end(), [](const Reading& one) { return one.unit == "GB/s"; }));
  EXPECT_FALSE(std::any_of(readout.timing.begin(), readout.timing.end(),
                           [](const Reading& one) { return one.unit == "GFLOP/s"; }));
}

TEST(CountsOperations, GoesByTheRidgeOfTheRoofline) {
  experiments::Result result;
  result.work_bytes = 8;
  result.work_flops = 3;
  EXPECT_FALSE(is_compute_bound(result)) << "a Laplace step";
  result.work_flops = 8 * 100;
  EXPECT_TRUE(is_compute_bound(result)) << "a product of matrices, on any target";
  result.sheet.emplace();
  result.sheet->gb_per_s = 10;
  result.sheet->fp32_gflop_per_s = 2000;
  EXPECT_FALSE(is_compute_bound(result)) << "this target computes 200 operations a byte";
}

TEST(TheReadoutOfAnOwnFile, HasItsTimeAsTheLargeNumberWhenItDoesNotSayWhatItMoves) {
  State state = test::state_with_kernels();
  experiments::Result result = test::predicted(state);
  result.work_bytes = 0;
  result.predicted->work_bytes = 0;
  test::accept(state, result, 1);
  Readout readout = read(state);
  EXPECT_EQ(readout.rate.value, "53.50");
  EXPECT_EQ(readout.rate.unit, "µs");
  EXPECT_EQ(readout.rate.origin, experiments::Origin::predicted);
  EXPECT_EQ(readout.rate.spread, "[48.00, 60.00]");
  EXPECT_EQ(readout.rate.missing, "");
  EXPECT_FALSE(readout.peak) << "a time has no peak";

  result = test::refined(state);
  result.work_bytes = 0;
  test::accept(state, result, 2);
  readout = read(state);
  EXPECT_TRUE(readout.rate.known());
  EXPECT_EQ(readout.rate.origin, experiments::Origin::measured);
}

}  // namespace
}  // namespace lanescope::gui
