#include "compiler/headers/precompiled.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <map>

#include "base/process.h"
#include "compiler/fixture.h"
#include "compiler/toolkit/files.h"

namespace lanescope::compiler {
namespace {

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

/// Precompiled headers that this process holds.
std::size_t files_without_a_name() {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const std::string target = std::filesystem::read_symlink(entry, closed).string();
    if (target.find("lanescope-headers-") != std::string::npos) ++files;
  }
  return files;
}

constexpr double slow = 250, most = 1e9;  // milliseconds

class Precompiled : public testing::Test {
 protected:
  void SetUp() override {
    if (toolkit_.include.empty()) GTEST_SKIP() << "this toolkit came without headers";
    if (std::pair(toolkit_.major, toolkit_.minor) < std::pair(12, 8)) GTEST_SKIP() << "this NVRTC precompiles nothing";
  }

  NvrtcInput input(const std::string& source, std::vector<std::string> options = {}) const {
    NvrtcInput made{"/lanescope/lesson.cu", source, {{"value.cuh", "#pragma once\nusing Value = unsigned;\n"}}, {}};
    made.options = {"--gpu-architecture=sm_90", "--std=c++20", "--generate-line-info", "--minimal"};
    if (std::pair(toolkit_.major, toolkit_.minor) >= std::pair(12, 9)) made.options.emplace_back("--no-cache");
    for (const auto& folder : include_folders(toolkit_)) made.options.push_back("--include-path=" + folder.string());
    made.options.insert(made.options.end(), options.begin(), options.end());
    return made;
  }
  NvrtcInput with_groups(int block) const { return input(grid_sum, {"-DGROUPS", "-DBLOCK=" + std::to_string(block)}); }
  /// A header that is read in no time.
  NvrtcInput with_half() const {
    return input("#include <cuda_fp16.h>\nextern \"C\" __global__ void f(__half* x) { x[BLOCK] = x[1]; }\n",
                 {"-DBLOCK=64"});
  }
  std::optional<NvrtcOutput> precompiled(const NvrtcInput& input) { return headers_.compile(nvrtc_, input); }

