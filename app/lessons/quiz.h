// The quiz without end: accesses of a warp from a seed and a level, whose answer the model gives.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/names.h"
#include "lessons/texts.h"
#include "model/access/access.h"

namespace lanescope::lessons {

enum class QuizPattern { stride, offset, broadcast, padding, divergence, width, swizzle, permutation };
inline constexpr EnumNames<8> quiz_pattern_names{"stride",     "offset", "broadcast", "padding",
                                                 "divergence", "width",  "swizzle",   "permutation"};
[[nodiscard]] constexpr std::string_view name_of(QuizPattern pattern) {
  return enum_name(quiz_pattern_names, pattern);
}
inline constexpr int quiz_levels = 4;

/// One access of a warp. Shared memory asks for wavefronts, global memory for sectors of 32 bytes.
struct QuizQuestion {
  QuizPattern pattern = QuizPattern::stride;
  model::Space space = model::Space::shared;
  model::Operation operation = model::Operation::load;
  std::uint32_t bytes_per_lane = 4;
  std::uint32_t active_mask = model::all_lanes;
  model::LaneAddresses<std::uint32_t> addresses{};  ///< bytes from the start of the array
  std::string code;                                 ///< what the lanes execute, in CUDA C++
  std::uint32_t answer = 0, least = 0;
  std::map<std::string, std::string> numbers;  ///< what stands for the names in braces of the texts

  [[nodiscard]] bool asks_wavefronts() const { return space == model::Space::shared; }
  [[nodiscard]] model::LaneAccess<std::uint32_t> access() const {
    return {space, operation, bytes_per_lane, active_mask, &addresses};
  }
};

/// Returns the question of a seed at a level from 1 to quiz_levels (others are taken as the nearest). The same seed and
/// level give the same question on every machine. A level has the patterns of the ones below.
[[nodiscard]] QuizQuestion quiz_question(std::uint64_t seed, int level);

/// Returns the question and the explanation of its answer in a language, from assets/texts/quiz.toml.
[[nodiscard]] std::string quiz_text(const QuizQuestion& question, const Texts& texts, std::string_view language);
[[nodiscard]] std::string quiz_explanation(const QuizQuestion& question, const Texts& texts, std::string_view language);

}  // namespace lanescope::lessons
