#include "compiler/libraries/isolated.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <stdexcept>

namespace lanescope::compiler {
namespace {

TEST(Isolated, WorkGivesItsTexts) {
  const std::vector<std::string> texts{"", std::string(1 << 20, 'x'), std::string("a\0b", 3)};
  const IsolatedAnswer answer = run_isolated([&] { return texts; });
  EXPECT_EQ(answer.texts, texts);
  EXPECT_EQ(answer.ended.status, 0);
}

TEST(Isolated, WorkChangesNothingHere) {
  int value = 1;
  EXPECT_TRUE(run_isolated([&] {
                value = 2;
                return std::vector<std::string>{};
              }).texts);
  EXPECT_EQ(value, 1);
}

TEST(Isolated, WorkThatCrashesSaysHow) {
  const IsolatedAnswer answer = run_isolated([]() -> std::vector<std::string> {
    raise(SIGSEGV);
    return {};
  });
  EXPECT_FALSE(answer.texts);
  EXPECT_EQ(answer.ended.signal, SIGSEGV);
}

TEST(Isolated, WorkThatThrowsHasNoAnswer) {
  const IsolatedAnswer answer =
      run_isolated([]() -> std::vector<std::string> { throw std::runtime_error("it failed"); });
  EXPECT_FALSE(answer.texts);
  EXPECT_EQ(answer.ended.status, 1);
}

}  // namespace
}  // namespace lanescope::compiler
