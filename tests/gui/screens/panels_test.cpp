#include "gui/widgets/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

TEST(PanelTable, HasOneLineForEveryFolderOfAPanelAndNoOther) {
  std::multiset<std::string> folders, lines;
  for (const auto& entry : fs::directory_iterator(fs::path(LANESCOPE_SOURCES) / "app" / "gui" / "screens")) {
    const std::string name = entry.path().filename();
    if (fs::exists(entry.path() / (name + "_panel.cpp"))) folders.insert(name);  // the others are dialogs
  }
  for (const PanelEntry& panel : panel_table()) lines.insert(std::string(panel.name()));
  EXPECT_EQ(lines, folders);
}

TEST(PanelTable, FindsEachPanelByItsName) {
  for (const PanelEntry& panel : panel_table()) EXPECT_EQ(find_panel(panel.name()), &panel);
  EXPECT_EQ(find_panel("no_panel"), nullptr);
  EXPECT_EQ(find_panel(""), nullptr);
}

TEST(PanelTable, HasAnActionInOneMenuThatShowsEachPanel) {
  for (const PanelEntry& panel : panel_table()) {
    const std::string name = panel.name() == "lesson" ? "lessons" : std::string(panel.name());
    const Action* action = find_action("show_" + name);
    ASSERT_NE(action, nullptr) << name;
    EXPECT_TRUE(action->menu.starts_with("Views") || action->menu == "Lesson") << name;
  }
}

TEST(PanelTable, KnowsEachAnimatedViewByTheNameThatCommandsUse) {
  for (const AnimatedView view : all_animated_views) {
    const PanelEntry* panel = find_panel(name_of(view));
    ASSERT_NE(panel, nullptr) << name_of(view);
    EXPECT_EQ(panel->place, PanelPlace::view);
  }
  EXPECT_EQ(std::ranges::count(panel_table(), PanelPlace::view, &PanelEntry::place),
            static_cast<std::ptrdiff_t>(all_animated_views.size()) + 1)
      << "the output has a tab there, too";
}

TEST(PanelTable, HasTheKeys1To8ForTheViewsInTheOrderOfTheirTabsAndNoOtherNumberKey) {
  std::size_t number = 0;
  for (const PanelEntry& panel : panel_table()) {
    if (panel.place != PanelPlace::view) continue;
    EXPECT_EQ(panel.show.shortcut, std::to_string(++number)) << panel.name();
  }
  EXPECT_EQ(number, 8U);
  for (const Action& action : actions()) {
    const bool is_number = action.shortcut.size() == 1 && action.shortcut[0] >= '0' && action.shortcut[0] <= '9';
    const PanelEntry* const panel = is_number ? find_panel(action.name.substr(5)) : nullptr;
    EXPECT_TRUE(!is_number || (panel != nullptr && panel->place == PanelPlace::view)) << action.name;
  }
}

TEST(PanelTable, CallsAPanelAndTheCommandThatShowsItByOneName) {
  for (const char* code : {"en", "zh"}) {
    State state;
    ASSERT_TRUE(perform(state, {code == std::string("en") ? "use_english" : "use_chinese"}, 0));
    for (const PanelEntry& panel : panel_table()) {
      EXPECT_EQ(title_of(state, panel.show), state.say("panel." + std::string(panel.name())));
    }
  }
}

}  // namespace
}  // namespace lanescope::gui
