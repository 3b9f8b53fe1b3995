// A lesson of the program in a session with the real worker: its answer is computed while the window goes on.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "gui/screens/lesson/lesson_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lecture_commands.h"
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
  [[nodiscard]] std::filesystem::path own() const { return folder_.path() / "lessons" / "my_lecture.toml"; }

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

TEST_F(LessonInASession, WritesTheLectureOfTheUserAndReloadsItWhenSaved) {
  Session session(options());
  ASSERT_TRUE(runner_.run_until(session, test::ended));
  const State& state = session.state();
  session.perform({"add_step"});
  session.perform(KeepMoment{"First"});
  session.perform(SetKnob{"block_x", std::int64_t{16}});
  session.perform({"add_step"});
  session.perform(KeepMoment{"Second"});
  const auto written = [&] { return lessons::read_lesson(read_file(own()).value(), own().string()); };
  ASSERT_TRUE(written());
  ASSERT_EQ(written()->steps.size(), 2U);
  EXPECT_EQ(written()->steps[1].experiment.values.at("block_x"), catalogue::Value(std::int64_t{16}));
  EXPECT_TRUE(lessons::have_same_content(*written(), *state.lesson.lecture));
  session.perform(MoveMoment{1, 0});
  EXPECT_EQ(written()->steps[0].text.en, "Second") << "each change is saved at once";
  session.perform({"undo"});
  EXPECT_EQ(written()->steps[0].text.en, "First");
  EXPECT_TRUE(state.lesson.is_prepared());

  // The user edits the title and adds a comment, which the next change in the window leaves where it is.
  auto text = read_file(own());
  ASSERT_TRUE(text);
  text->replace(text->find("My lecture"), 10, "Tuesday");
  text->replace(text->find("text  = \"First\""), 0, "# for the first row\n");
  ASSERT_TRUE(write_file(own(), *text));
  std::filesystem::last_write_time(own(), std::filesystem::last_write_time(own()) + std::chrono::seconds(2));
  EXPECT_TRUE(runner_.run_until(session, [&](const State& now) { return now.lesson.lecture->title.en == "Tuesday"; }));
  session.perform({"delete_moment"});
  EXPECT_NE(read_file(own())->find("# for the first row"), std::string::npos);
  EXPECT_EQ(written()->steps.size(), 1U);
  // A mistake is told and does not hide the other lessons; nothing is written over such a file.
  ASSERT_TRUE(write_file(own(), *text + "[[step]\n"));
  std::filesystem::last_write_time(own(), std::filesystem::last_write_time(own()) + std::chrono::seconds(4));
  EXPECT_TRUE(runner_.run_until(session, [](const State& now) { return !now.lesson.errors.empty(); }));
  session.perform({"add_step"});
  session.perform(KeepMoment{"Third"});
  EXPECT_EQ(*read_file(own()), *text + "[[step]\n");
  EXPECT_EQ(state.ui.notices.back().kind, Notice::Kind::failed);
}

TEST_F(LessonInASession, TakesTheFileOfALectureAwayWhenItsFirstMomentIsUndone) {
  Session session(options());
  session.perform({"add_step"});
  session.perform(KeepMoment{"First"});
  ASSERT_TRUE(std::filesystem::exists(own()));
  session.perform({"undo"});
  EXPECT_FALSE(std::filesystem::exists(own()));
  // A file that came meanwhile is not written over.
  ASSERT_TRUE(write_file(own(), "# of somebody else\n"));
  session.perform({"redo"});
  EXPECT_EQ(*read_file(own()), "# of somebody else\n");
  EXPECT_EQ(session.state().ui.notices.back().kind, Notice::Kind::failed);
}

}  // namespace
}  // namespace lanescope::gui
