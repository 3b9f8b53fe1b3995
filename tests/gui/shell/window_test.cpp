// The window driven in-process: a simulated mouse aims at real widgets, what they emit is done as in the program.
#include <gtest/gtest.h>

#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "images.h"

namespace lanescope::gui::test {
namespace {

class Window : public OnDesk {};

TEST_F(Window, ASliderDraggedWithTheMouseChangesTheExperiment) {
  desk_.drag("knob/block_x/32", "knob/block_x/8");
  EXPECT_EQ(knob_value(state_, "block_x"), "8");
  EXPECT_EQ(experiment_of(state_)->values, (catalogue::Values{{"block_x", std::int64_t{8}}}));
}

TEST_F(Window, ASliderDraggedBetweenValuesSnapsToALegalOne) {
  const ImRect from = desk_.place("knob/block_x/32"), low = desk_.place("knob/block_x/2");
  desk_.move_to(from.GetCenter());
  desk_.press();
  desk_.move_to({low.GetCenter().x + 0.3F * low.GetWidth(), low.GetCenter().y});
  desk_.release();
  EXPECT_EQ(knob_value(state_, "block_x"), "2");
}

TEST_F(Window, AGreyedValueCannotBeChosen) {
  desk_.drag("knob/block_x/32", "knob/block_x/256");
  EXPECT_EQ(knob_value(state_, "block_x"), "128") << "256 * 8 threads are more than a block can have";
  desk_.click("knob/block_x/256");
  EXPECT_EQ(knob_value(state_, "block_x"), "128");
  desk_.drag("knob/block_y/8", "knob/block_y/32");
  EXPECT_EQ(knob_value(state_, "block_y"), "8");
  desk_.drag("knob/block_x/128", "knob/block_x/32");
  desk_.drag("knob/block_y/8", "knob/block_y/32");
  EXPECT_EQ(knob_value(state_, "block_y"), "32") << "it can, when the other knob makes room";
}

TEST_F(Window, ANamedValueIsChosenByClick) {
  desk_.click("knob/load_op/cs");
  EXPECT_EQ(knob_value(state_, "load_op"), "cs");
  EXPECT_EQ(state_.selection.focused_knob, "load_op");
}

TEST_F(Window, TheGpuIsChosenInTheStatusBarAndInTheMenu) {
  state_.known.profiles = {"A100", "H200", "T4"};
  desk_.frames();
  desk_.click("bar/target");
  desk_.frames(2);
  desk_.save("targets");
  ASSERT_TRUE(desk_.has("target/T4"));
  desk_.click("target/T4");
  EXPECT_EQ(state_.selection.target, "T4");
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("target/T4")) << "the list closes";
  desk_.click("menu/Run");
  desk_.click("menu/Run/Target");
  desk_.frames(2);
  desk_.save("target_menu");
  desk_.click("target/A100");
  EXPECT_EQ(state_.selection.target, "A100");
}

TEST_F(Window, AKernelIsSelectedByClick) {
  desk_.click("bar/kernel");
  desk_.frames(4);
  desk_.type("smem_pad");
  desk_.frames(2);
  desk_.click("kernel/transpose/smem_pad");
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
}

TEST_F(Window, CopiesWhatIsBelowTheMouse) {
  accept(state_, refined(state_), 1);
  ASSERT_TRUE(desk_.perform(SelectLine{3}, 2));
  desk_.frames(6);
  const auto copy_at = [&](const std::string& widget) {
    desk_.move_to(desk_.place(widget).GetCenter());
    desk_.frames(2);
    ASSERT_TRUE(desk_.perform({"copy"}, 3));
    desk_.frames(3);
  };
  // First, because a notice tells what was copied and stands over it then.
  copy_at("scope");
  const auto pictures = effects_of<CopyPicture>(desk_.effects());
  ASSERT_EQ(pictures.size(), 1U);
  EXPECT_EQ(pictures.back().panel, "scope");
  copy_at("source/caption");
  const auto texts = [&] { return effects_of<CopyText>(desk_.effects()); };
  ASSERT_EQ(texts().size(), 1U);
  EXPECT_EQ(texts().back().text, state_.source.text.lines[2].text) << "the selected line";
  copy_at("readout/rate");
  ASSERT_EQ(texts().size(), 2U);
  EXPECT_NE(texts().back().text.find("\t"), std::string::npos) << "numbers as a table";
  EXPECT_NE(texts().back().text.find("GB/s"), std::string::npos);
}

TEST_F(Window, TheArrowKeysTurnTheSelectedKnob) {
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "64");
  desk_.key(ImGuiKey_DownArrow);
  desk_.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(knob_value(state_, "block_y"), "4");
}

