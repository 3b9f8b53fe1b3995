// What follows from the state is made once for the same inputs.
#include "gui/store/memo.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "gui/screens/source/source_costs.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

TEST(Memo, MakesAValueOnceForTheSameInputs) {
  const Memo memo;
  int made = 0;
  const auto value = [&](int input) -> const std::string& {
    return memo.get<std::string>(std::tuple(input),
                                 [&] { return std::to_string(input) + "#" + std::to_string(++made); });
  };
  EXPECT_EQ(value(3), "3#1");
  EXPECT_EQ(value(3), "3#1");
  EXPECT_EQ(value(4), "4#2");
  EXPECT_EQ(value(3), "3#3") << "the last one is kept, not all";
}

TEST(Memo, KeepsValuesOfOneTypeApartByNumberAndByTheirInputs) {
  const Memo memo;
  const auto first = [&] {
    return memo.get<int>(
        std::tuple(1), [] { return 1; }, 0);
  };
  const auto second = [&] {
    return memo.get<int>(
        std::tuple(1), [] { return 2; }, 1);
  };
  const auto third = [&] { return memo.get<int>(std::string("1"), [] { return 3; }); };
  EXPECT_EQ(first(), 1);
  EXPECT_EQ(second(), 2);
  EXPECT_EQ(third(), 3);
  EXPECT_EQ(first(), 1);
}

TEST(Memo, SaysOnceThatInputsAreNew) {
  Memo memo;
  EXPECT_TRUE(memo.renew<int>(1));
  EXPECT_FALSE(memo.renew<int>(1));
  EXPECT_TRUE(memo.renew<int>(2));
  EXPECT_TRUE(memo.renew<float>(2)) << "of another subject";
}

TEST(Memo, OfACopyIsItsOwn) {
  Memo memo;
  static_cast<void>(memo.get<int>(1, [] { return 1; }));
  Memo copy = memo;
  EXPECT_EQ(copy.get<int>(1, [] { return 7; }), 1) << "it begins with the same";
  EXPECT_EQ(copy.get<int>(2, [] { return 2; }), 2);
  EXPECT_EQ(memo.get<int>(1, [] { return 7; }), 1);
}

TEST(WhatFollowsFromTheState, IsTheSameObjectUntilItsInputsChange) {
  State state = test::state_with_kernels();
  const std::vector<Knob>* const knobs = &state.knobs();
  const SweepGrid* const grid = &sweep_grid(state);
  const SourceCosts* const costs = &present_costs(state);
  state.ui.zoom = 2;
  ASSERT_TRUE(perform(state, {"toggle_percent"}, 1));
  EXPECT_EQ(&state.knobs(), knobs);
  EXPECT_EQ(&sweep_grid(state), grid);
  EXPECT_EQ(&present_costs(state), costs);
  const std::string name = state.knobs().front().name;
  ASSERT_TRUE(perform(state, {"raise_knob"}, 2));
  EXPECT_EQ(state.knobs().front().name, name);
}

}  // namespace
}  // namespace lanescope::gui
