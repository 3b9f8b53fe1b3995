// What people do with mouse and keys in the real window.
#include "gui/shell/real_window.h"

#include <algorithm>
#include <ranges>
#include <thread>

#include "gui/settings/settings.h"

namespace lanescope::gui::test {
namespace {

TEST_F(RealWindow, FollowsMouseAndKeyboardAndEndsWhenToldTo) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  xdotool({"key", "Right"});
  EXPECT_TRUE(is_called("block_x=64"));

  const WidgetMap widgets = widgets_of_the_same_window();
  if (!widgets.empty()) {
    drag(widgets.at("knob/block_x/64").GetCenter(), widgets.at("knob/block_x/8").GetCenter());
    EXPECT_TRUE(is_called("block_x=8"));
  }
  xdotool({"key", "ctrl+f"});
  xdotool({"type", "--delay", "50", "row_diag"});
  xdotool({"key", "Return"});
  EXPECT_TRUE(is_called("transpose/naive_row_diag"));

  quit();
}

TEST_F(RealWindow, SplitsTheStageByKeysAndComesBackSplit) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  std::this_thread::sleep_for(1s);  // the accesses of A are recorded
  xdotool({"key", "ctrl+1"});
  xdotool({"key", "Right"});
  ASSERT_TRUE(is_called("block_x=64"));
  xdotool({"key", "3"});
  std::this_thread::sleep_for(2s);
  const ImRect stage{300, 150, 1100, 500};
  const std::string before = screen(stage);
  xdotool({"key", "ctrl+5"});
  EXPECT_TRUE(until([&] { return screen(stage) != before; })) << "the stage shows two settings";
  quit();
  const auto kept = read_file(settings_ + "/lanescope/settings.toml");
  ASSERT_TRUE(kept) << kept.error().text();
  const Settings settings = parse_settings(*kept, "settings.toml").settings;
  EXPECT_TRUE(settings.compare_on_stage);
  EXPECT_TRUE(settings.pins.contains("A transpose/naive_row"));
  start();
  ASSERT_TRUE(is_called("block_x=64"));
  xdotool({"key", "ctrl+shift+1"});
  EXPECT_TRUE(is_called("transpose/naive_row - lanescope")) << "A came back with the session";
  quit();
}

TEST_F(RealWindow, TakesALessonWithTheMouseTheKeyboardAndAPresentersRemote) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  xdotool({"key", "Right"});
  ASSERT_TRUE(is_called("transpose/naive_row block_x=64"));
  const WidgetMap list = widgets_of_the_same_window({{"show_lessons"}});
  const WidgetMap step = widgets_of_the_same_window({StartLesson{"banks"}, {"next_step"}});
  if (list.empty() || step.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
  ASSERT_TRUE(list.contains("lesson/banks") && step.contains("lesson/number"));
  std::this_thread::sleep_for(1s);  // lessons are read after the first frames
  xdotool({"key", "l"});
  std::this_thread::sleep_for(500ms);
  click(list.at("lesson/banks").GetCenter());
  ASSERT_TRUE(is_called("reduce/k1")) << "the first step shows, and asks nothing";
  xdotool({"key", "Next"});
  ASSERT_TRUE(is_called("transpose/smem_tile"));
  std::this_thread::sleep_for(500ms);
  click(step.at("lesson/number").GetCenter());
  xdotool({"type", "--delay", "50", "32"});
  xdotool({"key", "Return"});
  std::this_thread::sleep_for(300ms);
  // The fifth step is about another kernel; the remote sends PageDown three times.
  for (int press = 0; press < 3; ++press) {
    xdotool({"key", "Next"});
    std::this_thread::sleep_for(300ms);
  }
  EXPECT_TRUE(is_called("transpose/smem_pad"));
  xdotool({"key", "Prior"});
  EXPECT_TRUE(is_called("transpose/smem_tile"));
  xdotool({"key", "ctrl+shift+l"});
  EXPECT_TRUE(is_called("transpose/naive_row block_x=64")) << "the window is as before";
  quit();
}

