// What the commands about lessons share: lessons, claims, texts, and the numbers behind them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "client/client.h"
#include "lab/lesson/answers.h"
#include "lab/lesson/claims.h"
#include "lab/lesson/lesson.h"
#include "lab/lesson/lesson_facts.h"
#include "lab/lesson/texts.h"

namespace warpscope::cli {

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
  /// Runs in the worker, which is started by the first experiment, and waits for the trace too.
  [[nodiscard]] Expected<std::shared_ptr<const lab::Result>> run(const lab::Experiment& experiment);

  std::filesystem::path data_;
  std::vector<lab::Claim> claims_;
  lab::Texts texts_, quiz_texts_;
  std::unique_ptr<client::Client> worker_;
  std::unique_ptr<lab::LessonFacts> facts_;
};

/// Says where a number comes from: "recorded (NVIDIA H200, 2026-11-21)", "derived from addresses".
[[nodiscard]] std::string origin_text(const lab::Provenance& from, const lab::Texts& texts, std::string_view language);

/// Returns the answer in words: "8 wavefronts", the option, the order, the line, the banks.
[[nodiscard]] std::string answer_text(const lab::Question& question, const lab::Answer& answer, const lab::Texts& texts,
                                      std::string_view language);

}  // namespace warpscope::cli
