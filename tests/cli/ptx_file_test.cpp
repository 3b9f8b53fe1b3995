// PTX files as compilers write them: with line information, several modules, great length, old versions.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

/// As Triton writes it; the store stands beyond the end where `out` is shorter than a block.
std::string kernel_with_lines(const std::string& source) {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry add_kernel(.param .u64 .ptr .global .align 4 a, .param .u64 .ptr .global .align 4 out)
.reqntid 128, 1, 1
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  .loc 1 20 24
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  .loc 1 22 16
  ld.global.b32 %r2, [%rd4];
  .loc 2 7 1, function_name $L__info_string0, inlined_at 1 23 5
  st.global.b32 [%rd5], %r2;
  .loc 1 24 4
  ret;
}
.file 1 ")" +
         source +
         R"("
.file 2 "/usr/lib/python3/dist-packages/triton/language/standard.py"
.section .debug_str { $L__info_string0: .b8 115,116,0 }
)";
}

class APtxFile : public testing::Test {
 protected:
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = temporary_.path() / name;
    if (auto done = write_file(file, text); !done) throw MachineError(done.error());
    return file.string();
  }
  static FinishedProcess emulated(const std::string& command, const std::string& file,
                                  const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{command, file, "--backend", "emulator"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program(arguments);
  }
  const TemporaryFolder temporary_;
};

TEST_F(APtxFile, WithLineInformationNamesTheLinesOfItsSource) {
  const std::string file = written("add.ptx", kernel_with_lines("/home/somebody/secret_folder/add.py"));
  static_cast<void>(written("add.py", std::string(30, '\n') + "a text that nobody else may see"));
  const FinishedProcess traced = emulated("trace", file, {"--json"});
  ASSERT_EQ(traced.state.status, 0) << traced.error;
  const json sites = json::parse(traced.output)["sites"];
  ASSERT_EQ(sites.size(), 2u) << sites;
  EXPECT_EQ(sites[0]["file"], "add.py");
  EXPECT_EQ(sites[0]["line"], 22);
  EXPECT_EQ(sites[0]["ptx_line"], 17);
  EXPECT_EQ(sites[1]["file"], "add.py") << "a library's line belongs to the line that calls it";
  EXPECT_EQ(sites[1]["line"], 23);
  const FinishedProcess explained = emulated("explain", file, {"--json"});
  EXPECT_EQ(explained.state.status, 0) << explained.error;
  for (const std::string& said : {traced.output, explained.output, emulated("explain", file).output}) {
    EXPECT_EQ(said.find("nobody else"), std::string::npos) << said;
    EXPECT_EQ(said.find("secret_folder"), std::string::npos) << said;
  }
}

TEST_F(APtxFile, IsNotQuotedForALineOfItsSource) {
  std::string code = kernel_with_lines("add.py");
  code.replace(code.find("%rd3, %r1, 4;"), 13, "%rd3, %r1, 256;");
  const std::string file = written("add.ptx", code);
  const FinishedProcess explained =
      emulated("explain", file, {"--argument", "a=f32[8192]", "--argument", "out=f32[8192]"});
  EXPECT_EQ(explained.state.status, 0) << explained.error;
  EXPECT_NE(explained.output.find("add.py:2"), std::string::npos) << explained.output;
  EXPECT_EQ(explained.output.find("add.py:22:"), std::string::npos) << explained.output;
  EXPECT_EQ(explained.output.find("add.py:23:"), std::string::npos) << explained.output;
}

TEST_F(APtxFile, NamesItsOwnLinesWhereThoseAreWanted) {
  const std::string file = written("add.ptx", kernel_with_lines("add.py"));
  const FinishedProcess traced = emulated("trace", file, {"--json", "--ptx-lines"});
  ASSERT_EQ(traced.state.status, 0) << traced.error;
  const json sites = json::parse(traced.output)["sites"];
  EXPECT_EQ(sites[0]["file"], file);
  EXPECT_EQ(sites[0]["line"], 17);
}

TEST_F(APtxFile, WithLineInformationHasItsFaultsInTheSource) {
  const std::string file = written("add.ptx", kernel_with_lines("add.py"));
  const FinishedProcess ran = emulated("run", file, {"--argument", "out=f32[64]", "--json"});
  EXPECT_EQ(ran.state.status, 1) << ran.error;
  const json fault = json::parse(ran.output)["faults"][0];
  EXPECT_EQ(fault["kind"], "out_of_bounds");
  EXPECT_EQ(fault["file"], "add.py");
  EXPECT_EQ(fault["line"], 23);
}

