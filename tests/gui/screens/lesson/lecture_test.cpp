// The user's own lecture: moments are added with a sentence, changed in place and undone.
#include "gui/store/lesson/lecture.h"

#include <gtest/gtest.h>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/screens/lesson/presenter_view.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lecture_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"
#include "lessons/write_step.h"

namespace lanescope::gui::test {
namespace {

class ALecture : public testing::Test {
 protected:
  void SetUp() override { state_.lesson.folder = "lessons"; }
  void act(const Command& command) {
    seconds_ += 5;
    const Outcome done = perform(state_, command, seconds_);
    ASSERT_TRUE(done) << done.error().text();
    effects_ = *done;
  }
  void add(const std::string& sentence) {
    act({"add_step"});
    ASSERT_TRUE(state_.lesson.draft);
    act(KeepMoment{sentence});
  }
  /// The names of the moments, as the list has them.
  [[nodiscard]] std::vector<std::string> list() const {
    std::vector<std::string> names;
    for (const lessons::LessonStep& step : state_.lesson.lecture->steps) names.push_back(step.title.en);
    return names;
  }
  using Names = std::vector<std::string>;

  State state_ = state_with_kernels();
  Effects effects_;
  double seconds_ = 0;
};

TEST_F(ALecture, BeginsWithTheFirstMomentAndAsksForItsSentence) {
  act(SetKnob{"block_x", std::int64_t{16}});
  act({"add_step"});
  ASSERT_TRUE(state_.lesson.draft);
  EXPECT_FALSE(state_.lesson.open) << "it waits for its sentence";
  act(KeepMoment{"Move block_x."});
  const LessonState& lesson = state_.lesson;
  ASSERT_TRUE(lesson.is_prepared());
  EXPECT_EQ(lesson.open->file, "lessons/my_lecture.toml");
  ASSERT_EQ(lesson.open->steps.size(), 1U);
  const lessons::LessonStep& step = lesson.open->steps.front();
  EXPECT_EQ(step.text.en, "Move block_x.");
  EXPECT_EQ(step.text.zh, "Move block_x.");
  EXPECT_EQ(step.title.en, "Move block_x.") << "the list shows what was typed";
  EXPECT_EQ(step.experiment.values.at("block_x"), catalogue::Value(std::int64_t{16}));
  EXPECT_EQ(step.knobs.size(), max_band_knobs);
  const auto saved = effects_of<SaveLecture>(effects_);
  ASSERT_EQ(saved.size(), 1U);
  EXPECT_TRUE(saved.front().is_new);
  EXPECT_EQ(saved.front().lecture, lesson.open);
  const Notice& notice = state_.ui.notices.back();
  EXPECT_EQ(notice.text, "Moment 1 was added to \"My lecture\"");
  EXPECT_EQ(notice.action, "undo");
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row") << "nothing else has changed";
}

TEST_F(ALecture, KeepsAMomentWithoutASentenceWhenItsFieldIsClosed) {
  act(SetKnob{"block_x", std::int64_t{16}});
  act({"add_step"});
  act({"close_sentence"});
  ASSERT_TRUE(state_.lesson.is_prepared());
  EXPECT_EQ(list(), (Names{"naive_row block_x=16"}));
  EXPECT_TRUE(state_.lesson.now()->text.empty());
  act(KeepMoment{"late"});
  EXPECT_EQ(list().size(), 1U) << "it is kept once";
}

TEST_F(ALecture, GetsANewFileBesideThoseOfTheUser) {
  lessons::Lesson other;
  other.file = "lessons/my_lecture.toml";
  other.steps.emplace_back();
  accept_lessons(state_, {{std::make_shared<const lessons::Lesson>(other), true}},
                 {{"a key is unknown", {"lessons/my_lecture_2.toml", 3}, ""}});
  add("One");
  EXPECT_EQ(state_.lesson.lecture->file, "lessons/my_lecture_3.toml");
  EXPECT_EQ(state_.lesson.lecture->title.en, "My lecture 3");
}

TEST_F(ALecture, TakesAMomentBehindTheOneThatIsShown) {
  add("One");
  add("Three");
  act(GoToStep{0});
  add("Two");
  EXPECT_EQ(list(), (Names{"One", "Two", "Three"}));
  EXPECT_EQ(state_.lesson.step, 1U);
  act({"undo"});
  EXPECT_EQ(list(), (Names{"One", "Three"}));
  act({"redo"});
  EXPECT_EQ(list(), (Names{"One", "Two", "Three"}));
}

TEST_F(ALecture, IsNoLessonOfTheProgramThatIsOpen) {
  know_lesson(state_);
  act(StartLesson{"tile"});
  add("One");
  EXPECT_EQ(state_.lesson.open->name, "tile") << "the lesson goes on";
  EXPECT_EQ(list(), (Names{"One"}));
  EXPECT_FALSE(perform(state_, {"delete_moment"}, 1)) << "no lesson of the program is changed";
  EXPECT_FALSE(perform(state_, SetLectureText{LectureText::sentence, "column", "mine"}, 1));
}

TEST_F(ALecture, IsChangedInPlaceAndEachChangeIsUndone) {
  for (const char* sentence : {"One", "Two", "Three"}) add(sentence);
  act(GoToStep{0});
  act({"move_moment_down"});
  EXPECT_EQ(list(), (Names{"Two", "One", "Three"}));
  EXPECT_EQ(state_.lesson.step, 1U) << "the moment that is shown stays shown";
  act({"move_moment_up"});
  EXPECT_EQ(list(), (Names{"One", "Two", "Three"}));
  EXPECT_FALSE(perform(state_, {"move_moment_up"}, 99)) << "it is the first";
  act(MoveMoment{2, 0});
  EXPECT_EQ(list(), (Names{"Three", "One", "Two"}));
  EXPECT_EQ(state_.lesson.now()->title.en, "One");
  EXPECT_EQ(count_of<SaveLecture>(effects_), 1U);
  act({"undo"});
  EXPECT_EQ(list(), (Names{"One", "Two", "Three"}));
  EXPECT_EQ(count_of<SaveLecture>(effects_), 1U) << "the file follows";
  EXPECT_FALSE(perform(state_, MoveMoment{0, 3}, 99));

  act({"rename_moment"});
  EXPECT_EQ(state_.lesson.typed, LectureText::moment);
  act(SetLectureText{LectureText::moment, state_.lesson.now()->name, " First "});
  EXPECT_EQ(state_.lesson.typed, std::nullopt);
  EXPECT_EQ(list(), (Names{"First", "Two", "Three"}));
  EXPECT_EQ(state_.lesson.now()->text.en, "One") << "the sentence stays";
  act({"write_sentence"});
  EXPECT_EQ(state_.lesson.typed, LectureText::sentence);
  act({"close_sentence"});
  EXPECT_EQ(state_.lesson.typed, std::nullopt);
  act(SetLectureText{LectureText::sentence, state_.lesson.now()->name, "Eins"});
  EXPECT_EQ(sentence_of(state_), "Eins");
  EXPECT_EQ(list().front(), "First") << "the name was given";
  act({"write_notes"});
  act(SetLectureText{LectureText::notes, state_.lesson.now()->name, "Say this.\nThen that."});
  EXPECT_EQ(state_.lesson.now()->notes.en, "Say this.\nThen that.");
  act({"rename_lecture"});
  act(SetLectureText{LectureText::title, "", "Banks on Tuesday"});
  EXPECT_EQ(state_.lesson.open->title.en, "Banks on Tuesday");

  act({"delete_moment"});
  EXPECT_EQ(list(), (Names{"Two", "Three"}));
  EXPECT_EQ(state_.ui.notices.back().action, "undo");
  act({"delete_moment"});
  EXPECT_FALSE(perform(state_, {"delete_moment"}, 99)) << "a lecture has a moment";
  for (int step = 0; step < 6; ++step) act({"undo"});
  EXPECT_EQ(list(), (Names{"One", "Two", "Three"}));
  EXPECT_EQ(state_.lesson.open->title.en, "My lecture");
  EXPECT_EQ(state_.lesson.open->steps.front().text.en, "One");
  EXPECT_TRUE(state_.lesson.open->steps.front().notes.empty());
}

TEST_F(ALecture, IsGoneWhenItsFirstMomentIsUndoneAndComesBack) {
  add("One");
  act({"undo"});
  EXPECT_FALSE(state_.lesson.open);
  EXPECT_FALSE(state_.lesson.lecture);
  ASSERT_EQ(count_of<SaveLecture>(effects_), 1U);
  EXPECT_EQ(effects_of<SaveLecture>(effects_).front().lecture, nullptr) << "its file goes";
  act({"redo"});
  EXPECT_EQ(list(), (Names{"One"}));
  EXPECT_TRUE(effects_of<SaveLecture>(effects_).front().is_new);
}

TEST_F(ALecture, IsNotPutBackOverWhatWasWrittenElsewhere) {
  add("One");
  add("Two");
  lessons::Lesson edited = *state_.lesson.lecture;
  edited.steps.front().text = {"Written by hand", "手写"};
  accept_lessons(state_, {{std::make_shared<const lessons::Lesson>(edited), true}}, {});
  EXPECT_TRUE(state_.lesson.is_prepared());
  EXPECT_FALSE(perform(state_, {"undo"}, 99));
  EXPECT_EQ(state_.lesson.lecture->steps.front().text.en, "Written by hand");
  EXPECT_EQ(list().size(), 2U);
}

TEST_F(ALecture, StaysTheSameWhenItsSavedFileIsReadAgain) {
  act({"show_banks"});
  act(SetStagePanel{"banks"});
  test::accept(state_, with_trace(state_, 0), 1);
  add("One \"word\" for\\all");
  act(SetLectureText{LectureText::notes, "moment_1", "Line one\nline two"});
  const auto saved = effects_of<SaveLecture>(effects_).front().lecture;
  const auto read = lessons::read_lesson(lessons::lesson_text(*saved, ""), saved->file);
  ASSERT_TRUE(read) << read.error().front().text();
  EXPECT_TRUE(have_same_content(*read, *saved));
  EXPECT_EQ(read->steps.front().text, saved->steps.front().text);
  EXPECT_EQ(read->steps.front().notes, saved->steps.front().notes);
  EXPECT_EQ(read->steps.front().knobs, saved->steps.front().knobs);
  const std::uint64_t question = state_.lesson.question;
  accept_lessons(state_, {{std::make_shared<const lessons::Lesson>(*read), true}}, {});
  EXPECT_TRUE(state_.lesson.is_prepared());
  EXPECT_EQ(state_.lesson.question, question) << "nothing is asked anew";
  act({"undo"});
  EXPECT_TRUE(state_.lesson.now()->notes.empty());
}

TEST_F(ALecture, IsLeftAsItWasFoundOnceItWasGoneThrough) {
  add("One");
  act(SetKnob{"block_x", std::int64_t{16}});
  add("Two");
  act({"leave_lesson"});
  EXPECT_EQ(knob_value(state_, "block_x"), "16") << "to prepare it has changed nothing";
  accept_lessons(state_, {{state_.lesson.lecture, true}}, {});
  act(StartLesson{"my_lecture"});
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  EXPECT_TRUE(state_.lesson.is_prepared());
  act({"leave_lesson"});
  EXPECT_EQ(knob_value(state_, "block_x"), "16");
}

TEST_F(ALecture, HasTheKnobsInItsBandThatWereChosen) {
  const auto names = [&] {
    Names all;
    for (const Knob& knob : band_knobs(state_)) all.push_back(knob.name);
    return all;
  };
  EXPECT_EQ(names(), (Names{"block_x", "block_y"})) << "the first ones";
  act(ToggleBandKnob{"block_x"});
  EXPECT_EQ(names(), (Names{"block_y"}));
  act(ToggleBandKnob{"load_op"});
  EXPECT_EQ(names(), (Names{"block_y", "load_op"}));
  act(ToggleBandKnob{"block_x"});
  EXPECT_EQ(names(), (Names{"load_op", "block_x"})) << "there are two at most";
  add("One");
  EXPECT_EQ(state_.lesson.now()->knobs, (Names{"load_op", "block_x"}));
  act(ToggleBandKnob{"load_op"});
  EXPECT_EQ(state_.lesson.now()->knobs, (Names{"block_x"})) << "the moment keeps it";
  EXPECT_EQ(count_of<SaveLecture>(effects_), 1U);
  act({"undo"});
  EXPECT_EQ(names(), (Names{"load_op", "block_x"}));
}

TEST_F(ALecture, TellsThePresenterTheNotesTheAnswerAndWhatComesNext) {
  act({"toggle_presenter"});
  EXPECT_TRUE(state_.ui.presenter);
  act({"toggle_presenter"});
  EXPECT_FALSE(state_.ui.presenter);
  EXPECT_EQ(presenter_text(state_).place, "") << "nothing is open";
  add("One");
  add("Two");
  act(GoToStep{0});
  act(SetLectureText{LectureText::notes, state_.lesson.now()->name, "Wait for an answer."});
  PresenterText shown = presenter_text(state_);
  EXPECT_EQ(shown.place, "1 / 2");
  EXPECT_EQ(shown.sentence, "One");
  EXPECT_EQ(shown.notes, "Wait for an answer.");
  EXPECT_EQ(shown.next, "Two");
  EXPECT_EQ(shown.answer, "");
  act({"next_step"});
  EXPECT_EQ(presenter_text(state_).next, "");
  know_lesson(state_);
  act(StartLesson{"tile"});
  answer_step(state_, 32);
  shown = presenter_text(state_);
  EXPECT_NE(shown.answer.find("32"), std::string::npos) << "the lecturer knows it before the audience";
  EXPECT_EQ(shown.sentence, "How many wavefronts does it take?") << "the audience sees the question";
  EXPECT_EQ(duration_text(65.9), "01:05");
  EXPECT_EQ(duration_text(3725), "1:02:05");
}

/// The same in a window, by mouse and keys.
class LectureOnDesk : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    state_.lesson.folder = "lessons";
    test::accept(state_, with_trace(state_, 0), 1);
    act({"show_banks"});
  }
  void act(const Command& command) {
    const Status done = desk_.perform(command, 1);
    ASSERT_TRUE(done) << done.error().text();
    desk_.frames(6);
  }
  void add(const std::string& sentence) {
    desk_.type("+");
    desk_.frames(6);
    ASSERT_TRUE(desk_.has("sentence"));
    desk_.type(sentence);
    desk_.key(ImGuiKey_Enter);
    desk_.frames(4);
  }
  [[nodiscard]] const std::vector<lessons::LessonStep>& moments() const { return state_.lesson.lecture->steps; }

