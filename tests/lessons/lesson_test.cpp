#include "lessons/lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <regex>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "lessons/answers.h"
#include "lessons/claims.h"
#include "lessons/texts.h"
#include "lessons/write_step.h"
#include "temporary_folder.h"

namespace lanescope::lessons {
namespace {

const std::string assets = LANESCOPE_SOURCES "/assets";

const std::string small = R"(title = { en = "Title", zh = "标题" }
summary = { en = "Summary", zh = "摘要" }
[[step]]
name = "one"
title = { en = "One", zh = "一" }
text = { en = "Text with {ratio}", zh = "文字 {ratio}" }
[step.experiment]
kernel = "transpose/smem_tile"
values = { tile = 32, nx = 64 }
line = "square[threadIdx.x][row]"
[step.with]
big = { kernel = "transpose/smem_tile", values = { nx = 4096, ny = 4096 } }
[step.view]
show = "banks"
seconds = 2
lane = 31
[step.numbers]
ratio = "big.time / 2"
[step.question]
kind = "number"
text = { en = "How many?", zh = "多少？" }
why = { en = "Because.", zh = "因为。" }
answer = "access.wavefronts"
unit = { en = "wavefronts", zh = "个波前" }
)";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) throw MachineError(Error{"the text has no " + what, {}, {}});
  return text.replace(at, what.size(), instead);
}

std::string errors_of(const std::string& text) {
  const auto lesson = read_lesson(text, "lessons/small.toml");
  if (lesson) return "it was read";
  std::string all;
  for (const Error& error : lesson.error()) all += error.text() + '\n';
  return all;
}

TEST(ReadLesson, TakesEveryKey) {
  const auto lesson = read_lesson(small, "lessons/small.toml");
  ASSERT_TRUE(lesson) << errors_of(small);
  EXPECT_EQ(lesson->name, "small");
  EXPECT_EQ(lesson->title.in("zh"), "标题");
  ASSERT_EQ(lesson->steps.size(), 1u);
  const LessonStep& step = lesson->steps.front();
  EXPECT_EQ(step.experiment.kernel, "transpose/smem_tile");
  EXPECT_EQ(step.experiment.values.at("tile"), catalogue::Value(std::int64_t{32}));
  EXPECT_EQ(step.with.at("big").values.size(), 2u);
  ASSERT_TRUE(step.view);
  EXPECT_EQ(step.view->show, StepView::Show::banks);
  EXPECT_EQ(step.view->seconds, 2);
  EXPECT_EQ(step.view->lane, 31u);
  EXPECT_EQ(step.numbers.at("ratio").text, "big.time / 2");
  EXPECT_EQ(step.numbers.at("ratio").line, 18);
  ASSERT_TRUE(step.question);
  EXPECT_EQ(step.question->answer.text, "access.wavefronts");
}

TEST(ReadLesson, NamesFileLineAndKeyOfAMistake) {
  const auto holds = [](const std::string& errors, const std::string& piece) {
    EXPECT_NE(errors.find(piece), std::string::npos) << piece << " is not in: " << errors;
  };
  holds(errors_of(with(small, "lane = 31", "lane = 32")), "small.toml:16");
  holds(errors_of(with(small, "lane = 31", "lane = 32")), "'lane'");
  holds(errors_of(with(small, "show = \"banks\"", "show = \"bank\"")), "small.toml:14");
  holds(errors_of(with(small, "kind = \"number\"", "kind = \"guess\"")), "small.toml:20");
  holds(errors_of(with(small, "seconds = 2", "second = 2")), "unknown key 'second'");
  holds(errors_of(with(small, "seconds = 2", "seconds = -2")), "'seconds'");
  holds(errors_of(with(small, "tile = 32", "tile = [32]")), "'tile'");
  holds(errors_of(with(small, "name = \"one\"\n", "")), "'name'");
  holds(errors_of(with(small, "zh = \"一\"", "cn = \"一\"")), "unknown key 'cn'");
  holds(errors_of(with(small, "kernel = \"transpose/smem_tile\"\n", "")), "'kernel'");
  holds(errors_of(with(small, "[step.experiment]", "[step.experiment")), "small.toml:7");
  holds(errors_of("title = { en = \"a\", zh = \"b\" }"), "no step");
  holds(errors_of(small + small.substr(small.find("[[step]]"))), "two steps have the name 'one'");
  holds(errors_of(with(small, "kind = \"number\"", "kind = \"choice\"")), "fewer than two options");
}

