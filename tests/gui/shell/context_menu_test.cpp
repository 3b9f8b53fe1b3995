// The menus about what is drawn: by a right click, by the Menu key and by Shift+F10, and what Ctrl+C copies then.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <set>
#include <string>

#include "gui/shell/context_menu.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/pages_fixture.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

using Kind = Subject::Kind;

bool is_open() {
  return !ImGui::GetCurrentContext()->OpenPopupStack.empty();
}

class ContextMenu : public testing::Test {
 protected:
  void SetUp() override {
    fill_history(state_);
    accept(state_, refined(state_), 31);
    desk_ = std::make_unique<Desk>(state_, 1920, 1080);
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    desk_->frames(6);
  }
  void right_click(ImVec2 at) {
    desk_->move_to(at);
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Right, down);
      desk_->frames(1);
    }
    desk_->frames(4);
  }
  void right_click(const std::string& widget) {
    ASSERT_TRUE(desk_->has(widget)) << widget;
    right_click(desk_->place(widget).GetCenter());
    ASSERT_TRUE(is_open()) << widget;
    ASSERT_TRUE(state_.ui.subject);
  }
  void press(ImGuiKey key) {
    desk_->key(key);
    desk_->frames(4);
  }
  /// Clicks a line of the open menu.
  void choose(const std::string& action) {
    ASSERT_TRUE(desk_->has("menu/" + action)) << action;
    desk_->click("menu/" + action);
    desk_->frames(4);
    EXPECT_FALSE(is_open());
  }
  [[nodiscard]] std::string copied() const {
    const auto all = effects_of<CopyText>(desk_->effects());
    return all.empty() ? std::string() : all.back().text;
  }

  State state_ = state_with_kernels();
  std::unique_ptr<Desk> desk_;
};

TEST(EveryContextMenu, IsMadeOfActionsOfTheTable) {
  for (const Kind kind : {Kind::panel, Kind::number, Kind::line, Kind::access, Kind::knob, Kind::pin}) {
    for (const char* name : {"A", "B"}) {
      std::set<std::string_view> seen;
      for (const std::string_view action : menu_of({.kind = kind, .name = name})) {
        if (action.empty()) continue;
        EXPECT_NE(find_action(action), nullptr) << action;
        EXPECT_TRUE(seen.insert(action).second) << action << " is there twice";
      }
      EXPECT_TRUE(seen.contains("copy"));
      EXPECT_TRUE(seen.contains("export_panel"));
    }
  }
}

TEST(WhatAMenuIsAbout, MustBeChosenBefore) {
  State state = state_with_kernels();
  for (const Command& command :
       {Command{"copy_with_origin"}, Command{"show_access_line"}, Command{"explain"}, Command{"export_panel"}}) {
    EXPECT_FALSE(perform(state, command, 1)) << command.name();
  }
}

TEST_F(ContextMenu, OfANumberCopiesItWithItsUnitOrWithItsOrigin) {
  right_click("readout/rate");
  EXPECT_EQ(state_.ui.subject->kind, Kind::number);
  EXPECT_EQ(state_.ui.subject->panel, "readout");
  desk_->save("context_number");
  choose("copy");
  const Reading& rate = read(state_).rate;
  EXPECT_EQ(copied(), rate.value + " " + rate.unit);
  right_click("readout/rate");
  choose("copy_with_origin");
  EXPECT_TRUE(copied().starts_with(rate.label + "\t" + rate.value + " " + rate.unit)) << copied();
  EXPECT_TRUE(copied().ends_with(word_of(state_.language(), rate.origin))) << copied();
  EXPECT_NE(copied().find(rate.spread), std::string::npos);
}

TEST_F(ContextMenu, OfANumberInATableIsThatOfItsRow) {
  const Reading cold = read(state_).timing.front();
  right_click("number/" + cold.label);
  choose("copy");
  EXPECT_EQ(copied(), cold.value + " " + cold.unit);
}