TEST_F(RealWindow, PutsAPictureOfThePanelOnTheClipboard) {
  if (std::system("command -v xclip > /dev/null") != 0) GTEST_SKIP() << "xclip is not installed";
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  std::this_thread::sleep_for(1s);
  xdotool({"mousemove", "800", "300"});
  xdotool({"key", "ctrl+c"});
  const std::string file = settings_ + "/pasted.png";
  const auto pasted = [&] {
    const std::string command =
        "env " + display_ + " timeout 5 xclip -selection clipboard -t image/png -o > '" + file + "' 2> /dev/null";
    return std::system(command.c_str()) == 0;
  };
  ASSERT_TRUE(until(pasted)) << "another program gets it";
  const std::string png = read_file(file).value();
  ASSERT_GT(png.size(), 10'000U) << "a picture with something on it";
  EXPECT_TRUE(png.starts_with("\x89PNG"));
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x07\x80\0\0\x04\x38", 8)) << "1920 x 1080";
  // A text that is copied later takes its place.
  xdotool({"key", "ctrl+shift+c"});
  EXPECT_TRUE(until([&] {
    return std::system(("env " + display_ + " timeout 5 xclip -selection clipboard -o > /dev/null 2>&1").c_str()) == 0;
  }));
  quit();
}

TEST_F(RealWindow, IsUsedByTheKeyboardAlone) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  xdotool({"key", "Right"});
  ASSERT_TRUE(is_called("block_x=64"));
  const WidgetMap bar = widgets_of_the_same_window();
  if (bar.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
  // Shift+Tab and Tab lead to the same control, whose ring is seen, and Escape takes it away.
  // At its left, where neither the ring of the next control nor a tooltip comes.
  const auto around = [&](const char* widget) {
    const ImRect place = bar.at(widget);
    return screen({place.Min.x - 6, place.Min.y + 4, place.Min.x, place.Max.y - 4});
  };
  const std::string without = around("workspace/watch");
  bool ring = false;
  for (int press = 0; press < 12 && !ring; ++press) {
    xdotool({"key", "Tab"});
    ring = until([&] { return around("workspace/watch") != without; }, 1s);
  }
  ASSERT_TRUE(ring);
  xdotool({"key", "Tab"});
  EXPECT_TRUE(until([&] { return around("workspace/watch") == without; }, 5s)) << "it went on";
  xdotool({"key", "shift+Tab"});
  EXPECT_TRUE(until([&] { return around("workspace/watch") != without; }, 5s));
  xdotool({"key", "Escape"});
  EXPECT_TRUE(until([&] { return around("workspace/watch") == without; }, 5s));
  xdotool({"key", "Right"});
  EXPECT_TRUE(is_called("block_x=128")) << "the arrow keys are the knob's again";
  xdotool({"key", "Alt_L"});
  std::this_thread::sleep_for(300ms);
  xdotool({"key", "Down"});
  std::this_thread::sleep_for(300ms);
  xdotool({"key", "Escape"});
  std::this_thread::sleep_for(300ms);
  xdotool({"key", "Left"});
  EXPECT_TRUE(is_called("block_x=64")) << "Escape left the menus";
  xdotool({"key", "alt+k"});
  std::this_thread::sleep_for(500ms);
  xdotool({"key", "Left"});
  std::this_thread::sleep_for(300ms);
  EXPECT_TRUE(is_called("block_x=64", 2s)) << "the keys belong to the open menu";
  xdotool({"key", "Escape"});
  std::this_thread::sleep_for(300ms);
  quit();
}

TEST_F(RealWindow, IsFoundAsItWasLeft) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  xdotool({"key", "Right"});
  EXPECT_TRUE(is_called("transpose/naive_row block_x=64"));
  xdotool({"key", "ctrl+Next"});
  ASSERT_TRUE(is_called("transpose/naive_row_diag"));
  xdotool({"key", "ctrl+equal"});
  quit();
  const SettingsRead left = read_settings(settings_ + "/lanescope/settings.toml");
  EXPECT_TRUE(left.complaints.empty()) << left.complaints.front();
  EXPECT_GT(left.settings.zoom, 1.05F);
  EXPECT_EQ(left.settings.width, 1600);
  EXPECT_TRUE(left.settings.layouts.empty()) << "no panel was moved";

  start();
  EXPECT_TRUE(is_called("transpose/naive_row_diag"));
  xdotool({"key", "ctrl+Prior"});
  EXPECT_TRUE(is_called("transpose/naive_row block_x=64")) << "each kernel is found with its knobs";
  quit();
}