std::string with_claim(const std::string& keys) {
  return with(small, "[step.experiment]", keys + "today = \"It holds, 成立\"\n[step.experiment]");
}

TEST(AClaim, OfAnArticleNeedsItsPlace) {
  const std::string said = "claims = [\"1\"]\narticle = \"It says, 它说\"\n", place = "place = \"table 1, 表 1\"\n";
  const auto lesson = read_lesson(with_claim(said + place), "lessons/small.toml");
  ASSERT_TRUE(lesson) << errors_of(with_claim(said + place));
  EXPECT_EQ(lesson->steps.front().place.en, "table 1, 表 1");
  EXPECT_NE(errors_of(with_claim(said)).find("no text 'place'"), std::string::npos);
  EXPECT_NE(errors_of(with_claim(place)).find("but no `article`"), std::string::npos);
  EXPECT_NE(errors_of(with_claim("claims = [\"1\"]\n")).find("no text 'beyond'"), std::string::npos);
  EXPECT_TRUE(read_lesson(with_claim("claims = [\"1\"]\nbeyond = \"We ask, 我们问\"\n"), "lessons/small.toml"));
}

TEST(ReadLesson, TakesOnlyAWordForTheNameOfAStep) {
  for (const char* name : {"", "../victim", "a b", "x\\\" onerror=\\\"alert(1)", "a-b", "a/b", ".", "步骤"}) {
    const std::string errors = errors_of(with(small, "name = \"one\"", std::string("name = \"") + name + "\""));
    EXPECT_NE(errors.find("is not a valid step name"), std::string::npos) << name << ": " << errors;
    EXPECT_NE(errors.find("small.toml:4"), std::string::npos) << name << ": " << errors;
  }
}

TEST(ReadLesson, PassesOverHiddenFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"one.toml", "...toml", "..toml", ".#one.toml"}) {
    ASSERT_TRUE(write_file(folder.path() / name, small));
  }
  EXPECT_EQ(lessons_in(folder.path()), std::vector<std::string>{"one"});
}

TEST(ReadLesson, SaysWhichLessonsThereAre) {
  const auto none = find_lesson(assets + "/lessons", "bank");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().front().text().find("banks"), std::string::npos);
}

TEST(Translation, HasBothTextsWithTheSameNames) {
  EXPECT_EQ(translation_problem({"{a} wavefronts", "{a} 个波前"}), "");
  EXPECT_NE(translation_problem({"a", ""}), "");
  EXPECT_NE(translation_problem({"", "甲"}), "");
  EXPECT_NE(translation_problem({"wavefronts", "wavefronts"}), "");
  EXPECT_NE(translation_problem({"{a} wavefronts", "{b} 个波前"}), "");
  EXPECT_EQ(fill_placeholders("{a} of {b}, {c}", {{"a", "1"}, {"b", "2"}}), "1 of 2, {c}");
}

TEST(Lessons, OfTheProgramAreReadAndTreatEveryClaim) {
  std::vector<Lesson> lessons;
  for (const std::string& name : lessons_in(assets + "/lessons")) {
    auto lesson = find_lesson(assets + "/lessons", name);
    ASSERT_TRUE(lesson) << lesson.error().front().text();
    lessons.push_back(*std::move(lesson));
  }
  EXPECT_GE(lessons.size(), 8u);
  const auto claims = read_claims(assets + "/articles/claims.csv");
  ASSERT_TRUE(claims) << claims.error().text();
  std::set<std::string> ids;
  for (const Claim& claim : *claims) ids.insert(claim.id);
  EXPECT_EQ(ids.size(), 54u);
  EXPECT_EQ(claims_without_step(*claims, lessons), std::vector<std::string>());
  // The test above can fail: without the lesson of the last article its claims are left.
  std::erase_if(lessons, [](const Lesson& lesson) { return lesson.name == "optimised_product"; });
  EXPECT_EQ(claims_without_step(*claims, lessons).size(), 8u);
}