  const Toolkit toolkit_ = newest_toolkit();
  Nvrtc nvrtc_ = [&] {
    auto opened = Nvrtc::open(toolkit_.nvrtc);
    if (!opened) throw MachineError(opened.error());
    return *std::move(opened);
  }();
  PrecompiledHeaders headers_{slow, 0};  // worth it, however fast this machine reads them
};

TEST_F(Precompiled, HeadersGiveThePtxAndTheCodeThatTheyGiveWhenTheyAreRead) {
  EXPECT_FALSE(precompiled(with_groups(64))) << "nobody knows yet that it takes long";
  headers_.record_duration(with_groups(64), slow);
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

TEST_F(Precompiled, HeadersKeepTheTemplatesThatAreAskedFor) {
  NvrtcInput asked = with_groups(64);
  asked.text += "template <int N>\n__global__ void scale(float* x) { x[0] = N; }\n";
  asked.expressions = {"scale<3>"};
  headers_.record_duration(asked, slow);
  const auto shorter = precompiled(asked);
  ASSERT_TRUE(shorter);
  ASSERT_TRUE(shorter->lowered.contains("scale<3>"));
  EXPECT_NE(shorter->ptx.find(".entry " + shorter->lowered.at("scale<3>")), std::string::npos);
}

TEST_F(Precompiled, HeadersThatTheSettingsLeaveOutAreLeftOut) {
  headers_.record_duration(with_groups(64), slow);
  EXPECT_FALSE(precompiled(input(grid_sum, {"-DGROUPS=0", "-DBLOCK=64"})));
  EXPECT_TRUE(precompiled(with_groups(64)));
}

TEST_F(Precompiled, HeadersAreNotUsedWhereTheProgramCouldTellThemWhatToBe) {
  const std::string macro = "#define _CG_LIMIT_INCLUDED_DEPENDENCIES\n";
  std::map<std::string, NvrtcInput> programs;
  const auto program = [&](const std::string& what) -> NvrtcInput& {
    return programs.emplace(what, with_groups(64)).first->second;
  };
  program("by its text").text += macro;
  program("by its header").headers[0].text += macro;
  program("by an option").options.push_back("-D_CG_LIMIT_INCLUDED_DEPENDENCIES");
  program("by the name of a template's parameter").options.push_back("-DT=4");
  program("by what it asks for").text += "#ifdef _COOPERATIVE_GROUPS_H_\n#endif\n";
  program("by code before them").text.insert(0, "__device__ unsigned counter;\n");
  program("by code of its header").headers[0].text += "__device__ unsigned counter;\n";
  program("by a header of the same name").headers.push_back({"info.h", ""});
  program("by macros given twice").text += "#define BLOCK 32\n";
  program("by other options").options.push_back("-UBLOCK");
  for (const auto& [how, input] : programs) {
    headers_.record_duration(input, slow);
    EXPECT_FALSE(precompiled(input)) << how;
  }
  NvrtcInput other = with_groups(64);
  other.text = "#define LOAD(address) __ldcg(address)\n" + other.text;
  headers_.record_duration(other, slow);
  EXPECT_TRUE(precompiled(other));
}

TEST_F(Precompiled, HeadersThatAreReadAtOnceAreNotWorthIt) {
  headers_.record_duration(with_half(), slow - 1);
  EXPECT_FALSE(precompiled(with_half())) << "nothing was slow";
  PrecompiledHeaders never(slow, most);
  never.record_duration(with_half(), slow);
  EXPECT_FALSE(never.compile(nvrtc_, with_half())) << "the headers were not";
}

TEST_F(Precompiled, HeadersThatWereNotUsedForLongestGoFirst) {
  for (const char* target : {"75", "80", "86", "89", "75", "90", "75"}) {
    NvrtcInput input = with_half();
    input.options[0] = std::string("--gpu-architecture=compute_") + target;
    headers_.record_duration(input, slow);
    EXPECT_TRUE(precompiled(input)) << target;
    EXPECT_LE(files_without_a_name(), 4u);
  }
}

TEST_F(Precompiled, HeadersAreMadeForOneTarget) {
  headers_.record_duration(with_half(), slow);
  NvrtcInput other = with_half();
  other.options[0] = "--gpu-architecture=sm_80";
  EXPECT_FALSE(precompiled(other)) << "it has not been seen to take long";
  headers_.record_duration(other, slow);
  const auto output = precompiled(other);
  ASSERT_TRUE(output);
  EXPECT_NE(output->ptx.find(".target sm_80"), std::string::npos);
}

TEST_F(Precompiled, HeadersLeaveErrorsToTheWholeCompilation) {
  headers_.record_duration(with_half(), slow);
  ASSERT_TRUE(precompiled(with_half()));
  NvrtcInput wrong = with_half();
  wrong.text += "__device__ int f() { return missing; }\n";
  EXPECT_FALSE(precompiled(wrong));
}

TEST_F(Precompiled, HeadersThatADeadProcessLeftAreRemoved) {
  const TemporaryFolder folder;
  const TemporaryFilesIn here(folder.path());
  pid_t dead = 0;
  {
    const auto child = ChildProcess::start({"true"});
    ASSERT_TRUE(child);
    dead = child->id();
  }
  const auto folder_of = [&](pid_t process) {
    return folder.path() / ("lanescope-headers-" + std::to_string(process) + "-abcdef");
  };
  std::filesystem::create_directory(folder_of(dead));
  std::filesystem::create_directory(folder_of(getpid()));
  // What is new may be that of another container, whose processes have numbers of their own.
  const pid_t elsewhere = dead + 1;
  std::filesystem::create_directory(folder_of(elsewhere));
  for (const pid_t process : {dead, getpid()}) {
    std::filesystem::last_write_time(folder_of(process),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  }
  headers_.record_duration(with_half(), slow);
  ASSERT_TRUE(precompiled(with_half()));
  EXPECT_FALSE(std::filesystem::exists(folder_of(dead)));
  EXPECT_TRUE(std::filesystem::exists(folder_of(getpid())));
  EXPECT_TRUE(std::filesystem::exists(folder_of(elsewhere)));
}

TEST_F(Precompiled, HeadersLeaveNoFileBehind) {
  const TemporaryFolder folder;
  const TemporaryFilesIn here(folder.path());
  headers_.record_duration(with_half(), slow);
  ASSERT_TRUE(precompiled(with_half()));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Precompiled, HeadersAreReadAsUsualWhereNoFileCanBeMade) {
  const TemporaryFilesIn nowhere("/no/such/folder");
  headers_.record_duration(with_half(), slow);
  EXPECT_FALSE(precompiled(with_half()));
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
  if (first->milliseconds > slow && std::pair(compiler.toolkit().major, compiler.toolkit().minor) >= std::pair(12, 8)) {
    EXPECT_EQ(files_without_a_name(), 1u);
  }
  Request wrong = right;
  wrong.text.insert(wrong.text.find("#if GROUPS\n  coop"), "  missing();\n");
  const auto before = open_compiler().compile(wrong);
  const auto after = compiler.compile(wrong);
  ASSERT_FALSE(before || after);
  ASSERT_FALSE(after.error().diagnostics.empty());
  EXPECT_EQ(after.error().diagnostics.front().line, 9) << after.error().text();
  EXPECT_EQ(after.error(), before.error());
}

}  // namespace
}  // namespace lanescope::compiler