TEST_F(RealWindow, PinsSweepsAndExports) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  // A setting can be pinned once something is known of it.
  bool back = false;
  for (int attempt = 0; attempt < 20 && !back; ++attempt) {
    xdotool({"key", "ctrl+1"});
    xdotool({"key", "Right"});
    ASSERT_TRUE(is_called("block_x=64"));
    xdotool({"key", "ctrl+shift+1"});
    std::this_thread::sleep_for(500ms);
    back = is_called("transpose/naive_row - lanescope", 1s);
    if (!back) xdotool({"key", "Left"});
  }
  EXPECT_TRUE(back) << "the pinned setting is gone back to";

  const std::filesystem::path folder = settings_ + "/exports";
  bool exported = false;
  for (int attempt = 0; attempt < 30 && !exported; ++attempt) {
    if (attempt % 5 == 0) xdotool({"key", "F6"});
    std::this_thread::sleep_for(1s);
    xdotool({"key", "ctrl+p"});
    xdotool({"type", "--delay", "30", "Sweep as CSV"});
    xdotool({"key", "Return"});  // the dialog proposes a file
    // A slow window may open it later than the next key comes.
    for (int wait = 0; wait <= attempt && wait < 6 && !exported; ++wait) {
      std::this_thread::sleep_for(300ms);
      xdotool({"key", "Return"});
      std::this_thread::sleep_for(500ms);
      exported = !std::filesystem::is_empty(folder);
    }
    if (!exported) xdotool({"key", "Escape"});
  }
  ASSERT_TRUE(exported) << "points of the sweep were written";
  const auto text = read_file(std::filesystem::directory_iterator(folder)->path());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("block_x"), std::string::npos);
  EXPECT_NE(text->find("transpose/naive_row"), std::string::npos);
  quit();
}

TEST_F(RealWindow, RunsAFileThatDoesNotSayHowItIsLaunched) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  quit();
  const std::string file = settings_ + "/twice.cu";
  ASSERT_TRUE(write_file(file,
                         "__global__ void twice(float* out, const float* in, int n) {\n"
                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = 2 * in[i];\n}\n"));
  start(file);
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope")) << "it stands behind the form";
  bool runs = false;
  for (int attempt = 0; attempt < 20 && !runs; ++attempt) {
    xdotool({"key", "Return"});
    runs = is_called("twice - lanescope", 2s);
  }
  EXPECT_TRUE(runs);
  quit();
}

TEST_F(RealWindow, FillsTheScreenWithoutAWindowManagerAndIsPutBack) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  const std::string before = place_of_window();
  for (const char* leaves : {"F11", "Escape"}) {
    xdotool({"key", "F11"});
    EXPECT_TRUE(until([&] { return place_of_window() == "0 0 1920 1080"; })) << place_of_window();
    // The last pixels of the screen are the program's, too.
    EXPECT_TRUE(until([&] { return screen(corner_).find_first_not_of('\0') != std::string::npos; }));
    xdotool({"key", leaves});
    EXPECT_TRUE(until([&] { return place_of_window() == before; })) << place_of_window() << " after " << leaves;
  }
  xdotool({"key", "F11"});
  ASSERT_TRUE(until([&] { return place_of_window() == "0 0 1920 1080"; }));
  xdotool({"key", "b"});
  const ImRect all{0, 0, 1920, 1080};
  EXPECT_TRUE(until([&] {
    const std::string shown = screen(all);
    return std::ranges::all_of(std::views::iota(std::size_t{0}, shown.size()),
                               [&](std::size_t at) { return at % 4 == 3 || shown[at] == '\0'; });
  })) << "B blanks everything";
  xdotool({"key", "b"});
  EXPECT_TRUE(until([&] { return screen(corner_).find_first_not_of('\0') != std::string::npos; }));
  quit();
  EXPECT_EQ(read_settings(settings_ + "/lanescope/settings.toml").settings.width, 1600) << "its own size is remembered";
}

