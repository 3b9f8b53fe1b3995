// Instructions that few kernels use, on the device and in the emulator: the same bits.
#include "base/file.h"
#include "emulator/instructions/group_kernels.h"
#include "emulator/instructions/product_kernels.h"
#include "emulator/instructions/wmma_kernels.h"
#include "gpu/device_fixture.h"
#include "gpu/traces.h"

namespace warpscope::gpu {
namespace {

class InstructionsOnDevice : public OnDevice {
 protected:
  void expect_the_same_bits(const std::string& name, const std::string& text, const catalogue::Values& values = {}) {
    if (target_ < compiler::ComputeCapability{9, 0}) GTEST_SKIP() << "these kernels need compute capability 9.0";
    const auto kernel = catalogue::read_kernel({name, name, text, {}});
    ASSERT_TRUE(kernel) << kernel.error().front().text();
    const catalogue::LaunchPlan plan = value_or_throw(catalogue::resolve(*kernel, values, 1));
    const bool specific =
        std::find(plan.defines.begin(), plan.defines.end(), "--gpu-architecture=sm_90a") != plan.defines.end();
    if (specific && target_ != compiler::ComputeCapability{9, 0}) GTEST_SKIP() << "wgmma runs on sm_90a alone";
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
      const auto on_device = values_of<std::uint32_t>(*bytes);
      const auto emulated = values_of<std::uint32_t>(outcome.buffers[index]);
      ASSERT_EQ(on_device.size(), emulated.size());
      const auto differs = std::mismatch(on_device.begin(), on_device.end(), emulated.begin());
      EXPECT_EQ(differs.first, on_device.end())
          << plan.buffers[index].name << ", word " << differs.first - on_device.begin() << ": the device has "
          << *differs.first << ", the emulator " << *differs.second;
    }
  }
};

class KernelFilesOnDevice : public InstructionsOnDevice, public testing::WithParamInterface<std::string> {};

TEST_P(KernelFilesOnDevice, GiveTheBitsThatTheEmulatorGives) {
  const std::string path = std::string(WARPSCOPE_TEST_DATA) + "/kernels/" + GetParam() + ".cu";
  expect_the_same_bits(GetParam() + ".cu", value_or_throw(read_file(path)));
}

INSTANTIATE_TEST_SUITE_P(Kernels, KernelFilesOnDevice,
                         testing::Values("matrix_rows", "matrix_products", "wmma_products", "block_barrier", "symbols",
                                         "structures", "cluster_shared", "bulk_copies", "tensor_copies",
                                         "tile_pipeline", "library_copies", "tensor_pointer", "video", "heap_lists",
                                         "surfaces", "shared_sizes"),
                         [](const auto& tested) { return tested.param; });

TEST_F(InstructionsOnDevice, BringTilesInEveryPipelineOfLibcu) {
  const std::string text = value_or_throw(read_file(WARPSCOPE_TEST_DATA "/kernels/block_pipeline.cu"));
  for (const char* how : {"unified", "roles", "thread", "barrier"}) {
    for (const std::int64_t stages : {1, 3}) {
      SCOPED_TRACE(fmt::format("{} with {} stages", how, stages));
      expect_the_same_bits("block_pipeline.cu", text, {{"how", std::string(how)}, {"stages", stages}});
    }
  }
}

TEST_F(InstructionsOnDevice, MultiplyWithMmaInEveryShape) {
  for (const emulator::ProductCase& how : emulator::all_products()) {
    SCOPED_TRACE(fmt::format("m{}n{}k{}.{}.{}.{}.{}{}", how.m, how.n, how.k, how.layout, how.d, how.a.name, how.b.name,
                             how.operation));
    expect_the_same_bits("products.cu", emulator::product_kernel({how}));
  }
}

TEST_F(InstructionsOnDevice, MultiplySparseMatricesWithEverySelector) {
  for (const emulator::ProductCase& how : emulator::all_sparse_products()) {
    SCOPED_TRACE(fmt::format("{}.m{}n{}k{}.{}.{}.{}, selector {}", how.sparse, how.m, how.n, how.k, how.d, how.a.name,
                             how.b.name, how.selector));
    expect_the_same_bits("sparse_products.cu", emulator::product_kernel({how}));
  }
}

TEST_F(InstructionsOnDevice, MultiplyWithWmmaInEveryShapeAndLayout) {
  expect_the_same_bits("wmma.cu", emulator::wmma_kernel(emulator::all_wmma_products()));
}

class WarpgroupsOnDevice : public InstructionsOnDevice, public testing::WithParamInterface<emulator::GroupFormats> {};

TEST_P(WarpgroupsOnDevice, MultiplyInEveryShape) {
  expect_the_same_bits("group_products.cu",
                       emulator::group_kernel(emulator::all_shapes(GetParam().a, GetParam().b, GetParam().d)));
}

TEST_P(WarpgroupsOnDevice, ReadMatricesInEveryLayout) {
  expect_the_same_bits("group_products.cu",
                       emulator::group_kernel(emulator::all_layouts(GetParam().a, GetParam().b, GetParam().d)));
}

INSTANTIATE_TEST_SUITE_P(Formats, WarpgroupsOnDevice, testing::ValuesIn(emulator::all_group_formats()),
                         [](const auto& tested) { return tested.param.name(); });

TEST_F(InstructionsOnDevice, BeginWithinASwizzlesPattern) {
  for (const emulator::GroupCase& how : emulator::all_base_offsets()) {
    SCOPED_TRACE(fmt::format("swizzle {}, base offset {}", how.swizzle, how.shift));
    expect_the_same_bits("group_products.cu", emulator::group_kernel({how}));
  }
}

}  // namespace
}  // namespace warpscope::gpu