  State state_ = state_with_kernels();
  Desk desk_{state_, 1920, 1080};
};

TEST_F(LectureOnDesk, IsPreparedByOneKeyAndASentenceEach) {
  add("Pad is 1.");
  ASSERT_TRUE(state_.lesson.is_prepared());
  EXPECT_EQ(moments().front().text.en, "Pad is 1.");
  EXPECT_FALSE(desk_.has("sentence"));
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "64") << "the keys are the window's again";
  desk_.type("+");
  desk_.frames(6);
  desk_.type("half a sen");
  desk_.key(ImGuiKey_Escape);
  desk_.frames(4);
  ASSERT_EQ(moments().size(), 2U);
  EXPECT_TRUE(moments().back().text.empty()) << "Escape keeps it without a sentence";
  EXPECT_FALSE(desk_.has("sentence"));
  // A click elsewhere keeps what was typed.
  desk_.type("+");
  desk_.frames(6);
  desk_.type("typed");
  desk_.click("scope");
  desk_.frames(4);
  ASSERT_EQ(moments().size(), 3U);
  EXPECT_EQ(moments().back().text.en, "typed");
}

TEST_F(LectureOnDesk, IsChangedInItsList) {
  for (const char* sentence : {"One", "Two", "Three"}) add(sentence);
  act({"show_lessons"});
  ASSERT_TRUE(desk_.has("moment/2"));
  desk_.save("lecture_list");
  desk_.click("moment/0");
  desk_.frames(4);
  EXPECT_EQ(state_.lesson.step, 0U);
  desk_.chord(ImGuiMod_Alt, ImGuiKey_DownArrow);
  desk_.frames(4);
  EXPECT_EQ(moments()[1].title.en, "One");
  desk_.drag("moment/2", "moment/0");
  desk_.frames(6);
  EXPECT_EQ(moments()[0].title.en, "Three");
  EXPECT_EQ(moments()[1].title.en, "Two");
  desk_.click("action/rename_moment");
  desk_.frames(6);
  ASSERT_TRUE(desk_.has("lecture/moment"));
  desk_.chord(ImGuiMod_Ctrl, ImGuiKey_A);
  desk_.type("Uno");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(4);
  EXPECT_EQ(moments()[2].title.en, "Uno");
  EXPECT_FALSE(desk_.has("lecture/moment"));
  desk_.click("lecture/notes");
  desk_.frames(2);
  desk_.type("Wait for the answer");
  desk_.click("moment/1");
  desk_.frames(6);
  EXPECT_EQ(moments()[2].notes.en, "Wait for the answer");
  EXPECT_EQ(state_.lesson.step, 1U);
  EXPECT_TRUE(moments()[1].notes.empty());
  desk_.click("action/delete_moment");
  desk_.frames(4);
  EXPECT_EQ(moments().size(), 2U);
  desk_.chord(ImGuiMod_Ctrl, ImGuiKey_Z);
  desk_.frames(4);
  EXPECT_EQ(moments().size(), 3U);
}

