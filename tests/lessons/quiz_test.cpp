#include "lessons/quiz.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

namespace lanescope::lessons {
namespace {

/// Counts by hand, without the model: different sectors, or for 4 bytes a lane the most different words of a bank.
std::uint32_t counted(const QuizQuestion& question) {
  std::set<std::uint32_t> sectors;
  std::map<std::uint32_t, std::set<std::uint32_t>> words;  // by bank
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((question.active_mask >> lane & 1) == 0) continue;
    sectors.insert(question.addresses[lane] / 32);
    words[question.addresses[lane] / 4 % 32].insert(question.addresses[lane] / 4);
  }
  if (!question.asks_wavefronts()) return static_cast<std::uint32_t>(sectors.size());
  std::size_t most = 0;
  for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
  return static_cast<std::uint32_t>(most);
}

TEST(Quiz, AsksTheSameForTheSameSeedAndLevel) {
  for (int level = 1; level <= quiz_levels; ++level) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const QuizQuestion one = quiz_question(seed, level), two = quiz_question(seed, level);
      EXPECT_EQ(one.code, two.code);
      EXPECT_EQ(one.addresses, two.addresses);
      EXPECT_EQ(one.answer, two.answer);
    }
  }
  // It is the same on every machine.
  EXPECT_EQ(quiz_question(1, 1).code, quiz_question(1, 0).code);
  EXPECT_EQ(quiz_question(1, quiz_levels).code, quiz_question(1, 99).code);
}

TEST(Quiz, HasTheAnswerThatCountingByHandGives) {
  int compared = 0;
  for (int level = 1; level <= quiz_levels; ++level) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const QuizQuestion question = quiz_question(seed, level);
      if (question.bytes_per_lane != 4) continue;  // their phases are a matter of the model, see below
      EXPECT_EQ(question.answer, counted(question)) << question.code;
      ++compared;
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(Quiz, HasTheKnownAnswersOfWideAccesses) {
  std::map<std::string, std::uint32_t> answers;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const QuizQuestion question = quiz_question(seed, 3);
    if (question.pattern == QuizPattern::width) answers[question.code] = question.answer;
  }
  EXPECT_EQ(answers.at("value = elements[1 * lane];  // __shared__ float2 elements[]"), 2u);
  EXPECT_EQ(answers.at("value = elements[1 * lane];  // __shared__ float4 elements[]"), 4u);
  EXPECT_EQ(answers.at("value = elements[2 * lane];  // __shared__ float4 elements[]"), 8u);
  EXPECT_EQ(answers.at("value = elements[8 * lane];  // __shared__ float4 elements[]"), 32u);
  EXPECT_EQ(answers.size(), 12u);
}

TEST(Quiz, GrowsWithItsLevel) {
  std::map<int, std::set<QuizPattern>> patterns;
  std::set<std::uint32_t> answers;
  for (int level = 1; level <= quiz_levels; ++level) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const QuizQuestion question = quiz_question(seed, level);
      patterns[level].insert(question.pattern);
      answers.insert(question.answer);
      EXPECT_GT(question.answer, 0u);
      EXPECT_GE(question.answer, question.least) << question.code;
    }
  }
  EXPECT_EQ(patterns[1].size(), 2u);
  EXPECT_EQ(patterns[2].size(), 5u);
  EXPECT_EQ(patterns[3].size(), 7u);
  EXPECT_EQ(patterns[4].size(), 8u);
  EXPECT_GT(answers.size(), 10u) << "one number is not always right";
}

TEST(Quiz, ExplainsEachAnswerInBothLanguagesWithoutLeavingABrace) {
  const auto texts = read_texts(LANESCOPE_SOURCES "/assets/texts/quiz.toml");
  ASSERT_TRUE(texts) << texts.error().text();
  for (int level = 1; level <= quiz_levels; ++level) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const QuizQuestion question = quiz_question(seed, level);
      for (const char* language : {"en", "zh"}) {
        const std::string text = quiz_text(question, *texts, language) + quiz_explanation(question, *texts, language);
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
        EXPECT_NE(text.find(std::to_string(question.answer)), std::string::npos) << text;
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::lessons
