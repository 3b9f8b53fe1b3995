// Actions that prepare a lecture: moments are added with a sentence, renamed, put into another order and deleted.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/lesson/lecture.h"
#include "gui/store/lesson/lecture_commands.h"

namespace lanescope::gui {
namespace {

/// One text for both languages.
lessons::LocalizedText for_both(std::string_view text) {
  const std::string words(trim(text));
  return {words, words};
}

std::string needs_moment(const State& state) {
  if (state.lesson.folder.empty()) return state.language().translated(message<"lesson.no_folder">());
  return needs_kernel(state);
}

std::string needs_prepared(const State& state) {
  return state.lesson.is_prepared() ? std::string() : state.say("reason.no_lecture");
}

/// The list of moments is not beside the picture of a lecture.
std::string needs_list(const State& state) {
  return state.ui.is_lecture() ? state.say("reason.no_list_in_lecture") : needs_prepared(state);
}

std::string needs_earlier(const State& state) {
  if (std::string reason = needs_prepared(state); !reason.empty()) return reason;
  return state.lesson.step > 0 ? std::string() : state.say("reason.first_step");
}

std::string needs_later(const State& state) {
  if (std::string reason = needs_prepared(state); !reason.empty()) return reason;
  return state.lesson.step + 1 < state.lesson.open->steps.size() ? std::string() : state.say("reason.last_step");
}

std::string needs_another(const State& state) {
  if (std::string reason = needs_prepared(state); !reason.empty()) return reason;
  return state.lesson.open->steps.size() > 1 ? std::string() : state.say("reason.only_moment");
}

/// Returns a lecture without moments, with a file that no lesson of the user has.
lessons::Lesson new_lecture(const State& state) {
  lessons::Lesson lecture;
  const auto is_taken = [&](const std::string& file) {
    const auto of_lesson = [&](const KnownLesson& known) { return known.lesson->file == file; };
    const auto of_error = [&](const Error& error) { return error.where.name == Message(file); };
    return std::ranges::any_of(state.lesson.lessons, of_lesson) || std::ranges::any_of(state.lesson.errors, of_error);
  };
  for (int number = 1; lecture.file.empty() || is_taken(lecture.file); ++number) {
    lecture.name = number == 1 ? "my_lecture" : fmt::format("my_lecture_{}", number);
    lecture.file = (std::filesystem::path(state.lesson.folder) / (lecture.name + ".toml")).string();
    lecture.title =
        number == 1 ? lessons::LocalizedText{"My lecture", "我的讲课"}
                    : lessons::LocalizedText{fmt::format("My lecture {}", number), fmt::format("我的讲课 {}", number)};
  }
  lecture.summary = {"Moments of the window, one after the other.", "窗口中的时刻，逐一排列。"};
  return lecture;
}

/// Takes the changed lecture, with the moment that is shown when the lecture is open, and has it saved.
Effects take(State& state, lessons::Lesson changed, std::size_t step) {
  LessonState& lesson = state.lesson;
  const bool is_new = lesson.lecture == nullptr || lesson.lecture->file != changed.file;
  const bool is_open = !lesson.open || lesson.is_prepared();
  lesson.lecture = std::make_shared<const lessons::Lesson>(std::move(changed));
  ++lesson.edits;
  if (is_open) {
    lesson.open = lesson.lecture;
    lesson.step = step;
    lesson.begin_step();
  }
  return {SaveLecture{lesson.lecture->file, lesson.lecture, is_new}};
}

Effects move_by(State& state, int by) {
  const std::size_t from = state.lesson.step, to = by > 0 ? from + 1 : from - 1;
  lessons::Lesson changed = *state.lesson.lecture;
  std::swap(changed.steps[from], changed.steps[to]);
  return take(state, std::move(changed), to);
}

Effects delete_moment(State& state, double seconds) {
  lessons::Lesson changed = *state.lesson.lecture;
  const std::size_t step = state.lesson.step;
  const std::string title = changed.steps[step].title.in(state.language().code());
  changed.steps.erase(changed.steps.begin() + static_cast<std::ptrdiff_t>(step));
  const std::size_t now = std::min(step, changed.steps.size() - 1);
  Effects effects = take(state, std::move(changed), now);
  show_notice(state, {Notice::Kind::done, state.say("notice.moment_deleted", step + 1, title), {}, "undo"}, seconds);
  return effects;
}

template <LectureText part>
constexpr auto types = [](State& state) {
  state.lesson.typed = part;
  return part == LectureText::sentence ? Effects() : Effects{show_panel(state, PanelPlace::lesson, "lesson")};
};

}  // namespace

Outcome KeepMoment::apply(State& state, double seconds) const {
  LessonState& lesson = state.lesson;
  if (!lesson.draft) return Effects();  // the key that closed the field has kept it
  lessons::LessonStep moment = *std::exchange(lesson.draft, std::nullopt);
  moment.text = for_both(sentence);
  if (!moment.text.empty()) moment.title = moment.text;
  lessons::Lesson changed = lesson.lecture ? *lesson.lecture : new_lecture(state);
  const std::size_t place = lesson.is_prepared() ? lesson.step + 1 : changed.steps.size();
  const std::string title = changed.title.in(state.language().code()), file = changed.file;
  changed.steps.insert(changed.steps.begin() + static_cast<std::ptrdiff_t>(place), std::move(moment));
  Effects effects = take(state, std::move(changed), place);
  show_notice(state, {Notice::Kind::done, state.say("notice.moment_added", place + 1, title), file, "undo"}, seconds);
  return effects;
}

Outcome SetLectureText::apply(State& state, double) const {
  LessonState& lesson = state.lesson;
  lesson.typed.reset();
  TRY_STATUS(possible(needs_prepared(state)));
  lessons::Lesson changed = *lesson.lecture;
  lessons::LocalizedText words = for_both(text);
  const auto place = place_of_step(changed, moment);
  if (part != LectureText::title && !place) return failure(message<"lesson.unknown_moment">(moment));
  const bool is_name = part == LectureText::title || part == LectureText::moment;
  if (is_name && words.empty()) return Effects();  // what has no name keeps the one it had
  lessons::LocalizedText& given = part == LectureText::title      ? changed.title
                                  : part == LectureText::moment   ? changed.steps[*place].title
                                  : part == LectureText::sentence ? changed.steps[*place].text
                                                                  : changed.steps[*place].notes;
  if (given.in(state.language().code()) == words.en) return Effects();
  // A moment that is called after its sentence stays so.
  const bool renames = part == LectureText::sentence && changed.steps[*place].title == given && !words.empty();
  if (renames) changed.steps[*place].title = words;
  given = std::move(words);
  return take(state, std::move(changed), lesson.step);
}

Outcome StopTypingLecture::apply(State& state, double) const {
  state.lesson.typed.reset();
  return Effects();
}

Outcome MoveMoment::apply(State& state, double) const {
  TRY_STATUS(possible(needs_prepared(state)));
  lessons::Lesson changed = *state.lesson.lecture;
  std::vector<lessons::LessonStep>& moments = changed.steps;
  const std::size_t last = std::max(from, to);
  if (last >= moments.size()) return failure(message<"lesson.unknown_step">(last + 1));
  if (from == to) return Effects();
  const std::string shown = moments[state.lesson.step].name;
  const auto at = [&](std::size_t place) { return moments.begin() + static_cast<std::ptrdiff_t>(place); };
  if (from < to) {
    std::rotate(at(from), at(from) + 1, at(to) + 1);
  } else {
    std::rotate(at(to), at(from), at(from) + 1);
  }
  const std::size_t step = place_of_step(changed, shown).value_or(0);
  return take(state, std::move(changed), step);
}

Outcome ToggleBandKnob::apply(State& state, double) const {
  std::vector<std::string> band;
  for (const Knob& knob : band_knobs(state)) band.push_back(knob.name);
  if (std::erase(band, name) == 0) {
    band.push_back(name);
    if (band.size() > max_band_knobs) band.erase(band.begin());
  }
  state.lesson.band = band;
  if (!state.lesson.is_prepared()) return Effects();
  lessons::Lesson changed = *state.lesson.lecture;
  changed.steps[state.lesson.step].knobs = std::move(band);
  return take(state, std::move(changed), state.lesson.step);
}

std::span<const Action> lecture_actions() {
  static constexpr std::array table{
      with_text_field(Action{"add_step", "Add this moment", "+", "Lesson",
                             "Adds kernel, knobs, view, selection and time as a moment to your lecture, and asks for "
                             "its sentence.",
                             [](State& state) { state.lesson.draft = next_moment(state); }, needs_moment, nullptr,
                             "Ctrl+Shift+M"}),
      with_text_field(Action{"write_sentence", "Change the sentence", "", "Lesson",
                             "Changes the sentence that stands above the picture.", types<LectureText::sentence>,
                             needs_prepared}),
      with_text_field(Action{"write_notes", "Write notes", "", "Lesson",
                             "Writes what you want to say; only the presenter's window shows it.",
                             types<LectureText::notes>, needs_list}),
      with_text_field(Action{"rename_moment", "Rename the moment", "", "Lesson",
                             "Gives the moment another name in the list.", types<LectureText::moment>, needs_list}),
      with_text_field(Action{"rename_lecture", "Rename the lecture", "", "Lesson",
                             "Gives the lecture another title; its file keeps its name.", types<LectureText::title>,
                             needs_list}),
      Action{"move_moment_up", "Move the moment up", "Alt+UpArrow", "Lesson",
             "Lets the moment change places with the one before it.", [](State& state) { return move_by(state, -1); },
             needs_earlier},
      Action{"move_moment_down", "Move the moment down", "Alt+DownArrow", "Lesson",
             "Lets the moment change places with the one after it.", [](State& state) { return move_by(state, 1); },
             needs_later},
      Action{"delete_moment", "Delete the moment", "", "Lesson", "Removes the moment from the lecture.",
             [](State& state, double seconds) { return delete_moment(state, seconds); }, needs_another},
      Action{"toggle_presenter", "Presenter's window", "N", "Lesson",
             "Opens a second window with the notes, the answer, the next moment and a clock, or closes it.",
             toggle<&State::ui, &Ui::presenter>, nullptr, is_set<&State::ui, &Ui::presenter>},
      Action{"close_sentence", "Leave the sentence", "", "",
             "Closes the field of the sentence; a new moment is kept without one.",
             [](State& state, double seconds) {
               state.lesson.typed.reset();
               return KeepMoment{}.apply(state, seconds);
             }},
  };
  return table;
}

}  // namespace lanescope::gui
