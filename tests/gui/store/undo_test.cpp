#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/store/state.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui {
namespace {

class Undoing : public testing::Test {
 protected:
  void act(const Command& command, double seconds) {
    const Outcome done = perform(state_, command, seconds);
    ASSERT_TRUE(done) << done.error().text();
  }
  [[nodiscard]] std::string settings_text() const {
    return fmt::format("{} {} {} {} {} {} {}", state_.selection.kernel, values(), state_.selection.target,
                       name_of(state_.ui.theme), state_.ui.zoom, state_.language().code(), state_.source.ptx);
  }
  [[nodiscard]] std::string values() const { return setting_text(state_.current_values()); }
  State state_ = test::state_with_kernels();
};

TEST_F(Undoing, TakesBackKnobsSizesAndKernelsOneByOneAndMakesThemAgain) {
  act(SetKnob{"block_x", std::int64_t{64}}, 1);
  act(SetSize{"nx", 1000}, 3);
  act(SelectKernel{"transpose/copy_row"}, 5);
  act(SetKnob{"block_y", std::int64_t{16}}, 7);
  act({"undo"}, 8);
  EXPECT_EQ(values(), "defaults");
  act({"undo"}, 9);
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row");
  EXPECT_EQ(values(), "block_x=64 nx=1000");
  act({"undo"}, 10);
  EXPECT_EQ(values(), "block_x=64");
  act({"undo"}, 11);
  EXPECT_EQ(values(), "defaults");
  EXPECT_FALSE(perform(state_, {"undo"}, 12)) << "the choice of the first kernel is no step";
  for (int step = 0; step < 4; ++step) act({"redo"}, 13 + step);
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
  EXPECT_EQ(values(), "block_y=16");
  EXPECT_FALSE(perform(state_, {"redo"}, 20));
}

TEST_F(Undoing, MakesTheSettingANewOneSoThatItRuns) {
  act(SetKnob{"block_x", std::int64_t{64}}, 1);
  const std::uint64_t before = state_.selection.revision;
  act({"undo"}, 2);
  EXPECT_GT(state_.selection.revision, before);
  EXPECT_EQ(state_.knobs().front().labels[state_.knobs().front().index], "32");
}

TEST_F(Undoing, TakesADraggedSliderAsOneStep) {
  act(SetKnob{"block_x", std::int64_t{16}}, 1.0);
  act(SetKnob{"block_x", std::int64_t{8}}, 1.2);
  act(SetKnob{"block_x", std::int64_t{4}}, 1.4);
  act(SetKnob{"block_x", std::int64_t{2}}, 3.0);
  act({"undo"}, 4);
  EXPECT_EQ(values(), "block_x=4");
  act({"undo"}, 5);
  EXPECT_EQ(values(), "defaults");
}

TEST_F(Undoing, ForgetsADragThatCameBackToWhereItBegan) {
  act(SetKnob{"block_x", std::int64_t{16}}, 1.0);
  act(SetKnob{"block_x", std::int64_t{32}}, 1.3);
  EXPECT_FALSE(perform(state_, {"undo"}, 2));
}

TEST_F(Undoing, ForgetsWhatWasUndoneWhenSomethingElseIsChosen) {
  act(SetKnob{"block_x", std::int64_t{64}}, 1);
  act({"undo"}, 2);
  act(SetKnob{"block_y", std::int64_t{4}}, 3);
  EXPECT_FALSE(perform(state_, {"redo"}, 4));
}

TEST_F(Undoing, TakesBackAReset) {
  act(SetKnob{"block_x", std::int64_t{64}}, 1);
  act({"reset"}, 2);
  act({"undo"}, 3);
  EXPECT_EQ(values(), "block_x=64");
}

TEST_F(Undoing, PassesOverAKernelWhoseFileIsGone) {
  act(SelectKernel{"transpose/copy_row"}, 1);
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
  snapshot->kernels.erase("transpose/naive_row");
  accept(state_, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 2);
  EXPECT_FALSE(perform(state_, {"undo"}, 3));
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
}

TEST_F(Undoing, RemembersNoMoreThanItMust) {
  for (std::size_t step = 0; step < 2 * Undo::max_steps; ++step) {
    act(SetSize{"nx", static_cast<std::int64_t>(100 + step)}, 2.0 * static_cast<double>(step));
  }
  EXPECT_EQ(state_.undo.done.size(), Undo::max_steps);
}

TEST_F(Undoing, TakesBackEverythingThatWasChosenAndSaysWhatItWas) {
  state_.known.profiles = {"A100", "H200", "T4"};
  state_.known.history.add({1, 100, 90, 110, 1, 0, experiments::Origin::measured});
  struct Chosen {
    Command command;
    std::string said;  ///< when it is undone
  };
  const std::vector<Chosen> chosen{{SetKnob{"block_x", std::int64_t{64}}, "block_x 64 → default"},
                                   {SetTarget{"T4"}, "the choice of the GPU"},
                                   {"pin_a", "A and B"},
                                   {"use_light_theme", "theme, language or text size"},
                                   {"larger_text", "theme, language or text size"},
                                   {"toggle_ptx", "what the Source shows"},
                                   {"clear_scope", "clearing the scope"},
                                   {SelectKernel{"transpose/copy_row"}, "transpose/copy_row → transpose/naive_row"}};
  const std::string before = settings_text();
  double seconds = 1;
  for (const Chosen& one : chosen) act(one.command, seconds += 2);
  EXPECT_TRUE(state_.pins.pins[0]);
  EXPECT_TRUE(state_.known.history.samples.empty());
  EXPECT_NE(settings_text(), before);
  for (auto one = chosen.rbegin(); one != chosen.rend(); ++one) {
    act({"undo"}, seconds += 2);
    ASSERT_FALSE(state_.ui.notices.empty());
    EXPECT_EQ(state_.ui.notices.back().text, "Undone: " + one->said);
    EXPECT_EQ(state_.ui.notices.back().action, "redo");
  }
  EXPECT_EQ(settings_text(), before);
  EXPECT_FALSE(state_.pins.any());
  EXPECT_EQ(state_.known.history.samples.size(), 1U) << "the scope has its curve again";
  EXPECT_FALSE(perform(state_, {"undo"}, seconds += 2));
  for (std::size_t step = 0; step < chosen.size(); ++step) act({"redo"}, seconds += 2);
  EXPECT_EQ(state_.selection.target, "T4");
  EXPECT_EQ(state_.ui.theme, ThemeName::light);
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
  act({"use_chinese"}, seconds += 2);
  act({"undo"}, seconds += 2);
  EXPECT_EQ(state_.language().code(), "en");
}

TEST_F(Undoing, LeavesWhatWasLookedAt) {
  act({"why"}, 1);
  act({"show_sectors"}, 3);
  EXPECT_FALSE(perform(state_, {"undo"}, 5)) << "where one looks is no step";
}

TEST_F(Undoing, HasItsKeys) {
  test::Desk desk(state_);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  const auto chord = [&](ImGuiKey modifier, ImGuiKey second, ImGuiKey key) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(modifier, true);
    if (second != ImGuiKey_None) io.AddKeyEvent(second, true);
    desk.key(key);
    if (second != ImGuiKey_None) io.AddKeyEvent(second, false);
    io.AddKeyEvent(modifier, false);
    desk.frames(2);
  };
  desk.key(ImGuiKey_RightArrow);
  ASSERT_EQ(values(), "block_x=64");
  chord(ImGuiMod_Ctrl, ImGuiKey_None, ImGuiKey_Z);
  EXPECT_EQ(values(), "defaults");
  chord(ImGuiMod_Ctrl, ImGuiKey_None, ImGuiKey_Y);
  EXPECT_EQ(values(), "block_x=64");
  chord(ImGuiMod_Ctrl, ImGuiKey_None, ImGuiKey_Z);
  chord(ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiKey_Z);
  EXPECT_EQ(values(), "block_x=64");
}

}  // namespace
}  // namespace lanescope::gui
