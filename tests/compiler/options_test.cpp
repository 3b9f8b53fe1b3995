#include "compiler/options.h"

#include <gtest/gtest.h>

#include "compiler/fixture.h"

namespace lanescope::compiler {
namespace {

TEST(Options, ThatDecideAboutTheCodeAloneArePassedOn) {
  for (const char* option : {"-DBLOCK_X=32",
                             "-DFAST",
                             "-D NAME=3",
                             "-DMIN(a, b)=((a) < (b) ? a : b)",
                             "--define-macro=N=\"text\"",
                             "-UFAST",
                             "--undefine-macro=FAST",
                             "--use_fast_math",
                             "--fmad=false",
                             "-maxrregcount=32",
                             "--std=c++17",
                             "-G",
                             "-lineinfo",
                             "--gpu-architecture=sm_90a",
                             "--diag-suppress=177,550",
                             "--restrict",
                             "-rdc=true",
                             "--ptxas-options=-dlcm=cg",
                             "-Xptxas=-v",
                             "--ptxas-options=-O1",
                             "--ptxas-options=--opt-level=3",
                             "--ptxas-options=--warn-on-spills"}) {
    EXPECT_TRUE(is_harmless_option(option)) << option;
  }
}

TEST(Options, ThatNameFilesOrAreNotKnownAreNot) {
  for (const char* option : {"",
                             "-",
                             "--",
                             "x.cu",
                             "--time=/home/her/.bashrc",
                             "-time=t",
                             "--time",
                             "--fdevice-time-trace=trace",
                             "-fdevice-time-trace",
                             "--include-path=/etc",
                             "-I/etc",
                             "-I",
                             "--pre-include=/etc/passwd",
                             "-include=/etc/passwd",
                             "--create-pch=x",
                             "--use-pch=x",
                             "--pch",
                             "-pch",
                             "--pch-dir=x",
                             "--dump-perf-metrics-file=x",
                             "--trace=x",
                             "--options-file=x",
                             "-optf=x",
                             "@x",
                             "--optix-ir",
                             "--gen-opt-lto",
                             "-arch=sm_50",
                             "--no-such-option",
                             "--ptxas-options",
                             "--ptxas-options=",
                             "--ptxas-options=--options-file=/etc/passwd",
                             "-Xptxas=-optf=/etc/passwd",
                             "-Xptxas=--output-file=x",
                             "-Xptxas=-o",
                             "-Xptxas=@x",
                             "-Xptxas=x.ptx",
                             "-Xptxas=-v,-optf=x",
                             "-Xptxas=-v -optf=x",
                             "-Xptxas=-dlcm=/etc/passwd",
                             "-Xptxas",
                             "--std=../../etc/passwd",
                             "--fmad=false --time=x",
                             "--use_fast_math=x",
                             "--maxrregcount",
                             "-D",
                             "-U",
                             "-D=3",
                             "-D3=4",
                             "-DA=1\n#include \"/etc/passwd\"",
                             "--define-macro=",
                             " --fmad=true",
                             "--FMAD=true"}) {
    EXPECT_FALSE(is_harmless_option(option)) << option;
  }
}

TEST(Options, OfARequestAreRefusedByNameWhereNvrtcIsCalled) {
  const TemporaryFolder folder;
  const std::filesystem::path written = folder.path() / "written", secret = folder.path() / "secret";
  ASSERT_TRUE(write_file(secret, "SECRETTOKEN_abc123\n"));
  const Compiler compiler = open_compiler();
  for (const std::string& option : {"--time=" + written.string(), "--fdevice-time-trace=" + written.string(),
                                    "--ptxas-options=--options-file=" + secret.string(),
                                    "-Xptxas=-optf=" + secret.string(), "--pre-include=" + secret.string()}) {
    Request asked = request("extern \"C\" __global__ void f() {}\n");
    asked.options = {"-DN=1", option};
    const auto compiled = compiler.compile(asked);
    ASSERT_FALSE(compiled) << option;
    EXPECT_EQ(compiled.error().kind, FaultKind::resolve) << option;
    EXPECT_NE(compiled.error().what.text().find(option), std::string::npos) << compiled.error().text();
    EXPECT_EQ(compiled.error().text().find("SECRETTOKEN"), std::string::npos) << compiled.error().text();
    EXPECT_FALSE(compiler.ptx(asked)) << option;
    EXPECT_FALSE(compiler.cached(asked)) << option;
  }
  EXPECT_EQ(entries_of(folder.path()).size(), 1u);
}

}  // namespace
}  // namespace lanescope::compiler
