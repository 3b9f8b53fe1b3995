#include "gui/shell/lesson_run.h"

#include <utility>

#include "lessons/lesson_recordings.h"

namespace lanescope::gui {

LessonRun::LessonRun(std::filesystem::path assets, client::Options worker, std::function<void()> wake)
    : assets_(std::move(assets)),
      wake_(std::move(wake)),
      runner_(std::move(worker),
              [this] {
                const std::scoped_lock lock(mutex_);
                return stop_requested_ || next_.has_value();
              }),
      thread_([this] { answer_questions(); }) {}

LessonRun::~LessonRun() {
  {
    const std::scoped_lock lock(mutex_);
    stop_requested_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void LessonRun::ask(LessonQuestion question) {
  {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(question);
    reply_.reset();
  }
  changed_.notify_one();
}

std::optional<LessonReply> LessonRun::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(reply_, std::nullopt);
}

Expected<lessons::AnsweredStep> LessonRun::answer(const LessonQuestion& question) {
  if (!facts_ || kernels_ != question.kernels) {
    kernels_ = question.kernels;
    auto sources = std::make_shared<const lessons::LessonSources>();
    if (!assets_.empty()) {
      TRY(sources, lessons::lesson_sources(assets_, *kernels_));
    }
    facts_ = std::make_unique<lessons::LessonFacts>(
        kernels_, std::move(sources),
        [this](const experiments::Experiment& experiment) { return runner_.run(experiment); });
  }
  return lessons::answer(question.lesson, question.step, *facts_);
}

void LessonRun::answer_questions() {
  for (;;) {
    LessonQuestion question;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stop_requested_ || next_; });
      if (stop_requested_) return;
      question = *std::exchange(next_, std::nullopt);
    }
    auto answered = answer(question);
    {
      const std::scoped_lock lock(mutex_);
      if (stop_requested_) return;
      if (next_) continue;  // the answer was overtaken
      reply_ = LessonReply{question.number, std::move(answered)};
    }
    if (wake_) wake_();
  }
}

}  // namespace lanescope::gui
