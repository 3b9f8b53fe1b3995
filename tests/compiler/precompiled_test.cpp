#include "compiler/precompiled.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "compiler/fixture.h"
#include "compiler/toolkit_files.h"

namespace warpscope::compiler {
namespace {

using Names = std::vector<std::string>;

/// The header is included only where GROUPS is not 0.
const std::string grid_sum = R"(// line 1
#include "value.cuh"
#if GROUPS
#include <cooperative_groups.h>
#endif
extern "C" __global__ void grid_sum(Value* out, const Value* in) {
  int unused;
  out[BLOCK * blockIdx.x + threadIdx.x] = in[threadIdx.x];
#if GROUPS
  cooperative_groups::this_grid().sync();
  if (cooperative_groups::this_grid().thread_rank() == 0) out[0] += BLOCK;
#endif
}
)";

class Precompiled : public testing::Test {
 protected:
  void SetUp() override {
    if (toolkit_.include.empty()) GTEST_SKIP() << "this toolkit came without headers";
    if (std::pair(toolkit_.major, toolkit_.minor) < std::pair(12, 8)) GTEST_SKIP() << "this NVRTC precompiles nothing";
  }

  NvrtcInput input(const std::string& source, Names options = {}) const {
    NvrtcInput made{"/warpscope/lesson.cu", source, {{"value.cuh", "#pragma once\nusing Value = unsigned;\n"}}, {}};
    made.options = {"--gpu-architecture=sm_90", "--std=c++20", "--generate-line-info", "--minimal"};
    for (const auto& folder : include_folders(toolkit_)) made.options.push_back("--include-path=" + folder.string());
    made.options.insert(made.options.end(), options.begin(), options.end());
    return made;
  }
  NvrtcInput with_groups(int block) const { return input(grid_sum, {"-DGROUPS", "-DBLOCK=" + std::to_string(block)}); }
  std::optional<NvrtcOutput> precompiled(const NvrtcInput& input) { return headers_.compile(nvrtc_, input); }

  const Toolkit toolkit_ = newest_toolkit();
  Nvrtc nvrtc_ = [&] {
    auto opened = Nvrtc::open(toolkit_.nvrtc);
    if (!opened) throw MachineError(opened.error());
    return *std::move(opened);
  }();
  PrecompiledHeaders headers_;
};

TEST_F(Precompiled, HeadersGiveThePtxAndTheCodeThatTheyGiveWhenTheyAreRead) {
  EXPECT_FALSE(precompiled(with_groups(64))) << "nobody knows yet that it takes long";
  headers_.took(with_groups(64), 1000);
  for (const int block : {64, 256}) {
    const auto shorter = precompiled(with_groups(block));
    ASSERT_TRUE(shorter) << block;
    const NvrtcOutput whole = nvrtc_.compile(with_groups(block));
    EXPECT_EQ(shorter->ptx, whole.ptx);
    EXPECT_EQ(shorter->cubin, whole.cubin);
    EXPECT_NE(whole.log.find("lesson.cu(7): warning"), std::string::npos) << whole.log;
    EXPECT_EQ(shorter->log, whole.log);
  }
}

TEST_F(Precompiled, HeadersThatTheSettingsLeaveOutAreLeftOut) {
  headers_.took(with_groups(64), 1000);
  EXPECT_FALSE(precompiled(input(grid_sum, {"-DGROUPS=0", "-DBLOCK=64"})));
  EXPECT_TRUE(precompiled(with_groups(64)));
}

TEST_F(Precompiled, HeadersAreNotUsedWhereTheTextMayTellThemWhatToBe) {
  const std::string macro = "#define _CG_LIMIT_INCLUDED_DEPENDENCIES\n";
  NvrtcInput by_itself = with_groups(64), by_its_header = with_groups(64), by_an_option = with_groups(64);
  by_itself.text += macro;
  by_its_header.headers[0].text += macro;
  by_an_option.options.push_back("-D_CG_LIMIT_INCLUDED_DEPENDENCIES");
  for (const NvrtcInput& tells : {by_itself, by_its_header, by_an_option}) {
    headers_.took(tells, 1000);
    EXPECT_FALSE(precompiled(tells));
  }
  NvrtcInput other = with_groups(64);
  other.text = "#define LOAD(address) __ldcg(address)\n" + other.text;
  headers_.took(other, 1000);
  EXPECT_TRUE(precompiled(other));
}

TEST_F(Precompiled, HeadersThatAreReadAtOnceAreNotWorthIt) {
  const NvrtcInput half = input("#include <cuda_fp16.h>\nextern \"C\" __global__ void f(__half* x) { x[0] = x[1]; }\n");
  headers_.took(half, 20);
  EXPECT_FALSE(precompiled(half));
  headers_.took(half, 1000);
  EXPECT_FALSE(precompiled(half));
}

TEST_F(Precompiled, HeadersAreMadeForOneTarget) {
  headers_.took(with_groups(64), 1000);
  NvrtcInput other = with_groups(64);
  other.options[0] = "--gpu-architecture=sm_80";
  EXPECT_FALSE(precompiled(other)) << "it has not been seen to take long";
  headers_.took(other, 1000);
  const auto output = precompiled(other);
  ASSERT_TRUE(output);
  EXPECT_NE(output->ptx.find(".target sm_80"), std::string::npos);
}

TEST_F(Precompiled, HeadersLeaveErrorsToTheWholeCompilation) {
  headers_.took(with_groups(64), 1000);
  ASSERT_TRUE(precompiled(with_groups(64)));
  NvrtcInput wrong = with_groups(64);
  wrong.text += "__device__ int f() { return missing; }\n";
  EXPECT_FALSE(precompiled(wrong));
}

/// Sets $TMPDIR while it lives.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const std::filesystem::path& folder) : before_(environment("TMPDIR")) {
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFilesIn() { before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1); }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;

 private:
  std::string before_;
};

