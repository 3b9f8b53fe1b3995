// The real program in a real window of a virtual X server, with a real mouse and keyboard as far as X can tell.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "lessons/lesson.h"
#include "temporary_folder.h"

namespace lanescope::gui::test {

using namespace std::chrono_literals;
inline constexpr auto patience = 90s;

/// The X server's own words: the number of the display it chose.
inline std::string first_line(const Descriptor& from) {
  std::string line;
  char character = 0;
  while (::read(from.get(), &character, 1) == 1 && character != '\n') line += character;
  return line;
}

class RealWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    if (!run_process({"xdotool", "version"}, 10s)) GTEST_SKIP() << "xdotool is not installed";
    auto server = ChildProcess::start(
        {"Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-fbdir", screen_folder_.path().string()});
    if (!server) GTEST_SKIP() << "Xvfb is not installed";
    server_ = std::move(*server);
    const std::string number = first_line(server_.output());
    if (number.empty()) GTEST_SKIP() << "Xvfb does not start here";
    display_ = "DISPLAY=:" + number;
    start(first_file_);
  }

  /// The program, with settings and a folder of pictures of its own: it neither reads nor touches those of whoever runs
  /// the tests.
  void start(const std::string& file = {}) {
    std::filesystem::create_directories(settings_ + "/exports");
    ASSERT_TRUE(write_file(settings_ + "/user-dirs.dirs", "XDG_PICTURES_DIR=\"" + settings_ + "/exports\"\n"));
    std::vector<std::string> command{LANESCOPE_PROGRAM};
    if (!file.empty()) command.push_back(file);
    auto program =
        ChildProcess::start(command, {display_, "WAYLAND_DISPLAY=", "LC_ALL=C", "XDG_CONFIG_HOME=" + settings_});
    ASSERT_TRUE(program) << program.error().text();
    program_ = std::move(*program);
    window_ = std::string(trim(xdotool({"search", "--sync", "--onlyvisible", "--name", "lanescope"})));
    ASSERT_FALSE(window_.empty());
    xdotool({"windowfocus", "--sync", window_});
  }

  /// A key that comes while a slow window still types what came before it into a text field counts for nothing.
  void quit() {
    const auto end = std::chrono::steady_clock::now() + patience;
    std::optional<ExitState> ended;
    while (!ended && std::chrono::steady_clock::now() < end) {
      xdotool({"key", "ctrl+q"});
      ended = program_.wait(2s);
    }
    ASSERT_TRUE(ended) << "the window is still open";
    EXPECT_EQ(ended->status, 0);
  }

  std::string xdotool(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{"env", display_, "xdotool"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto done = run_process(command, patience);
    return done ? done->output : std::string();
  }

  /// The window's title tells kernel and setting.
  [[nodiscard]] bool is_called(const std::string& part, std::chrono::seconds limit = patience) const {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end) {
      if (xdotool({"getwindowname", window_}).find(part) != std::string::npos) return true;
      std::this_thread::sleep_for(50ms);
    }
    return false;
  }

  /// Where widgets of the real window are: those of the same window drawn offscreen.
  /// They stand beside what begins the state: a kernel with these values. Panels are there as "panel/banks", and the
  /// entries of a menu that shall be open.
  [[nodiscard]] static WidgetMap widgets_of_the_same_window(const std::vector<Command>& commands = {},
                                                            const std::string& kernel = "transpose/naive_row",
                                                            const catalogue::Values& values = {},
                                                            const std::string& menu = {}) {
    const std::filesystem::path sources = LANESCOPE_SOURCES;
    catalogue::Catalogue catalogue(sources / "kernels");
    catalogue.refresh();
    State state;
    gui::accept(state, catalogue.snapshot(), 0);
    if (!values.empty()) state.selection.values[kernel] = values;
    EXPECT_TRUE(perform(state, SelectKernel{kernel}, 0));
    state.ui.first_step = values.empty() ? FirstStep::done : FirstStep::pad;
    std::vector<KnownLesson> lessons;
    for (const std::string& name : lessons::lessons_in(sources / "assets/lessons")) {
      auto lesson = lessons::find_lesson(sources / "assets/lessons", name);
      EXPECT_TRUE(lesson) << name;
      if (lesson) lessons.push_back({std::make_shared<const lessons::Lesson>(std::move(*lesson)), false});
    }
    accept_lessons(state, std::move(lessons), {});
    Desk desk(state, 1600, 900);
    if (!desk.missing().empty()) return {};
    for (const Command& command : commands) EXPECT_TRUE(desk.perform(command, 1));
    desk.frames(5);
    if (!menu.empty()) {
      desk.click("menu/" + menu);
      desk.frames(3);
    }
    WidgetMap found = desk.widgets();
    for (const char* panel : {"banks", "scope", "source", "readout"}) {
      const ImGuiWindow* const window = ImGui::FindWindowByName((std::string("###") + panel).c_str());
      if (window != nullptr && window->Active) found[std::string("panel/") + panel] = window->Rect();
    }
    return found;
  }

  /// Asks until it is so.
  template <class Condition>
  [[nodiscard]] static bool until(const Condition& is_so, std::chrono::seconds limit = patience) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!is_so()) {
      if (std::chrono::steady_clock::now() >= end) return false;
      std::this_thread::sleep_for(50ms);
    }
    return true;
  }

  /// Where the window is, as "x y width height".
  [[nodiscard]] std::string place_of_window() const {
    std::map<std::string, std::string> values;
    const std::string text = xdotool({"getwindowgeometry", "--shell", window_});
    for (const std::string_view line : split(text, '\n')) {
      const std::size_t sign = line.find('=');
      if (sign != std::string_view::npos) values[std::string(line.substr(0, sign))] = line.substr(sign + 1);
    }
    return fmt::format("{} {} {} {}", values["X"], values["Y"], values["WIDTH"], values["HEIGHT"]);
  }

  /// What a part of the screen shows: the bytes of its rows.
  [[nodiscard]] std::string screen(const ImRect& part) const {
    constexpr std::size_t width = 1920, bytes = 4;
    const auto file = read_file(screen_folder_.path() / "Xvfb_screen0");
    if (!file) return {};
    const std::size_t pixels = file->size() - width * 1080 * bytes;  // behind a header of another length each time
    std::string rows;
    for (auto y = static_cast<std::size_t>(part.Min.y); y < static_cast<std::size_t>(part.Max.y); ++y) {
      const std::size_t from = pixels + (y * width + static_cast<std::size_t>(part.Min.x)) * bytes;
      rows += file->substr(from, static_cast<std::size_t>(part.GetWidth()) * bytes);
    }
    return rows;
  }

  [[nodiscard]] static ImRect place_of_stage(const WidgetMap& widgets) {
    return widgets.at("banks/panel");  // where Matrices comes
  }

  /// Waits until the picture moves. The accesses come first, after which every picture is another one; all panels are
  /// there then.
  [[nodiscard]] bool plays(const WidgetMap& widgets) const {
    int changes = 0;
    std::string shown = screen(place_of_stage(widgets));
    return until([&] {
      std::string now = screen(place_of_stage(widgets));
      changes += now != shown ? 1 : 0;
      shown = std::move(now);
      return changes > 20;
    });
  }

  void click(ImVec2 at) const {
    xdotool({"mousemove", "--window", window_, fmt::format("{:.0f}", at.x), fmt::format("{:.0f}", at.y)});
    std::this_thread::sleep_for(200ms);
    xdotool({"click", "1"});
    std::this_thread::sleep_for(200ms);
  }

  void drag(ImVec2 from, ImVec2 to) const {
    const auto text = [](float value) { return fmt::format("{:.0f}", value); };
    xdotool({"mousemove", "--window", window_, text(from.x), text(from.y)});
    std::this_thread::sleep_for(100ms);
    xdotool({"mousedown", "1"});
    std::this_thread::sleep_for(100ms);
    xdotool({"mousemove", "--window", window_, text(to.x), text(to.y)});
    std::this_thread::sleep_for(100ms);
    xdotool({"mouseup", "1"});
  }

  std::string first_file_ = LANESCOPE_SOURCES "/kernels/transpose/naive_row.cu";  ///< empty means none
  TemporaryFolder folder_, screen_folder_;
  const ImRect corner_{1900, 0, 1920, 20};  ///< of the screen
  const std::string settings_ = folder_.path().string();
  ChildProcess server_, program_;
  std::string display_, window_;
};

}  // namespace lanescope::gui::test
