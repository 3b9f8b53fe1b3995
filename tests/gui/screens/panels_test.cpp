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
    EXPECT_EQ(action->menu, "Panels") << name;
  }
}

TEST(PanelTable, KnowsEachAnimatedViewByTheNameThatCommandsUse) {
  for (const AnimatedView view : all_animated_views) {
    const PanelEntry* panel = find_panel(name_of(view));
    ASSERT_NE(panel, nullptr) << name_of(view);
    EXPECT_EQ(panel->dock, Dock::view);
  }
  EXPECT_EQ(std::ranges::count(panel_table(), Dock::view, &PanelEntry::dock),
            static_cast<std::ptrdiff_t>(all_animated_views.size()));
}

}  // namespace
}  // namespace lanescope::gui
