// What lessons say of their answers in words: the handout, the text and the window share it.
#pragma once

#include <string>
#include <string_view>

#include "lessons/answers.h"
#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"
#include "lessons/texts.h"

namespace lanescope::lessons {

/// Says where a number comes from: "recorded (NVIDIA H200, 2026-11-21)", "derived from addresses".
[[nodiscard]] std::string origin_text(const Provenance& from, const Texts& texts, std::string_view language);
/// Says the same with the sign of each origin, for a terminal or a page: "□ recorded (NVIDIA H200, 2026-11-21)".
[[nodiscard]] std::string marked_origin_text(const Provenance& from, const Texts& texts, std::string_view language);

/// Returns the answer in words: "8 wavefronts", the option, the order, the line, the banks.
[[nodiscard]] std::string answer_text(const Question& question, const Answer& answer, const Texts& texts,
                                      std::string_view language);

}  // namespace lanescope::lessons