TEST_F(RealWindow, GivesAllKeysToAnOpenMenu) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  const WidgetMap widgets = widgets_of_the_same_window();
  if (widgets.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
  // What is below the first line of the window stands still. The edge of a menu lies below the one beside it.
  const auto below = [&](const char* menu) {
    const ImRect at = widgets.at(menu);
    return ImRect{at.Min.x + 8, at.Max.y + 2, at.Max.x - 8, at.Max.y + 20};
  };
  const ImRect first = below("menu/Kernel"), next = below("menu/Run");
  ASSERT_TRUE(plays(widgets));
  const std::string without_first = screen(first), without_next = screen(next);
  const auto is_open = [&](const ImRect& at, const std::string& closed) {
    return until([&] { return screen(at) != closed; });
  };
  const auto is_closed = [&](const ImRect& at, const std::string& closed) {
    return until([&] { return screen(at) == closed; });
  };
  click(widgets.at("menu/Kernel").GetCenter());
  ASSERT_TRUE(is_open(first, without_first));
  xdotool({"mousemove", "--window", window_, "1500", "880"});
  xdotool({"key", "Right"});
  EXPECT_TRUE(is_closed(first, without_first)) << "the next one takes its place";
  EXPECT_TRUE(is_open(next, without_next));
  xdotool({"key", "Left"});
  EXPECT_TRUE(is_open(first, without_first));
  xdotool({"key", "Delete"});
  xdotool({"key", "Escape"});
  EXPECT_TRUE(is_closed(first, without_first)) << "Escape closes it";
  EXPECT_TRUE(is_called("transpose/naive_row - lanescope")) << "no knob was turned";
  xdotool({"key", "Right"});
  EXPECT_TRUE(is_called("transpose/naive_row block_x=64")) << "the keys are the window's again";
  quit();
}

