// Ten tasks with which people begin, in the real window, by keys and by mouse. Each may take so many keys or clicks.
#include <array>
#include <cstddef>
#include <string>
#include <thread>

#include "gui/settings/settings.h"
#include "gui/shell/real_window.h"
#include "gui/widgets/theme.h"

namespace lanescope::gui::test {
namespace {

class TenTasks : public RealWindow {
 protected:
  TenTasks() { first_file_.clear(); }

  void SetUp() override {
    RealWindow::SetUp();
    if (IsSkipped()) return;
    ASSERT_TRUE(is_called("transpose/smem_unroll"));
    widgets_ = widgets_of_the_same_window({}, kernel_, first_values_);
    if (widgets_.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
    settings_file_ = settings_ + "/lanescope/settings.toml";
  }

  void press(const std::string& key) {
    ++inputs_;
    xdotool({"key", key});
  }
  void click_on(const std::string& widget, const WidgetMap& widgets) {
    ASSERT_TRUE(widgets.contains(widget)) << widget;
    ++inputs_;
    click(widgets.at(widget).GetCenter());
  }
  void click_on(const std::string& widget) { click_on(widget, widgets_); }
  /// Opens a menu and takes its entry: two clicks.
  void choose(const std::string& menu, const std::string& entry) {
    const WidgetMap opened = widgets_of_the_same_window({}, kernel_, first_values_, menu);
    ASSERT_TRUE(opened.contains("menu/" + entry)) << entry;
    const ImRect place = opened.at("menu/" + entry);
    const std::string before = screen(place);
    click_on("menu/" + menu);
    EXPECT_TRUE(until([&] { return screen(place) != before; })) << "the menu opens";
    click_on("menu/" + entry, opened);
  }
  void move_over(const std::string& panel) {
    const ImVec2 at = widgets_.at(panel).GetCenter();
    xdotool({"mousemove", "--window", window_, fmt::format("{:.0f}", at.x), fmt::format("{:.0f}", at.y)});
    std::this_thread::sleep_for(500ms);
  }
  void types(const std::string& text) { xdotool({"type", "--delay", "20", text}); }
  /// Into a field that has just been asked for: a machine that is busy needs a moment to show it.
  void types_soon(const std::string& text) {
    std::this_thread::sleep_for(1s);
    types(text);
  }

  /// Into the dialog that opens a file, and takes the launch that is proposed.
  void type_path(const std::string& file) {
    types_soon(file);
    press("Return");
    std::this_thread::sleep_for(1s);
    press("Return");
  }

  /// Ends a task that may take so many keys or clicks besides what is typed.
  void took_at_most(int most, const char* task) {
    EXPECT_LE(inputs_, most) << task;
    inputs_ = 0;
  }

  /// How many pixels of a part of the screen have this colour of the dark theme.
  [[nodiscard]] std::size_t count_of(ImVec4 Theme::*colour, const ImRect& part) const {
    const ImU32 wanted = packed(theme_of(ThemeName::dark).*colour);
    const std::array<char, 3> bytes{static_cast<char>(wanted >> IM_COL32_B_SHIFT & 255),
                                    static_cast<char>(wanted >> IM_COL32_G_SHIFT & 255),
                                    static_cast<char>(wanted >> IM_COL32_R_SHIFT & 255)};
    const std::string rows = screen(part);
    std::size_t count = 0;
    for (std::size_t at = 0; at + 4 <= rows.size(); at += 4) count += rows.compare(at, 3, bytes.data(), 3) == 0 ? 1 : 0;
    return count;
  }
  [[nodiscard]] std::string clipboard() const {
    const auto read =
        run_process({"env", display_, "timeout", "5", "xclip", "-selection", "clipboard", "-o"}, patience);
    return read ? read->output : std::string();
  }
  [[nodiscard]] bool has_copied_picture() const {
    const auto read = run_process(
        {"env", display_, "timeout", "5", "xclip", "-selection", "clipboard", "-t", "image/png", "-o"}, patience);
    return read && read->output.starts_with("\x89PNG");
  }

  void expect_motion_conflict_and_curve() {
    const ImRect stage = widgets_.at("panel/banks"), scope = widgets_.at("panel/scope");
    for (int change = 0; change < 3; ++change) {
      const std::string before = screen(stage);
      EXPECT_TRUE(until([&] { return screen(stage) != before; })) << "it plays by itself";
    }
    took_at_most(0, "play at a speed that one can follow");
    EXPECT_TRUE(until([&] { return count_of(&Theme::wrong, stage) > 30; })) << "the stack of 32 words and its number";
    took_at_most(0, "see a bank conflict from the first start");
    EXPECT_TRUE(until([&] { return count_of(&Theme::recorded, scope) > 300; }));
    took_at_most(0, "see the bandwidth as a curve");
  }
  void expect_no_conflict() {
    EXPECT_TRUE(until([&] { return xdotool({"getwindowname", window_}).find("pad=0") == std::string::npos; }));
    EXPECT_TRUE(until([&] { return count_of(&Theme::wrong, widgets_.at("panel/banks")) == 0; })) << "one wavefront";
    took_at_most(1, "take the conflict away");
  }
  void expect_worst_line(int most) {
    took_at_most(most, "from the picture to the worst line");
    move_over("panel/source");
    EXPECT_TRUE(until([&] {
      xdotool({"key", "ctrl+c"});
      std::this_thread::sleep_for(300ms);
      return clipboard().find("square[k][threadIdx.x][row]") != std::string::npos;
    })) << clipboard();
  }
  void expect_own_file(int most) {
    EXPECT_TRUE(is_called("twice - lanescope")) << "its launch is proposed";
    took_at_most(most, "from a file of one's own to its first number");
    EXPECT_TRUE(until([&] { return count_of(&Theme::predicted, widgets_.at("panel/readout")) > 50; }));
  }
  void expect_why(int most) {
    const ImRect tab = widgets_.at("workspace/why");
    const ImRect below{tab.Min.x, tab.Max.y - 4, tab.Max.x, tab.Max.y + 8};
    EXPECT_TRUE(until([&] { return count_of(&Theme::accent, below) > 20; })) << "its tab is underlined";
    took_at_most(most, "why is it slow?");
  }
  void expect_picture_on_clipboard(int most) {
    EXPECT_TRUE(until([&] { return has_copied_picture(); }));
    took_at_most(most, "the stage into slides");
  }
  void expect_full_screen(int most) {
    EXPECT_TRUE(until([&] { return place_of_window() == "0 0 1920 1080"; })) << place_of_window();
    took_at_most(most, "full screen");
  }
  void expect_moment(int most) {
    const std::string file = settings_ + "/lanescope/lessons/my_lecture.toml";
    EXPECT_TRUE(until([&] {
      const auto text = read_file(file);
      return text && text->find(sentence_) != std::string::npos;
    }));
    took_at_most(most, "add a moment with its sentence");
  }
  [[nodiscard]] std::string own_file() const {
    const std::string file = settings_ + "/twice.cu";
    EXPECT_TRUE(write_file(file,
                           "__global__ void twice(float* out, const float* in, int n) {\n"
                           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = 2 * in[i];\n}\n"));
    return file;
  }

  const std::string sentence_ = "All lanes ask for one bank.";
  const std::string kernel_ = "transpose/smem_unroll";
  const catalogue::Values first_values_{{"pad", std::int64_t{0}}, {"unroll", std::int64_t{1}}};
  WidgetMap widgets_;
  std::string settings_file_;
  int inputs_ = 0;
};

TEST_F(TenTasks, AreDoneByKeys) {
  expect_motion_conflict_and_curve();
  press("Right");
  expect_no_conflict();
  press("ctrl+1");
  took_at_most(1, "compare two settings");
  xdotool({"key", "Left"});
  ASSERT_TRUE(is_called("pad=0"));
  press("F3");
  expect_worst_line(1);
  press("F12");
  expect_why(1);
  xdotool({"key", "F9"});
  press("plus");
  types_soon(sentence_);
  press("Return");
  expect_moment(2);
  move_over("panel/banks");
  press("ctrl+c");
  expect_picture_on_clipboard(1);
  const std::string file = own_file();
  press("ctrl+o");
  type_path(file);
  expect_own_file(3);
  press("F11");
  expect_full_screen(1);
  quit();
  EXPECT_TRUE(read_settings(settings_file_).settings.pins.contains("A transpose/smem_unroll"));
}

TEST_F(TenTasks, AreDoneByMouse) {
  expect_motion_conflict_and_curve();
  click_on("knob/pad/1");
  expect_no_conflict();
  choose("Compare", "pin_a");
  took_at_most(2, "compare two settings");
  click(widgets_.at("knob/pad/0").GetCenter());
  ASSERT_TRUE(is_called("pad=0"));
  click_on("action/worst_line");
  expect_worst_line(1);
  click_on("workspace/why");
  expect_why(1);
  click(widgets_.at("workspace/watch").GetCenter());
  choose("Lesson", "add_step");
  types_soon(sentence_);
  click(widgets_.at("panel/banks").GetCenter());
  expect_moment(2);
  choose("Edit", "copy");
  expect_picture_on_clipboard(2);
  const std::string file = own_file();
  choose("File", "open_file");
  type_path(file);
  expect_own_file(4);
  choose("Views", "lecture");
  expect_full_screen(2);
  quit();
  EXPECT_TRUE(read_settings(settings_file_).settings.pins.contains("A transpose/smem_unroll"));
}

}  // namespace
}  // namespace lanescope::gui::test
