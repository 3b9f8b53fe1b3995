// `lanescope sweep` as a script meets it, in the emulator.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "cli/print/sweep_progress.h"
#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "cuda/driver.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

class SweepProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  /// A small sweep in the emulator with more arguments.
  [[nodiscard]] static FinishedProcess sweep(std::vector<std::string> arguments) {
    std::vector<std::string> all{"sweep",    "transpose/naive_row", "--backend", "emulator", "-p", "nx=64", "-p",
                                 "ny=32..64"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return program(std::move(all));
  }
  [[nodiscard]] json points() const { return sweep_points(json_); }
  [[nodiscard]] std::size_t lines() const {
    const std::string text = read_file(csv_).value();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  /// Whether the file has more than its header. It is there, and locked, from the beginning on.
  [[nodiscard]] bool has_a_point() const {
    const auto text = read_file(json_);
    return text && std::count(text->begin(), text->end(), '\n') > 1;
  }

  const TemporaryFolder temporary_;
  const std::filesystem::path csv_ = temporary_.path() / "s.csv", json_ = temporary_.path() / "s.json";
};

TEST_F(SweepProgram, WritesOneRowAPointAndCountsWhatCannotBeRun) {
  const FinishedProcess finished =
      sweep({"-p", "block_x=8,32", "-p", "block_y=4,128", "--csv", csv_.string(), "--json", json_.string()});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(finished.error.find("2 combinations left out: a block has at most 1024 threads"), std::string::npos)
      << finished.error;
  EXPECT_NE(finished.error.find("6 points: 6 done"), std::string::npos) << finished.error;
  EXPECT_TRUE(finished.output.empty()) << finished.output;
  EXPECT_EQ(lines(), 7u);
  const json all = points();
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0]["parameters"]["block_x"], 8);
  EXPECT_EQ(all[0]["sizes"], (json{{"nx", 64}, {"ny", 32}}));
  EXPECT_EQ(all[0]["verified"], true);
  EXPECT_EQ(all[0]["time_ms"]["origin"], "predicted");
  EXPECT_TRUE(all[0]["gb_per_s"].is_null());
  const std::string table = *read_file(csv_);
  EXPECT_NE(table.find(",time_origin,cold_median_ms,cold_q1_ms,cold_q3_ms,cold_low_ms,cold_high_ms,"),
            std::string::npos);
  EXPECT_NE(table.find(",predicted,"), std::string::npos) << table;
  for (const json& access : all[0]["accesses"]) {
    if (access["operation"] == "store") {
      EXPECT_EQ(access["sectors_per_request"], 8.0);
    }
  }
}

TEST_F(SweepProgram, GoesOnWhereItsFilesEndAndMeasuresAfreshWhenTold) {
  ASSERT_EQ(sweep({"-p", "block_x=8", "--csv", csv_.string()}).state.status, 0);
  FinishedProcess more = sweep({"-p", "block_x=8,16", "--csv", csv_.string()});
  EXPECT_NE(more.error.find("4 points: 2 done, 2 in the files already"), std::string::npos) << more.error;
  EXPECT_EQ(lines(), 5u);
  more = sweep({"-p", "block_x=8,16", "--csv", csv_.string(), "--again"});
  EXPECT_NE(more.error.find("4 points: 4 done"), std::string::npos) << more.error;
  EXPECT_EQ(lines(), 5u);
  // A second file does not have them.
  more = sweep({"-p", "block_x=8,16", "--csv", csv_.string(), "--json", json_.string()});
  EXPECT_NE(more.error.find("4 points: 4 done"), std::string::npos) << more.error;
  EXPECT_EQ(lines(), 5u);
  EXPECT_EQ(points().size(), 4u);
}

TEST_F(SweepProgram, WithoutAFileWritesLinesToRead) {
  const FinishedProcess finished = sweep({"-p", "block_x=32"});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(finished.output.find("transpose/naive_row block_x=32 nx=64 ny=32"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("global store 32 sectors per request"), std::string::npos) << finished.output;
}

TEST_F(SweepProgram, TakesPatternsOfKernels) {
  const FinishedProcess finished = program(
      {"sweep", "transpose/naive_*", "--backend", "emulator", "-p", "nx=32", "-p", "ny=32", "--json", json_.string()});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  std::set<std::string> kernels;
  for (const json& point : points()) kernels.insert(point["kernel"].get<std::string>());
  EXPECT_TRUE(kernels.contains("transpose/naive_row"));
  EXPECT_TRUE(kernels.contains("transpose/naive_col"));
}

TEST_F(SweepProgram, RecordsAFailureWithItsReasonAndGoesOn) {
  const std::filesystem::path kernel = temporary_.path() / "bad.cu";
  std::string text = read_file(LANESCOPE_SOURCES "/kernels/transpose/naive_row.cu").value();
  const std::string index = "blockIdx.x * BLOCK_X";
  ASSERT_NE(text.find(index), std::string::npos);
  // One block shape does not compile, another one reads beyond the buffer.
  text.replace(text.find(index), index.size(), "\n#if BLOCK_X == 8\nno_such_name +\n#endif\n" + index);
  ASSERT_TRUE(write_file(kernel, text));
  const FinishedProcess finished = program({"sweep", kernel.string(), "--backend", "emulator", "-p", "nx=32", "-p",
                                            "ny=32", "-p", "block_x=8,16", "--json", json_.string()});
  EXPECT_EQ(finished.state.status, 1) << finished.error;
  EXPECT_NE(finished.error.find("2 points: 1 done, 1 failed"), std::string::npos) << finished.error;
  const json all = points();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["fault"], "compile");
  EXPECT_NE(all[0]["reason"].get<std::string>().find("no_such_name"), std::string::npos) << all[0]["reason"];
  EXPECT_TRUE(all[1]["fault"].is_null());
}