TEST_F(Window, AChordCountsEvenWhenItIsPressedAndLetGoWithinOneFrame) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiKey_Q, true);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiKey_Q, false);
  desk_.frames(4);
  EXPECT_EQ(count_of<Quit>(desk_.effects()), 1U);
}

TEST_F(Window, AKeyHeldWithTheWrongModifierIsNoCommand) {
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
}

TEST_F(Window, ASizeIsTypedAndDoubled) {
  desk_.click("size/nx");
  desk_.type("1000");
  desk_.key(ImGuiKey_Enter);
  EXPECT_EQ(state_.sizes().front().value, 1000);
  desk_.click("size/nx/double");
  EXPECT_EQ(state_.sizes().front().value, 1024);
  desk_.click("size/nx/halve");
  EXPECT_EQ(state_.sizes().front().value, 512);
}

TEST_F(Window, ASizeOutOfRangeIsRefusedInTheLog) {
  desk_.click("size/nx");
  desk_.type("99999");
  desk_.key(ImGuiKey_Enter);
  EXPECT_EQ(state_.sizes().front().value, 4096);
  ASSERT_FALSE(state_.known.log.empty());
  EXPECT_NE(state_.known.log.back().text.find("choose 1 to 32768"), std::string::npos);
}

TEST_F(Window, KeysTypedIntoAFieldAreNoCommands) {
  desk_.click("size/nx");
  desk_.frames(2);
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
}

TEST_F(Window, TheButtonsDoTheActionsOfTheTable) {
  desk_.frames(8);  // the view on the stage asks for its accesses
  const std::size_t before = count_of<Measure>(desk_.effects());
  desk_.click("action/run");
  EXPECT_EQ(count_of<Measure>(desk_.effects()), before + 1);
  desk_.click("action/toggle_continuous");
  EXPECT_FALSE(state_.selection.continuous);
  desk_.click("action/toggle_continuous");
  desk_.click("action/cancel");
  EXPECT_TRUE(state_.selection.cancelled);
  desk_.drag("knob/block_x/32", "knob/block_x/8");
  desk_.click("action/reset");
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
}

TEST_F(Window, TheMenusHoldTheActionsOfTheTable) {
  desk_.click("menu/Kernel");
  ASSERT_TRUE(desk_.has("menu/next_kernel"));
  desk_.click("menu/next_kernel");
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
}

TEST_F(Window, TheKeyForHelpOpensTheListOfCommands) {
  const render::Image before = desk_.image();
  desk_.key(ImGuiKey_F1);
  desk_.frames(3);
  EXPECT_TRUE(state_.ui.show_help);
  const auto difference = render::compare(before, desk_.image());
  ASSERT_TRUE(difference);
  EXPECT_GT(difference->share, 0.05);
}

TEST_F(Window, ACompileErrorAppearsAtItsLine) {
  EXPECT_FALSE(desk_.has("source/mark/39"));
  accept(state_, with_compile_error(state_), 1);
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("source/mark/39"));
  ASSERT_TRUE(desk_.has("source/message/39"));
  const ImRect mark = desk_.place("source/mark/39"), line = desk_.place("source/line/39"),
               message = desk_.place("source/message/39"), next = desk_.place("source/line/40");
  EXPECT_NEAR(mark.GetCenter().y, line.GetCenter().y, 1);
  EXPECT_GT(message.Min.y, line.Min.y);
  EXPECT_LT(message.Min.y, next.Min.y) << "the message stands between its line and the next";
}

TEST_F(Window, AFaultAppearsAtItsLine) {
  EXPECT_FALSE(desk_.has("source/mark/42"));
  experiments::Result result = emulated(state_);
  result.faults.push_back(out_of_bounds(state_));
  accept(state_, result, 1);
  desk_.frames(2);
  EXPECT_TRUE(desk_.has("source/mark/42"));
  EXPECT_TRUE(desk_.has("source/message/42"));
}

