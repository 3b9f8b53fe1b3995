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

TEST_F(Trust, ACacheOfAnotherUserIsSaidAndNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  fs::create_directories(folder / "cache" / "lanescope");
  ASSERT_EQ(chown((folder / "cache" / "lanescope").c_str(), 65534, 65534), 0);
  kernel(folder / "k.cu", "");
  const std::string with_cache = "XDG_CACHE_HOME=" + (folder / "cache").string() + " $W ";
  EXPECT_NE(shell(with_cache + "doctor").output.find("the folder belongs to another user"), std::string::npos);
  EXPECT_EQ(shell(with_cache + "run -p nx=64 -p ny=64 --backend emulator " + (folder / "k.cu").string()).state.status,
            0);
  EXPECT_TRUE(entries_of(folder / "cache" / "lanescope").empty());
}

TEST_F(Trust, AReportNamesNothingOfAnotherFolder) {
  const fs::path data = folder / "data", config = folder / "config" / "lanescope",
                 cache = folder / "cache" / "lanescope";
  fs::create_directories(data / "kernels" / "acmefamily");
  ASSERT_TRUE(write_file(data / "kernels" / "acmefamily" / "confidential_algo.cu", "broken"));
  ASSERT_TRUE(write_file(config / "settings.toml",
                         "[panels]\nwide = false\n [tools]\neditor = \"/opt/editor --token=SECRET1\"\n [session]\n"
                         "kernel = \"/srv/acme/SECRET2.cu\"\n[layouts]\nSECRET3 = \"\"\n[appearance]\n"
                         "theme = \"light\" # SECRET4\n"));
  ASSERT_TRUE(
      write_file(cache / "last-crash.txt",
                 "lanescope\nsignal: ABRT\nlast action: open\n"
                 "exception: filesystem error: cannot open [/srv/acme/SECRET5 of us/x.cu] and 'SECRET6'\nstack:\n"
                 "/srv/acme/SECRET7/lanescope(+0x123)[0x55]\n/srv/acme dir/SECRET8/libcuda.so.1(cuInit+0x4)\n"));
  const fs::path file = folder / "report.txt";
  const FinishedProcess finished =
      shell("DISPLAY=labhost.acme.com:10.0 LANESCOPE_DATA=" + data.string() +
            " XDG_CONFIG_HOME=" + (folder / "config").string() + " XDG_CACHE_HOME=" + (folder / "cache").string() +
            " $W doctor --report -o " + file.string());
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  const std::string report = read_file(file).value();
  for (const char* word : {"SECRET", "acme", "confidential", "labhost", "broken"}) {
    EXPECT_EQ(report.find(word), std::string::npos) << word << "\n" << report;
  }
  for (const char* part : {"DISPLAY=HOST:10.0", "errors in kernel files", "(a folder)/lanescope(+0x123)[0x55]",
                           "(a folder)/libcuda.so.1(cuInit+0x4)", "theme = 'light'"}) {
    EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
  }
}

TEST_F(Trust, AReportReplacesNoFileBehindALink) {
  const fs::path here = folder / "here";
  fs::create_directory(here);
  fs::create_symlink(folder / "elsewhere", here / "lanescope-report.txt");
  const FinishedProcess finished = shell("cd " + here.string() + " && $W doctor --report");
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_FALSE(fs::exists(folder / "elsewhere"));
  EXPECT_TRUE(fs::exists(here / "lanescope-report-2.txt"));
}

TEST_F(Trust, PrivateFilesThatAKernelIncludesDoNotTravel) {
  const fs::path home = folder / "home", said = folder / "said";
  ASSERT_TRUE(write_file(home / ".ssh" / "id_rsa", secret));
  ASSERT_TRUE(write_file(home / "project" / "own.h", "// OWNHEADER\n"));
  ASSERT_TRUE(write_file(folder / "tee.sh", "#!/bin/sh\ntee " + said.string() + " | " LANESCOPE_PROGRAM " worker\n"));
  fs::permissions(folder / "tee.sh", fs::perms::owner_all);
  const std::string key = (home / ".ssh" / "id_rsa").string();
  kernel(home / "project" / "k.cu", "",
         "#include \"own.h\"\n#if 0\n#include \"" + key + "\"\n#include \"../.ssh/id_rsa\"\n#endif");
  const FinishedProcess finished =
      program({"run", (home / "project" / "k.cu").string(), "-p", "nx=64", "-p", "ny=64", "--backend", "emulator",
               "--host", "there", "--remote-shell", (folder / "tee.sh").string()});
  EXPECT_EQ(finished.state.status, 0) << finished.error << finished.output;
  const std::string sent = read_file(said).value();
  EXPECT_EQ(sent.find(secret), std::string::npos);
  EXPECT_NE(sent.find("OWNHEADER"), std::string::npos);
  for (const std::string& name : {key, std::string("../.ssh/id_rsa")}) {
    EXPECT_NE(finished.error.find(name + " lies outside of the kernel's folders and is not sent to there"),
              std::string::npos)
        << finished.error;
  }
}

TEST_F(Trust, NoWayOfIncludingAPrivateFileShowsItsLines) {
  const fs::path token = folder / "home" / "secret", file = folder / "project" / "k.cu";
  ASSERT_TRUE(write_file(token, secret + "\n"));
  const std::string path = token.string();
  for (const std::string& code :
       {"#include \"" + path + "\"", "#include <" + path + ">", std::string("#include \"../home/secret\""),
        "#define F \"" + path + "\"\n#include F", "#define F <" + path + ">\n#include F",
        "#define S(x) #x\n#define T(x) S(x)\n#include T(" + path + ")", "%:inc\\\nlude \"" + path + "\"",
        "#include \"/proc/self/cwd/../" + path + "\""}) {
    kernel(file, "", code);
    const FinishedProcess finished = run(file);
    EXPECT_EQ(finished.state.status, 1) << code << finished.error << finished.output;
    EXPECT_EQ((finished.error + finished.output).find(secret), std::string::npos) << code << finished.error;
  }
}

TEST_F(Trust, AFileWithTwoNamesOutlivesAFullDiskAndAKill) {
  if (shell("command -v strace").state.status != 0) GTEST_SKIP() << "the Debian package strace is not installed";
  const fs::path file = folder / "out.bin";
  for (const std::string& fate : {std::string("error=ENOSPC"), std::string("signal=KILL")}) {
    const std::string old(3000, 'o');
    fs::remove(file);
    fs::remove(folder / "hard");
    std::ofstream(file) << old;
    fs::create_hard_link(file, folder / "hard");
    const FinishedProcess finished =
        shell("strace -f -o /dev/null -e trace=write -e inject=write:" + fate + ":when=1 -P " + file.string() +
              " $W run transpose/copy_row -p nx=64 -p ny=64 --backend emulator --dump out=" + file.string());
    EXPECT_NE(finished.state.status, 0);
    EXPECT_EQ(read_file(file).value(), old) << fate;
    fs::path part;
    for (const fs::path& entry : entries_of(folder)) {
      if (entry.filename().string().ends_with(".part")) part = entry;
    }
    ASSERT_FALSE(part.empty()) << fate;
    EXPECT_EQ(fs::file_size(part), 64u * 64 * 4) << fate;
    const bool lives = fate.starts_with("error");
    EXPECT_EQ(finished.error.find(part.string()) != std::string::npos, lives) << finished.error;
    fs::remove(part);
  }
}

}  // namespace
}  // namespace lanescope::cli
