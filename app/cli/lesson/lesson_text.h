// A lesson as text for the terminal.
#pragma once

#include <string>
#include <string_view>

#include "cli/lesson/lesson_session.h"

namespace lanescope::cli {

/// Returns the whole lesson, each answer behind its question. Lines are at most 100 signs wide in English. It fails
/// when a number cannot be computed.
[[nodiscard]] Expected<std::string> lesson_text(const lessons::Lesson& lesson, LessonSession& session,
                                                std::string_view language);

/// Returns `count` questions of the quiz with their answers.
[[nodiscard]] std::string quiz_text(const lessons::Texts& texts, const lessons::Texts& quiz, int level,
                                    std::uint64_t seed, int count, std::string_view language);

/// Returns "1 (holds), 31b (differs)" with the verdict of each claim; one with several comparisons has the worst.
[[nodiscard]] std::string claims_text(const lessons::LessonStep& step, LessonSession& session,
                                      std::string_view language);

}  // namespace lanescope::cli