TEST_F(Window, AccessesStandInTheReadoutWithTheirBlocks) {
  ASSERT_TRUE(desk_.perform({"show_readout"}, 1));
  desk_.frames(4);
  EXPECT_FALSE(desk_.has("access/Global stores"));
  accept(state_, emulated(state_), 1);
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("access/Global stores"));
  EXPECT_TRUE(desk_.has("accesses/heading"));
  EXPECT_TRUE(desk_.has("readout/note"));
  EXPECT_GT(desk_.place("access/Shared loads").Min.y, desk_.place("access/Global stores").Min.y);
}

TEST_F(Window, AHeldLaunchIsLetGoByItsButton) {
  EXPECT_FALSE(desk_.has("action/launch_anyway"));
  accept(state_, blocked_launch(state_), 1);
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("action/launch_anyway")) << "it stands below the stage";
  desk_.click("action/launch_anyway");
  EXPECT_TRUE(experiment_of(state_)->proceed);
}

TEST_F(Window, AMuseumKernelIsMarkedInTheList) {
  ASSERT_TRUE(desk_.perform({"search_kernels"}, 1));
  desk_.frames(4);
  EXPECT_FALSE(desk_.has("museum/transpose/naive_row"));
  edit(state_, museum_text("A lesson"), 1);
  desk_.frames(1);
  EXPECT_TRUE(desk_.has("museum/transpose/naive_row"));
  EXPECT_FALSE(desk_.has("museum/transpose/copy_row"));
}

TEST_F(Window, TheVersionThatRunsStandsInTheStatusBar) {
  accept(state_, refined(state_), 1);
  edit(state_, kernel_text("Edited"), 2);
  desk_.frames(1);
  EXPECT_FALSE(desk_.has("status/version"));
  accept(state_, with_compile_error(state_), 3);
  desk_.frames(1);
  EXPECT_TRUE(desk_.has("status/version"));
}

TEST_F(Window, TheNumberIsDimmedInTheFrameAfterAKnobMoved) {
  accept(state_, refined(state_), 1);
  ASSERT_TRUE(desk_.perform({"show_readout"}, 1));
  desk_.frames(4);
  const auto brightest = [&] {
    const ImRect place = desk_.place("readout/rate");
    const render::Image image = desk_.image();
    int most = 0;
    for (auto y = static_cast<std::uint32_t>(place.Min.y); y < static_cast<std::uint32_t>(place.Max.y); ++y) {
      for (auto x = static_cast<std::uint32_t>(place.Min.x); x < static_cast<std::uint32_t>(place.Max.x); ++x) {
        most = std::max(most, static_cast<int>(image.at(x, y)[1]));
      }
    }
    return most;
  };
  const int fresh = brightest();
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  desk_.frames(1);
  EXPECT_LT(brightest(), fresh / 2);
  ASSERT_TRUE(perform(state_, {"lower_knob"}, 3));
  accept(state_, refined(state_), 4);
  desk_.frames(1);
  EXPECT_EQ(brightest(), fresh);
}

TEST_F(Window, ThePictureOfTheOutputIsShownOnceItHasCome) {
  ASSERT_TRUE(desk_.perform({"show_output"}, 1));
  desk_.frames(4);
  EXPECT_FALSE(desk_.has("output"));
  accept(state_, refined(state_), 1);
  desk_.frames(1);
  EXPECT_TRUE(desk_.has("output"));
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 2));
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("output")) << "it belongs to another kernel";
}

TEST_F(Window, EveryPanelKeepsItsPlaceOnScreen) {
  for (const char* widget : {"bar/kernel", "knob/block_x", "readout/rate", "scope", "source/caption", "action/run"}) {
    const ImRect place = desk_.place(widget);
    EXPECT_GE(place.Min.x, 0) << widget;
    EXPECT_LE(place.Max.x, 1920) << widget;
    EXPECT_GE(place.Min.y, 0) << widget;
    EXPECT_LE(place.Max.y, 1080) << widget;
    EXPECT_GT(place.GetWidth(), 10) << widget;
  }
}

}  // namespace
}  // namespace lanescope::gui::test
