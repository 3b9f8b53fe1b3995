// The program as a user or a script meets it: build/lanescope, its output and its exit status.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/program.h"
#include "cuda/driver.h"
#include "sanitized.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

bool no_gpu() {
  return !cuda::Driver::open().has_value();
}

class ProgramFiles : public testing::Test {
 protected:
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
};

TEST(Program, HelpNamesEveryCommandAndEndsWell) {
  const FinishedProcess help = program({"--help"});
  EXPECT_EQ(help.state.status, 0);
  for (const char* command : {"list", "run", "trace", "patterns", "snapshot", "doctor", "open", "worker"}) {
    EXPECT_NE(help.output.find(command), std::string::npos) << command;
  }
}

TEST(Program, HelpAndDoctorNameTheFolderOfTheDocumentation) {
  const std::string docs = std::filesystem::canonical(LANESCOPE_SOURCES "/docs").string();
  EXPECT_TRUE(program({"--help"}).output.ends_with("Documentation: " + docs + "\n"));
  EXPECT_NE(program({"doctor"}).output.find("documentation: " + docs + "\n"), std::string::npos);
}

TEST(Program, ReferencePrintsTheTablesOfTheDocumentation) {
  const FinishedProcess keys = program({"reference", "keys"}), fields = program({"reference", "front-matter"});
  EXPECT_EQ(keys.state.status, 0) << keys.error;
  EXPECT_NE(keys.output.find("| Undo | `Ctrl+Z` |"), std::string::npos) << keys.output;
  EXPECT_EQ(fields.state.status, 0) << fields.error;
  EXPECT_NE(fields.output.find("### `[check]`\n"), std::string::npos) << fields.output;
  EXPECT_EQ(program({"reference", "coffee"}).state.status, 2);
  EXPECT_EQ(program({"--help"}).output.find("reference"), std::string::npos) << "only packaging/docs needs it";
}

TEST(Program, ListNamesTheFiveTransposesWithKnobsAndSizes) {
  const FinishedProcess listed = program({"list", "--json"});
  ASSERT_EQ(listed.state.status, 0) << listed.error;
  const json document = json::parse(listed.output);
  EXPECT_EQ(document["schema"], "lanescope.list/1");
  std::vector<std::string> ids;
  for (const json& kernel : document["kernels"]) {
    ids.push_back(kernel["id"]);
    EXPECT_FALSE(kernel["title"].get<std::string>().empty()) << kernel["id"];
    EXPECT_FALSE(kernel["problem"].empty()) << kernel["id"];
    EXPECT_TRUE(kernel["errors"].empty()) << kernel["id"];
  }
  for (const char* id : {"transpose/copy_row", "transpose/naive_row", "transpose/naive_col", "transpose/smem_tile",
                         "transpose/smem_pad"}) {
    EXPECT_NE(std::find(ids.begin(), ids.end(), id), ids.end()) << id;
  }
}

TEST(Program, WrongUsageEndsWithTwoAndSaysWhatIsWrong) {
  const FinishedProcess kernel = program({"run", "transpose/naive_rwo"});
  EXPECT_EQ(kernel.state.status, 2);
  EXPECT_NE(kernel.error.find("transpose/naive_row"), std::string::npos) << kernel.error;

  const FinishedProcess knob = program({"run", "transpose/naive_row", "-p", "blok_x=8"});
  EXPECT_EQ(knob.state.status, 2);
  EXPECT_NE(knob.error.find("block_x"), std::string::npos) << knob.error;

  const FinishedProcess value = program({"run", "transpose/naive_row", "-p", "block_x=7"});
  EXPECT_EQ(value.state.status, 2);
  EXPECT_NE(value.error.find("7"), std::string::npos) << value.error;

  const FinishedProcess form = program({"run", "transpose/naive_row", "-p", "block_x"});
  EXPECT_EQ(form.state.status, 2);
  EXPECT_NE(form.error.find("NAME=VALUE"), std::string::npos) << form.error;

  EXPECT_EQ(program({"--no-such-option"}).state.status, 2);
  EXPECT_EQ(program({"run"}).state.status, 2);
}

