// The window in each theme and language as it is meant to look: fixed state, clock, typefaces and size, on a software
// renderer. WARPSCOPE_UPDATE_GOLDEN=1 makes the pictures anew; look at them before they are kept.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "golden.h"
#include "gui/fixture.h"
#include "gui/offscreen.h"

namespace warpscope::gui::test {
namespace {

class Golden : public testing::TestWithParam<std::tuple<ThemeName, std::string>> {};

TEST_P(Golden, PictureOfTheLecture) {
  const auto& [theme, language] = GetParam();
  State state = state_with_kernels();
  ASSERT_TRUE(perform(state, {fmt::format("use_{}_theme", name_of(theme))}, 0));
  ASSERT_TRUE(perform(state, {language == "zh" ? "use_chinese" : "use_english"}, 0));
  ASSERT_TRUE(perform(state, {"toggle_lecture"}, 0));
  lab::Result result = refined(state);
  result.metrics = metrics();
  accept(state, result, 1);
  Desk desk(state, 960, 540);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  if (!desk.missing_typefaces().empty()) GTEST_SKIP() << desk.missing_typefaces();
  desk.frames(3);
  warpscope::test::expect_golden(desk.image(), fmt::format("gui/golden/lecture_{}_{}", name_of(theme), language));
}

INSTANTIATE_TEST_SUITE_P(All, Golden,
                         testing::Combine(testing::ValuesIn(theme_names),
                                          testing::Values(std::string("en"), std::string("zh"))),
                         [](const auto& each) {
                           return std::string(name_of(std::get<0>(each.param))) + "_" + std::get<1>(each.param);
                         });

}  // namespace
}  // namespace warpscope::gui::test
