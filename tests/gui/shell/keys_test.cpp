// Whom a key belongs to: a popup, a text field, a small window, or the whole window; and what Escape closes.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/open_file_fixture.h"

namespace lanescope::gui::test {
namespace {

class Keys : public OnDesk {
 protected:
  void control(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    desk_.key(key);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    desk_.frames(2);
  }
  void press(ImGuiKey key) {
    desk_.key(key);
    desk_.frames(3);
  }
  [[nodiscard]] static bool in_popup() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }
  [[nodiscard]] std::size_t quits() const { return count_of<Quit>(desk_.effects()); }
  /// Until what runs is no longer young.
  void let_a_second_pass() { desk_.frames(61); }
};

TEST_F(Keys, BelongToAnOpenPopup) {
  state_.known.profiles = {"A100", "H200", "T4"};
  desk_.frames();
  let_a_second_pass();
  for (const char* popup : {"menu/Kernel", "bar/target", "size/nx/powers"}) {
    SCOPED_TRACE(popup);
    desk_.click(popup);
    desk_.frames(2);
    ASSERT_TRUE(in_popup());
    for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_B, ImGuiKey_F11, ImGuiKey_A, ImGuiKey_Delete}) press(key);
    control(ImGuiKey_Q);
    ASSERT_TRUE(in_popup());
    press(ImGuiKey_Escape);
    EXPECT_FALSE(in_popup());
    EXPECT_EQ(state_.selection.focused_knob, "block_x") << "Down chose no other knob";
    EXPECT_EQ(knob_value(state_, "block_x"), "32");
    EXPECT_FALSE(state_.ui.blank);
    EXPECT_FALSE(state_.ui.is_lecture());
    EXPECT_EQ(quits(), 0u);
    EXPECT_TRUE(state_.selection.continuous) << "Escape closed the popup and nothing else";
    EXPECT_FALSE(state_.selection.cancelled);
  }
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "64") << "they are the window's again";
}

TEST_F(Keys, ChooseInAPopup) {
  state_.known.profiles = {"A100", "H200", "T4"};
  desk_.frames();
  desk_.click("bar/target");
  desk_.frames(2);
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_FALSE(in_popup());
  EXPECT_NE(state_.selection.target, "");
  EXPECT_EQ(state_.selection.typed_knob, "") << "Enter was the popup's";
}

TEST_F(Keys, OfEscapeTwiceInOneSlowFrameCloseAMenu) {
  desk_.click("bar/target");
  desk_.frames(2);
  ASSERT_TRUE(in_popup());
  for (const bool down : {true, false, true, false}) ImGui::GetIO().AddKeyEvent(ImGuiKey_Escape, down);
  desk_.frames(4);
  EXPECT_FALSE(in_popup());
}

TEST_F(Keys, LeaveTheDialogOpenBelowAPopup) {
  show_form(state_);
  desk_.frames(3);
  desk_.click("open/role/x");
  desk_.frames(2);
  ASSERT_TRUE(in_popup());
  press(ImGuiKey_Escape);
  EXPECT_FALSE(in_popup());
  EXPECT_TRUE(state_.open_file.shown);
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.open_file.shown);
}

TEST_F(Keys, OfEscapeCloseOneThingAfterTheOtherAndOnlyThenStopWhatIsNotYoung) {
  const auto open = [&] {
    std::size_t count = 0;
    for (const SmallWindow& window : small_windows()) count += window.is_open(state_) ? 1 : 0;
    return count;
  };
  for (const char* action : {"toggle_help", "toggle_connect", "toggle_export", "lecture"}) {
    ASSERT_TRUE(desk_.perform({action}, 1)) << action;
  }
  state_.ui.notices.push_back({Notice::Kind::failed, "the settings cannot be saved"});
  desk_.frames(3);
  let_a_second_pass();
  for (std::size_t left = open(); left > 0; --left) {
    // In a field that is typed into, the first Escape ends the typing.
    for (int presses = 0; presses < 2 && open() == left; ++presses) press(ImGuiKey_Escape);
    ASSERT_EQ(open(), left - 1);
    EXPECT_TRUE(state_.ui.is_lecture());
  }
  EXPECT_TRUE(state_.ui.is_lecture());
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.ui.is_lecture());
  EXPECT_TRUE(state_.selection.continuous);
  press(ImGuiKey_RightArrow);
  press(ImGuiKey_Escape);
  EXPECT_TRUE(state_.selection.continuous) << "what was just asked for goes on";
  EXPECT_FALSE(state_.selection.cancelled);
  let_a_second_pass();
  press(ImGuiKey_Escape);
  EXPECT_TRUE(state_.selection.cancelled);
  EXPECT_FALSE(state_.selection.continuous);
  ASSERT_EQ(state_.known.log.size(), 1U);
  EXPECT_NE(state_.known.log.back().text.find("was cancelled"), std::string::npos) << state_.known.log.back().text;
  press(ImGuiKey_Escape);
  EXPECT_EQ(state_.known.log.size(), 1U) << "there is nothing to stop, which is no news";
}

