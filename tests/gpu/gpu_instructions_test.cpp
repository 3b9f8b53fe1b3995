// Instructions that few kernels use, on the device and in the emulator: the same bits.
#include "base/file.h"
#include "gpu/device_fixture.h"
#include "gpu/traces.h"

namespace warpscope::gpu {
namespace {

class InstructionsOnDevice : public OnDevice, public testing::WithParamInterface<std::string> {};

TEST_P(InstructionsOnDevice, GiveTheBitsThatTheEmulatorGives) {
  if (target_ < compiler::ComputeCapability{9, 0}) GTEST_SKIP() << "these kernels need compute capability 9.0";
  const std::string path = std::string(WARPSCOPE_TEST_DATA) + "/kernels/" + GetParam() + ".cu";
  const auto kernel = catalogue::read_kernel({GetParam() + ".cu", path, value_or_throw(read_file(path)), {}});
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  const catalogue::LaunchPlan plan = value_or_throw(catalogue::resolve(*kernel, {}, 1));
  const auto compiled =
      compiler_->compile({kernel->source.id, kernel->source.text, kernel->source.headers, plan.defines, target_});
  ASSERT_TRUE(compiled) << compiled.error().text();
  const ptx::Module module = value_or_throw(ptx::parse(compiled->ptx));
  const auto outcome = value_or_throw(emulator::run(module, plan, {}));
  for (const emulator::Fault& fault : outcome.faults) ADD_FAILURE() << "line " << fault.line << ": " << fault.message;

  const auto execution = session_->prepare(plan, compiled->ptx, compiled->cubin, {});
  ASSERT_TRUE(execution) << execution.error().what;
  const auto ran = (*execution)->run();
  ASSERT_TRUE(ran) << ran.error().what;
  for (std::size_t index = 0; index < plan.buffers.size(); ++index) {
    const auto bytes = (*execution)->read(plan.buffers[index].name);
    ASSERT_TRUE(bytes) << bytes.error().what;
    EXPECT_EQ(values_of<std::uint32_t>(*bytes), values_of<std::uint32_t>(outcome.buffers[index]))
        << plan.buffers[index].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, InstructionsOnDevice,
                         testing::Values("matrix_rows", "matrix_products", "wmma_products", "block_barrier",
                                         "cluster_shared", "bulk_copies", "tensor_copies", "tile_pipeline",
                                         "library_copies", "tensor_pointer"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace warpscope::gpu
