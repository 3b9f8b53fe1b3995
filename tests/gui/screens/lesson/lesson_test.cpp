#include "gui/screens/lesson/lesson_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/screens/lesson/rich_text.h"
#include "gui/support/playback_fixture.h"
#include "gui/widgets/view_panel.h"
#include "lessons/write_step.h"

namespace lanescope::gui::test {
namespace {

class ALesson : public testing::Test {
 protected:
  void SetUp() override { know_lesson(state_); }
  void act(const Command& command) {
    const Outcome done = perform(state_, command, 1);
    ASSERT_TRUE(done) << done.error().text();
    effects_ = *done;
  }
  [[nodiscard]] LessonViewModel shown() const { return lesson_view_model(state_); }
  /// The emulator's answer to the setting of the step, with accesses.
  void run() { test::accept(state_, with_trace(state_, 0), 2); }

  State state_ = state_with_kernels();
  Effects effects_;
};

TEST_F(ALesson, IsListedWithTitleSummaryAndLength) {
  const LessonViewModel list = shown();
  EXPECT_FALSE(list.open);
  ASSERT_EQ(list.lessons.size(), 1U);
  EXPECT_EQ(list.lessons.front().title, "A tile and its banks");
  EXPECT_EQ(list.lessons.front().length, "7 steps");
  EXPECT_FALSE(perform(state_, StartLesson{"unheard_of"}, 1));
  EXPECT_FALSE(perform(state_, {"next_step"}, 1)) << "no lesson is open";
  EXPECT_FALSE(perform(state_, {"leave_lesson"}, 1));
}

TEST_F(ALesson, AppliesTheExperimentTheViewAndTheSelectionOfItsStep) {
  act(StartLesson{"tile"});
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_tile");
  EXPECT_EQ(knob_value(state_, "block_x"), "16");
  EXPECT_EQ(state_.playback.front, AnimatedView::banks);
  EXPECT_TRUE(state_.playback.is_visible(AnimatedView::banks));
  EXPECT_EQ(state_.playback.focus.line, write_line);
  EXPECT_EQ(count_of<KeepArrangement>(effects_), 1U);
  EXPECT_EQ(shown().place, "step 1 of 7");
  run();
  const auto access = shown_access(state_.playback, AnimatedView::banks);
  ASSERT_TRUE(access);
  EXPECT_EQ(state_.playback.traced()->trace.headers[access->record].site, tile_load);
  EXPECT_EQ(state_.playback.focus.lane, 3U);
  EXPECT_TRUE(state_.undo.done.empty()) << "what a lesson applies is no step to undo";
}

TEST_F(ALesson, CoversThePictureUntilTheLearnerHasPredicted) {
  act(StartLesson{"tile"});
  run();
  EXPECT_FALSE(state_.playback.playing) << "nothing moves before the learner has predicted";
  for (const AnimatedView view : all_animated_views) {
    EXPECT_EQ(why_nothing_to_show(state_, view), state_.say("views.covered")) << name_of(view);
  }
  EXPECT_TRUE(shown().is_asked());
  EXPECT_TRUE(shown().answer.empty());
  EXPECT_TRUE(shown().after.empty()) << "neither the reason nor what to look at is told before";
  answer_step(state_, 32);
  EXPECT_TRUE(shown().is_asked()) << "an answer that is known is still not shown";
  EXPECT_TRUE(shown().answer.empty());
  EXPECT_FALSE(perform(state_, Predict{{"many", {}, 0, {}}}, 1)) << "that is no number";
  act(Predict{{"32", {}, 0, {}}});
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::banks), "");
  const LessonViewModel step = shown();
  EXPECT_EQ(step.verdict, LessonVerdict::right);
  EXPECT_EQ(step.answer, "32 wavefronts");
  EXPECT_EQ(step.given, "32 wavefronts");
  EXPECT_FALSE(step.origin.empty());
  ASSERT_EQ(step.after.size(), 2U);
  EXPECT_EQ(step.after[0].text, "All words lie in one bank: 32 wavefronts.");
  EXPECT_EQ(step.after[1].text, "All lanes ask for one bank.");
}

TEST_F(ALesson, SaysThatAPredictionIsWrongAndWaitsForAnAnswerThatIsComputed) {
  act(StartLesson{"tile"});
  act(Predict{{"1", {}, 0, {}}});
  EXPECT_EQ(shown().verdict, LessonVerdict::computing);
  answer_step(state_, 32);
  EXPECT_EQ(shown().verdict, LessonVerdict::wrong);
  accept_answer(state_, state_.lesson.question - 1, lessons::AnsweredStep());
  EXPECT_EQ(shown().answer, "32 wavefronts") << "an overtaken answer is dropped";
  act({"next_step"});
  EXPECT_TRUE(shown().is_asked()) << "each step asks anew";
  act({"blank_stage"});
  EXPECT_TRUE(state_.ui.blank);
  act({"previous_step"});
  EXPECT_EQ(state_.lesson.step, 0U);
  EXPECT_FALSE(state_.ui.blank) << "a step is shown";
  act({"next_step"});
  accept_answer(state_, state_.lesson.question, failure("the worker gave no answer"));
  act({"show_answer"});
  EXPECT_EQ(shown().verdict, LessonVerdict::failed);
  EXPECT_NE(shown().verdict_text.find("the worker gave no answer"), std::string::npos);
}

