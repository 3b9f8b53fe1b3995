// The program with numbers, files and texts that nobody should give it: each ends with the right status and a sentence.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "cli/options/files.h"
#include "cli/options/numbers.h"
#include "cli/print/report.h"
#include "cli/program.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Hostile : public testing::Test {
 protected:
  /// Expects wrong usage with a message that holds the part.
  static void refused(const Words& words, const std::string& part) {
    const FinishedProcess finished = program(words);
    EXPECT_EQ(finished.state.status, 2) << testing::PrintToString(words) << finished.state.text() << finished.error;
    EXPECT_NE(finished.error.find(part), std::string::npos) << testing::PrintToString(words) << finished.error;
  }
  /// Runs a line of the shell, in which $W is the program.
  static FinishedProcess shell(const std::string& line) {
    auto finished = run_process({"env", "W=" LANESCOPE_PROGRAM, "bash", "-c", line}, std::chrono::minutes(3));
    if (!finished) throw MachineError(finished.error());
    return *finished;
  }
  /// A small kernel of our own.
  std::string kernel(const std::string& before = "", const std::string& ending = "\n") const {
    std::string text = read_file(LANESCOPE_SOURCES "/kernels/transpose/copy_row.cu").value();
    for (std::size_t at = text.find('\n'); ending != "\n" && at != std::string::npos; at = text.find('\n', at)) {
      text.replace(at, 1, ending);
      at += ending.size();
    }
    const fs::path file = folder / "mine.cu";
    EXPECT_TRUE(write_file(file, before + text, Durable::no));
    return file.string();
  }

  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
};

TEST_F(Hostile, NumbersAreRefusedWithTheirRange) {
  const std::string id = "transpose/copy_row";
  for (const char* seed : {"-1", "100000000000000000000", "1.5", "0x10", "nan", "1e3", " 1"}) {
    refused({"run", id, "--seed", seed}, "--seed");
  }
  refused({"run", id, "--schedule", "-2"}, "--schedule");
  for (const char* time : {"nan", "inf", "-1", "0", "1e9", "5s"})
    refused({"run", id, "--timeout", time}, "0.1 to 86400");
  refused({"run", id, "--device", "-1"}, "0 to 1023");
  refused({"run", id, "--device", "4294967296"}, "--device");
  refused({"run", id, "--expect", "out=x", "--tolerance", "nan"}, "0 to 1");
  refused({"sweep", id, "--budget", "0"}, "1 to 600000");
  const std::string out = (folder / "x.png").string();
  for (const char* size : {"4294967936x480", "16384x16384", "640", "640x480x1", "-640x480", "640x", "0x0"}) {
    refused({"snapshot", id, "--view", "window", "--size", size, "-o", out}, "is not a size");
  }
  refused({"snapshot", id, "--view", "banks", "--time", "nan", "-o", out}, "--time");
  refused({"snapshot", id, "--view", "banks", "--frames", "-3", "-o", out}, "--frames");
  EXPECT_EQ(number_of<std::uint64_t>("18446744073709551615", 0, ~std::uint64_t{0}).value(), ~std::uint64_t{0});
  EXPECT_EQ(number_of<int>("010", 0, 100).value(), 10) << "no octal numbers";
}

TEST_F(Hostile, EmptyValuesAreNoValues) {
  const std::string id = "transpose/copy_row";
  for (const Words& words : {Words{"run", id, "--host", ""},
                             {"run", ""},
                             {"run", id, "--target", ""},
                             {"run", id, "--record", ""},
                             {"sweep", id, "--csv", ""},
                             {"open", ""},
                             {"run", id, "-p", ""},
                             {"run", id, "--host", "h", "--remote-program", ""}}) {
    refused(words, "the value is empty");
  }
  refused({"run", id, "--host", " "}, "no host was given");
}

TEST_F(Hostile, InputsThatAreNoFilesAreRefusedByWhatTheyAre) {
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const auto& [path, what] : {std::pair<std::string, const char*>{"/dev/zero", "a device"},
                                   {folder.string(), "a folder"},
                                   {(folder / "pipe").string(), "a pipe"}}) {
    refused({"run", path}, what);
    refused({"sweep", path, "--csv", (folder / "x.csv").string()}, what);
    refused({"snapshot", path, "--view", "window", "-o", (folder / "x.png").string()}, what);
    refused({"patterns", path}, what);
    refused({"run", "transpose/copy_row", "--load", "in=" + path}, what);
    refused({"run", "transpose/copy_row", "--expect", "out=" + path}, what);
    refused({"open", path}, what);
    refused(
        {"snapshot", "transpose/copy_row", "--recording", path, "--view", "window", "-o", (folder / "x.png").string()},
        what);
    refused({"calibrate", "--recording", path}, what);
    refused({"sweep", "transpose/copy_row", "--json", path}, what);
  }
}

