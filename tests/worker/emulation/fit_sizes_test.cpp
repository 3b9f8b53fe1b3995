// The smaller sizes of a plan launch the kernels that its own sizes launch.
#include "worker/emulation/fit_sizes.h"

#include <gtest/gtest.h>

#include "catalogue/catalogue.h"

namespace lanescope::worker {
namespace {

catalogue::LaunchPlan plan_of(const catalogue::Kernel& kernel, std::int64_t nx, std::int64_t ny) {
  return catalogue::resolve(kernel, {{"nx", nx}, {"ny", ny}}, 1).value();
}

TEST(HalvedSizes, LaunchTheKernelOfTheWholeSizes) {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  const auto best = kernels.find("transpose/best");
  ASSERT_TRUE(best) << best.error().text();
  const auto half = with_halved_sizes(**best, plan_of(**best, 4096, 4096));
  ASSERT_TRUE(half);
  EXPECT_EQ(half->sizes.at("nx"), 2048);
  EXPECT_EQ(half->launches.at(0).entry, "transpose_best");
  // 4100 elements are rows of whole fours, 2050 are not.
  EXPECT_FALSE(with_halved_sizes(**best, plan_of(**best, 4100, 4100)));
  // Rows of 4102 are ragged, and so are those of half the length.
  const auto ragged = with_halved_sizes(**best, plan_of(**best, 4102, 4102));
  ASSERT_TRUE(ragged);
  EXPECT_EQ(ragged->launches.at(0).entry, "transpose_best_ragged");
}

TEST(HalvedSizes, KeepTheEntryThatStandsForThatOfTheFile) {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  const auto row = kernels.find("transpose/copy_row");
  ASSERT_TRUE(row) << row.error().text();
  catalogue::LaunchPlan plan = plan_of(**row, 4096, 4096);
  plan.launches.at(0).entry = "another";
  const auto half = with_halved_sizes(**row, plan);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->launches.at(0).entry, "another");
}

}  // namespace
}  // namespace lanescope::worker
