#include "render/renderers/field_summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/drawing.h"
#include "render/summarise.h"

namespace lanescope::render {
namespace {

class FieldSummaryOnTheGpu : public Drawing {};

TEST_F(FieldSummaryOnTheGpu, IsTheSameAsOnTheProcessorForFieldsOfAllSizes) {
  auto summariser = FieldSummariser::load(shaders_folder());
  ASSERT_TRUE(summariser) << summariser.error().text();
  for (const std::uint32_t size : {1u, 7u, 256u, 1000u, 100'003u, 600'000u}) {
    std::vector<float> values(size);
    for (std::uint32_t index = 0; index < size; ++index) {
      const std::uint32_t noise = index * 2654435761u;
      values[index] = (static_cast<float>(noise >> 8) - 8'000'000.0f) * 1e-3f;
      if (noise % 97 == 0) values[index] = nan;
      if (noise % 101 == 0) values[index] = index % 2 == 0 ? infinity : -infinity;
    }
    const Buffer buffer = buffer_with(values);
    EXPECT_EQ(summariser->summarise(buffer, {size, 1, 0}), summarise(values)) << size << " elements";
  }
}

TEST_F(FieldSummaryOnTheGpu, KnowsTheOrderOfNegativeTinyAndHugeNumbers) {
  auto summariser = FieldSummariser::load(shaders_folder());
  ASSERT_TRUE(summariser) << summariser.error().text();
  constexpr float huge = std::numeric_limits<float>::max();
  for (const std::vector<float>& values :
       {std::vector{-1.0f, -3.0f, -2.0f}, std::vector{-huge, huge, 0.0f}, std::vector{1e-30f, 1e-38f, 5.0f},
        std::vector{-1e-38f, -1e-30f, -5.0f}, std::vector{nan, nan, nan}}) {
    const Buffer buffer = buffer_with(values);
    EXPECT_EQ(summariser->summarise(buffer, {3, 1, 0}), summarise(values)) << values[0];
  }
}

TEST_F(FieldSummaryOnTheGpu, CountsHolesAndFindsTheRangeOfTheRest) {
  auto summariser = FieldSummariser::load(shaders_folder());
  ASSERT_TRUE(summariser) << summariser.error().text();
  const Buffer buffer = buffer_with({nan, 3.0f, -infinity, -2.5f, infinity, 0.0f, -nan});
  EXPECT_EQ(summariser->summarise(buffer, {7, 1, 0}), (FieldSummary{3, 2, 2, {-2.5f, 3.0f}}));
  const Buffer holes = buffer_with({nan, infinity});
  EXPECT_EQ(summariser->summarise(holes, {2, 1, 0}), (FieldSummary{0, 1, 1, {0, 0}}));
}

TEST_F(FieldSummaryOnTheGpu, LooksAtItsSlotAlone) {
  auto summariser = FieldSummariser::load(shaders_folder());
  ASSERT_TRUE(summariser) << summariser.error().text();
  const Buffer buffer = buffer_with({-100, nan, 1, 2, 3, 4, 100, infinity});
  EXPECT_EQ(summariser->summarise(buffer, {2, 2, 2}), (FieldSummary{4, 0, 0, {1, 4}}));
  EXPECT_EQ(summariser->summarise(buffer, {0, 2, 2}), FieldSummary{});
  EXPECT_THROW(static_cast<void>(summariser->summarise(buffer, {3, 2, 3})), MachineError);
}

}  // namespace
}  // namespace lanescope::render