TEST_F(Precompiled, HeadersLeaveNoFileBehind) {
  const TemporaryFolder folder;
  const TemporaryFilesIn here(folder.path());
  headers_.took(with_groups(64), 1000);
  ASSERT_TRUE(precompiled(with_groups(64)));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Precompiled, HeadersAreReadAsUsualWhereNoFileCanBeMade) {
  const TemporaryFilesIn nowhere("/no/such/folder");
  headers_.took(with_groups(64), 1000);
  EXPECT_FALSE(precompiled(with_groups(64)));
}

TEST(ToolkitHeaders, AreWhatTextAndHeadersNameInBracketsEachOnce) {
  NvrtcInput input;
  input.text =
      "#include <cuda/barrier>\n  #  include<cuda_fp16.h> // half\n#include \"own.cuh\"\n#include <own.cuh>\n"
      "// #include <remark>\n#include <cuda/barrier>\n#include <unfinished\n#includes\nint i;";
  input.headers = {{"own.cuh", "#pragma once\n#include <mma.h>\n#include <cuda_fp16.h>\n"}};
  EXPECT_EQ(toolkit_headers(input), (Names{"cuda/barrier", "cuda_fp16.h", "mma.h"}));
  EXPECT_EQ(toolkit_headers({}), Names{});
}

TEST(Compiler, ReportsErrorsTheSameWayAfterItPrecompiledHeaders) {
  const Compiler compiler = open_compiler();
  if (compiler.toolkit().include.empty()) GTEST_SKIP() << "this toolkit came without headers";
  Request right = request(grid_sum, {{"value.cuh", "#pragma once\nusing Value = unsigned;\n"}});
  right.options = {"-DGROUPS", "-DBLOCK=64"};
  const auto first = compiler.compile(right);
  const auto third = (static_cast<void>(compiler.compile(right)), compiler.compile(right));
  ASSERT_TRUE(first && third);
  EXPECT_EQ(first->ptx, third->ptx);
  Request wrong = right;
  wrong.text.insert(wrong.text.find("#if GROUPS\n  coop"), "  missing();\n");
  const auto before = open_compiler().compile(wrong);
  const auto after = compiler.compile(wrong);
  ASSERT_FALSE(before || after);
  EXPECT_NE(after.error().log.find("example.cu(9): error"), std::string::npos) << after.error().log;
  EXPECT_EQ(after.error().log, before.error().log);
}

}  // namespace
}  // namespace warpscope::compiler
