// Instructions that few kernels use, on the device and in the emulator: the same bits.
#include "base/file.h"
#include "emulator/instructions/group_kernels.h"
#include "emulator/instructions/product_kernels.h"
#include "emulator/instructions/video_forms.h"
#include "emulator/instructions/wmma_kernels.h"
#include "gpu/device_fixture.h"
#include "gpu/traces.h"

namespace lanescope::gpu {
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
      const auto emulated = gpu::values_of<std::uint32_t>(outcome.buffers[index]);
      ASSERT_EQ(on_device.size(), emulated.size());
      // Kernels store the results of an instruction as a row: the first difference in each one is reported.
      const auto rows = static_cast<std::size_t>(plan.buffers[index].shape.front());
      const std::size_t in_row = on_device.size() % rows == 0 ? on_device.size() / rows : on_device.size();
      for (std::size_t first = 0; first < on_device.size(); first += in_row) {
        for (std::size_t word = first; word < first + in_row; ++word) {
          if (on_device[word] == emulated[word]) continue;
          ADD_FAILURE() << fmt::format("{}, word {} of row {}: the device has {:#x}, the emulator {:#x}",
                                       plan.buffers[index].name, word - first, first / in_row, on_device[word],
                                       emulated[word]);
          break;
        }
      }
    }
  }
};

class KernelFilesOnDevice : public InstructionsOnDevice, public testing::WithParamInterface<std::string> {};

TEST_P(KernelFilesOnDevice, GiveTheBitsThatTheEmulatorGives) {
  const std::string path = std::string(LANESCOPE_TEST_DATA) + "/kernels/" + GetParam() + ".cu";
  expect_the_same_bits(GetParam() + ".cu", value_or_throw(read_file(path)));
}

INSTANTIATE_TEST_SUITE_P(Kernels, KernelFilesOnDevice,
                         testing::Values("matrix_rows", "matrix_products", "wmma_products", "block_barrier", "symbols",
                                         "structures", "cluster_shared", "bulk_copies", "tile_pipeline",
                                         "library_copies", "tensor_pointer", "video", "heap_lists", "surfaces",
                                         "shared_sizes", "warpgroup_product", "vector_atomics", "group_tiles",
                                         "half_rounding"),
                         [](const auto& tested) { return tested.param; });

class TensorCopiesOnDevice : public InstructionsOnDevice,
                             public testing::WithParamInterface<std::tuple<std::string, std::string>> {};

TEST_P(TensorCopiesOnDevice, MoveTheBytesThatTheEmulatorMoves) {
  const std::string text = value_or_throw(read_file(LANESCOPE_TEST_DATA "/kernels/tensor_copies.cu"));
  const auto& [part, swizzle] = GetParam();
  expect_the_same_bits("tensor_copies.cu", text, {{"part", part}, {"swizzle", swizzle}});
}

INSTANTIATE_TEST_SUITE_P(Swizzles, TensorCopiesOnDevice,
                         testing::Combine(testing::Values("tiles", "store"),
                                          testing::Values("none", "32b", "64b", "128b")),
                         [](const auto& tested) {
                           return std::get<0>(tested.param) + "_" + std::get<1>(tested.param);
                         });
INSTANTIATE_TEST_SUITE_P(Others, TensorCopiesOnDevice,
                         testing::Combine(testing::Values("line", "space", "add", "all"), testing::Values("128b")),
                         [](const auto& tested) { return std::get<0>(tested.param); });

class VideoOnDevice : public OnDevice, public testing::WithParamInterface<std::string> {
 protected:
  template <class Form>
  void expect_the_same_results(const std::vector<Form>& forms) {
    constexpr std::size_t threads = 128, at_once = 200;
    const std::vector<std::uint32_t> in = emulator::video::operands(threads);
    const auto* const bytes = reinterpret_cast<const std::byte*>(in.data());
    for (std::size_t first = 0; first < forms.size(); first += at_once) {
      std::vector<std::string> lines;
      for (std::size_t at = first; at < std::min(first + at_once, forms.size()); ++at) {
        lines.push_back(forms[at].text());
      }
      const std::string ptx = emulator::ptx_of_lines(lines, threads);
      const auto assembled = compiler_->assemble(ptx, target_);
      ASSERT_TRUE(assembled) << assembled.error().text();
      const auto execution = session_->prepare(emulator::plan_of_lines(lines.size(), threads), ptx, assembled->cubin,
                                               Inputs{{"in", {bytes, bytes + 4 * in.size()}}});
      ASSERT_TRUE(execution) << execution.error().what;
      const auto ran = (*execution)->run();
      ASSERT_TRUE(ran) << ran.error().what;
      const auto held = (*execution)->read("out");
      ASSERT_TRUE(held) << held.error().what;
      const auto on_device = values_of<std::uint32_t>(*held);
      const auto emulated = emulator::run_lines(lines, in);
      for (std::size_t line = 0; line < lines.size(); ++line) {
        for (std::size_t thread = 0; thread < threads; ++thread) {
          if (on_device[line * threads + thread] == emulated[line * threads + thread]) continue;
          ADD_FAILURE() << fmt::format("{} of {:#x}, {:#x}, {:#x}: the device has {:#x}, the emulator {:#x}",
                                       lines[line], in[4 * thread], in[4 * thread + 1], in[4 * thread + 2],
                                       on_device[line * threads + thread], emulated[line * threads + thread]);
          break;
        }
      }
    }
  }
};

TEST_P(VideoOnDevice, GivesTheResultsOfTheEmulatorInEveryForm) {
  const std::string name = GetParam();
  if (name == "mad") return expect_the_same_results(emulator::video::product_forms());
  const std::vector<std::string> comparisons{"eq", "ne", "lt", "le", "gt", "ge"};
  const bool shifts = name == "shl" || name == "shr";
  if (name.back() == '2' || name.back() == '4') {
    const std::string base = name.substr(0, name.size() - 1);
    const auto elements = static_cast<unsigned>(name.back() - '0');
    return expect_the_same_results(
        emulator::video::simd_forms(base, elements, base == "set" ? comparisons : std::vector<std::string>{""}));
  }
  expect_the_same_results(emulator::video::scalar_forms(name, name == "set" ? comparisons
                                                              : shifts      ? std::vector<std::string>{"clamp", "wrap"}
                                                                            : std::vector<std::string>{""}));
}

INSTANTIATE_TEST_SUITE_P(Forms, VideoOnDevice,
                         testing::Values("add", "sub", "absdiff", "min", "max", "shl", "shr", "set", "mad", "add2",
                                         "sub2", "avrg2", "absdiff2", "min2", "max2", "set2", "add4", "sub4", "avrg4",
                                         "absdiff4", "min4", "max4", "set4"),
                         [](const auto& tested) { return tested.param; });

TEST_F(InstructionsOnDevice, BringTilesInEveryPipelineOfLibcu) {
  const std::string text = value_or_throw(read_file(LANESCOPE_TEST_DATA "/kernels/block_pipeline.cu"));
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
}  // namespace lanescope::gpu