TEST(Texts, OfHandoutAndQuizAreInBothLanguages) {
  for (const char* name : {"handout", "quiz"}) {
    const auto texts = read_texts(assets + "/texts/" + name + ".toml");
    ASSERT_TRUE(texts) << texts.error().text();
    EXPECT_FALSE(texts->words().empty());
  }
}

TEST(AStep, IsWrittenAsItIsRead) {
  LessonStep step;
  step.name = "moment_1";
  step.title = {"A \"moment\"", "一个“时刻”"};
  step.text = {"Two\nlines \\ and {braces}", "两行\n文字"};
  step.experiment.kernel = "transpose/smem_tile";
  step.experiment.values = {{"tile", std::int64_t{32}}, {"load_op", std::string("ca")}};
  step.experiment.seed = 7;
  step.experiment.target = "T4";
  step.experiment.source_line = "square[threadIdx.x][row]";
  step.view.emplace().show = StepView::Show::warps;
  step.view->access = 3;
  step.view->lane = 31;
  step.view->bank = 5;
  step.view->seconds = 0.75;
  step.view->caption = "Wavefront 1 of \"32\"";
  step.article = {"It says", "它说"};
  step.place = {"table 1", "表 1"};
  step.beyond = {"We ask", "我们问"};
  step.limits = {{"experiment", "latency_bound"}};
  step.view->camera = {{"time", {0.25, 0.5}}, {"a buffer", {1, -2.5, 1e-7}}};
  LessonStep plain = step;
  plain.name = "moment_2";
  plain.view.reset();
  plain.experiment.values.clear();
  const std::string text = lesson_head({"Title", "标题"}, {"Summary", "摘要"}) + step_text(step) + step_text(plain);
  const auto lesson = read_lesson(text, "folder/mine.toml");
  ASSERT_TRUE(lesson) << lesson.error().front().text() << text;
  EXPECT_EQ(lesson->title.zh, "标题");
  ASSERT_EQ(lesson->steps.size(), 2u);
  for (LessonStep read : lesson->steps) {
    const LessonStep& wanted = read.name == "moment_1" ? step : plain;
    read.line = read.experiment.line = 0;
    if (read.view) read.view->line = 0;
    EXPECT_EQ(read, wanted) << text;
  }
}

TEST(ALessonFile, IsTheSameWhenItIsWrittenAndReadAgain) {
  for (const std::string& name : lessons_in(assets + "/lessons")) {
    const auto lesson = find_lesson(assets + "/lessons", name);
    ASSERT_TRUE(lesson) << name;
    const auto again = read_lesson(lesson_text(*lesson, ""), lesson->file);
    ASSERT_TRUE(again) << again.error().front().text();
    EXPECT_TRUE(have_same_content(*lesson, *again)) << name;
    ASSERT_EQ(again->steps.size(), lesson->steps.size());
    for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
      const LessonStep &one = lesson->steps[i], &other = again->steps[i];
      EXPECT_EQ(one.title, other.title);
      EXPECT_EQ(one.text, other.text);
      EXPECT_EQ(one.look, other.look);
      EXPECT_EQ(one.claims, other.claims);
      EXPECT_EQ(one.wrong, other.wrong);
      EXPECT_EQ(one.experiment.values, other.experiment.values);
      EXPECT_EQ(one.with.size(), other.with.size());
      EXPECT_EQ(one.view.has_value(), other.view.has_value());
      ASSERT_EQ(one.question.has_value(), other.question.has_value());
      if (!one.question) continue;
      EXPECT_EQ(one.question->kind, other.question->kind);
      EXPECT_EQ(one.question->answer.text, other.question->answer.text);
      EXPECT_EQ(one.question->tolerance, other.question->tolerance);
      EXPECT_EQ(one.question->options.size(), other.question->options.size());
      EXPECT_EQ(one.question->reached_with, other.question->reached_with);
    }
    const auto file = read_file(lesson->file);
    ASSERT_TRUE(file);
    EXPECT_EQ(lesson_text(*lesson, *file), *file) << "what has not changed stays as it was written";
  }
}

