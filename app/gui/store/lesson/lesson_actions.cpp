// Actions of the Lessons panel: a lesson applies its steps to the window, and the window is as before when it is left.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

using Kind = lessons::Question::Kind;

std::string needs_lesson(const State& state) {
  return state.lesson.open ? std::string() : state.say("reason.no_lesson");
}

std::string needs_next_step(const State& state) {
  if (!state.lesson.open) return needs_lesson(state);
  return state.lesson.step + 1 < state.lesson.open->steps.size() ? std::string() : state.say("reason.last_step");
}

std::string needs_previous_step(const State& state) {
  if (!state.lesson.open) return needs_lesson(state);
  return state.lesson.step > 0 ? std::string() : state.say("reason.first_step");
}

std::string needs_question(const State& state) {
  if (!state.lesson.open) return needs_lesson(state);
  const bool open = has_open_question(state.lesson) || (state.lesson.now()->question && !state.lesson.shown &&
                                                        state.lesson.now()->question->kind == Kind::goal);
  return open ? std::string() : state.say("reason.no_question");
}

/// Keeps what the lesson changes.
BeforeLesson window_now(const State& state) {
  BeforeLesson before;
  before.kernel = state.selection.kernel;
  before.values = state.selection.values;
  before.seed = state.selection.seed;
  before.target = state.selection.target;
  before.playback = state.playback;
  before.warps = state.warps;
  before.workspace = state.ui.workspace;
  return before;
}

/// Returns the name of the data sheet, as Selection::target has it.
std::string target_of(const State& state, const lessons::LessonExperiment& experiment) {
  return experiment.target.empty() ? state.lesson.before->target : experiment.target;
}

/// Applies the step's experiment, view and selection to the window.
Outcome apply_step(State& state, double seconds) {
  LessonState& lesson = state.lesson;
  const lessons::LessonStep& step = *lesson.now();
  Effects effects;
  if (!lesson.before) {
    lesson.before = window_now(state);
    effects.emplace_back(KeepArrangement{});
  }
  lesson.begin_step();
  lesson.typed.reset();
  lesson.band = step.knobs;
  state.ui.blank = false;

  TRY(Effects chosen, SetTarget{target_of(state, step.experiment)}.apply(state, seconds));
  append(effects, std::move(chosen));
  Setting wanted{step.experiment.kernel, step.experiment.values};
  const bool same_seed = state.selection.seed == step.experiment.seed;
  state.selection.seed = step.experiment.seed;
  if (!same_seed || !(setting_now(state) == wanted)) change_to(state, std::move(wanted), seconds);
  lesson.asked_revision = state.selection.revision;

  state.playback.playing = false;
  Focus unmarked;
  unmarked.warp = state.playback.focus.warp;
  unmarked.line = state.playback.focus.line;
  set_focus(state.playback, unmarked);
  if (step.view) {
    TRY(Effects shown, Invoke(fmt::format("show_{}", name_of(step.view->show))).apply(state, seconds));
    append(effects, std::move(shown));
  }
  effects.emplace_back(show_panel(state, PanelPlace::lesson, "lesson"));
  lesson.is_selection_due = step.view && step.view->selects_access();
  int line = 0;
  for (const SourceLine& each : state.source.text.lines) {
    const bool named =
        !step.experiment.source_line.empty() && each.text.find(step.experiment.source_line) != std::string::npos;
    if (named) line = each.number;
  }
  select_line(state.playback, line);
  state.source.traffic.reset();
  effects.emplace_back(ScrollSource{});
  follow_lesson(state);
  return effects;
}

/// Fails when the kernel of a step is not in the catalogue, or its GPU is not known.
Status needs_kernel_of(const State& state, const lessons::Lesson& lesson, std::size_t step) {
  const auto& [kernel, values, seed, target, source_line, line] = lesson.steps[step].experiment;
  if (!target.empty() && model::device_sheet(target) == nullptr) {
    return failure(message<"target.no_such_gpu">(target), lesson.file, message<"target.see_target_remedy">());
  }
  if (state.known.catalogue && state.known.catalogue->kernels.contains(kernel)) return {};
  return failure(message<"kernels.unknown">(kernel), lesson.file, message<"kernels.see_list_remedy">());
}

Outcome leave(State& state, double seconds) {
  LessonState& lesson = state.lesson;
  lesson.open.reset();
  lesson.typed.reset();
  lesson.band.clear();
  lesson.begin_step();
  lesson.is_selection_due = lesson.shows_list = false;
  state.ui.blank = false;
  if (!lesson.before) return Effects();  // a lecture of which no moment was gone to has changed nothing
  const BeforeLesson before = *std::exchange(lesson.before, std::nullopt);
  go_to(state, before.workspace);

  TRY(Effects effects, SetTarget{before.target}.apply(state, seconds));
  const bool changed = state.selection.seed != before.seed;
  state.selection.seed = before.seed;
  const auto values = before.values.find(before.kernel);
  Setting wanted{before.kernel, values == before.values.end() ? catalogue::Values() : values->second};
  const bool same = !changed && setting_now(state) == wanted;
  state.selection.values = before.values;
  if (!same) change_to(state, std::move(wanted), seconds);
  select_line(state.playback, before.playback.focus.line);

  Playback& playback = state.playback;
  playback.front = before.playback.front;
  playback.visible = before.playback.visible;
  playback.speeds = before.playback.speeds;
  playback.cameras = before.playback.cameras;
  state.warps = before.warps;
  playback.playing = before.playback.playing;
  if (before.playback.sequence) lesson.playback_to_restore = before.playback;
  follow_lesson(state);
  effects.emplace_back(RestoreArrangement{});
  effects.emplace_back(ScrollSource{});
  return effects;
}