TEST_F(ContextMenu, TakesCtrlC) {
  right_click("readout/rate");
  desk_->chord(ImGuiMod_Ctrl, ImGuiKey_C);
  desk_->frames(4);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(copied(), read(state_).rate.value + " " + read(state_).rate.unit);
}

TEST_F(ContextMenu, OfAPanelCopiesAndExportsAndExplainsIt) {
  right_click(desk_->place("scope").GetCenter());
  ASSERT_TRUE(is_open());
  EXPECT_EQ(state_.ui.subject->kind, Kind::panel);
  EXPECT_EQ(state_.ui.subject->panel, "scope");
  desk_->save("context_panel");
  choose("copy");
  ASSERT_EQ(count_of<CopyPicture>(desk_->effects()), 1U);
  EXPECT_EQ(effects_of<CopyPicture>(desk_->effects()).front().panel, "scope");
  right_click(desk_->place("scope").GetCenter());
  choose("explain");
  EXPECT_NE(state_.ui.notices.back().text.find(find_action("show_scope")->help), std::string::npos);
  right_click(desk_->place("scope").GetCenter());
  choose("export_panel");
  EXPECT_TRUE(state_.exporting.shown);
  EXPECT_EQ(state_.exporting.choice.panel, "scope");
}

TEST_F(ContextMenu, OfALineSelectsIt) {
  right_click(fmt::format("source/code/{}", read_line));
  EXPECT_EQ(state_.ui.subject->kind, Kind::line);
  EXPECT_EQ(state_.playback.focus.line, read_line);
  choose("copy");
  EXPECT_EQ(copied(), state_.source.text.lines.at(read_line - 1).text);
  right_click(fmt::format("source/code/{}", write_line));
  choose("open_in_editor");
  ASSERT_EQ(count_of<OpenEditor>(desk_->effects()), 1U);
  EXPECT_EQ(effects_of<OpenEditor>(desk_->effects()).front().line, write_line);
}

TEST_F(ContextMenu, OfAKnobTypesAndResetsIt) {
  ASSERT_TRUE(desk_->perform(SetKnob{"block_y", std::int64_t{4}}, 33));
  ASSERT_TRUE(desk_->perform(FocusKnob{"block_x"}, 33));
  desk_->frames(3);
  right_click("knob/block_y");
  EXPECT_EQ(state_.selection.focused_knob, "block_y");
  choose("reset_knob");
  EXPECT_EQ(knob_value(state_, "block_y"), "8");
  right_click("knob/block_y");
  choose("copy");
  EXPECT_EQ(copied(), "block_y=8");
  right_click("knob/block_y");
  choose("copy_command_line");
  EXPECT_TRUE(copied().starts_with("lanescope run ")) << copied();
  right_click("knob/block_y");
  choose("type_knob");
  EXPECT_EQ(state_.selection.typed_knob, "block_y");
}

TEST_F(ContextMenu, OfALaneCopiesItsAddressAndGoesToItsLine) {
  accept(state_, with_trace(state_, 0), 32);
  ASSERT_TRUE(desk_->perform({"show_banks"}, 32));
  desk_->frames(8);
  ASSERT_TRUE(desk_->has("banks/lane/3"));
  right_click("banks/lane/3");
  ASSERT_EQ(state_.ui.subject->kind, Kind::access);
  desk_->save("context_lane");
  choose("copy");
  EXPECT_TRUE(copied().starts_with("0x")) << copied();
  const int line = state_.ui.subject->line;
  ASSERT_GT(line, 0);
  right_click("banks/lane/4");
  choose("show_access_line");
  EXPECT_EQ(state_.playback.focus.line, line);
}

TEST_F(ContextMenu, OfAPinGoesToItOrRemovesIt) {
  ASSERT_TRUE(desk_->perform({"pin_a"}, 33));
  ASSERT_TRUE(desk_->perform(SetKnob{"block_y", std::int64_t{4}}, 34));
  desk_->frames(4);
  right_click("compare/A");
  EXPECT_EQ(state_.ui.subject->kind, Kind::pin);
  choose("go_to_pin_a");
  EXPECT_EQ(knob_value(state_, "block_y"), "8");
  right_click("compare/A");
  choose("unpin_a");
  EXPECT_FALSE(state_.pins.any());
}

