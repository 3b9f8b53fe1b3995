// The settings window, by keys and clicks, and that it holds nothing that is not kept.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "gui/settings/settings.h"
#include "gui/settings/settings_table.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

/// Changes a setting to something else than it was; `step` makes numbers and texts differ.
Command other_value(const State& state, const SettingLine& setting, int step) {
  if (const auto* choice = std::get_if<ChoiceSetting>(&setting.kind)) {
    for (const Action& action : actions()) {
      if (action.menu == choice->menu && !action.ticked(state)) return Invoke(action.name);
    }
  }
  if (const auto* which = std::get_if<SwitchSetting>(&setting.kind)) return Invoke(which->action);
  const std::string name(setting.name);
  if (const auto* number = std::get_if<NumberSetting>(&setting.kind)) {
    const double value = number->value(state) + step;
    return ChangeSetting{name, value >= min_worker_mib || number->least > 0 ? value : min_worker_mib + value};
  }
  return ChangeSetting{name, "/somewhere/" + std::to_string(step)};
}

TEST(EverySetting, OfTheWindowIsKeptForTheNextStart) {
  std::set<std::string_view> names;
  for (const SettingLine& setting : settings_table()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    State left = state_with_kernels();
    const std::string before = text_of(settings_of(left));
    ASSERT_TRUE(perform(left, other_value(left, setting, 1), 1)) << setting.name;
    const std::string after = text_of(settings_of(left));
    EXPECT_NE(after, before) << setting.name << " is not written";
    State found;
    restore(found, parse_settings(after, "settings.toml").settings);
    found.selection = left.selection;
    found.known = left.known;
    EXPECT_EQ(text_of(settings_of(found)), after) << setting.name << " is not read";
  }
}

TEST(EverySetting, ButFolderAndLiveIsTakenBackByUndo) {
  for (const SettingLine& setting : settings_table()) {
    State state = state_with_kernels();
    const std::string before = text_of(settings_of(state));
    ASSERT_TRUE(perform(state, other_value(state, setting, 1), 1)) << setting.name;
    const bool is_step = setting.name != "exports" && setting.name != "live";
    EXPECT_EQ(perform(state, {"undo"}, 2).has_value(), is_step) << setting.name;
    EXPECT_EQ(text_of(settings_of(state)) == before, is_step) << setting.name;
  }
}

TEST(EverySetting, HasItsWordsInEachLanguage) {
  State state = state_with_kernels();
  for (const char* language : {"use_english", "use_chinese"}) {
    ASSERT_TRUE(perform(state, {language}, 1));
    for (const SettingLine& setting : settings_table()) {
      const auto has = [&](std::string_view key) { return state.language().find(key) != nullptr; };
      EXPECT_TRUE(has(setting.group)) << setting.group;
      if (const auto* number = std::get_if<NumberSetting>(&setting.kind)) {
        EXPECT_TRUE(has(number->title) && has(number->help) && has(number->unit)) << setting.name;
      }
      if (const auto* text = std::get_if<TextSetting>(&setting.kind)) {
        EXPECT_TRUE(has(text->title) && has(text->help)) << setting.name;
      }
    }
  }
}