Outcome go_by(State& state, std::size_t steps, double seconds) {
  return GoToStep{state.lesson.step + steps}.apply(state, seconds);
}

/// Returns what begins the lesson to begin with, or nothing when there is none.
std::optional<StartLesson> first_lesson(const State& state) {
  const auto& lessons = state.lesson.lessons;
  if (lessons.empty()) return std::nullopt;
  const auto banks = std::ranges::find(lessons, "banks", [](const KnownLesson& known) { return known.lesson->name; });
  return StartLesson{(banks == lessons.end() ? lessons.front() : *banks).lesson->name};
}

/// Returns what is wrong with a prediction; empty when it can be judged.
std::string defect_of(const State& state, const lessons::Question& question, const Prediction& given) {
  const std::size_t options = question.options.size();
  const bool known = std::ranges::all_of(given.options, [&](std::size_t option) { return option < options; });
  switch (question.kind) {
    case Kind::number:
      return typed_number(given.number) ? "" : state.say("lesson.no_number", given.number);
    case Kind::choice:
      return given.options.size() == 1 && known ? "" : state.say("lesson.no_option");
    case Kind::order:
      return given.options.size() == options && known ? "" : state.say("lesson.no_order");
    case Kind::line:
      return given.line > 0 ? "" : state.say("lesson.no_line");
    case Kind::bank:
      return given.bank && *given.bank < 32 ? "" : state.say("lesson.no_bank");
    case Kind::goal:
      break;
  }
  return state.say("lesson.turn_the_knobs");
}

}  // namespace

Outcome StartLesson::apply(State& state, double seconds) const {
  LessonState& lesson = state.lesson;
  const auto found =
      std::ranges::find(lesson.lessons, name, [](const KnownLesson& known) { return known.lesson->name; });
  if (found == lesson.lessons.end()) return failure(message<"lesson.unknown">(name));
  TRY_STATUS(needs_kernel_of(state, *found->lesson, 0));
  lesson.open = found->lesson;
  if (found->own) lesson.lecture = found->lesson;
  lesson.step = 0;
  lesson.playback_to_restore.reset();
  return apply_step(state, seconds);
}

Outcome GoToStep::apply(State& state, double seconds) const {
  TRY_STATUS(possible(needs_lesson(state)));
  if (step >= state.lesson.open->steps.size()) return failure(message<"lesson.unknown_step">(step + 1));
  TRY_STATUS(needs_kernel_of(state, *state.lesson.open, step));
  state.lesson.step = step;
  return apply_step(state, seconds);
}

Outcome MarkOption::apply(State& state, double) const {
  TRY_STATUS(possible(needs_question(state)));
  LessonState& lesson = state.lesson;
  const lessons::Question& question = *lesson.now()->question;
  if (option >= question.options.size()) return failure(message<"lesson.unknown_option">());
  std::vector<std::size_t>& order = lesson.order;
  if (const auto marked = std::ranges::find(order, option); marked != order.end()) {
    order.erase(marked, order.end());  // whatever was marked after it goes too
    return Effects();
  }
  if (question.kind == Kind::choice) order.clear();
  order.push_back(option);
  return Effects();
}

Outcome Predict::apply(State& state, double) const {
  TRY_STATUS(possible(needs_question(state)));
  if (std::string wrong = defect_of(state, *state.lesson.now()->question, prediction); !wrong.empty()) {
    return failure(std::move(wrong));
  }
  state.lesson.prediction = prediction;
  follow_lesson(state);
  return Effects{ScrollSource{}};
}

std::span<const Action> lesson_actions() {
  static constexpr std::array table{
      Action{"begin_first_lesson", "Start with a lesson", "", "Lesson",
             "Opens the lesson about banks: predict the conflicts of one access, then see them.",
             [](State& state, double seconds) { return first_lesson(state)->apply(state, seconds); },
             [](const State& state) { return first_lesson(state) ? std::string() : state.say("reason.no_lessons"); }},
      Action{"next_step", "Next step", "PageDown", "Lesson",
             "Goes to the next step of the lesson; a presenter remote sends this key.",
             [](State& state, double seconds) { return go_by(state, 1, seconds); }, needs_next_step},
      Action{"previous_step", "Previous step", "PageUp", "Lesson", "Goes to the previous step.",
             [](State& state, double seconds) { return GoToStep{state.lesson.step - 1}.apply(state, seconds); },
             needs_previous_step},
      Action{"show_answer", "Show the answer", "A", "Lesson",
             "Shows the answer without a prediction, for a lecture that predicts by a show of hands.",
             [](State& state) {
               state.lesson.shown = true;
               follow_lesson(state);
             },
             needs_question},
      Action{"blank_stage", "Blank the window", "B", "Lesson",
             "Hides everything so that the audience looks at the speaker; press again or click to show it.",
             toggle<&State::ui, &Ui::blank>, nullptr, is_set<&State::ui, &Ui::blank>},
      Action{"leave_lesson", "Leave the lesson", "Ctrl+Shift+L", "Lesson",
             "Restores the kernel, the knobs, the view and the layout from before the lesson.",
             [](State& state, double seconds) { return leave(state, seconds); }, needs_lesson},
  };
  return table;
}

}  // namespace lanescope::gui
