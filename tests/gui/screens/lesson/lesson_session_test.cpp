// A lesson of the program in a session with the real worker: its answer is computed while the window goes on.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "gui/screens/lesson/lesson_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/support/session_desk.h"
#include "gui/support/session_runner.h"
#include "gui/widgets/view_panel.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

class LessonInASession : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = LANESCOPE_SOURCES "/kernels";
    options.lessons = LANESCOPE_SOURCES "/assets/lessons";
    options.lesson_texts = LANESCOPE_SOURCES "/assets/texts/handout.toml";
    options.own_lessons = folder_.path() / "lessons";
    options.kernel = "transpose/naive_row";
    for (const char* size : {"nx", "ny"}) options.values[size] = std::int64_t{64};
    options.continuous = false;
    return options;
  }
  [[nodiscard]] std::filesystem::path own() const { return folder_.path() / "lessons" / "my_lesson.toml"; }

  test::SessionRunner runner_;
  TemporaryFolder folder_;
};

TEST_F(LessonInASession, AsksAnswersShowsAndIsLeft) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const State& state = session.state();
  if (!state.current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
  test::SessionDesk desk(session, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_GE(state.lesson.lessons.size(), 8U);

  session.perform({"show_lessons"});
  desk.settle();
  desk.click("lesson/banks");
  ASSERT_TRUE(state.lesson.open);
  EXPECT_EQ(state.selection.kernel, "reduce/k1");
  const auto has_come = [](const State& now) {
    return !now.lesson.trouble.empty() ||
           (now.lesson.answered && now.playback.sequence && now.playback.traced_revision == now.selection.revision);
  };
  ASSERT_TRUE(runner_.run_until(session, has_come));
  EXPECT_TRUE(state.playback.playing) << "the first step shows";
  desk.settle();
  EXPECT_TRUE(desk.has("banks/caption"));
  EXPECT_FALSE(desk.has("lesson/number"));

  desk.key(ImGuiKey_PageDown);
  EXPECT_EQ(state.selection.kernel, "transpose/smem_tile");
  ASSERT_TRUE(runner_.run_until(session, has_come));
  EXPECT_FALSE(state.playback.playing) << "the second asks";
  EXPECT_EQ(state.lesson.trouble, "");
  desk.settle();
  EXPECT_EQ(why_nothing_to_show(state, AnimatedView::banks), state.say("views.covered"));
  EXPECT_TRUE(desk.has("banks/missing"));
  EXPECT_FALSE(desk.has("banks/caption"));
  for (const char* panel : {"ladder", "roofline", "occupancy"}) {
    session.perform(Invoke("show_" + std::string(panel)));
    desk.settle();
    EXPECT_TRUE(desk.has("covered/" + std::string(panel))) << "its numbers may answer the question";
  }
  session.perform({"show_banks"});
  desk.settle();

  session.perform(Predict{{"32", {}, 0, {}}});
  desk.settle();
  EXPECT_EQ(lesson_view_model(state).verdict, LessonVerdict::right) << lesson_view_model(state).verdict_text;
  EXPECT_TRUE(desk.has("banks/caption")) << "the picture is shown";
  session.perform({"show_ladder"});
  desk.settle();
  EXPECT_FALSE(desk.has("covered/ladder"));
  session.perform({"show_banks"});
  desk.settle();
  EXPECT_TRUE(desk.has("lesson/answer"));

  desk.key(ImGuiKey_PageDown);
  EXPECT_EQ(state.lesson.step, 2U) << "a presenter's remote goes on";
  EXPECT_TRUE(desk.has("banks/missing"));
  desk.key(ImGuiKey_PageUp);
  EXPECT_EQ(state.lesson.step, 1U);
  desk.key(ImGuiKey_B);
  EXPECT_TRUE(desk.has("blank"));
  desk.key(ImGuiKey_B);
  EXPECT_FALSE(desk.has("blank"));

  session.perform({"leave_lesson"});
  desk.settle();
  EXPECT_EQ(state.selection.kernel, "transpose/naive_row");
  EXPECT_EQ(catalogue::to_text(state.current_values().at("nx")), "64");
  desk.key(ImGuiKey_PageDown);
  EXPECT_EQ(state.selection.kernel, "transpose/naive_row") << "without a lesson the key leads nowhere";
}

TEST_F(LessonInASession, TakesMomentsIntoAFileOfTheUserAndReloadsItWhenSaved) {
  SessionOptions wanted = options();
  wanted.settings.emplace().preferences.editor = "true";
  Session session(std::move(wanted));
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  session.perform({"add_step"});
  session.perform(SetKnob{"block_x", std::int64_t{16}});
  session.perform({"add_step"});
  const auto own_lesson = [&](const State& state) {
    for (const KnownLesson& known : state.lesson.lessons) {
      if (known.own) return known.lesson;
    }
    return std::shared_ptr<const lessons::Lesson>();
  };
  const auto lesson = own_lesson(session.state());
  ASSERT_TRUE(lesson);
  ASSERT_EQ(lesson->steps.size(), 2U);
  EXPECT_EQ(lesson->steps[1].experiment.values.at("block_x"), catalogue::Value(std::int64_t{16}));

  // The user edits the title.
  auto text = read_file(own());
  ASSERT_TRUE(text);
  text->replace(text->find("My lesson"), 9, "Tuesday");
  ASSERT_TRUE(write_file(own(), *text));
  std::filesystem::last_write_time(own(), std::filesystem::last_write_time(own()) + std::chrono::seconds(2));
  EXPECT_TRUE(runner_.run_until(session, [&](const State& state) {
    const auto now = own_lesson(state);
    return now && now->title.en == "Tuesday";
  }));
  // A mistake is told and does not hide the other lessons; nothing is added to such a file.
  ASSERT_TRUE(write_file(own(), *text + "[[step]\n"));
  std::filesystem::last_write_time(own(), std::filesystem::last_write_time(own()) + std::chrono::seconds(4));
  EXPECT_TRUE(runner_.run_until(session, [](const State& state) { return !state.lesson.errors.empty(); }));
  session.perform({"add_step"});
  EXPECT_EQ(*read_file(own()), *text + "[[step]\n");
}

}  // namespace
}  // namespace lanescope::gui