TEST(ASetting, ThatIsANumberIsPutIntoItsRange) {
  State state = state_with_kernels();
  const auto set = [&](const char* name, double value) {
    EXPECT_TRUE(perform(state, ChangeSetting{name, value}, 1)) << name;
  };
  set("zoom", 1000);
  EXPECT_EQ(state.ui.zoom, max_zoom);
  set("zoom", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(state.ui.zoom, min_zoom);
  set("run_seconds", -3);
  EXPECT_EQ(state.ui.preferences.run_seconds, 1);
  EXPECT_EQ(experiment_of(state)->timeout, std::chrono::seconds(1));
  set("worker_mib", 5);
  EXPECT_EQ(state.ui.preferences.worker_mib, min_worker_mib) << "a worker cannot begin with less";
  set("worker_mib", 0);
  EXPECT_EQ(state.ui.preferences.worker_mib, 0);
}

TEST(ASetting, ThatThereIsNotIsRefused) {
  State state = state_with_kernels();
  EXPECT_FALSE(perform(state, ChangeSetting{"colour_of_the_sky", 1.0}, 1));
  EXPECT_FALSE(perform(state, ChangeSetting{"zoom", std::string("large")}, 1));
  EXPECT_FALSE(perform(state, ChangeSetting{"editor", 3.0}, 1));
}

TEST(ASetting, OfTheMemoryStartsTheWorkerAnewAlsoWhenItIsUndone) {
  State state = state_with_kernels();
  Outcome done = perform(state, ChangeSetting{"worker_mib", 4096.0}, 1);
  ASSERT_TRUE(done);
  EXPECT_EQ(count_of<Connect>(*done), 1U);
  done = perform(state, {"undo"}, 3);
  ASSERT_TRUE(done);
  EXPECT_EQ(count_of<Connect>(*done), 1U);
  done = perform(state, ChangeSetting{"run_seconds", 20.0}, 5);
  ASSERT_TRUE(done);
  EXPECT_EQ(count_of<Connect>(*done), 0U);
}

TEST(TheNextStart, BringsNothingBackWhereThatIsNotWanted) {
  State state = state_with_kernels();
  for (const Command& command : {Command{"pin_a"}, Command{"why"}, Command{"use_light_theme"}}) {
    ASSERT_TRUE(perform(state, command, 1));
  }
  state.ui.recent_files = {"/srv/mine.cu"};
  EXPECT_EQ(settings_of(state).kernel, "transpose/naive_row");
  ASSERT_TRUE(perform(state, {"toggle_keep_session"}, 2));
  const Settings settings = settings_of(state);
  EXPECT_TRUE(settings.kernel.empty() && settings.pins.empty() && settings.recent_files.empty());
  EXPECT_EQ(settings.workspace, Workspace::watch);
  EXPECT_EQ(settings.theme, ThemeName::light) << "how it looks is no session";
  EXPECT_FALSE(settings.preferences.keeps_session);
}

class TheSettingsWindow : public OnDesk {
 protected:
  void chord() {
    desk_.chord(ImGuiMod_Ctrl, ImGuiKey_Comma);
    desk_.frames(6);
  }
  void click(const std::string& widget) {
    ASSERT_TRUE(desk_.has(widget)) << widget;
    desk_.click(widget);
    desk_.frames(3);
  }
  void press(ImGuiKey key) {
    desk_.key(key);
    desk_.frames(3);
  }
};

TEST_F(TheSettingsWindow, OpensAndClosesByItsKeysAndByEscape) {
  chord();
  EXPECT_TRUE(state_.ui.show_settings);
  chord();
  EXPECT_FALSE(state_.ui.show_settings);
  ASSERT_TRUE(desk_.perform({"toggle_settings"}, 1));
  desk_.frames(4);
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.ui.show_settings);
}

TEST_F(TheSettingsWindow, ShowsEverySettingAndChangesItByAClick) {
  chord();
  for (const SettingLine& setting : settings_table()) {
    EXPECT_TRUE(desk_.has("settings/" + std::string(setting.name))) << setting.name;
  }
  click("settings/theme");
  click("settings/theme/use_light_theme");
  EXPECT_EQ(state_.ui.theme, ThemeName::light);
  click("settings/language");
  click("settings/language/use_chinese");
  EXPECT_EQ(state_.language().code(), "zh");
  click("settings/live");
  EXPECT_FALSE(state_.selection.continuous);
  click("settings/ptx");
  EXPECT_TRUE(state_.source.ptx);
  desk_.save("settings_clicked");
}

TEST_F(TheSettingsWindow, IsUsedByTheKeyboardAlone) {
  chord();
  desk_.tab_to("settings/theme");
  press(ImGuiKey_Enter);
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Enter);
  EXPECT_EQ(state_.ui.theme, ThemeName::light) << "the one below the dark one";
  desk_.tab_to("settings/run_seconds");
  desk_.type("45");
  EXPECT_EQ(state_.ui.preferences.run_seconds, 10) << "4 would not be meant";
  desk_.key(ImGuiKey_Tab);
  desk_.frames(4);
  EXPECT_EQ(state_.ui.preferences.run_seconds, 45);
  desk_.tab_to("settings/editor");
  desk_.type("vim");
  EXPECT_EQ(state_.ui.preferences.editor, "vim") << "at once";
  desk_.tab_to("settings/keep");
  press(ImGuiKey_Space);
  EXPECT_FALSE(state_.ui.preferences.keeps_session);
  press(ImGuiKey_Escape);
  EXPECT_FALSE(state_.ui.show_settings);
  desk_.chord(ImGuiMod_Ctrl, ImGuiKey_Z);
  EXPECT_TRUE(state_.ui.preferences.keeps_session);
  EXPECT_TRUE(state_.ui.notices.back().text.find("the settings") != std::string::npos) << state_.ui.notices.back().text;
}

TEST_F(TheSettingsWindow, TakesTheNumberThatIsTypedBeforeEnter) {
  chord();
  click("settings/zoom");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  desk_.key(ImGuiKey_A);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  desk_.frames(2);
  desk_.type("150");
  press(ImGuiKey_Enter);
  EXPECT_FLOAT_EQ(state_.ui.zoom, 1.5F);
}

TEST(TheSettingsWindowOnASmallScreen, StaysWithinIt) {
  State state = state_with_kernels();
  state.ui.zoom = 1.5F;
  Desk desk(state, 1024, 640);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"toggle_settings"}, 0));
  desk.frames(6);
  desk.save("settings_small");
  desk.tab_to("settings/keep");
  desk.frames(3);
  EXPECT_LT(desk.place("settings/keep").Max.y, 640) << "Tab scrolls to what was below";
  EXPECT_GT(desk.place("settings/keep").Min.y, 0);
}

}  // namespace
}  // namespace lanescope::gui::test
