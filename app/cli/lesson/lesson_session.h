// What the commands about lessons share: lessons, claims, texts, and the numbers behind them.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/error.h"
#include "client/experiment_runner.h"
#include "lab/lesson/answers.h"
#include "lab/lesson/claims.h"
#include "lab/lesson/lesson.h"
#include "lab/lesson/lesson_facts.h"
#include "lab/lesson/lesson_words.h"
#include "lab/lesson/texts.h"

namespace lanescope::cli {

class LessonSession {
 public:
  /// Opens the program's data. It fails when data, claims, texts or a recording cannot be read.
  [[nodiscard]] static Expected<std::unique_ptr<LessonSession>> open();

  [[nodiscard]] std::filesystem::path folder() const { return data_ / "assets" / "lessons"; }
  [[nodiscard]] const std::vector<lab::Claim>& claims() const { return claims_; }
  [[nodiscard]] const lab::Texts& texts() const { return texts_; }
  [[nodiscard]] const lab::Texts& quiz_texts() const { return quiz_texts_; }
  [[nodiscard]] lab::LessonFacts& facts() { return *facts_; }

 private:
  LessonSession() = default;

  std::filesystem::path data_;
  std::vector<lab::Claim> claims_;
  lab::Texts texts_, quiz_texts_;
  client::ExperimentRunner runner_;
  std::unique_ptr<lab::LessonFacts> facts_;
};

}  // namespace lanescope::cli
