// What the session does for lessons: it reads their files, has their answers computed, and writes the user's steps.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "gui/messages.h"
#include "gui/shell/session.h"
#include "lessons/write_step.h"

namespace lanescope::gui {
namespace {

constexpr const char* own_lesson = "my_lesson.toml";

using ChangeTimes = std::vector<std::pair<std::filesystem::path, std::filesystem::file_time_type>>;

/// Adds the lesson files of a folder with the times of their last change.
void add_change_times(const std::filesystem::path& folder, ChangeTimes& times) {
  std::error_code missing;
  if (folder.empty() || !std::filesystem::is_directory(folder, missing)) return;
  for (const std::string& name : lessons::lessons_in(folder)) {
    const std::filesystem::path file = folder / (name + ".toml");
    std::error_code error;
    const auto changed = std::filesystem::last_write_time(file, error);
    if (!error) times.emplace_back(file, changed);
  }
}

/// Returns a number that no step of the lesson has in its name "moment_N".
std::size_t unused_number(const lessons::Lesson& lesson) {
  std::size_t number = lesson.steps.size() + 1;
  const auto taken = [&](const lessons::LessonStep& step) { return step.name == fmt::format("moment_{}", number); };
  while (std::ranges::any_of(lesson.steps, taken)) ++number;
  return number;
}

}  // namespace

bool Session::watch_lessons() {
  ChangeTimes now;
  add_change_times(options_.lessons, now);
  const std::size_t shipped = now.size();
  add_change_times(options_.own_lessons, now);
  if (now == lesson_files_) return false;
  lesson_files_ = std::move(now);
  std::vector<KnownLesson> lessons;
  std::vector<Error> errors;
  for (std::size_t i = 0; i < lesson_files_.size(); ++i) {
    const std::filesystem::path& file = lesson_files_[i].first;
    const auto text = read_file(file);
    if (!text) errors.push_back(text.error());
    if (!text) continue;
    auto lesson = lessons::read_lesson(*text, file.string());
    if (lesson) {
      lessons.push_back({std::make_shared<const lessons::Lesson>(std::move(*lesson)), i >= shipped});
    } else {
      errors.insert(errors.end(), lesson.error().begin(), lesson.error().end());
    }
  }
  accept_lessons(state_, std::move(lessons), std::move(errors));
  return true;
}

bool Session::poll_lesson() {
  const LessonState& lesson = state_.lesson;
  if (lesson.open && asked_question_ != lesson.question) {
    if (!lesson_run_) {
      // Experiments of lessons run in the emulator, which needs no other machine.
      client::Options worker = options_.worker;
      worker.remote.reset();
      worker.wake = nullptr;
      lesson_run_ = std::make_unique<LessonRun>(options_.recorded, std::move(worker), options_.worker.wake);
    }
    asked_question_ = lesson.question;
    lesson_run_->ask({lesson.question, state_.known.catalogue, *lesson.open, question_step(state_)});
  }
  auto reply = lesson_run_ ? lesson_run_->take() : std::nullopt;
  if (!reply) return false;
  accept_answer(state_, reply->number, std::move(reply->answered));
  return true;
}

/// The step goes to the open lesson when that is the user's, else to a file for all moments.
void Session::add_lesson_step() {
  if (options_.own_lessons.empty()) return report_error({message<"lesson.no_folder">(), "", ""});
  const auto own = std::ranges::find_if(
      state_.lesson.lessons, [&](const KnownLesson& known) { return known.own && known.lesson == state_.lesson.open; });
  const std::filesystem::path file =
      own != state_.lesson.lessons.end() ? std::filesystem::path(own->lesson->file) : options_.own_lessons / own_lesson;
  std::error_code error;
  std::filesystem::create_directories(options_.own_lessons, error);
  std::string text;
  std::size_t number = 1;
  if (std::filesystem::exists(file, error)) {
    auto before = read_file(file);
    if (!before) return report_error(before.error());
    const auto lesson = lessons::read_lesson(*before, file.string());
    // A file with a mistake is the user's to mend; a step behind the mistake would only hide it.
    if (!lesson) return report_error(lesson.error().front());
    text = std::move(*before);
    if (!text.ends_with('\n')) text += '\n';
    number = unused_number(*lesson);
  } else {
    text = lessons::lesson_head({"My lesson", "我的课程"},
                                {"Moments of the window, one after the other.", "窗口中的时刻，逐一排列。"});
  }
  const auto line = static_cast<int>(std::ranges::count(text, '\n')) + 2;
  text += lessons::step_text(moment_of(state_, number));
  if (const Status written = write_file(file, text); !written) return report_error(written.error());
  show_notice({Notice::Kind::done, state_.say("notice.step_added", number), file.string()});
  static_cast<void>(watch_lessons());
  open_editor({file.string(), line});
}

}  // namespace lanescope::gui