TEST_F(RealWindow, MovesWithoutAClickAndStopsWithOneKey) {
  ASSERT_TRUE(is_called("transpose/naive_row - lanescope"));
  const WidgetMap widgets = widgets_of_the_same_window();
  if (widgets.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
  ASSERT_TRUE(plays(widgets));
  const ImRect stage = place_of_stage(widgets);
  std::string shown = screen(stage);
  xdotool({"key", "space"});
  int same = 0;
  EXPECT_TRUE(until([&] {
    std::string now = screen(stage);
    same = now == shown ? same + 1 : 0;
    shown = std::move(now);
    return same > 20;
  })) << "a still window draws nothing";
  quit();
}

/// The window as whoever starts it for the first time meets it.
class FirstMinute : public RealWindow {
 protected:
  FirstMinute() { first_file_.clear(); }
};

TEST_F(FirstMinute, MovesWithoutAClickAndShowsWhatOneKeyDoes) {
  ASSERT_TRUE(is_called("transpose/smem_unroll pad=0 unroll=1"));
  const WidgetMap widgets = widgets_of_the_same_window({}, catalogue::default_kernel, catalogue::default_values());
  if (widgets.empty()) GTEST_SKIP() << "no offscreen window says where the widgets are";
  const ImRect stage = widgets.at("banks/panel"), scope = widgets.at("scope"), welcome = widgets.at("first_step/pad");
  EXPECT_GE(scope.GetHeight(), 180.0F / 1080 * 900);
  for (const char* knob : {"knob/tile", "knob/block_y", "knob/pad", "knob/unroll"}) {
    EXPECT_LE(widgets.at(knob).Max.y, 860) << knob << " is seen without scrolling";
  }
  int changes = 0;
  std::string shown = screen(stage);
  EXPECT_TRUE(until([&] {
    std::string now = screen(stage);
    changes += now != shown ? 1 : 0;
    shown = std::move(now);
    return changes > 20;
  })) << "the lanes move by themselves";
  // The rate of the first setting stands in the scope before the knob is turned.
  std::string level = screen(scope);
  int same = 0;
  ASSERT_TRUE(until([&] {
    std::string now = screen(scope);
    same = now == level ? same + 1 : 0;
    level = std::move(now);
    return same > 20;
  }));
  const std::string sentence = screen(welcome);
  xdotool({"key", "Right"});
  ASSERT_TRUE(is_called("transpose/smem_unroll unroll=1")) << "pad has its default again, 1";
  EXPECT_TRUE(until([&] { return screen(scope) != level; })) << "the scope shows the step";
  EXPECT_TRUE(until([&] { return screen(welcome) != sentence; })) << "the sentence was followed, and goes";
  quit();
  EXPECT_TRUE(read_settings(settings_ + "/lanescope/settings.toml").settings.first_step != FirstStep::pad);
}

TEST_F(FirstMinute, PreparesALectureWithFewKeysAndGivesIt) {
  ASSERT_TRUE(is_called("transpose/smem_unroll pad=0 unroll=1"));
  const std::string file = settings_ + "/lanescope/lessons/my_lecture.toml";
  const auto moments = [&] {
    const auto text = read_file(file);
    const auto lecture = text ? lessons::read_lesson(*text, file) : tl::unexpected(std::vector<Error>{});
    return lecture ? lecture->steps : std::vector<lessons::LessonStep>();
  };
  int presses = 0;  // besides the typed sentences
  const auto press = [&](const char* key) {
    ++presses;
    xdotool({"key", key});
    std::this_thread::sleep_for(150ms);
  };
  std::vector<std::string> sentences;
  const auto add = [&](const std::string& sentence) {
    press("plus");
    xdotool({"type", "--delay", "20", sentence});
    press("Return");
    sentences.push_back(sentence);
    ASSERT_TRUE(until([&] { return moments().size() == sentences.size(); })) << sentence;
  };
  // The field of a sentence closes in the frame after it was saved: a key that comes before then counts for nothing.
  const auto turn = [&](const char* key, const std::string& title) {
    ++presses;  // that a slow window wants one again does not count
    for (int attempt = 0; attempt < 3; ++attempt) {
      xdotool({"key", key});
      if (is_called(title, 10s)) return true;
    }
    return false;
  };
  // The accesses must have come before moments can hold them.
  std::this_thread::sleep_for(3s);
  add("A warp reads a column of the tile.");
  ASSERT_TRUE(turn("Right", "transpose/smem_unroll unroll=1"));
  add("One word of padding: each lane has a bank of its own.");
  ASSERT_TRUE(turn("Right", "pad=2"));
  add("Two words: half of the banks again.");
  press("2");
  add("The sectors of global memory are the same.");
  press("1");
  ASSERT_TRUE(turn("Left", "transpose/smem_unroll unroll=1"));
  ASSERT_TRUE(turn("Left", "pad=0 unroll=1"));
  add("Back to no padding: which line is it?");
  press("F8");
  add("This line.");
  press("1");
  ASSERT_TRUE(turn("Right", "transpose/smem_unroll unroll=1"));
  add("The repair is one word a row.");
  press("4");
  add("And all warps need it.");
  EXPECT_LE(presses, 60);
  RecordProperty("presses", presses);
  ASSERT_EQ(moments().size(), 8U);
  for (std::size_t i = 0; i < sentences.size(); ++i) EXPECT_EQ(moments()[i].text.en, sentences[i]);

  // It is given.
  press("1");
  xdotool({"key", "F5"});
  ASSERT_TRUE(until([&] { return place_of_window() == "0 0 1920 1080"; }));
  for (int back = 1; back < 8; ++back) {
    xdotool({"key", "Prior"});
    std::this_thread::sleep_for(200ms);
  }
  const std::vector<std::string> titles{"pad=0 unroll=1", "unroll=1",       "pad=2 unroll=1", "pad=2 unroll=1",
                                        "pad=0 unroll=1", "pad=0 unroll=1", "unroll=1",       "unroll=1"};
  const ImRect above{0, 0, 1920, 50};
  std::string sentence;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (i > 0) xdotool({"key", "Next"});
    EXPECT_TRUE(is_called("transpose/smem_unroll " + titles[i])) << i;
    EXPECT_TRUE(until([&] { return screen(above) != sentence; }, 10s)) << "moment " << i << " has its sentence";
    sentence = screen(above);
  }
  xdotool({"key", "Next"});
  std::this_thread::sleep_for(500ms);
  EXPECT_TRUE(is_called("transpose/smem_unroll unroll=1", 2s)) << "behind the end it leads nowhere";
  // The presenter's window opens and closes.
  const auto presenter = [&] { return !trim(xdotool({"search", "--onlyvisible", "--name", "Presenter"})).empty(); };
  EXPECT_FALSE(presenter());
  xdotool({"key", "n"});
  EXPECT_TRUE(until(presenter, 20s));
  xdotool({"key", "Prior"});
  xdotool({"key", "Prior"});
  EXPECT_TRUE(is_called("pad=0 unroll=1")) << "the keys are still those of the lecture";
  xdotool({"key", "n"});
  EXPECT_TRUE(until([&] { return !presenter(); }, 20s));
  quit();
}

}  // namespace
}  // namespace lanescope::gui::test
