// The window by the keyboard alone: where Tab goes, what a focused control does with keys, and how Alt opens the menus.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gui/support/offscreen.h"
#include "gui/support/open_file_fixture.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

class Keyboard : public OnDesk {
 protected:
  void press(ImGuiKey key) {
    desk_.key(key);
    desk_.frames(3);
  }
  void alt(ImGuiKey key = ImGuiKey_None) {
    desk_.chord(ImGuiMod_Alt, key);
    desk_.frames(3);
  }
  [[nodiscard]] static bool in_popup() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }
  [[nodiscard]] std::string selected_tab() const { return state_.ui.stage; }
};

TEST_F(Keyboard, WalksFromTheFirstStartToAKnobAndToATabOfTheStage) {
  EXPECT_EQ(desk_.focus(), "") << "nothing is shown before Tab is pressed";
  press(ImGuiKey_Tab);
  EXPECT_TRUE(ImGui::GetCurrentContext()->NavCursorVisible) << "the first control has its ring at once";
  desk_.tab_to("knob/block_y");
  EXPECT_EQ(state_.selection.focused_knob, "block_y");
  const std::string before = knob_value(state_, "block_y");
  press(ImGuiKey_RightArrow);
  const std::string after = knob_value(state_, "block_y");
  EXPECT_NE(after, before);
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(knob_value(state_, "block_y"), before);
  EXPECT_EQ(desk_.focus(), "knob/block_y") << "the arrows turn it and do not leave it";

  desk_.tab_to("tab/sectors");
  EXPECT_NE(selected_tab(), "sectors");
  press(ImGuiKey_Enter);
  EXPECT_EQ(selected_tab(), "sectors");
  desk_.tab_to("tab/warps");
  press(ImGuiKey_Space);
  EXPECT_EQ(selected_tab(), "warps");
  EXPECT_FALSE(state_.playback.playing) << "Space was the tab's";

  desk_.chord(ImGuiMod_Alt, ImGuiKey_F);
  ASSERT_TRUE(in_popup());
  for (int presses = 0; presses < 30 && !state_.open_file.shown; ++presses) {
    if (desk_.has("menu/open_file") && ImGui::GetCurrentContext()->NavId != 0) {
      const ImRect item = ImGui::WindowRectRelToAbs(ImGui::GetCurrentContext()->NavWindow,
                                                    ImGui::GetCurrentContext()->NavWindow->NavRectRel[0]);
      if (desk_.place("menu/open_file").Contains(item.GetCenter())) {
        press(ImGuiKey_Enter);
        continue;
      }
    }
    press(ImGuiKey_DownArrow);
  }
  EXPECT_TRUE(state_.open_file.shown);
  press(ImGuiKey_Escape);
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.open_file.shown);
}

TEST_F(Keyboard, GivesTheKeysBackWithEscapeOrTheMouse) {
  desk_.tab_to("knob/block_y");
  press(ImGuiKey_Escape);
  EXPECT_EQ(desk_.focus(), "");
  const std::string before = knob_value(state_, "block_y");
  press(ImGuiKey_RightArrow);
  EXPECT_NE(knob_value(state_, "block_y"), before) << "the arrows stay with the knob that had the focus";
  press(ImGuiKey_UpArrow);
  EXPECT_EQ(state_.selection.focused_knob, "block_x") << "they choose knobs again";

  desk_.tab_to("workspace/measure");
  desk_.click("bar/title");
  EXPECT_EQ(desk_.focus(), "");
  press(ImGuiKey_Space);
  EXPECT_EQ(state_.ui.workspace, Workspace::watch) << "Space is no longer the tab's";
}

TEST_F(Keyboard, WalksBackWithShift) {
  desk_.tab_to("knob/block_y");
  desk_.key(ImGuiKey_Tab);
  desk_.frames(2);
  const std::string next = desk_.focus();
  EXPECT_NE(next, "knob/block_y");
  desk_.chord(ImGuiMod_Shift, ImGuiKey_Tab);
  EXPECT_EQ(desk_.focus(), "knob/block_y");
}

