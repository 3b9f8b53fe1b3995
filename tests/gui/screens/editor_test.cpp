#include "gui/shell/editor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>
#include <thread>

namespace lanescope::gui {
namespace {

using Words = std::vector<std::string>;

/// A machine with these variables and programs.
EditorLookup machine(std::map<std::string, std::string> variables, std::set<std::string> programs) {
  return {[variables](const char* name) {
            const auto found = variables.find(name);
            return found == variables.end() ? std::string() : found->second;
          },
          [programs](const std::string& name) { return programs.contains(name) ? "/bin/" + name : std::string(); }};
}

TEST(Editor, IsTheConfiguredOneThenVisualThenEditorThenTheDesktops) {
  const auto full = machine({{"VISUAL", "gedit"}, {"EDITOR", "geany"}}, {"gedit", "geany", "xdg-open", "kate"});
  EXPECT_EQ(*editor_command("kate", "a.cu", 0, full), (Words{"kate", "a.cu"}));
  EXPECT_EQ(*editor_command("", "a.cu", 0, full), (Words{"gedit", "a.cu"}));
  const auto plain = machine({{"EDITOR", "geany"}}, {"geany", "xdg-open"});
  EXPECT_EQ(*editor_command("", "a.cu", 0, plain), (Words{"geany", "a.cu"}));
  EXPECT_EQ(*editor_command("", "a.cu", 7, machine({}, {"xdg-open"})), (Words{"/bin/xdg-open", "a.cu"}));
}

TEST(Editor, IsToldTheLineInItsOwnWay) {
  const auto all = machine({}, {"gedit", "code", "subl", "unheard_of", "xterm", "nano"});
  EXPECT_EQ(*editor_command("gedit", "a.cu", 12, all), (Words{"gedit", "+12", "a.cu"}));
  EXPECT_EQ(*editor_command("code -n", "a.cu", 12, all), (Words{"code", "-n", "--goto", "a.cu:12"}));
  EXPECT_EQ(*editor_command("subl", "a.cu", 12, all), (Words{"subl", "a.cu:12"}));
  EXPECT_EQ(*editor_command("unheard_of", "a.cu", 12, all), (Words{"unheard_of", "a.cu"}));
}

TEST(Editor, OfATerminalGetsOne) {
  EXPECT_EQ(*editor_command("nano", "a.cu", 3, machine({}, {"nano", "xterm"})),
            (Words{"/bin/xterm", "-e", "nano", "+3", "a.cu"}));
  const auto none = editor_command("", "a.cu", 3, machine({{"VISUAL", "vim"}}, {"vim"}));
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().what.text().find("vim needs a terminal"), std::string::npos);
  EXPECT_NE(none.error().remedy.text().find("VISUAL"), std::string::npos);
}

TEST(Editor, ThatIsMissingIsNamedWithTheRemedy) {
  const auto missing = editor_command("", "a.cu", 0, machine({{"VISUAL", "emacs"}}, {"xdg-open"}));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().what, "the editor emacs was not found");
  EXPECT_EQ(missing.error().where.text(), "$VISUAL");
  const auto nothing = editor_command("", "a.cu", 0, machine({}, {}));
  ASSERT_FALSE(nothing);
  EXPECT_NE(nothing.error().what.text().find("no editor is set"), std::string::npos);
  EXPECT_FALSE(editor_command("'gedit", "a.cu", 0, machine({}, {"gedit"}))) << "an open quote";
}

TEST(Editors, StartAProgramAndDoNotWaitForIt) {
  Editors editors;
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(editors.start({"sleep", "2"}));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
  EXPECT_TRUE(editors.take_errors().empty()) << "it still runs";
}

TEST(Editors, SayWhichProgramEndedWithAnError) {
  Editors editors;
  ASSERT_TRUE(editors.start({"sh", "-c", "exit 3"}));
  std::vector<std::string> complaints;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (complaints.empty() && std::chrono::steady_clock::now() < end) {
    complaints = editors.take_errors();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_EQ(complaints[0], "sh exited with status 3");
  EXPECT_TRUE(editors.take_errors().empty()) << "it is said once";
  EXPECT_FALSE(editors.start({"/no/such/editor"}));
}

}  // namespace
}  // namespace lanescope::gui