TEST(ALessonFile, KeepsTheCommentsOfStepsThatHaveNotChanged) {
  const std::string second = with(with(small.substr(small.find("[[step]]")), "\"one\"", "\"two\""), "[step.view]",
                                  "# seen from the left\n[step.view]");
  const std::string text = "# mine\n" + small + second;
  auto lesson = read_lesson(text, "small.toml");
  ASSERT_TRUE(lesson) << lesson.error().front().text();
  std::swap(lesson->steps[0], lesson->steps[1]);
  lesson->steps[1].text = {"Other", "Other"};
  const std::string written = lesson_text(*lesson, text);
  EXPECT_TRUE(written.starts_with("# mine\n"));
  EXPECT_NE(written.find("# seen from the left"), std::string::npos);
  const auto again = read_lesson(written, "small.toml");
  ASSERT_TRUE(again) << again.error().front().text();
  EXPECT_TRUE(have_same_content(*lesson, *again));
  EXPECT_EQ(again->steps[0].name, "two");
  EXPECT_EQ(again->steps[1].text.zh, "Other") << "one text stands for both languages";
}

TEST(AStep, NeedsNumbersForItsCamera) {
  const auto wrong = read_lesson(with(small, "lane = 31", "camera = { time = [\"a\"] }"), "lessons/small.toml");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().front().what.text().find("is not a list of numbers"), std::string::npos);
}

TEST(NumberText, HasThreeSignificantDigitsOrIsWhole) {
  EXPECT_EQ(number_text(32), "32");
  EXPECT_EQ(number_text(1234567), "1,234,567");
  EXPECT_EQ(number_text(-1000), "-1,000");
  EXPECT_EQ(number_text(4.0987), "4.10");
  EXPECT_EQ(number_text(0.4512), "0.451");
  EXPECT_EQ(number_text(63.61), "63.6");
  EXPECT_EQ(number_text(5566.4), "5,566");
  EXPECT_EQ(number_text(8999999999999999), "8,999,999,999,999,999");
}