TEST_F(Keyboard, ActivatesWhatHasTheFocus) {
  desk_.tab_to("workspace/measure");
  press(ImGuiKey_Enter);
  EXPECT_EQ(state_.ui.workspace, Workspace::measure);
  EXPECT_EQ(desk_.focus(), "workspace/measure");
  desk_.tab_to("workspace/watch");
  press(ImGuiKey_Space);
  EXPECT_EQ(state_.ui.workspace, Workspace::watch);

  desk_.tab_to("bar/kernel");
  press(ImGuiKey_Enter);
  EXPECT_TRUE(in_popup());
  desk_.type("smem_pad");
  press(ImGuiKey_Enter);
  desk_.frames(5);
  EXPECT_FALSE(in_popup());
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  EXPECT_EQ(desk_.focus(), "bar/kernel") << "where it was";
}

TEST_F(Keyboard, TypesTheValueOfAKnobAndIsThenWhereItWas) {
  desk_.tab_to("knob/block_y");
  press(ImGuiKey_Enter);
  ASSERT_EQ(state_.selection.typed_knob, "block_y");
  desk_.type("4");
  press(ImGuiKey_Enter);
  desk_.frames(8);
  EXPECT_EQ(knob_value(state_, "block_y"), "4");
  EXPECT_EQ(desk_.focus(), "knob/block_y");
}

TEST_F(Keyboard, GoesThroughTextFieldsAndKeepsWhatWasTyped) {
  desk_.tab_to("size/nx");
  desk_.frames(3);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  desk_.type("2048");
  desk_.key(ImGuiKey_Tab);
  desk_.frames(4);
  EXPECT_EQ(state_.sizes().front().value, 2048);
  EXPECT_EQ(desk_.focus(), "size/nx/halve");
  press(ImGuiKey_Space);
  EXPECT_EQ(state_.sizes().front().value, 1024);
}

TEST_F(Keyboard, SelectsLinesOfTheSource) {
  desk_.tab_to("source/lines");
  press(ImGuiKey_DownArrow);
  const int first = state_.playback.focus.line;
  ASSERT_GT(first, 0);
  press(ImGuiKey_DownArrow);
  EXPECT_EQ(state_.playback.focus.line, first + 1);
  press(ImGuiKey_UpArrow);
  EXPECT_EQ(state_.playback.focus.line, first);
  EXPECT_EQ(desk_.focus(), "source/lines");
}

TEST_F(Keyboard, ChoosesALaneABankAndAWordOfBanks) {
  test::accept(state_, with_trace(state_, 0), 2);
  desk_.frames(8);
  const Focus& focus = state_.playback.focus;
  desk_.tab_to("banks/lanes");
  press(ImGuiKey_RightArrow);
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(focus.lane, 1U);
  desk_.tab_to("banks/banks");
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(focus.bank, 31U);
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(focus.bank, 31U) << "there is none behind it";
  desk_.tab_to("banks/words");
  press(ImGuiKey_RightArrow);
  ASSERT_TRUE(focus.byte);
  EXPECT_EQ(focus.byte->offset, 0U);
  EXPECT_EQ(focus.bank, 0U);
  press(ImGuiKey_DownArrow);
  EXPECT_EQ(focus.byte->offset, 128U) << "a row of 32 words below";
  EXPECT_EQ(focus.bank, 0U);
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(focus.byte->offset, 132U);
  EXPECT_EQ(focus.bank, 1U);
  EXPECT_EQ(focus.lane, 1U) << "it stays";
}

TEST_F(Keyboard, StepsAndActsOnTheTransport) {
  test::accept(state_, with_trace(state_, 0), 2);
  desk_.frames(8);
  desk_.tab_to("transport/banks/scrub");
  const double before = state_.playback.position;
  press(ImGuiKey_RightArrow);
  EXPECT_GT(state_.playback.position, before);
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(state_.playback.position, before);
  desk_.tab_to("transport/banks/toggle_playing");
  press(ImGuiKey_Enter);
  EXPECT_TRUE(state_.playback.playing);
  press(ImGuiKey_Space);
  EXPECT_FALSE(state_.playback.playing);
}

