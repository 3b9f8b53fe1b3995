#include "gui/screens/lesson/lesson_view_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "lessons/lesson_words.h"

namespace lanescope::gui {
namespace {

using Kind = lessons::Question::Kind;

void add_list(const State& state, LessonViewModel& shown) {
  const std::string& language = state.language().code();
  for (const KnownLesson& known : state.lesson.lessons) {
    const lessons::Lesson& lesson = *known.lesson;
    const std::string steps = state.say("lesson.steps", lesson.steps.size());
    shown.lessons.push_back({lesson.name, lesson.title.in(language), lesson.summary.in(language),
                             known.own ? state.say("lesson.own", steps) : steps});
  }
  for (const Error& error : state.lesson.errors) shown.complaints.push_back(error.text());
}

LessonVerdict verdict_of(const LessonState& lesson) {
  const lessons::LessonStep& step = *lesson.now();
  if (!step.question) return LessonVerdict::none;
  const bool goal = step.question->kind == Kind::goal;
  if (has_open_question(lesson) || (goal && !lesson.shown && !lesson.answered && lesson.trouble.empty())) {
    return LessonVerdict::asked;
  }
  if (!lesson.trouble.empty()) return LessonVerdict::failed;
  if (!lesson.answered) return LessonVerdict::computing;
  if (goal && !lesson.shown) return LessonVerdict::asked;
  const auto right = is_right(lesson);
  if (!right || (goal && !*right)) return LessonVerdict::shown;
  return *right ? LessonVerdict::right : LessonVerdict::wrong;
}

std::string verdict_text(const State& state, const LessonViewModel& shown) {
  switch (shown.verdict) {
    case LessonVerdict::none:
      break;
    case LessonVerdict::asked:
      return state.say(shown.kind == Kind::goal ? "lesson.not_reached" : "lesson.predict_first");
    case LessonVerdict::computing:
      return state.say("lesson.computing");
    case LessonVerdict::right:
      return state.say(shown.kind == Kind::goal ? "lesson.reached" : "lesson.right");
    case LessonVerdict::wrong:
      return state.say("lesson.wrong");
    case LessonVerdict::shown:
      return state.say("lesson.shown");
    case LessonVerdict::failed:
      return state.say("lesson.failed", state.lesson.trouble);
  }
  return {};
}

/// Returns the prediction in the words of the answer.
std::string given_text(const State& state, const lessons::Question& question, const Prediction& given) {
  const std::string& language = state.language().code();
  std::vector<std::string> names;
  switch (question.kind) {
    case Kind::number:
      return fmt::format("{} {}", lessons::number_text(typed_number(given.number).value_or(0)),
                         question.unit.in(language));
    case Kind::choice:
    case Kind::order:
      for (const std::size_t option : given.options) names.push_back(question.options[option].text.in(language));
      return join(names, " < ");
    case Kind::line:
      return state.say("lesson.line", given.line);
    case Kind::bank:
      return state.say("lesson.bank", given.bank.value_or(0));
    case Kind::goal:
      break;
  }
  return {};
}

void add_options(const State& state, const lessons::Question& question, LessonViewModel& shown) {
  const LessonState& lesson = state.lesson;
  const std::vector<std::size_t>& marked = lesson.prediction ? lesson.prediction->options : lesson.order;
  const lessons::Answer* const answer =
      !shown.is_asked() && lesson.answered && lesson.answered->answer ? &*lesson.answered->answer : nullptr;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    OptionText option{question.options[i].text.in(state.language().code()), "", OptionMark::open};
    const auto place = std::ranges::find(marked, i);
    const bool is_marked = place != marked.end();
    if (is_marked && question.kind == Kind::order) option.place = std::to_string(place - marked.begin() + 1);
    if (is_marked) option.mark = OptionMark::marked;
    if (answer != nullptr && question.kind == Kind::choice) {
      const bool holds = answer->options.front() == i;
      option.mark = holds ? OptionMark::right : is_marked ? OptionMark::wrong : OptionMark::open;
    }
    shown.options.push_back(std::move(option));
  }
}

}  // namespace

LessonViewModel lesson_view_model(const State& state) {
  LessonViewModel shown;
  const LessonState& lesson = state.lesson;
  const lessons::LessonStep* const step = lesson.now();
  add_list(state, shown);
  if (step == nullptr) return shown;
  const std::string& language = state.language().code();
  const auto filled = [&](const lessons::LocalizedText& words) {
    const std::string& text = words.in(language);
    return lesson.answered ? lessons::fill_placeholders(text, lesson.answered->texts) : text;
  };
  const auto add = [&](std::vector<LessonText>& texts, std::string label, const lessons::LocalizedText& words) {
    if (!words.empty()) texts.push_back({std::move(label), filled(words)});
  };
  shown.open = true;
  shown.lesson = lesson.open->title.in(language);
  shown.place = state.say("lesson.place", lesson.step + 1, lesson.open->steps.size());
  shown.title = step->title.in(language);
  add(shown.texts, state.say("lesson.article"), step->article);
  add(shown.texts, "", step->text);
  shown.verdict = verdict_of(lesson);
  if (step->question) {
    const lessons::Question& question = *step->question;
    shown.kind = question.kind;
    shown.question = {state.say(question.kind == Kind::goal ? "lesson.goal" : "lesson.question"),
                      filled(question.text)};
    shown.unit = question.unit.in(language);
    shown.line = question.kind == Kind::line ? state.playback.focus.line : 0;
    add_options(state, question, shown);
    shown.verdict_text = verdict_text(state, shown);
    const bool known = !shown.is_asked() && lesson.answered && lesson.answered->answer && lesson.texts;
    if (known) {
      shown.answer = lessons::answer_text(question, *lesson.answered->answer, *lesson.texts, language);
      shown.origin = lessons::origin_text(lesson.answered->answer->from, *lesson.texts, language);
      add(shown.after, state.say("lesson.why"), question.why);
    }
    if (lesson.prediction) shown.given = given_text(state, question, *lesson.prediction);
  }
  if (shown.is_asked() || shown.verdict == LessonVerdict::computing) return shown;
  add(shown.after, state.say("lesson.look"), step->look);
  add(shown.after, state.say("lesson.today"), step->today);
  add(shown.after, state.say("lesson.wrong_article"), step->wrong);
  return shown;
}

}  // namespace lanescope::gui