TEST_F(Keys, OfEscapeDoNotEndAYoungSweep) {
  let_a_second_pass();
  press(ImGuiKey_F6);
  ASSERT_TRUE(state_.sweep.run);
  press(ImGuiKey_Escape);
  EXPECT_TRUE(state_.sweep.run);
  let_a_second_pass();
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.sweep.run);
}

TEST_F(Keys, ThatNoTextFieldHasAUseForCountInOne) {
  desk_.click("size/nx");
  desk_.frames(2);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  for (const ImGuiKey key : {ImGuiKey_RightArrow, ImGuiKey_DownArrow, ImGuiKey_B, ImGuiKey_Delete}) press(key);
  for (const ImGuiKey key : {ImGuiKey_Z, ImGuiKey_UpArrow}) control(key);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  EXPECT_FALSE(state_.ui.blank);
  control(ImGuiKey_Q);
  EXPECT_EQ(quits(), 1u);
  control(ImGuiKey_P);
  EXPECT_TRUE(state_.ui.show_palette);
  desk_.type("smem_pad");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(40);
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad") << "the letters went to the palette";
  EXPECT_EQ(state_.sizes().front().value, 4096);
}

TEST_F(Keys, ThatCloseTheWindowCloseItAlsoOverThePalette) {
  control(ImGuiKey_P);
  desk_.type("a");
  control(ImGuiKey_Q);
  EXPECT_EQ(quits(), 1u);
  control(ImGuiKey_P);
  EXPECT_FALSE(state_.ui.show_palette) << "its own key closes it";
}

TEST_F(Keys, OfTheLaunchFormDoNothingElse) {
  show_form(state_);
  desk_.frames(3);
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  press(ImGuiKey_Enter);
  EXPECT_EQ(count_of<LaunchFile>(desk_.effects()), 1u);
  EXPECT_EQ(state_.selection.typed_knob, "");
  state_.open_file.shown = false;
  desk_.frames(10);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "no field opens later";
  control(ImGuiKey_Q);
  EXPECT_EQ(quits(), 1u);
}

TEST_F(Keys, OfAPresentersRemoteLeadThroughALessonAndNeverToAnotherKernel) {
  const std::string kernel = state_.selection.kernel;
  for (const ImGuiKey key : {ImGuiKey_PageDown, ImGuiKey_PageUp}) {
    press(key);
    EXPECT_EQ(state_.selection.kernel, kernel);
  }
  know_lesson(state_);
  ASSERT_TRUE(desk_.perform(StartLesson{"tile"}, 1));
  desk_.frames(4);
  press(ImGuiKey_PageDown);
  EXPECT_EQ(state_.lesson.step, 1u);
  press(ImGuiKey_PageUp);
  EXPECT_EQ(state_.lesson.step, 0u);
  ASSERT_TRUE(desk_.perform({"leave_lesson"}, 2));
  desk_.frames(4);
  control(ImGuiKey_PageDown);
  EXPECT_NE(state_.selection.kernel, kernel) << "with Ctrl, they choose kernels";
  control(ImGuiKey_PageUp);
  EXPECT_EQ(state_.selection.kernel, kernel);
}

TEST_F(Keys, OfTheWheelTurnOrScrollAndNeverBoth) {
  state_.ui.zoom = 2;  // the panel has to be scrolled
  ASSERT_TRUE(desk_.perform({"reset_layout"}, 1));
  desk_.frames(5);
  const ImGuiWindow* const panel = ImGui::FindWindowByName("###knobs");
  const auto turn = [&](ImVec2 at, int notches) {
    desk_.move_to(at);
    desk_.frames(2);
    for (int notch = 0; notch < std::abs(notches); ++notch) {
      ImGui::GetIO().AddMouseWheelEvent(0, notches > 0 ? 1 : -1);
      desk_.frames(2);
    }
  };
  ASSERT_TRUE(panel != nullptr);
  ASSERT_GT(panel->ScrollMax.y, 0);
  turn(desk_.place("knob/block_x/32").GetCenter(), 1);
  EXPECT_EQ(knob_value(state_, "block_x"), "64");
  EXPECT_EQ(panel->Scroll.y, 0) << "the slider below the mouse turned";
  // A wheel that scrolls goes on scrolling when a slider comes to lie below the mouse.
  const std::string values = setting_text(state_.current_values());
  turn({desk_.place("knob/block_x/64").GetCenter().x, panel->InnerRect.Min.y + 3}, -20);
  EXPECT_NEAR(panel->Scroll.y, panel->ScrollMax.y, 1);
  EXPECT_EQ(setting_text(state_.current_values()), values);
}

}  // namespace
}  // namespace lanescope::gui::test