TEST_F(LectureOnDesk, ShowsItsSentenceAboveThePictureAndIsSteppedByARemote) {
  add("One");
  act(SetKnob{"block_x", std::int64_t{16}});
  add("Two");
  const std::string kernel = state_.selection.kernel;
  // A remote begins with F5.
  desk_.key(ImGuiKey_F5);
  desk_.frames(6);
  ASSERT_TRUE(state_.ui.is_lecture());
  ASSERT_TRUE(desk_.has("lecture/sentence_above"));
  EXPECT_LT(desk_.place("lecture/sentence_above").Max.y, desk_.place("banks/panel").Min.y);
  EXPECT_FALSE(desk_.has("lesson/place")) << "nothing else of the lesson is in the band";
  desk_.key(ImGuiKey_PageUp);
  desk_.frames(6);
  EXPECT_EQ(state_.lesson.step, 0U);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  for (int press = 0; press < 3; ++press) desk_.key(ImGuiKey_PageDown);
  desk_.frames(6);
  EXPECT_EQ(state_.lesson.step, 1U);
  EXPECT_EQ(knob_value(state_, "block_x"), "16");
  EXPECT_EQ(state_.selection.kernel, kernel) << "behind the end it leads nowhere";
  for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_Period}) {
    desk_.key(key);
    desk_.frames(2);
    EXPECT_TRUE(desk_.has("blank"));
    desk_.key(key);
    desk_.frames(2);
    EXPECT_FALSE(desk_.has("blank"));
  }
  state_.ui.notices.clear();  // they would lie over the band
  desk_.frames(2);
  // A click on the sentence changes it.
  desk_.click("lecture/sentence_above");
  desk_.frames(6);
  ASSERT_TRUE(desk_.has("sentence"));
  desk_.chord(ImGuiMod_Ctrl, ImGuiKey_A);
  desk_.type("Three");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(6);
  EXPECT_EQ(sentence_of(state_), "Three");
  desk_.click("band/menu");
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("band/load_op"));
  desk_.click("band/load_op");
  desk_.frames(4);
  EXPECT_EQ(state_.lesson.now()->knobs, (std::vector<std::string>{"block_y", "load_op"}));
  EXPECT_TRUE(desk_.has("knob/load_op"));
  EXPECT_FALSE(desk_.has("knob/block_x"));
  desk_.key(ImGuiKey_Escape);
  desk_.frames(6);
  desk_.key(ImGuiKey_Escape);
  desk_.frames(6);
  EXPECT_FALSE(state_.ui.is_lecture()) << "a remote ends with Escape";
}

