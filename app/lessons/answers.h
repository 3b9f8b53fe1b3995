// The answers of a lesson, computed, and what does not hold in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "lessons/claims.h"
#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"

namespace lanescope::lessons {

/// The right answer of a question.
struct Answer {
  LessonNumber number;               ///< number; goal: 1 where the step's own setting reaches it, else 0
  std::vector<std::size_t> options;  ///< choice: the one that holds; order: all, the least first
  std::vector<double> by;            ///< order: the value of each option, in the order of the file
  int source_line = 0;               ///< line: in the kernel's file, from 1
  std::string source_text;           ///< line: its text, without blanks around it
  std::uint32_t banks = 0;           ///< bank: mask of those with the largest degree
  std::uint32_t degree = 0;          ///< bank: that degree
  Provenance from;
};

/// A step with all that is computed of it.
struct AnsweredStep {
  std::map<std::string, LessonNumber> numbers;  ///< by name
  std::optional<Answer> answer;
  /// What stands for the names in braces: the numbers, and `answer`, as people read them.
  std::map<std::string, std::string> texts;
};

/// Fails with file and line when a number or the answer cannot be computed, or when the answer is not the only one.
[[nodiscard]] Expected<AnsweredStep> answer(const Lesson& lesson, const LessonStep& step, LessonFacts& facts);

/// Tells whether what was answered to a question for a number is right.
[[nodiscard]] bool is_right(const Question& question, const Answer& answer, double given);

/// Returns what does not hold in a step: its experiments, its selection, its answers, its translation, its claims.
[[nodiscard]] std::vector<Error> check_step(const Lesson& lesson, const LessonStep& step, LessonFacts& facts,
                                            std::span<const Claim> claims);

/// Returns the ids of the claims that no step treats, in the order of the file.
[[nodiscard]] std::vector<std::string> claims_without_step(std::span<const Claim> claims,
                                                           std::span<const Lesson> lessons);

}  // namespace lanescope::lessons