TEST_F(SweepProgram, OutlivesWorkersThatDieAtEveryPoint) {
  const auto child = run_process(
      {"/usr/bin/env", "LANESCOPE_NVRTC=" LANESCOPE_NVRTC_CRASH, "XDG_CACHE_HOME=" + temporary_.path().string(),
       LANESCOPE_PROGRAM, "sweep", "transpose/naive_row", "--backend", "emulator", "-p", "block_x=8,16", "-p", "nx=32",
       "-p", "ny=32", "--json", json_.string()},
      60s);
  ASSERT_TRUE(child) << child.error().text();
  EXPECT_EQ(child->state.status, 1) << child->error;
  const json all = points();
  ASSERT_EQ(all.size(), 2u) << child->error;
  for (const json& point : all) {
    EXPECT_EQ(point["fault"], "worker_lost");
    EXPECT_FALSE(point["reason"].get<std::string>().empty());
    EXPECT_EQ(point["kernel"], "transpose/naive_row");
    EXPECT_EQ(point["sizes"]["nx"], 32);
  }
}

TEST_F(SweepProgram, KeepsWhatWasMeasuredWhenItIsInterrupted) {
  auto child =
      ChildProcess::start({LANESCOPE_PROGRAM, "sweep", "transpose/naive_row", "--backend", "emulator", "-p",
                           "nx=64,128,256", "-p", "ny=64,128,256", "--all", "block_x", "--json", json_.string()});
  ASSERT_TRUE(child) << child.error().text();
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!has_a_point() && std::chrono::steady_clock::now() < end) {
    ASSERT_FALSE(child->wait(10ms)) << "it ended before its first point";
  }
  ASSERT_EQ(kill(child->id(), SIGINT), 0);
  const auto ended = child->wait(20s);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, 1);
  const std::size_t kept = points().size();
  EXPECT_GT(kept, 0u);
  EXPECT_LT(kept, 99u);
}

TEST_F(SweepProgram, IsWholeAfterItWasKilled) {
  auto child =
      ChildProcess::start({LANESCOPE_PROGRAM, "sweep", "transpose/naive_row", "--backend", "emulator", "-p",
                           "nx=64,128,256", "-p", "ny=64,128,256", "--all", "block_x", "--json", json_.string()});
  ASSERT_TRUE(child) << child.error().text();
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!has_a_point() && std::chrono::steady_clock::now() < end) {
    ASSERT_FALSE(child->wait(10ms)) << "it ended before its first point";
  }
  child->kill();
  EXPECT_GT(points().size(), 0u);
}

TEST(SweepUsage, WrongNamesValuesAndFilesEndWithTwo) {
  const TemporaryFolder temporary;
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "sweep");
    const FinishedProcess finished = program(std::move(arguments));
    EXPECT_EQ(finished.state.status, 2) << finished.error;
    return finished.error;
  };
  EXPECT_NE(error({"transpose/naive_rwo"}).find("transpose/naive_row"), std::string::npos);
  EXPECT_NE(error({"nothing/*"}).find("there is no kernel 'nothing/*'"), std::string::npos);
  EXPECT_NE(error({"transpose/naive_row", "-p", "blok_x=8"}).find("block_x"), std::string::npos);
  EXPECT_NE(error({"transpose/naive_row", "-p", "block_x=7"}).find("7 is not a value"), std::string::npos);
  EXPECT_NE(error({"transpose/naive_row", "-p", "nx=9..1"}).find("ends before it begins"), std::string::npos);
  EXPECT_NE(error({"transpose/naive_row", "--all", "nx"}).find("has no list of values"), std::string::npos);
  const std::filesystem::path other = temporary.path() / "notes.csv";
  ASSERT_TRUE(write_file(other, "my,own,table\n"));
  EXPECT_NE(error({"transpose/naive_row", "--csv", other.string()}).find("not a table of a sweep"), std::string::npos);
  EXPECT_EQ(read_file(other).value(), "my,own,table\n");
}

TEST(SweepUsage, WithoutTheBackendAskedForEndsWithThree) {
  if (cuda::Driver::open()) GTEST_SKIP() << "there is a GPU";
  const TemporaryFolder temporary;
  EXPECT_EQ(program({"sweep", "transpose/naive_row", "--backend", "gpu"}).state.status, 3);
  EXPECT_EQ(program({"sweep", "transpose/naive_row", "--record", (temporary.path() / "r.json").string()}).state.status,
            3);
}

TEST(SweepProgress, SaysHowMuchIsDoneAndLeft) {
  EXPECT_EQ(progress_text({100, 0, 0, 0}, 5s), "0 of 100 points");
  EXPECT_EQ(progress_text({100, 0, 25, 0}, 50s), "25 of 100 points, 2 min 30 s left");
  EXPECT_EQ(progress_text({100, 40, 8, 2}, 10s), "50 of 100 points (40 from before), 2 failed, 50 s left");
  EXPECT_EQ(progress_text({100, 0, 100, 0}, 50s), "100 of 100 points");
  EXPECT_EQ(duration_text(2h + 5min + 9s), "2 h 5 min");
  EXPECT_EQ(bar_text({24, 0, 12, 0}, 12s, "doing", 200), "############............  12 of 24 points, 12 s left  doing");
  EXPECT_EQ(bar_text({24, 0, 12, 0}, 12s, "doing", 30).size(), 30u);
}

}  // namespace
}  // namespace lanescope::cli