TEST_F(ProgramFiles, ABadKernelFileIsReportedWithFileAndLine) {
  const std::filesystem::path file = folder / "bad.cu";
  std::ofstream(file) << "/* lanescope\ntitle = \"x\"\ngriid = 1\n*/\n";
  const FinishedProcess finished = program({"run", file.string()});
  EXPECT_EQ(finished.state.status, 2);
  EXPECT_NE(finished.error.find(file.string() + ":3"), std::string::npos) << finished.error;
}

TEST_F(ProgramFiles, AnInputOfTheWrongSizeIsRefusedWithBothNumbers) {
  std::ofstream(folder / "in.raw") << "abc";
  const FinishedProcess finished = program(
      {"run", "transpose/naive_row", "-p", "nx=4", "-p", "ny=4", "--load", "in=" + (folder / "in.raw").string()});
  EXPECT_EQ(finished.state.status, 2);
  EXPECT_NE(finished.error.find("3 bytes"), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("64"), std::string::npos) << finished.error;
}

TEST(Program, WithoutAGpuARunOnOneCompilesSaysWhatIsMissingAndInventsNothing) {
  if (!no_gpu()) GTEST_SKIP() << "this machine has a GPU";
  const FinishedProcess finished = program({"run", "transpose/smem_pad", "--backend", "gpu", "--json"});
  EXPECT_EQ(finished.state.status, 3);
  const json result = json::parse(finished.output);
  EXPECT_EQ(result["kernel"], "transpose/smem_pad");
  EXPECT_TRUE(result["gb_per_s"].is_null());
  EXPECT_TRUE(result["time_ms"].is_null() || result["time_ms"]["hot"].is_null());
  EXPECT_FALSE(result["verified"].get<bool>());
  ASSERT_EQ(result["launches"].size(), 1u);
  EXPECT_GT(result["launches"][0]["registers"].get<int>(), 0);
  EXPECT_EQ(result["launches"][0]["shared_bytes"], 32 * 33 * 4);
  ASSERT_FALSE(result["faults"].empty());
  EXPECT_EQ(result["faults"][0]["kind"], "no_device");

  const FinishedProcess table = program({"run", "transpose/smem_pad", "--backend", "gpu"});
  const bool no_driver = table.output.find("libcuda.so.1") != std::string::npos;
  const bool driver_alone = table.output.find("CUDA_ERROR_NO_DEVICE") != std::string::npos;
  EXPECT_TRUE(no_driver || driver_alone) << table.output;
  EXPECT_EQ(table.output.find("GB/s"), std::string::npos) << table.output;
}

TEST(Program, WithoutADisplayTheProgramPrintsTheDefaultExperiment) {
  auto finished =
      run_process({"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", LANESCOPE_PROGRAM}, std::chrono::minutes(3));
  ASSERT_TRUE(finished) << finished.error().text();
  // A sanitizer may make the default experiment too slow for the default time limit.
  const bool late = sanitized && finished->output.find("the emulator did not finish within") != std::string::npos;
  EXPECT_EQ(finished->state.status, late ? 1 : 0) << finished->error << finished->output;
  EXPECT_NE(finished->error.find("No display"), std::string::npos) << finished->error;
  EXPECT_NE(finished->output.find("transpose/smem_unroll"), std::string::npos) << finished->output;
  if (!no_gpu()) return;
  EXPECT_NE(finished->output.find("emulated on the CPU"), std::string::npos) << finished->output;
  EXPECT_TRUE(late || finished->output.find("derived") != std::string::npos) << finished->output;
  EXPECT_NE(finished->output.find("times need a GPU"), std::string::npos) << finished->output;
}