TEST_F(ALesson, JudgesAChoiceAnOrderABankAndALine) {
  act(StartLesson{"tile"});
  act(GoToStep{1});
  EXPECT_EQ(without_marks(shown().options[1].text), "32 with tile");
  act(Predict{{"", {1}, 0, {}}});
  answer_step(state_, 0, {0});
  EXPECT_EQ(shown().verdict, LessonVerdict::wrong);
  EXPECT_EQ(shown().options[0].mark, OptionMark::right);
  EXPECT_EQ(shown().options[1].mark, OptionMark::wrong);

  act(GoToStep{2});
  act(MarkOption{1});
  act(MarkOption{0});
  act(MarkOption{2});
  EXPECT_EQ(shown().options[0].place, "2");
  act(MarkOption{0});
  EXPECT_EQ(state_.lesson.order, (std::vector<std::size_t>{1})) << "what was marked after it goes too";
  EXPECT_FALSE(perform(state_, Predict{{"", {1}, 0, {}}}, 1)) << "not all are ordered";
  act(Predict{{"", {1, 2, 0}, 0, {}}});
  answer_step(state_, 0, {1, 2, 0});
  EXPECT_EQ(shown().verdict, LessonVerdict::right);

  act(GoToStep{3});
  act(Predict{{"", {}, 0, 24}});
  answer_step(state_, 32, {}, 0, 1u << 24);
  EXPECT_EQ(shown().verdict, LessonVerdict::right);

  act(GoToStep{4});
  EXPECT_FALSE(perform(state_, Predict{{"", {}, 0, {}}}, 1)) << "no line is selected";
  act(Predict{{"", {}, read_line, {}}});
  answer_step(state_, 7, {}, write_line);
  EXPECT_EQ(shown().verdict, LessonVerdict::wrong);
  EXPECT_EQ(state_.playback.focus.line, write_line) << "the line of the answer is shown";
}

TEST_F(ALesson, AsksForAGoalAtEachSettingOfTheKnobsUntilItIsReached) {
  act(StartLesson{"tile"});
  act(GoToStep{5});
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::sectors), state_.say("views.recording"))
      << "the picture helps to reach a goal, so it is not covered";
  answer_step(state_, 0);
  EXPECT_EQ(shown().verdict, LessonVerdict::asked);
  const std::uint64_t asked = state_.lesson.question;
  act(SetKnob{"block_x", std::int64_t{64}});
  EXPECT_GT(state_.lesson.question, asked);
  EXPECT_EQ(question_step(state_).experiment.values.at("block_x"), catalogue::Value(std::int64_t{64}));
  answer_step(state_, 1);
  EXPECT_EQ(shown().verdict, LessonVerdict::right);
  act(SetKnob{"block_x", std::int64_t{32}});
  EXPECT_NE(shown().verdict, LessonVerdict::asked) << "a goal that was reached stays reached";
}

TEST_F(ALesson, LeavesTheWindowAsItWas) {
  act(SetKnob{"block_x", std::int64_t{8}});
  act({"show_banks"});
  test::accept(state_, with_trace(state_, 0), 1);
  act(ChooseSite{tile_load});
  act(ChooseLane{7});
  const State before = state_;
  act(StartLesson{"tile"});
  run();
  act(GoToStep{6});
  run();
  act(SetKnob{"block_x", std::int64_t{4}});
  act({"lecture"});
  act({"leave_lesson"});
  EXPECT_EQ(count_of<RestoreArrangement>(effects_), 1U);
  EXPECT_FALSE(state_.lesson.open);
  EXPECT_EQ(state_.selection.kernel, before.selection.kernel);
  EXPECT_EQ(state_.selection.values, before.selection.values);
  EXPECT_EQ(state_.selection.target, before.selection.target);
  EXPECT_EQ(state_.ui.workspace, before.ui.workspace);
  EXPECT_EQ(state_.playback.front, before.playback.front);
  EXPECT_EQ(state_.playback.cameras, before.playback.cameras);
  run();
  EXPECT_EQ(state_.playback.focus.site, before.playback.focus.site);
  EXPECT_EQ(state_.playback.focus.lane, before.playback.focus.lane);
  EXPECT_EQ(state_.playback.position, before.playback.position);
}

TEST_F(ALesson, PlacesTheCameraOfItsStep) {
  act(StartLesson{"tile"});
  act(GoToStep{6});
  run();
  EXPECT_EQ(state_.playback.cameras.at(AnimatedView::matrices), (lessons::ViewCamera{{"in", {1, 2, 8}}}));
}