TEST(NumberText, EndsForNumbersThatNobodyCounts) {
  EXPECT_EQ(number_text(9e15), "9e+15");
  EXPECT_EQ(number_text(-1e16), "-1e+16");
  EXPECT_EQ(number_text(1e308), "1e+308");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(LessonsOfTheProgram, ShowAndPlayBeforeTheyAsk) {
  const auto names = lessons_in(assets + "/lessons");
  EXPECT_GE(names.size(), 8U);
  for (const std::string& name : names) {
    const std::string file = assets + "/lessons/" + name + ".toml";
    const auto lesson = read_lesson(read_file(file).value(), file);
    ASSERT_TRUE(lesson) << lesson.error().front().text();
    const LessonStep &shows = lesson->steps.at(0), &asks = lesson->steps.at(1);
    EXPECT_FALSE(shows.question) << name;
    ASSERT_TRUE(shows.view) << name;
    EXPECT_TRUE(shows.view->animated()) << name;
    EXPECT_EQ(shows.view->seconds, 0) << name;
    EXPECT_TRUE(asks.question) << name;
  }
}

std::vector<Lesson> lessons_of_the_program() {
  std::vector<Lesson> lessons;
  for (const std::string& name : lessons_in(assets + "/lessons"))
    lessons.push_back(find_lesson(assets + "/lessons", name).value());
  return lessons;
}

TEST(LessonsOfTheProgram, SayOfEveryPictureWhatItShows) {
  for (const Lesson& lesson : lessons_of_the_program()) {
    for (const LessonStep& step : lesson.steps) {
      EXPECT_TRUE(!step.view || !step.view->caption.empty()) << lesson.name << '/' << step.name;
    }
  }
}

// Of two answers a coin finds the right one half of the time.
TEST(LessonsOfTheProgram, OfferThreeAnswersAtLeast) {
  for (const Lesson& lesson : lessons_of_the_program()) {
    for (const LessonStep& step : lesson.steps) {
      if (!step.question || step.question->options.empty()) continue;
      EXPECT_GE(step.question->options.size(), 3U) << lesson.name << '/' << step.name;
    }
  }
}

TEST(LessonsOfTheProgram, LetAStudentActInAQuarterOfTheirSteps) {
  using Kind = Question::Kind;
  std::size_t steps = 0, acts = 0;
  for (const Lesson& lesson : lessons_of_the_program()) {
    for (const LessonStep& step : lesson.steps) {
      ++steps;
      if (!step.question) continue;
      const Kind kind = step.question->kind;
      acts += kind == Kind::goal || kind == Kind::line || kind == Kind::bank;
    }
  }
  EXPECT_GE(4 * acts, steps) << acts << " of " << steps;
}

/// Every text of a lesson, with the name of its step.
std::vector<std::pair<std::string, LocalizedText>> texts_of(const Lesson& lesson) {
  std::vector<std::pair<std::string, LocalizedText>> texts{{lesson.name, lesson.title}, {lesson.name, lesson.summary}};
  for (const LessonStep& step : lesson.steps) {
    const std::string name = lesson.name + "/" + step.name;
    for (const LocalizedText* words : {&step.title, &step.text, &step.look, &step.article, &step.place, &step.beyond,
                                       &step.today, &step.wrong, &step.notes})
      texts.emplace_back(name, *words);
    if (!step.question) continue;
    texts.emplace_back(name, step.question->text);
    texts.emplace_back(name, step.question->why);
    for (const QuestionOption& option : step.question->options) texts.emplace_back(name, option.text);
  }
  return texts;
}

// A ratio of 1.06 is "1.06 times as fast": "1.06 times faster" would be 2.06, and so would be 快 1.06 倍.
const std::regex faster_by_a_ratio(R"([0-9}] times (faster|slower|longer)|[0-9}] times less)"),
    chinese_by_a_ratio("(快|慢|提高|增加|缩短|减少)(了)?( )?[0-9{][^，。；]*倍");

TEST(LessonsOfTheProgram, SayTimesAsFastWhereTheyMeanARatio) {
  for (const Lesson& lesson : lessons_of_the_program()) {
    for (const auto& [name, words] : texts_of(lesson)) {
      EXPECT_FALSE(std::regex_search(words.en, faster_by_a_ratio)) << name << ": " << words.en;
      EXPECT_FALSE(std::regex_search(words.zh, chinese_by_a_ratio)) << name << ": " << words.zh;
    }
  }
  EXPECT_TRUE(std::regex_search(std::string("it is {ratio} times faster"), faster_by_a_ratio));
  EXPECT_TRUE(std::regex_search(std::string("在 H200 上快 {ratio} 倍"), chinese_by_a_ratio));
  EXPECT_FALSE(std::regex_search(std::string("速度是原来的 {ratio} 倍"), chinese_by_a_ratio));
}

// One translation a term: these are the words that other texts of the program had for them.
TEST(LessonsOfTheProgram, HaveOneChineseWordForATerm) {
  const std::string other[] = {"竞态",   "发散",   "分歧", "洗牌",   "拷贝", "局部内存",
                               "仿真器", "博物馆", "体检", "数据表", "转动", "屋顶"};
  for (const Lesson& lesson : lessons_of_the_program()) {
    for (const auto& [name, words] : texts_of(lesson)) {
      for (const std::string& word : other) {
        if (word == "屋顶" && words.zh.find("屋顶线") != std::string::npos) continue;
        EXPECT_EQ(words.zh.find(word), std::string::npos) << name << ": " << words.zh;
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::lessons