TEST_F(Hostile, NothingThatIsReadIsWrittenOver) {
  const std::string mine = kernel();
  const std::string text = read_file(mine).value();
  refused({"snapshot", mine, "--view", "window", "-o", mine}, "overwrite the kernel");
  refused({"run", mine, "--dump", "out=" + mine}, "overwrite the kernel");
  refused({"run", mine, "--record", mine}, "overwrite the kernel");
  refused({"sweep", mine, "--csv", mine}, "overwrite a kernel");
  const std::string csv = (folder / "x.csv").string();
  refused({"sweep", mine, "--csv", csv, "--json", csv}, "--csv writes the same file");
  refused({"sweep", mine, "--csv", csv, "--record", (folder / "." / "x.csv").string()}, "--csv writes the same file");
  std::ofstream(folder / "in.raw") << "x";
  const std::string raw = (folder / "in.raw").string();
  refused({"run", mine, "--load", "in=" + raw, "--dump", "out=" + raw}, "overwrite an input");
  refused({"run", mine, "--dump", "out=" + folder.string()}, "this is a folder");
  fs::create_symlink(mine, folder / "link");
  refused({"snapshot", mine, "--view", "window", "-o", (folder / "link").string()}, "overwrite the kernel");
  EXPECT_EQ(read_file(mine).value(), text);
}

TEST_F(Hostile, AFullDiskBehindStandardOutputIsAnError) {
  const std::string recording = LANESCOPE_SOURCES "/assets/recordings/h200-transpose.jsonl";
  for (const std::string& line :
       {std::string("$W list"), std::string("$W list --json"), std::string("$W --help"), std::string("$W --version"),
        std::string("$W run transpose/copy_row -p nx=64 -p ny=64 --backend emulator"),
        std::string("$W patterns ") + LANESCOPE_TEST_DATA "/json_contract/patterns.csv",
        "env -u DISPLAY -u WAYLAND_DISPLAY $W open " + recording}) {
    const FinishedProcess finished = shell(line + " > /dev/full");
    EXPECT_EQ(finished.state.status, 1) << line << finished.error;
    EXPECT_NE(finished.error.find("standard output cannot be written: No space left"), std::string::npos) << line;
  }
  EXPECT_EQ(shell("$W list | head -1 > /dev/null; exit ${PIPESTATUS[1]}").error, "") << "that is no mistake";
}

