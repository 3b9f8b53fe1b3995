// A frame that is slower than the hand: what the mouse and the keyboard did meanwhile comes in one piece.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

#include "gui/screens/scope/scope_view_model.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

class SlowFrames : public OnDesk {
 protected:
  /// All of it happens before the next frame.
  static void drag_at_once(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(from.x, from.y);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    io.AddMousePosEvent(to.x, to.y);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  }
  static void press_at_once(std::initializer_list<ImGuiKey> keys) {
    for (const ImGuiKey key : keys) ImGui::GetIO().AddKeyEvent(key, true);
    for (const ImGuiKey key : keys) ImGui::GetIO().AddKeyEvent(key, false);
  }
  /// Small letters and digits, each with the key that writes it.
  static void type_at_once(std::string_view text) {
    for (const char sign : text) {
      const bool digit = sign >= '0' && sign <= '9';
      const auto key = static_cast<ImGuiKey>(digit ? ImGuiKey_0 + (sign - '0') : ImGuiKey_A + (sign - 'a'));
      ImGui::GetIO().AddKeyEvent(key, true);
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(sign));
      ImGui::GetIO().AddKeyEvent(key, false);
    }
  }
};

TEST_F(SlowFrames, ASliderTakesTheValueAtWhichItWasLetGo) {
  drag_at_once(desk_.place("knob/block_x/32").GetCenter(), desk_.place("knob/block_x/8").GetCenter());
  desk_.frames(4);
  EXPECT_EQ(knob_value(state_, "block_x"), "8");
  desk_.move_to(desk_.place("knob/block_x/64").GetCenter());
  EXPECT_EQ(knob_value(state_, "block_x"), "8") << "nothing holds it any more";
}

TEST_F(SlowFrames, TheScopeMovesAsFarAsItWasDragged) {
  fill_history(state_);
  desk_.frames(2);
  const ImRect scope = desk_.place("scope");
  const ScopeViewModel before = scope_view_model(state_.known.history, 0, state_.scope);
  const ImVec2 middle = scope.GetCenter();
  drag_at_once(middle, {middle.x + 0.25F * scope.GetWidth(), middle.y});
  desk_.frames(4);
  ASSERT_TRUE(state_.scope.paused());
  EXPECT_NEAR(*state_.scope.last, before.zero + before.end - 0.25 * (before.end - before.first), 1);
}

TEST_F(SlowFrames, AClickIsNoDrag) {
  fill_history(state_);
  desk_.frames(2);
  const ImVec2 middle = desk_.place("scope").GetCenter();
  drag_at_once(middle, {middle.x + 2, middle.y});
  desk_.frames(4);
  EXPECT_FALSE(state_.scope.paused());
}

TEST_F(SlowFrames, LettersWaitForTheFieldThatTheKeysBeforeThemOpen) {
  press_at_once({ImGuiMod_Ctrl, ImGuiKey_F});
  type_at_once("pad");
  press_at_once({ImGuiKey_Enter});
  desk_.frames(30);
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  EXPECT_TRUE(state_.known.log.empty()) << state_.known.log.back().text;
  for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_P, ImGuiKey_D}) EXPECT_FALSE(ImGui::IsKeyDown(key));
  EXPECT_TRUE(ImGui::GetCurrentContext()->InputEventsQueue.empty());
}

TEST_F(SlowFrames, LettersWaitForThePaletteToo) {
  press_at_once({ImGuiMod_Ctrl, ImGuiKey_P});
  ImGui::GetIO().AddInputCharactersUTF8("smem_pad");
  press_at_once({ImGuiKey_Enter});
  desk_.frames(40);
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
}

TEST_F(SlowFrames, DigitsWaitForTheFieldOfAKnob) {
  press_at_once({ImGuiKey_Enter});
  type_at_once("64");
  press_at_once({ImGuiKey_Enter});
  desk_.frames(30);
  EXPECT_EQ(knob_value(state_, "block_x"), "64");
  EXPECT_EQ(state_.selection.typed_knob, "");
}

TEST_F(SlowFrames, KeysAfterOtherCommandsWaitForNothing) {
  press_at_once({ImGuiKey_RightArrow});
  press_at_once({ImGuiKey_DownArrow});
  press_at_once({ImGuiKey_LeftArrow});
  desk_.frames(1);
  EXPECT_EQ(knob_value(state_, "block_x"), "64");
  EXPECT_EQ(knob_value(state_, "block_y"), "4");
}

TEST_F(SlowFrames, KeysAfterAFieldThatDoesNotOpenCountAgainSoon) {
  state_.known.catalogue = {};  // without kernels there is no search
  press_at_once({ImGuiMod_Ctrl, ImGuiKey_F});
  press_at_once({ImGuiKey_F11});
  desk_.frames(12);
  EXPECT_TRUE(state_.ui.is_lecture());
}

}  // namespace
}  // namespace lanescope::gui::test
