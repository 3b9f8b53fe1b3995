#include "gui/store/lesson/lesson_state.h"
#include "gui/store/lesson/lecture.h"
#include "gui/store/playback/playback_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "gui/store/actions.h"
#include "lessons/nth_access.h"

namespace lanescope::gui {
namespace {

using Kind = lessons::Question::Kind;

bool has_goal(const LessonState& lesson) {
  const lessons::LessonStep* const step = lesson.now();
  return step != nullptr && step->question && step->question->kind == Kind::goal;
}

/// Returns the number of the only source line that holds a piece of it; 0 when it names none, or the text has changed.
int line_of(const State& state, const lessons::LessonExperiment& experiment) {
  const auto kernel = state.definition();
  if (!kernel || experiment.source_line.empty()) return 0;
  int number = 0, found = 0;
  for (const std::string_view line : split(kernel->source.text, '\n')) {
    ++number;
    if (line.find(experiment.source_line) == std::string_view::npos) continue;
    if (found != 0) return 0;
    found = number;
  }
  return found;
}

/// Warps keeps the part of the time that it shows itself.
lessons::ViewCamera camera_of(const State& state, AnimatedView view) {
  const WarpsChoice& warps = state.warps;
  if (view == AnimatedView::warps) {
    const bool whole = warps.from == 0 && warps.to == 1;
    return whole ? lessons::ViewCamera() : lessons::ViewCamera{{"time", {warps.from, warps.to}}};
  }
  const auto found = state.playback.cameras.find(view);
  return found == state.playback.cameras.end() ? lessons::ViewCamera() : found->second;
}

void place_camera(State& state, AnimatedView view, const lessons::ViewCamera& camera) {
  state.playback.cameras[view] = camera;
  if (view != AnimatedView::warps) return;
  const auto time = camera.find("time");
  const bool given = time != camera.end() && time->second.size() == 2 && time->second[1] > time->second[0];
  state.warps.from = given ? std::clamp(time->second[0], 0.0, 1.0) : 0;
  state.warps.to = given ? std::clamp(time->second[1], 0.0, 1.0) : 1;
}

/// Goes to the access of the step's view, marks its lane and bank, and plays for as long as the step says, or on and on
/// where the step asks nothing and names no moment. The accesses must have come.
void select_access(State& state, const lessons::LessonStep& step) {
  if (!step.view) return;
  Playback& playback = state.playback;
  const auto view = animated_view_named(name_of(step.view->show));
  if (!view) return;
  playback.front = *view;
  place_camera(state, *view, step.view->camera);
  const int line = line_of(state, step.experiment);
  const auto record = lessons::nth_access(
      *playback.traced(), state.selection.kernel, line, [&](trace::Space space) { return shows(*view, space); },
      step.view->access.value_or(0));
  if (record) {
    if (line != 0) {
      Focus focus = playback.focus;
      focus.site = playback.traced()->trace.headers[*record].site;
      set_focus(playback, focus);
    }
    static_cast<void>(ChooseRecord{*record}.apply(state, 0));
  }
  Focus marked = playback.focus;
  marked.lane = step.view->lane;
  marked.bank = step.view->bank;
  set_focus(playback, marked);
  play_for(playback, step.view->seconds);
  playback.playing = !step.question && step.view->seconds == 0;
}

/// Selects what was selected before, as far as the accesses are the same.
void restore_selection(Playback& now, const Playback& before) {
  const trace::Trace& trace = now.traced()->trace;
  Focus focus = before.focus;
  focus.line = now.focus.line;
  if (focus.site && *focus.site >= trace.sites.size()) focus.site.reset();
  if (!focus.warp || !std::ranges::binary_search(now.sequence->warps, *focus.warp)) focus.warp = now.focus.warp;
  set_focus(now, focus);
  if (before.position < static_cast<double>(now.sequence->records.size())) now.position = before.position;
}

/// Shows the line that a question was for, once it is no secret any more.
void select_answered_line(State& state) {
  const LessonState& lesson = state.lesson;
  const lessons::LessonStep* const step = lesson.now();
  if (step == nullptr || has_open_question(lesson) || !lesson.answered || !lesson.answered->answer) return;
  const int line = lesson.answered->answer->source_line;
  if (line > 0 && static_cast<std::size_t>(line) <= state.source.text.lines.size()) select_line(state.playback, line);
}

}  // namespace

bool has_open_question(const LessonState& lesson) {
  const lessons::LessonStep* const step = lesson.now();
  return step != nullptr && step->question && step->question->kind != Kind::goal && !lesson.prediction && !lesson.shown;
}

std::optional<double> typed_number(const std::string& text) {
  std::string digits;
  for (const char sign : trim(text)) {
    if (sign != ',' && sign != ' ' && sign != '_') digits += sign;
  }
  if (digits.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  return end == digits.c_str() + digits.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<bool> is_right(const LessonState& lesson) {
  const lessons::LessonStep* const step = lesson.now();
  if (step == nullptr || !step->question || !lesson.answered || !lesson.answered->answer) return std::nullopt;
  const lessons::Question& question = *step->question;
  const lessons::Answer& answer = *lesson.answered->answer;
  if (question.kind == Kind::goal) return answer.number.value != 0;
  if (!lesson.prediction) return std::nullopt;
  const Prediction& given = *lesson.prediction;
  switch (question.kind) {
    case Kind::number: {
      const auto number = typed_number(given.number);
      return number && lessons::is_right(question, answer, *number);
    }
    case Kind::choice:
    case Kind::order:
      return given.options == answer.options;
    case Kind::line:
      return given.line == answer.source_line;
    case Kind::bank:
      return given.bank && (answer.banks >> *given.bank & 1) != 0;
    case Kind::goal:
      break;
  }
  return std::nullopt;
}

void LessonState::ask_anew() {
  ++question;
  answered.reset();
  trouble.clear();
}

void LessonState::begin_step() {
  prediction.reset();
  order.clear();
  shown = false;
  ask_anew();
}

std::optional<std::size_t> place_of_step(const lessons::Lesson& lesson, const std::string& name) {
  const auto found = std::ranges::find(lesson.steps, name, &lessons::LessonStep::name);
  if (found == lesson.steps.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lesson.steps.begin());
}

void LessonState::stay_at(const std::string& name) {
  step = place_of_step(*open, name).value_or(std::min(step, open->steps.size() - 1));
}

void accept_lessons(State& state, std::vector<KnownLesson> lessons, std::vector<Error> errors) {
  LessonState& lesson = state.lesson;
  for (const Error& error : errors) {
    if (std::ranges::find(lesson.errors, error) == lesson.errors.end()) {
      log(state, LogEntry::Kind::error, error.text());
    }
  }
  lesson.lessons = std::move(lessons);
  lesson.errors = std::move(errors);
  if (lesson.lecture) {
    const auto saved = std::ranges::find(lesson.lessons, lesson.lecture->file,
                                         [](const KnownLesson& known) { return known.lesson->file; });
    if (saved != lesson.lessons.end()) lesson.lecture = saved->lesson;
  }
  if (!lesson.open) return;
  const auto found =
      std::ranges::find(lesson.lessons, lesson.open->file, [](const KnownLesson& known) { return known.lesson->file; });
  if (found == lesson.lessons.end()) return;
  if (have_same_content(*found->lesson, *lesson.open)) {
    lesson.open = found->lesson;  // the window may have written it
    return;
  }
  const std::string name = lesson.now()->name;
  const lessons::LessonStep before = *lesson.now();
  lesson.open = found->lesson;
  lesson.stay_at(name);
  if (*lesson.now() == before) return;
  lesson.ask_anew();  // the answer may be another one now
}

void accept_answer(State& state, std::uint64_t question, Expected<lessons::AnsweredStep> answered) {
  LessonState& lesson = state.lesson;
  if (!lesson.open || question != lesson.question) return;
  if (!answered) {
    lesson.trouble = answered.error().text();
    return log(state, LogEntry::Kind::warning, lesson.trouble);
  }
  lesson.answered = std::make_shared<const lessons::AnsweredStep>(std::move(*answered));
  // A goal that was reached once stays reached, so that the learner may go on turning.
  if (has_goal(lesson) && is_right(lesson).value_or(false)) lesson.shown = true;
  select_answered_line(state);
}

void follow_lesson(State& state) {
  LessonState& lesson = state.lesson;
  const Playback& playback = state.playback;
  const bool come = playback.sequence && playback.traced_revision == state.selection.revision;
  if (come && lesson.playback_to_restore && !lesson.open)
    restore_selection(state.playback, *std::exchange(lesson.playback_to_restore, {}));
  const lessons::LessonStep* const step = lesson.now();
  if (step == nullptr) return;
  if (come && std::exchange(lesson.is_selection_due, false)) select_access(state, *step);
  if (has_goal(lesson) && !lesson.shown && lesson.asked_revision != state.selection.revision) {
    lesson.asked_revision = state.selection.revision;
    lesson.ask_anew();
  }
  if (!has_open_question(lesson) && lesson.prediction) select_answered_line(state);
}

lessons::LessonStep question_step(const State& state) {
  lessons::LessonStep step = *state.lesson.now();
  const bool same_kernel = step.experiment.kernel == state.selection.kernel;
  if (step.question && step.question->kind == Kind::goal && same_kernel) {
    for (const auto& [name, value] : state.current_values()) step.experiment.values[name] = value;
  }
  return step;
}

namespace {

/// Returns the text of a line if no other line of the file holds it, so that a lesson finds the line by it.
std::string text_that_names(const State& state, int line) {
  const std::vector<SourceLine>& lines = state.source.text.lines;
  // A lesson is a file for others.
  if (state.source.text.named || line < 1 || static_cast<std::size_t>(line) > lines.size()) return {};
  std::string text(trim(lines[static_cast<std::size_t>(line) - 1].text));
  const auto holds = [&](const SourceLine& other) { return other.text.find(text) != std::string::npos; };
  return !text.empty() && std::ranges::count_if(lines, holds) == 1 ? text : std::string();
}

/// Returns "smem_unroll pad=0": the kernel without its family, and the knobs that differ from their defaults.
std::string title_of_moment(const State& state) {
  const std::string& kernel = state.selection.kernel;
  std::string title = kernel.substr(kernel.rfind('/') + 1);
  for (const Knob& knob : state.knobs()) {
    if (knob.index != knob.default_index) title += fmt::format(" {}={}", knob.name, knob.labels[knob.index]);
  }
  return title;
}

}  // namespace

lessons::LessonStep moment_of(const State& state, std::size_t number) {
  lessons::LessonStep step;
  const std::string& kernel = state.selection.kernel;
  step.name = fmt::format("moment_{}", number);
  step.title.en = step.title.zh = title_of_moment(state);
  for (const Knob& knob : band_knobs(state)) step.knobs.push_back(knob.name);
  step.experiment.kernel = kernel;
  step.experiment.values = state.current_values();
  step.experiment.seed = state.selection.seed;
  step.experiment.target = state.selection.target;
  step.experiment.source_line = text_that_names(state, state.playback.focus.line);
  const auto show = enum_cast<lessons::StepView::Show>(lessons::step_view_names, state.ui.stage);
  if (!show) return step;
  lessons::StepView& view = step.view.emplace();
  view.show = *show;
  const Playback& playback = state.playback;
  const auto animated = animated_view_named(name_of(*show));
  const auto shown = animated ? shown_access(playback, *animated) : std::nullopt;
  if (!shown) return step;
  view.lane = playback.focus.lane;
  view.bank = playback.focus.bank;
  view.camera = camera_of(state, *animated);
  const trace::Site& site = playback.sequence->site(shown->index);
  if (site.line != state.playback.focus.line) step.experiment.source_line = text_that_names(state, site.line);
  const int line = step.experiment.source_line.empty() ? 0 : site.line;
  view.access = lessons::number_of_access(
      *playback.traced(), kernel, line, [&](trace::Space space) { return shows(*animated, space); }, shown->record);
  // The time is that since the access began, at the speed of given times.
  const analysis::Track& track = *playback.track(*animated);
  const double steps = scrubbed(playback) - track.start(track.at(shown->index));
  if (playback.front == *animated && steps > 0) view.seconds = steps / traits_of(*animated).speed;
  return step;
}

}  // namespace lanescope::gui