TEST_F(LectureOnDesk, IsDrawnOnWithThePen) {
  EXPECT_FALSE(perform(state_, {"toggle_pen"}, 1)) << "only in a lecture";
  act({"lecture"});
  const auto bytes = [&] { return desk_.image().pixels; };
  const ImRect picture = desk_.place("banks/panel");
  const ImVec2 from{picture.Min.x + 200, picture.GetCenter().y}, to{picture.Min.x + 500, picture.GetCenter().y + 60};
  const auto rest = [&] {
    desk_.move_to({5, 1075});
    desk_.frames(140);  // the transport has gone
  };
  const auto draw = [&] {
    desk_.move_to(from);
    desk_.frames(2);
    desk_.press();
    desk_.move_to({(from.x + to.x) / 2, from.y - 60});
    desk_.move_to(to);
    desk_.release();
    rest();
  };
  rest();
  const auto clean = bytes();
  const Focus focus = state_.playback.focus;
  act({"toggle_pen"});
  draw();
  desk_.save("lecture_pen");
  EXPECT_NE(bytes(), clean);
  EXPECT_EQ(state_.playback.focus, focus) << "nothing below it was clicked";
  act({"clear_drawing"});
  desk_.frames(140);
  EXPECT_EQ(bytes(), clean) << "one key clears";
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_FALSE(state_.ui.pen);
  EXPECT_TRUE(state_.ui.is_lecture()) << "Escape takes the pen away first";
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  draw();
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  desk_.frames(140);
  desk_.save("lecture_arrow");
  EXPECT_NE(bytes(), clean) << "Ctrl draws, too";
  EXPECT_EQ(state_.playback.focus, focus);
  desk_.key(ImGuiKey_E);
  desk_.frames(140);
  EXPECT_EQ(bytes(), clean);
}

}  // namespace
}  // namespace lanescope::gui::test
