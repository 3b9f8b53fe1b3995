#include "worker/verify/verify_on_host.h"

#include <gtest/gtest.h>

namespace lanescope::worker {
namespace {

experiments::Result with(FaultKind expected, const std::vector<FaultKind>& kinds) {
  experiments::Result result;
  result.expected = expected;
  for (const FaultKind kind : kinds) {
    result.faults.emplace_back();
    result.faults.back().kind = kind;
  }
  verify_expected_fault(result);
  return result;
}

TEST(Expectation, AKernelThatPromisesNothingIsLeftAlone) {
  const experiments::Result result = with(FaultKind::none, {FaultKind::race});
  EXPECT_FALSE(result.verification);
  EXPECT_EQ(result.faults.size(), 1u);
}

TEST(Expectation, ExactlyThePromisedFaultPassesAndStaysVisible) {
  const experiments::Result result = with(FaultKind::race, {FaultKind::race, FaultKind::race});
  EXPECT_TRUE(result.as_expected());
  EXPECT_EQ(result.faults.size(), 2u);
  EXPECT_EQ(result.verification->method, "the expected fault of this kernel appeared: race");
}

TEST(Expectation, NothingAnotherAndMoreAreFailuresThatSayWhatAppeared) {
  EXPECT_EQ(with(FaultKind::race, {}).faults.back().message,
            "the kernel should show the fault race, but showed no fault");
  EXPECT_EQ(with(FaultKind::race, {FaultKind::mismatch}).faults.back().message,
            "the kernel should show the fault race, but showed mismatch");
  const experiments::Result both =
      with(FaultKind::race, {FaultKind::race, FaultKind::out_of_bounds, FaultKind::out_of_bounds});
  EXPECT_EQ(both.faults.back().message, "the kernel should show the fault race, but also showed out_of_bounds");
  EXPECT_EQ(both.faults.back().kind, FaultKind::expectation);
  EXPECT_FALSE(both.as_expected());
}

TEST(Expectation, TheNumbersOfAComparisonStay) {
  experiments::Result result;
  result.expected = FaultKind::mismatch;
  result.verification = catalogue::Verification{};
  result.verification->mismatches = 12;
  result.faults.emplace_back();
  result.faults.back().kind = FaultKind::mismatch;
  verify_expected_fault(result);
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 12u);
}

}  // namespace
}  // namespace lanescope::worker
