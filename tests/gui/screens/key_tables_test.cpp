#include "gui/screens/dialogs/key_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

TEST(KeyTables, HaveARowForEveryCommandWithItsKeys) {
  const std::string page = key_tables();
  for (const Action& action : actions()) {
    ASSERT_EQ(action.help.find('|'), std::string_view::npos) << action.name << " would end a cell";
    EXPECT_NE(page.find(fmt::format("| {} |\n", action.help)), std::string::npos) << action.name;
    const std::string key = fmt::format("`{}`", action.shortcut);
    EXPECT_TRUE(action.shortcut.empty() || page.find(key) != std::string::npos) << action.name;
  }
  const auto rows = static_cast<std::size_t>(std::ranges::count(page, '\n'));
  EXPECT_GT(rows, actions().size());
  EXPECT_NE(page.find("| All commands | `F1`, `?` | Lists all commands and their keys. |\n"), std::string::npos);
  EXPECT_NE(page.find("| Theme: Dark |  | "), std::string::npos);
}

TEST(KeyTables, HaveOneHeadingForEachMenu) {
  const std::string page = key_tables();
  for (const char* menu : {"File", "Edit", "Kernel", "Run", "Views", "Compare", "Lesson", "Help"}) {
    const std::string heading = fmt::format("### {}\n", menu);
    const std::size_t first = page.find(heading);
    ASSERT_NE(first, std::string::npos) << menu;
    EXPECT_EQ(page.find(heading, first + 1), std::string::npos) << menu;
  }
}

}  // namespace
}  // namespace lanescope::gui
