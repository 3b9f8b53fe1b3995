// What a stranger's kernel and a stranger's folder may not do: write, read, send or become files of ours.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

namespace fs = std::filesystem;

class Trust : public testing::Test {
 protected:
  /// Runs a line of the shell, in which $W is the program.
  static FinishedProcess shell(const std::string& line) {
    auto finished = run_process({"env", "W=" LANESCOPE_PROGRAM, "bash", "-c", line}, std::chrono::minutes(3));
    if (!finished) throw MachineError(finished.error());
    return *finished;
  }
  /// A small kernel that is right, with more of front matter and of code.
  void kernel(const fs::path& file, const std::string& table, const std::string& code = "") const {
    std::string text = read_file(LANESCOPE_SOURCES "/kernels/transpose/copy_row.cu").value();
    const std::size_t end = text.find("*/");
    text.insert(end + 2, "\n" + code + "\n");
    text.insert(end, table + "\n");
    if (auto written = write_file(file, text); !written) throw MachineError(written.error());
  }
  static FinishedProcess run(const fs::path& file) {
    return program({"run", file.string(), "-p", "nx=64", "-p", "ny=64", "--backend", "emulator"});
  }

  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  const std::string secret = "SECRETTOKEN_abc123";
};

TEST_F(Trust, CompilerOptionsOfAKernelNeitherWriteNorReadFiles) {
  const fs::path file = folder / "k.cu", precious = folder / "bashrc", token = folder / "secret";
  ASSERT_TRUE(write_file(precious, "precious\n"));
  ASSERT_TRUE(write_file(token, secret + "\n"));
  kernel(file, "[compile]\noptions = [\"--fmad=false\", \"--ptxas-options=-O3\"]");
  ASSERT_EQ(run(file).state.status, 0) << "a harmless one is passed on";
  for (const std::string& option :
       {"--time=" + precious.string(), "--fdevice-time-trace=" + (folder / "trace").string(),
        "--ptxas-options=--options-file=" + token.string(), "-Xptxas=-optf=" + token.string(),
        "--pre-include=" + token.string(), "--create-pch=" + (folder / "pch").string()}) {
    kernel(file, "[compile]\noptions = [\"" + option + "\"]");
    const FinishedProcess finished = run(file);
    EXPECT_EQ(finished.state.status, 2) << option << finished.error << finished.output;
    EXPECT_NE((finished.error + finished.output).find(option), std::string::npos) << finished.error << finished.output;
    EXPECT_EQ((finished.error + finished.output).find(secret), std::string::npos) << option;
  }
  EXPECT_EQ(read_file(precious).value(), "precious\n");
  EXPECT_EQ(entries_of(folder).size(), 3u);
}

}  // namespace
}  // namespace lanescope::cli