TEST_F(ALesson, OfTheUserTakesThePresentMoment) {
  act({"show_banks"});
  act(SetStagePanel{"banks"});
  act(SetKnob{"block_x", std::int64_t{16}});
  run();
  act(ChooseRecord{shown_access(state_.playback, AnimatedView::banks)->record});
  act({"next_access"});
  act({"next_access"});
  act(ChooseLane{5});
  const lessons::LessonStep moment = moment_of(state_, 3);
  const auto lesson = lessons::read_lesson(
      lessons::lesson_head({"My", "我的"}, {"Mine", "我的"}) + lessons::step_text(moment), "my.toml");
  ASSERT_TRUE(lesson) << lesson.error().front().text();
  const lessons::LessonStep& step = lesson->steps.front();
  EXPECT_EQ(step.name, "moment_3");
  EXPECT_EQ(step.experiment.kernel, "transpose/naive_row");
  EXPECT_EQ(step.experiment.values, state_.current_values());
  ASSERT_TRUE(step.view);
  EXPECT_EQ(step.view->show, lessons::StepView::Show::banks);
  EXPECT_EQ(step.view->lane, 5U);
  EXPECT_EQ(step.view->access, moment.view->access);

  // Applied to another window, it shows the same access.
  const auto record = shown_access(state_.playback, AnimatedView::banks)->record;
  accept_lessons(state_, {{std::make_shared<const lessons::Lesson>(*lesson), true}}, {});
  act(SelectKernel{"transpose/copy_row"});
  run();
  act(StartLesson{"my"});
  run();
  EXPECT_EQ(shown_access(state_.playback, AnimatedView::banks)->record, record);
  EXPECT_EQ(state_.playback.focus.lane, 5U);
  EXPECT_TRUE(state_.playback.playing) << "a step without a question shows";
}

TEST_F(ALesson, StaysOpenAtItsStepWhenItsFileIsSaved) {
  act(StartLesson{"tile"});
  act(GoToStep{3});
  lessons::Lesson edited = *state_.lesson.open;
  edited.steps.erase(edited.steps.begin());
  accept_lessons(state_, {{std::make_shared<const lessons::Lesson>(edited), false}},
                 {{"a key is unknown", {"b.toml", 3}, ""}});
  EXPECT_EQ(state_.lesson.step, 2U);
  EXPECT_EQ(state_.lesson.now()->name, "bank");
  ASSERT_EQ(shown().complaints.size(), 1U);
  EXPECT_NE(shown().complaints.front().find("b.toml:3"), std::string::npos);
}

TEST_F(ALesson, IsReadInChinese) {
  act({"use_chinese"});
  act(StartLesson{"tile"});
  answer_step(state_, 32);
  act(Predict{{"32", {}, 0, {}}});
  EXPECT_EQ(shown().lesson, "分块与存储体");
  EXPECT_EQ(shown().question.text, "需要多少个波前？");
  EXPECT_EQ(shown().answer, "32 个波前");
}

TEST(TypedNumbers, MayHaveCommasBetweenThousands) {
  EXPECT_EQ(typed_number(" 4,096 "), 4096.0);
  EXPECT_EQ(typed_number("0.5"), 0.5);
  EXPECT_EQ(typed_number("-3"), -3.0);
  for (const char* text : {"", "x", "3x", "1e999", "--1"}) EXPECT_FALSE(typed_number(text)) << text;
}

TEST(RichText, IsCutIntoWordsWithTheirEmphasis) {
  const auto paragraphs = paragraphs_of("A `tile[x]` of **two words**, not *one*.\n\n- first\n- 3 * 4");
  ASSERT_EQ(paragraphs.size(), 3U);
  const std::vector<TextPiece>& pieces = paragraphs[0].pieces;
  EXPECT_EQ(pieces[1], (TextPiece{"tile[x]", Emphasis::code, true}));
  EXPECT_EQ(pieces[3], (TextPiece{"two", Emphasis::strong, true}));
  EXPECT_EQ(pieces[5], (TextPiece{",", Emphasis::plain, false}));
  EXPECT_TRUE(paragraphs[1].is_item);
  EXPECT_EQ(paragraphs[2].pieces[1].text, "*") << "a lone star is a sign";
  EXPECT_EQ(without_marks("A `tile` of **two**"), "A tile of two");
}

TEST(RichText, BreaksBetweenChineseSignsButNotBeforeTheirPunctuation) {
  const auto paragraphs = paragraphs_of("读取“一列”。共 32 个");
  ASSERT_EQ(paragraphs.size(), 1U);
  std::vector<std::string> pieces;
  for (const TextPiece& piece : paragraphs.front().pieces) pieces.push_back(piece.text);
  EXPECT_EQ(pieces, (std::vector<std::string>{"读", "取", "“一", "列”。", "共", "32", "个"}));
}

}  // namespace
}  // namespace lanescope::gui::test
