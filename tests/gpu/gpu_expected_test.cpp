// Sampled rows and magnitudes in the comparison on a device.
#include <gtest/gtest.h>

#include "catalogue/reference/reference.h"
#include "gpu/device_fixture.h"

namespace lanescope::gpu {
namespace {

using ExpectedOnDevice = OnDevice;

/// Adds in another order than the reference: other roundings, of the size of the terms.
constexpr const char* laplace = R"cuda(
extern "C" __global__ void laplace(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (in[(i + 1) % n] + in[(i + n - 1) % n]) - 2 * in[i];
}
)cuda";

TEST_F(ExpectedOnDevice, ErrorsOfSumsAreRelativeToTheirTerms) {
  const std::int64_t n = 5'000'000;  // more than fits the staging memory at once
  auto plan = copy_plan("laplace", n);
  plan.check.reference = "laplace";
  plan.check.compare = catalogue::Check::Compare::relative;
  plan.check.tolerance = 3e-7;
  const auto compiled = compile(laplace, {});
  const auto verify = [&] {
    const auto execution = session_->prepare(plan, compiled.ptx, compiled.cubin, {});
    if (!execution) throw MachineError(Error{execution.error().what, "", ""});
    auto verdict = (*execution)->verify();
    if (!verdict) throw MachineError(Error{verdict.error().what, "", ""});
    return std::move(*verdict);
  };
  const catalogue::Verdict right = verify();
  EXPECT_TRUE(right.passed) << *right.max_error;
  EXPECT_GT(*right.max_error, 0) << "the order of the additions shows";
  EXPECT_EQ(right.checked, static_cast<std::uint64_t>(n));
  plan.check.tolerance = *right.max_error / 2;
  const catalogue::Verdict tight = verify();
  EXPECT_FALSE(tight.passed);
  EXPECT_EQ(tight.max_error, right.max_error);
}

TEST_F(ExpectedOnDevice, OnlySampledRowsAreSentAndCompared) {
  auto plan = transpose_plan("transpose", 300, 200);  // out has 300 rows of 200
  plan.check.sampled_rows = 7;
  std::vector<float> values(300 * 200);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const catalogue::Verdict sampled = verified(plan, {{"in", as_bytes(values)}});  // given: the CPU reference is used
  EXPECT_TRUE(sampled.passed);
  EXPECT_EQ(sampled.checked, 7U * 200U);
  EXPECT_EQ(sampled.method, "CPU reference, 7 sampled rows");
  const catalogue::Verdict whole = verified(plan);
  EXPECT_EQ(whole.checked, 300U * 200U) << "the device checks every element of a property by itself";
}

TEST_F(ExpectedOnDevice, AMistakeInASampledRowHasItsPlaceInTheOutput) {
  auto plan = copy_plan("copy_with_three_mistakes", 100'000);  // 77, 1000 and the last
  plan.buffers[0].shape = plan.buffers[1].shape = {1000, 100};
  plan.check.sampled_rows = 2;
  const std::vector<float> values(100'000, 2.5F);
  const catalogue::Verdict verdict = verified(plan, {{"in", as_bytes(values)}});
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.checked, 200U);
  EXPECT_EQ(verdict.mismatches, 2U) << "row 10 is not among them";
  ASSERT_TRUE(verdict.first);
  EXPECT_EQ(verdict.first->index, 77U);
}

}  // namespace
}  // namespace lanescope::gpu
