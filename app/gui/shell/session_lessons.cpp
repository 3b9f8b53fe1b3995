// What the session does for lessons: it reads their files, has their answers computed, and writes the user's lecture.
#include <utility>

#include "base/file.h"
#include "gui/messages.h"
#include "gui/shell/session.h"
#include "lessons/write_step.h"

namespace lanescope::gui {
namespace {

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
      lesson_run_ =
          std::make_unique<LessonRun>(options_.recorded.parent_path(), std::move(worker), options_.worker.wake);
    }
    asked_question_ = lesson.question;
    lesson_run_->ask({lesson.question, state_.known.catalogue, *lesson.open, question_step(state_)});
  }
  auto reply = lesson_run_ ? lesson_run_->take() : std::nullopt;
  if (!reply) return false;
  accept_answer(state_, reply->number, std::move(reply->answered));
  return true;
}

void Session::save_lecture(const SaveLecture& wanted) {
  const std::filesystem::path file = wanted.file;
  std::error_code error;
  if (!wanted.lecture) {
    std::filesystem::remove(file, error);
    static_cast<void>(watch_lessons());
    return;
  }
  std::string before;
  if (std::filesystem::exists(file, error)) {
    const auto unwritten = [&](const Error& why) {
      return show_notice(failure_notice(state_, state_.say("notice.lecture_not_written"), why));
    };
    if (wanted.is_new) return unwritten({message<"lesson.file_exists">(), file.string(), ""});
    auto text = read_file(file);
    if (!text) return unwritten(text.error());
    // A file with a mistake is the user's to mend.
    if (const auto lesson = lessons::read_lesson(*text, file.string()); !lesson) {
      return unwritten(lesson.error().front());
    }
    before = *std::move(text);
  }
  if (const Status written = write_file(file, lessons::lesson_text(*wanted.lecture, before)); !written) {
    show_notice(failure_notice(state_, state_.say("notice.lecture_not_written"), written.error()));
  }
  lesson_files_.clear();  // two changes may have one time
  static_cast<void>(watch_lessons());
}

}  // namespace lanescope::gui