std::string module_with(const std::string& entry, const std::string& target, const std::string& number) {
  return ".version 8.0\n.target " + target + "\n.address_size 64\n.visible .entry " + entry +
         "(.param .u64 out)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, " +
         number + ";\nst.global.u32 [%rd1], %r1;\nret;\n}\n";
}

TEST_F(APtxFile, MayHaveSeveralModules) {
  const std::string file = written("two.ptx", module_with("one", "sm_80", "1") + module_with("two", "sm_80", "2"));
  const std::string dump = (temporary_.path() / "out.bin").string();
  for (const std::string entry : {"one", "two"}) {
    const FinishedProcess ran =
        emulated("run", file, {"--entry", entry, "--argument", "out=u32[1]", "--dump", "out=" + dump});
    ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
    EXPECT_EQ(read_file(dump).value_or("")[0], entry == "one" ? 1 : 2);
    EXPECT_NE(ran.error.find(entry == "one" ? "  two(" : "  one("), std::string::npos) << ran.error;
  }
  const FinishedProcess traced = emulated("trace", file, {"--entry", "two", "--argument", "out=u32[1]", "--json"});
  ASSERT_EQ(traced.state.status, 0) << traced.error;
  EXPECT_EQ(json::parse(traced.output)["sites"][0]["line"], 22) << "lines are those of the file";
}

TEST_F(APtxFile, MayHoldOneKernelForSeveralGpus) {
  const std::string heading = "\nFatbin ptx code:\n================\narch = sm_80\ncompressed\n\n";
  const std::string file =
      written("fat.ptx", heading + module_with("k", "sm_75", "1") + heading + module_with("k", "sm_80", "2") + heading +
                             module_with("k", "sm_90", "3"));
  const std::string dump = (temporary_.path() / "out.bin").string();
  const FinishedProcess ran =
      emulated("run", file, {"--target", "8.6", "--argument", "out=u32[1]", "--dump", "out=" + dump});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  EXPECT_EQ(read_file(dump).value_or("")[0], 2);
  EXPECT_NE(ran.output.find("several modules of this file hold k with different code; the one in line 25 for sm_80"),
            std::string::npos)
      << ran.output;
}

TEST_F(APtxFile, MayBeLongerThanAMebibyte) {
  std::string code = module_with("k", "sm_80", "1");
  std::string unrolled;
  while (unrolled.size() < (3u << 20)) unrolled += "add.u32 %r1, %r1, 1;\n";
  code.insert(code.find("st.global"), "bra end;\n" + unrolled + "end:\n");
  const FinishedProcess ran = emulated("run", written("long.ptx", code), {"--argument", "out=u32[1]"});
  EXPECT_EQ(ran.state.status, 0) << ran.error << ran.output;
}

TEST_F(APtxFile, MayBeOfAVersionThatOnlyPtxasStillKnows) {
  const std::string code = R"(	.version 1.4
	.target sm_10, map_f64_to_f32
	.entry scale (.param .u64 __cudaparm_a)
	{
	.reg .u16 %rh<4>;
	.reg .u32 %r<5>;
	.reg .u64 %rd<6>;
	.reg .f32 %f<4>;
	.loc	14	3	0
$LBB1_scale:
	mov.u16 	%rh1, %ctaid.x;
	mov.u16 	%rh2, %ntid.x;
	mul.wide.u16 	%r1, %rh1, %rh2;
	cvt.u32.u16 	%r2, %tid.x;
	add.u32 	%r3, %r2, %r1;
	cvt.s64.s32 	%rd1, %r3;
	mul.wide.s32 	%rd2, %r3, 4;
	ld.param.u64 	%rd3, [__cudaparm_a];
	add.u64 	%rd4, %rd3, %rd2;
	ld.global.f32 	%f1, [%rd4+0];
	add.f32 	%f2, %f1, %f1;
	st.global.f32 	[%rd4+0], %f2;
	.loc	14	5	0
	exit;
$LDWend_scale:
	} // scale
	.file	14	"scale.cu"
)";
  const FinishedProcess ran =
      emulated("trace", written("old.ptx", code),
               {"--argument", "__cudaparm_a=f32[64]", "--grid", "2", "--block", "32", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json sites = json::parse(ran.output)["sites"];
  ASSERT_EQ(sites.size(), 2u);
  EXPECT_EQ(sites[0]["file"], "scale.cu");
  EXPECT_EQ(sites[0]["line"], 3);
  EXPECT_EQ(sites[0]["lanes"], 64);
}

}  // namespace
}  // namespace lanescope::cli
