// What the commands about lessons share: lessons, claims, texts, and the numbers behind them.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/error.h"
#include "client/experiment_runner.h"
#include "lessons/answers.h"
#include "lessons/claims.h"
#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"
#include "lessons/lesson_words.h"
#include "lessons/texts.h"

namespace lanescope::cli {

class LessonSession {
 public:
  /// Opens the program's data. It fails when data, claims, texts or a recording cannot be read.
  [[nodiscard]] static Expected<std::unique_ptr<LessonSession>> open();

  [[nodiscard]] std::filesystem::path folder() const { return data_ / "assets" / "lessons"; }
  [[nodiscard]] const std::vector<lessons::Claim>& claims() const { return claims_; }
  [[nodiscard]] const lessons::Texts& texts() const { return texts_; }
  [[nodiscard]] const lessons::Texts& quiz_texts() const { return quiz_texts_; }
  [[nodiscard]] lessons::LessonFacts& facts() { return *facts_; }

 private:
  LessonSession() = default;

  std::filesystem::path data_;
  std::vector<lessons::Claim> claims_;
  lessons::Texts texts_, quiz_texts_;
  client::ExperimentRunner runner_;
  std::unique_ptr<lessons::LessonFacts> facts_;
};

}  // namespace lanescope::cli