TEST_F(Keyboard, OfALetterWithoutCtrlStillCallsItsAction) {
  desk_.tab_to("workspace/measure");
  press(ImGuiKey_B);
  EXPECT_TRUE(state_.ui.blank);
}

TEST_F(Keyboard, StaysInADialogUntilItCloses) {
  show_form(state_);
  desk_.frames(4);
  std::set<std::string> seen;
  for (int presses = 0; presses < 40; ++presses) {
    desk_.key(ImGuiKey_Tab);
    desk_.frames(2);
    seen.insert(desk_.focus());
  }
  EXPECT_GT(seen.size(), 3u);
  for (const std::string& name : seen) EXPECT_TRUE(name.starts_with("open/")) << name;
  press(ImGuiKey_Escape);
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.open_file.shown);
}

TEST_F(Keyboard, OpensTheMenuBarWithAlt) {
  alt();
  const auto focused_menu = [&] {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.NavWindow == nullptr || context.NavLayer != ImGuiNavLayer_Menu) return std::string();
    const ImRect item = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[1]);
    for (const char* const menu : menus) {
      const std::string name = std::string("menu/") + menu;
      if (desk_.has(name) && desk_.place(name).Contains(item.GetCenter())) return std::string(menu);
    }
    return std::string();
  };
  EXPECT_FALSE(in_popup());
  EXPECT_EQ(focused_menu(), "File");
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(focused_menu(), "Edit");
  press(ImGuiKey_DownArrow);
  EXPECT_TRUE(in_popup());
  EXPECT_TRUE(desk_.has("menu/undo"));
  press(ImGuiKey_Escape);
  EXPECT_FALSE(in_popup());
  EXPECT_EQ(desk_.focus(), "");
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "64") << "the arrows are the knob's again";
  alt();
  EXPECT_EQ(focused_menu(), "File");
  alt();
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "32") << "Alt leaves it, too";
}

TEST_F(Keyboard, OpensEachMenuWithAltAndItsFirstLetter) {
  std::set<char> letters;
  for (const std::string menu : menus) {
    SCOPED_TRACE(menu);
    EXPECT_TRUE(letters.insert(menu.front()).second) << "two menus begin with the same letter";
    alt(static_cast<ImGuiKey>(ImGuiKey_A + (menu.front() - 'A')));
    ASSERT_TRUE(in_popup());
    const auto in_menu = [&](const Action& action) {
      return action.menu == menu && desk_.has("menu/" + std::string(action.name));
    };
    EXPECT_TRUE(std::ranges::any_of(actions(), in_menu));
    press(ImGuiKey_Escape);
    EXPECT_FALSE(in_popup());
  }
}

TEST_F(Keyboard, TakesAltForNothingElse) {
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_LeftAlt, true);
  desk_.frames(2);
  desk_.click("bar/title");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, false);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_LeftAlt, false);
  desk_.frames(3);
  EXPECT_NE(ImGui::GetCurrentContext()->NavLayer, ImGuiNavLayer_Menu) << "the mouse was used meanwhile";
  alt(ImGuiKey_Z);
  EXPECT_FALSE(in_popup()) << "no menu begins with it";
  EXPECT_EQ(desk_.focus(), "");
}

/// What only the mouse finds in a picture or a plot, by the beginning of its name, with the control or the command that
/// does the same by keys.
const std::map<std::string, std::string, std::less<>> by_other_keys{
    {"banks/", "banks/lanes"},
    {"scope", "scope_zoom_in"},
};

