#include "base/error.h"

#include <gtest/gtest.h>

#include <memory>

namespace lanescope {
namespace {

Expected<std::unique_ptr<int>> half(int number) {
  if (number % 2 != 0) return failure(FaultKind::too_large, "odd", "half", "add 1");
  return std::make_unique<int>(number / 2);
}

Status positive(int number) {
  if (number <= 0) return failure("not positive");
  return {};
}

Expected<int> quarter(int number) {
  TRY_STATUS(positive(number));
  TRY(const auto first, half(number));
  int second = 0;
  TRY(second, [&]() -> Expected<int> {
    TRY(auto again, half(*first));
    return *again;
  }());
  return second;
}

TEST(Error, TryGivesTheValueOrReturnsTheError) {
  ASSERT_TRUE(quarter(12));
  EXPECT_EQ(*quarter(12), 3);
  for (const int number : {3, 6}) {
    const auto refused = quarter(number);
    ASSERT_FALSE(refused) << number;
    EXPECT_EQ(refused.error(), (Error{"odd", "half", "add 1", FaultKind::too_large}));
  }
  ASSERT_FALSE(quarter(-4));
  EXPECT_EQ(quarter(-4).error().what, "not positive");
  EXPECT_EQ(quarter(-4).error().kind, FaultKind::resolve) << "plain bad input";
}

TEST(Error, AnErrorKeepsAllButTheKindItIsGiven) {
  const auto refused = with_kind(FaultKind::no_device, half(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), (Error{"odd", "half", "add 1", FaultKind::no_device}));
  EXPECT_EQ(**with_kind(FaultKind::no_device, half(2)), 1);
}

TEST(Error, EveryFaultKindHasItsOwnName) {
  for (std::size_t number = 0; number < fault_kind_names.size(); ++number) {
    const auto kind = static_cast<FaultKind>(number);
    EXPECT_EQ(fault_kind_names.at(number).first, kind);
    EXPECT_EQ(fault_kind(name_of(kind)), kind);
  }
  EXPECT_EQ(name_of(FaultKind::no_counters), "no_counters") << "the last one";
  EXPECT_FALSE(fault_kind("no such kind"));
}

}  // namespace
}  // namespace lanescope
