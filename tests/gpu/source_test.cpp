// The kernels of app/gpu/device and of the device tests, through the compiler that will compile them.
#include <gtest/gtest.h>

#include "compiler/compiler.h"
#include "gpu/kernels.h"
#include "gpu/session.h"
#include "ptx/signature.h"

namespace lanescope::gpu {
namespace {

class Source : public testing::TestWithParam<compiler::ComputeCapability> {
 protected:
  [[nodiscard]] compiler::Compiled compiled(std::string text) const {
    const auto toolkit = compiler::choose_toolkit(compiler::find_toolkits(), GetParam(), 0);
    if (!toolkit) throw MachineError(toolkit.error());
    const auto opened = compiler::Compiler::open(*toolkit, "");
    if (!opened) throw MachineError(opened.error());
    compiler::Request request;
    request.file = "device.cu";
    request.text = std::move(text);
    request.target = GetParam();
    auto result = opened->compile(request);
    if (!result) throw MachineError(Error{result.error().what.text() + "\n" + result.error().text(), "", ""});
    return std::move(*result);
  }
};

TEST_P(Source, OfOurOwnKernelsCompilesWithoutAWarning) {
  const compiler::Compiled result = compiled(std::string(device_source()));
  EXPECT_FALSE(result.cubin.empty());
  for (const Diagnostic& message : result.messages) ADD_FAILURE() << message.file << ": " << message.message;
  const auto signatures = ptx::read_signatures(result.ptx);
  ASSERT_TRUE(signatures) << signatures.error().text();
  EXPECT_EQ(signatures->size(), 9U);
}

TEST_P(Source, OfTheTestsKernelsCompiles) {
  EXPECT_FALSE(compiled(test_kernels).cubin.empty());
}

INSTANTIATE_TEST_SUITE_P(ForEveryGeneration, Source,
                         testing::Values(compiler::ComputeCapability{7, 5}, compiler::ComputeCapability{8, 6},
                                         compiler::ComputeCapability{9, 0}),
                         [](const auto& tested) { return "sm_" + tested.param.number(); });

}  // namespace
}  // namespace lanescope::gpu