TEST_F(ProgramFiles, ALibraryThatWindowOrPictureLacksIsNamedWithItsPackageInsteadOfDisplayOrDriver) {
  const std::string display = environment("DISPLAY");
  struct Lack {
    std::vector<const char*> files;
    std::string display;
    std::vector<std::string> command;
    const char* package;
  };
  const std::vector<std::string> snapshot{"snapshot", "transpose/copy_row",       "--view", "window",
                                          "-o",       (folder / "x.png").string()};
  std::vector<Lack> lacks{{{"libX11.so.6"}, ":99999", {}, "libx11-6"},
                          {{"libEGL.so", "libEGL.so.1"}, "", snapshot, "libegl1"}};
  if (!display.empty()) lacks.push_back({{"libGL.so.1", "libGLX.so.0", "libGL.so"}, display, {}, "libgl1"});
  for (const Lack& lack : lacks) {
    const std::filesystem::path libraries = folder / lack.package;
    std::filesystem::create_directories(libraries);
    for (const char* file : lack.files) ASSERT_TRUE(write_file(libraries / file, "no library", Durable::no));
    std::vector<std::string> command{"env", "DISPLAY=" + lack.display,
                                     "WAYLAND_DISPLAY=", "LD_LIBRARY_PATH=" + libraries.string(), LANESCOPE_PROGRAM};
    command.insert(command.end(), lack.command.begin(), lack.command.end());
    const auto finished = run_process(command, std::chrono::minutes(3));
    ASSERT_TRUE(finished) << finished.error().text();
    EXPECT_EQ(finished->state.status, 1) << finished->error;
    EXPECT_NE(finished->error.find(lack.files.front()), std::string::npos) << finished->error;
    EXPECT_NE(finished->error.find(lack.package), std::string::npos) << finished->error;
    for (const char* wrong : {"no display", "current GPU driver"}) {
      EXPECT_EQ(finished->error.find(wrong), std::string::npos) << finished->error;
    }
  }
}

TEST_F(ProgramFiles, ACompileErrorIsPrintedAtItsLineAndEndsWithOne) {
  auto text = read_file(std::filesystem::path(LANESCOPE_SOURCES) / "kernels/transpose/copy_row.cu");
  ASSERT_TRUE(text);
  const std::size_t body = text->find("__global__");
  ASSERT_NE(body, std::string::npos);
  const std::size_t brace = text->find('{', text->find(')', body));
  ASSERT_NE(brace, std::string::npos);
  text->insert(brace + 1, " int wrong = no_such_name;");
  const auto line = 1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(brace), '\n');
  const std::filesystem::path file = folder / "wrong.cu";
  ASSERT_TRUE(write_file(file, *text));
  const FinishedProcess finished = program({"run", file.string()});
  EXPECT_EQ(finished.state.status, 1);
  EXPECT_NE(finished.error.find("wrong.cu:" + std::to_string(line)), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("no_such_name"), std::string::npos) << finished.error;
}

TEST(Program, DoctorNamesWhatIsThereAndARemedyForWhatIsNot) {
  const FinishedProcess finished = program({"doctor", "--json"});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  const json document = json::parse(finished.output);
  EXPECT_EQ(document["schema"], "lanescope.doctor/1");
  std::vector<std::string> names;
  for (const json& finding : document["findings"]) {
    names.push_back(finding["name"]);
    EXPECT_EQ(finding["present"].get<bool>(), finding["remedy"].get<std::string>().empty()) << finding.dump();
  }
  EXPECT_EQ(names, (std::vector<std::string>{"kernels", "GPU", "compiler", "emulator", "versions", "counters", "OpenGL",
                                             "interop", "display", "folders"}));
}