class Reaches : public Keyboard {
 protected:
  /// Everything of the present window that the mouse finds and neither Tab nor another key leads to.
  [[nodiscard]] std::set<std::string> missed() {
    std::set<ImGuiID> reached;
    std::set<std::string> names;
    for (int presses = 0; presses < 300; ++presses) {
      desk_.key(ImGuiKey_Tab);
      desk_.frames();
      names.insert(desk_.focus());
      if (!reached.insert(ImGui::GetCurrentContext()->NavId).second) break;
    }
    EXPECT_GT(reached.size(), 10u);
    press(ImGuiKey_Escape);
    press(ImGuiKey_Escape);
    std::set<std::string> left;
    const WidgetMap shown = desk_.widgets();
    for (const auto& [name, place] : shown) {
      desk_.move_to(place.GetCenter());
      desk_.frames(2);
      const ImGuiContext& context = *ImGui::GetCurrentContext();
      const ImGuiID hovered = context.HoveredId;
      if (hovered == 0 || context.HoveredIdIsDisabled || reached.contains(hovered)) continue;
      if (name.starts_with("menu/")) continue;  // Alt
      // What is scrolled out of sight may lie where an edge or a scrollbar is.
      ImGuiWindow* const window = context.HoveredWindow;
      const auto is_scrollbar = [&](ImGuiAxis axis) {
        return window != nullptr && hovered == ImGui::GetWindowScrollbarID(window, axis);
      };
      const bool is_edge =
          context.MouseCursor == ImGuiMouseCursor_ResizeEW || context.MouseCursor == ImGuiMouseCursor_ResizeNS;
      const bool is_of_dock =
          window != nullptr && std::string_view(window->Name).find("/DockSpace") != std::string::npos;
      if (is_of_dock && !name.starts_with("tab/")) continue;
      if (is_edge || is_scrollbar(ImGuiAxis_X) || is_scrollbar(ImGuiAxis_Y)) continue;
      const auto is_of = [&](const auto& other) {
        return name.starts_with(other.first) && (names.contains(other.second) || find_action(other.second) != nullptr);
      };
      if (std::ranges::none_of(by_other_keys, is_of)) {
        left.insert(name + " in " + (window == nullptr ? "no window" : window->Name));
      }
    }
    return left;
  }
};

TEST_F(Reaches, EverythingThatReactsToAClickInTheFirstWindow) {
  test::accept(state_, with_trace(state_, 0), 2);
  desk_.frames(8);
  EXPECT_EQ(missed(), std::set<std::string>());
}

TEST_F(Reaches, EverythingInTheOtherWorkspaces) {
  test::accept(state_, with_trace(state_, 0), 2);
  for (const char* workspace : {"why", "measure", "machine"}) {
    SCOPED_TRACE(workspace);
    ASSERT_TRUE(desk_.perform({workspace}, 3));
    desk_.frames(8);
    EXPECT_EQ(missed(), std::set<std::string>());
  }
}

TEST_F(Keyboard, ChoosesLanesOfTheBanks) {
  test::accept(state_, with_trace(state_, 0), 2);
  desk_.frames(8);
  desk_.tab_to("banks/lanes");
  press(ImGuiKey_RightArrow);
  press(ImGuiKey_RightArrow);
  EXPECT_EQ(state_.playback.focus.lane, 1u);
  press(ImGuiKey_LeftArrow);
  EXPECT_EQ(state_.playback.focus.lane, 0u);
}

TEST_F(Keyboard, ShowsARingOfTwoPixelsOrMoreInEveryTheme) {
  for (const ThemeName theme : theme_names) {
    SCOPED_TRACE(name_of(theme));
    state_.ui.theme = theme;
    desk_.frames(2);
    desk_.tab_to("workspace/measure");
    desk_.frames(3);
    const ImRect place = desk_.place("workspace/measure");
    const ImU32 colour = packed(theme_of(theme).focus);
    const render::Image image = desk_.image();
    const auto is_ring = [&](float x, float y) {
      const auto* const pixel =
          &image.pixels[4 * (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x))];
      return std::abs(pixel[0] - static_cast<int>(colour & 0xFFU)) < 24 &&
             std::abs(pixel[1] - static_cast<int>((colour >> 8U) & 0xFFU)) < 24 &&
             std::abs(pixel[2] - static_cast<int>((colour >> 16U) & 0xFFU)) < 24;
    };
    int thick = 0;
    for (float x = place.Min.x - 8; x < place.Min.x + 8; ++x) thick += is_ring(x, place.GetCenter().y) ? 1 : 0;
    EXPECT_GE(thick, 2);
    press(ImGuiKey_Escape);
  }
}

}  // namespace
}  // namespace lanescope::gui::test