TEST_F(ContextMenu, IsNotOpenedOnTheBars) {
  right_click(desk_->place("status/machine").GetCenter());
  EXPECT_FALSE(is_open());
}

TEST_F(ContextMenu, IsReachedByTheKeyboardAlone) {
  desk_->tab_to("knob/block_y");
  ASSERT_TRUE(desk_->perform({"open_context_menu"}, 40));
  desk_->frames(4);
  ASSERT_TRUE(is_open());
  press(ImGuiKey_Escape);
  press(ImGuiKey_Menu);
  ASSERT_TRUE(is_open());
  EXPECT_EQ(state_.ui.subject->name, "block_y");
  press(ImGuiKey_Escape);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(desk_->focus(), "knob/block_y") << "where it was";
  desk_->chord(ImGuiMod_Shift, ImGuiKey_F10);
  desk_->frames(4);
  ASSERT_TRUE(is_open());
  EXPECT_NE(state_.ui.workspace, Workspace::measure) << "F10 alone is another key";
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Escape);

  // Tab reaches the first number of a panel, and the arrow keys the next ones.
  const Readout readout = read(state_);
  desk_->tab_to("number/" + readout.rate.label);
  desk_->chord(ImGuiMod_Ctrl, ImGuiKey_C);
  desk_->frames(3);
  EXPECT_EQ(copied(), readout.rate.value + " " + readout.rate.unit);
  press(ImGuiKey_DownArrow);
  desk_->chord(ImGuiMod_Ctrl, ImGuiKey_C);
  desk_->frames(3);
  EXPECT_NE(copied(), readout.rate.value + " " + readout.rate.unit) << "the number below";
  press(ImGuiKey_Menu);
  ASSERT_TRUE(is_open());
  EXPECT_EQ(state_.ui.subject->kind, Kind::number);
  desk_->save("context_keyboard");
  press(ImGuiKey_Escape);

  desk_->tab_to("source/lines");
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Menu);
  ASSERT_TRUE(is_open());
  EXPECT_EQ(state_.ui.subject->kind, Kind::line);
  EXPECT_EQ(state_.ui.subject->line, state_.playback.focus.line);
  press(ImGuiKey_Enter);
  EXPECT_FALSE(is_open()) << "the first line of the menu has the focus";
  EXPECT_EQ(copied(), state_.ui.subject->text);
}

TEST(ContextMenuOfATable, CopiesARowOrOneOfItsNumbers) {
  State state = state_with_kernels();
  accept(state, with_counters(state), 31);
  Desk desk(state, 1920, 1080);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"show_memory_tables"}, 40));
  desk.frames(8);
  const auto right_click = [&](const std::string& widget) {
    ASSERT_TRUE(desk.has(widget)) << widget;
    desk.move_to(desk.place(widget).GetCenter());
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Right, down);
      desk.frames(1);
    }
    desk.frames(4);
    ASSERT_TRUE(is_open()) << widget;
  };
  std::string row, cell;
  for (const auto& [name, place] : desk.widgets()) {
    if (!name.starts_with("tables/") || name.ends_with("/note")) continue;
    const auto slashes = std::ranges::count(name, '/');
    if (slashes == 2 && row.empty()) row = name;
    if (slashes == 3 && !row.empty() && cell.empty() && name.starts_with(row + "/")) cell = name;
  }
  right_click(row);
  EXPECT_EQ(state.ui.subject->kind, Kind::number);
  EXPECT_GT(std::ranges::count(state.ui.subject->text, '\t'), 1) << state.ui.subject->text;
  desk.key(ImGuiKey_Escape);
  desk.frames(3);
  right_click(cell);
  EXPECT_EQ(state.ui.subject->panel, "memory_tables");
  EXPECT_EQ(std::ranges::count(state.ui.subject->text, '\t'), 0) << state.ui.subject->text;
  EXPECT_FALSE(state.ui.subject->help.empty());
  desk.save("context_table");
}

}  // namespace
}  // namespace lanescope::gui::test
