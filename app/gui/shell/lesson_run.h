// Computes the answers of steps on a thread of its own, while everything else goes on: experiments of lessons take
// seconds in the emulator.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "client/experiment_runner.h"
#include "lessons/answers.h"

namespace lanescope::gui {

/// What is asked of a step.
struct LessonQuestion {
  std::uint64_t number = 0;
  std::shared_ptr<const catalogue::Snapshot> kernels;
  lessons::Lesson lesson;
  lessons::LessonStep step;
};

struct LessonReply {
  std::uint64_t number = 0;
  Expected<lessons::AnsweredStep> answered;
};

class LessonRun {
 public:
  /// `assets` is the folder with recordings and articles; empty means none. `wake` (may be empty) is called from the
  /// thread when an answer has come.
  LessonRun(std::filesystem::path assets, client::Options worker, std::function<void()> wake);
  ~LessonRun();  ///< ends what runs; this takes a few tenths of a second at most
  LessonRun(const LessonRun&) = delete;
  LessonRun& operator=(const LessonRun&) = delete;

  /// Asks this in the place of whatever was asked before and is not yet answered.
  void ask(LessonQuestion question);
  /// Returns an answer that was not taken yet.
  [[nodiscard]] std::optional<LessonReply> take();

 private:
  void answer_questions();
  [[nodiscard]] Expected<lessons::AnsweredStep> answer(const LessonQuestion& question);

  const std::filesystem::path assets_;
  const std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<LessonQuestion> next_;  ///< not begun yet
  std::optional<LessonReply> reply_;    ///< not taken yet
  bool stop_requested_ = false;

  // These belong to the thread.
  client::ExperimentRunner runner_;
  std::shared_ptr<const catalogue::Snapshot> kernels_;
  std::unique_ptr<lessons::LessonFacts> facts_;  ///< of those kernels
  std::thread thread_;
};

}  // namespace lanescope::gui
