#include "gui/store/lesson/lecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/store/state.h"
#include "lessons/lesson_words.h"

namespace lanescope::gui {

std::vector<Knob> band_knobs(const State& state) {
  const std::vector<Knob>& knobs = state.knobs();
  std::vector<Knob> shown;
  for (const std::string& name : state.lesson.band) {
    const auto knob = std::ranges::find(knobs, name, &Knob::name);
    if (knob != knobs.end()) shown.push_back(*knob);
  }
  if (!shown.empty() || knobs.empty()) return shown;
  const auto focused = std::ranges::find(knobs, state.selection.focused_knob, &Knob::name);
  const std::size_t count = std::min(max_band_knobs, knobs.size());
  const auto first = focused == knobs.end() ? std::size_t{0} : static_cast<std::size_t>(focused - knobs.begin());
  const std::size_t from = std::min(first, knobs.size() - count);
  for (std::size_t i = from; i < from + count; ++i) shown.push_back(knobs[i]);
  return shown;
}

std::string sentence_of(const State& state) {
  const lessons::LessonStep* const step = state.lesson.now();
  if (step == nullptr) return {};
  const std::string& language = state.language().code();
  const std::string& text = step->question ? step->question->text.in(language) : step->text.in(language);
  const auto& answered = state.lesson.answered;
  return answered ? lessons::fill_placeholders(text, answered->texts) : text;
}

PresenterText presenter_text(const State& state) {
  PresenterText text;
  const LessonState& lesson = state.lesson;
  const lessons::LessonStep* const step = lesson.now();
  if (step == nullptr) return text;
  const std::string& language = state.language().code();
  const std::vector<lessons::LessonStep>& steps = lesson.open->steps;
  text.place = fmt::format("{} / {}", lesson.step + 1, steps.size());
  text.sentence = sentence_of(state);
  text.notes = step->notes.in(language);
  if (step->question && lesson.answered && lesson.answered->answer && lesson.texts) {
    text.answer = lessons::answer_text(*step->question, *lesson.answered->answer, *lesson.texts, language);
  }
  if (lesson.step + 1 < steps.size()) text.next = steps[lesson.step + 1].title.in(language);
  return text;
}

lessons::LessonStep next_moment(const State& state) {
  const auto& lecture = state.lesson.lecture;
  std::size_t number = lecture ? lecture->steps.size() + 1 : 1;
  const auto taken = [&](const lessons::LessonStep& step) { return step.name == fmt::format("moment_{}", number); };
  while (lecture && std::ranges::any_of(lecture->steps, taken)) ++number;
  return moment_of(state, number);
}

Outcome restore_lecture(State& state, const std::shared_ptr<const lessons::Lesson>& now,
                        const std::shared_ptr<const lessons::Lesson>& wanted) {
  LessonState& lesson = state.lesson;
  const bool is_same = now ? lesson.lecture && have_same_content(*lesson.lecture, *now) : lesson.lecture == nullptr;
  if (!is_same) return failure(message<"lesson.changed_elsewhere">((now ? now : wanted)->title.en));
  const bool shown = lesson.is_prepared() || (!now && !lesson.open);
  const std::string name = lesson.is_prepared() ? lesson.now()->name : std::string();
  lesson.lecture = wanted;
  if (!wanted) lesson.before.reset();
  if (shown) {
    lesson.open = wanted;
    lesson.typed.reset();
    lesson.ask_anew();
  }
  if (shown && wanted) {
    lesson.stay_at(name);
    lesson.band = lesson.now()->knobs;
  }
  return Effects{SaveLecture{(wanted ? wanted : now)->file, wanted, now == nullptr}};
}

}  // namespace lanescope::gui