TEST_F(ProgramFiles, SnapshotWritesAPngOfTheWindowWithoutADisplay) {
  const std::filesystem::path file = folder / "window.png";
  const FinishedProcess finished = program({"snapshot", "transpose/smem_pad", "--view", "window", "--size", "1280x720",
                                            "--timeout", "600", "-o", file.string()});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  auto png = read_file(file);
  ASSERT_TRUE(png);
  ASSERT_GT(png->size(), 10'000u);
  EXPECT_EQ(png->substr(1, 3), "PNG");
  EXPECT_EQ(program({"snapshot", "transpose/smem_pad", "--view", "window", "--size", "9x9", "-o", file.string()})
                .state.status,
            2);
}

TEST_F(ProgramFiles, SnapshotIsInTheThemeAndLanguageThatWereAskedFor) {
  const auto picture = [&](const std::vector<std::string>& more) {
    const std::filesystem::path file = folder / "look.png";
    std::vector<std::string> command{"snapshot",    "transpose/copy_row",
                                     "--recording", LANESCOPE_SOURCES "/assets/recordings/h200-laplace.jsonl",
                                     "--view",      "window",
                                     "--size",      "800x600",
                                     "-o",          file.string()};
    command.insert(command.end(), more.begin(), more.end());
    const FinishedProcess finished = program(command);
    EXPECT_EQ(finished.state.status, 0) << finished.error;
    return *read_file(file);
  };
  const std::string dark = picture({});
  EXPECT_EQ(picture({"--theme", "dark", "--language", "en"}), dark);
  EXPECT_NE(picture({"--theme", "projector"}), dark);
  EXPECT_NE(picture({"--language", "zh"}), dark);
  const FinishedProcess unknown = program(
      {"snapshot", "transpose/copy_row", "--view", "window", "--theme", "pink", "-o", (folder / "x.png").string()});
  EXPECT_EQ(unknown.state.status, 2);
  EXPECT_NE(unknown.error.find("colour_blind"), std::string::npos) << unknown.error;
}

TEST_F(ProgramFiles, SnapshotComparesTwoSettings) {
  const auto picture = [&](const std::vector<std::string>& more) {
    const std::filesystem::path file = folder / "compared.png";
    std::vector<std::string> command{"snapshot", "transpose/smem_tile",
                                     "-p",       "nx=64",
                                     "-p",       "ny=64",
                                     "-p",       "tile=32",
                                     "--view",   "window",
                                     "--size",   "800x600",
                                     "-o",       file.string()};
    command.insert(command.end(), more.begin(), more.end());
    const FinishedProcess finished = program(command);
    EXPECT_EQ(finished.state.status, 0) << finished.error;
    return *read_file(file);
  };
  EXPECT_NE(picture({"--against", "tile=16"}), picture({})) << "A and B stand beside each other";
  const auto refused = [&](const std::vector<std::string>& more, const std::string& what) {
    std::vector<std::string> command{"snapshot", "transpose/smem_tile", "--view", "window", "-o", "unused.png"};
    command.insert(command.end(), more.begin(), more.end());
    const FinishedProcess finished = program(command);
    EXPECT_EQ(finished.state.status, 2);
    EXPECT_NE(finished.error.find(what), std::string::npos) << finished.error;
  };
  refused({"--against", "tiles=16"}, "tiles");
  refused({"--against", "tile=16", "--recording", LANESCOPE_SOURCES "/assets/recordings/h200-laplace.jsonl"},
          "--against");
  refused({"--line", "0"}, "--line");
  const std::string help = program({"snapshot", "--help"}).output;
  EXPECT_NE(help.find("--against"), std::string::npos);
  EXPECT_NE(help.find("--line"), std::string::npos);
}

TEST_F(ProgramFiles, SnapshotSelectsALineOfTheSource) {
  const auto picture = [&](const char* line) {
    const std::filesystem::path file = folder / "line.png";
    const FinishedProcess finished = program({"snapshot", "transpose/copy_row", "--recording",
                                              LANESCOPE_SOURCES "/assets/recordings/h200-transpose.jsonl", "--view",
                                              "source", "--line", line, "--size", "800x600", "-o", file.string()});
    EXPECT_EQ(finished.state.status, 0) << finished.error;
    return *read_file(file);
  };
  EXPECT_NE(picture("12"), picture("13"));
}

TEST_F(ProgramFiles, SnapshotShowsARecordingWithoutRunningAnything) {
  const std::filesystem::path file = folder / "recorded.png";
  const std::string recording = LANESCOPE_SOURCES "/assets/recordings/h200-transpose.jsonl";
  const FinishedProcess finished = program({"snapshot", "transpose/copy_row", "--recording", recording, "--view",
                                            "window", "--size", "1280x720", "-o", file.string()});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_TRUE(std::filesystem::exists(file));
  const FinishedProcess missing = program(
      {"snapshot", "transpose/copy_row", "--recording", "nowhere.json", "--view", "window", "-o", file.string()});
  EXPECT_NE(missing.state.status, 0);
  EXPECT_NE(missing.error.find("nowhere.json"), std::string::npos) << missing.error;
}

}  // namespace
}  // namespace lanescope::cli