TEST_F(Hostile, ABrokenRecordingIsWrongUsageEverywhere) {
  const fs::path broken = folder / "broken.jsonl";
  const std::string out = (folder / "x.png").string();
  for (const std::string& text : {std::string("nonsense\n"), std::string("{\"schema\": \"lanescope.recording/3\"}\n"),
                                  std::string(200'000, '['), std::string("[1e400]\n"), std::string()}) {
    ASSERT_TRUE(write_file(broken, text, Durable::no));
    refused({"snapshot", "transpose/copy_row", "--recording", broken, "--view", "window", "-o", out}, "broken.jsonl");
    refused({"calibrate", "--recording", broken}, "broken.jsonl");
    for (const char* display : {"env -u DISPLAY -u WAYLAND_DISPLAY ", "env DISPLAY=:99999 "}) {
      const FinishedProcess opened = shell(std::string(display) + "$W open " + broken.string());
      EXPECT_EQ(opened.state.status, 2) << opened.error;
      EXPECT_NE(opened.error.find("broken.jsonl"), std::string::npos) << opened.error;
    }
  }
  const FinishedProcess missing = shell("env -u DISPLAY -u WAYLAND_DISPLAY $W open /nonexistent");
  EXPECT_EQ(missing.state.status, 2) << missing.error;
  EXPECT_EQ(missing.output, "");
}

TEST_F(Hostile, WithoutADisplayARecordingIsATable) {
  const FinishedProcess opened =
      shell("env -u DISPLAY -u WAYLAND_DISPLAY $W open " LANESCOPE_SOURCES "/assets/recordings/h200-transpose.jsonl");
  EXPECT_EQ(opened.state.status, 0) << opened.error;
  EXPECT_NE(opened.error.find("No display"), std::string::npos);
  EXPECT_NE(opened.output.find("recorded"), std::string::npos) << opened.output;
}

TEST_F(Hostile, TextFromElsewhereDoesNotControlTheTerminal) {
  std::string text = read_file(kernel()).value();
  const std::size_t code = text.find("*/") + 3;
  text.insert(code, "#error \x1b]0;owned\a \x1b[31mred\n");
  const fs::path file = folder / "red.cu";
  ASSERT_TRUE(write_file(file, text, Durable::no));
  const FinishedProcess finished = program({"run", file.string(), "--backend", "emulator"});
  EXPECT_EQ(finished.state.status, 1);
  EXPECT_EQ((finished.output + finished.error).find('\x1b'), std::string::npos);
  EXPECT_NE(finished.error.find("\\x1b[31mred"), std::string::npos) << finished.error;

  const FinishedProcess printed = program({"run", LANESCOPE_TEST_DATA "/kernels/print.cu", "--backend", "emulator"});
  EXPECT_NE(printed.output.find("printed by the kernel"), std::string::npos) << printed.output;
}

TEST_F(Hostile, AKernelFileOfAnotherSystemIsFine) {
  for (const std::string& file : {kernel("\xef\xbb\xbf"), kernel("", "\r\n")}) {
    const FinishedProcess finished = program({"run", file, "-p", "nx=64", "-p", "ny=64", "--backend", "emulator"});
    EXPECT_EQ(finished.state.status, 0) << finished.error << finished.output;
  }
}

TEST_F(Hostile, ASnapshotOfAFailedRunSaysSo) {
  const fs::path file = folder / "x.png";
  const FinishedProcess finished = program({"snapshot", LANESCOPE_TEST_DATA "/kernels/compile_error.cu", "--view",
                                            "window", "--size", "640x480", "-o", file.string()});
  EXPECT_EQ(finished.state.status, 1) << finished.error;
  EXPECT_NE(finished.error.find("x.png shows a run that failed"), std::string::npos) << finished.error;
  EXPECT_TRUE(fs::exists(file)) << "the picture says why";
}

TEST_F(Hostile, ARemoteProgramIsNoOptionOfSsh) {
  const fs::path ssh = folder / "ssh";
  ASSERT_TRUE(write_file(ssh, "#!/bin/sh\nfor word; do echo \"<$word>\" >&2; done\nexit 255\n", Durable::no));
  fs::permissions(ssh, fs::perms::owner_all);
  const FinishedProcess finished =
      shell("PATH=" + folder.string() +
            ":$PATH $W run transpose/copy_row --host lab --remote-program 'x -oProxyCommand=evil'");
  EXPECT_NE(finished.error.find("<-->\n<lab>\n<x>\n<-oProxyCommand=evil>\n<worker>\n"), std::string::npos)
      << finished.error;
  refused({"run", "transpose/copy_row", "--host", "lab", "--remote-program", "-oProxyCommand=evil"},
          "is not a valid program path");
  refused({"run", "transpose/copy_row", "--host", "-oProxyCommand=evil"}, "is not a valid host");
}

TEST_F(Hostile, AReportHoldsNothingPrivate) {
  const fs::path file = folder / "report.txt";
  const fs::path config = folder / "config", cache = folder / "cache";
  ASSERT_TRUE(write_file(config / "lanescope" / "settings.toml",
                         "[appearance]\ntheme = \"light\"\n[session]\nkernel = \"/secret/mine.cu\"\n"
                         "[tools]\neditor = \"vim-of-mine\"\n[values.\"/secret/mine.cu\"]\nn = 5\n"));
  ASSERT_TRUE(write_file(cache / "lanescope" / "last-crash.txt", "signal: SEGV\n/home/somebody/bin\n"));
  const FinishedProcess finished =
      shell("HOME=/home/somebody XDG_CONFIG_HOME=" + config.string() + " XDG_CACHE_HOME=" + cache.string() +
            " $W doctor --report -o " + file.string());
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const std::string report = read_file(file).value();
  for (const char* part : {"lanescope ", "emulator", "== system ==", "signal: SEGV", "~/bin", "theme = 'light'"}) {
    EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
  }
  for (const char* secret : {"somebody", "secret", "vim-of-mine"}) {
    EXPECT_EQ(report.find(secret), std::string::npos) << secret << "\n" << report;
  }
  EXPECT_EQ(without_private("/home/ann/x of ann on lab7, annual", {"/home/ann", "ann", "lab7"}),
            "(a folder) of USER on HOST, annual");
}

}  // namespace
}  // namespace lanescope::cli
