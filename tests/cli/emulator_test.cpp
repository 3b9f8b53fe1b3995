// run, trace and patterns as a user or a script meets them on a machine without a GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "cuda/driver.h"
#include "sanitized.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

class Emulated : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  static json object(const FinishedProcess& finished) { return json::parse(finished.output); }

  const TemporaryFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
};

TEST_F(Emulated, ARunVerifiesDerivesAndPredicts) {
  const FinishedProcess finished =
      program({"run", "transpose/smem_tile", "--backend", "emulator", "-p", "nx=128", "-p", "ny=96", "--json"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const json result = object(finished);
  EXPECT_EQ(result["schema"], "lanescope.run/1");
  EXPECT_EQ(result["backend"], "emulator");
  EXPECT_TRUE(result["device"].is_null());
  EXPECT_EQ(result["verified"], true);
  EXPECT_EQ(result["mismatches"], 0);
  EXPECT_EQ(result["sizes"], (json{{"nx", 128}, {"ny", 96}}));
  EXPECT_EQ(result["notes"], json::array());
  for (const char* key : {"gb_per_s", "gflop_per_s", "clock_mhz"}) EXPECT_TRUE(result[key].is_null()) << key;
  const json& time = result["time_ms"];
  EXPECT_EQ(time["origin"], "predicted");
  EXPECT_EQ(time["profile"], "H200");
  for (const char* caches : {"cold", "hot"}) {
    EXPECT_GT(time[caches]["low"].get<double>(), 1e-3) << "no kernel takes less than a launch";
    EXPECT_LE(time[caches]["low"].get<double>(), time[caches]["median"].get<double>());
    EXPECT_LE(time[caches]["median"].get<double>(), time[caches]["high"].get<double>());
    EXPECT_LT(time[caches]["high"].get<double>(), 0.02);
  }
  const json& occupancy = result["launches"][0]["occupancy"];
  EXPECT_GT(occupancy["blocks_per_sm"].get<int>(), 0);
  EXPECT_FALSE(occupancy["limits"].empty());
}

TEST_F(Emulated, ARunIsPredictedAtTheSizesThatWereAskedFor) {
  // Without -p sizes the emulator verifies smaller ones, but the time is that of the default.
  const json result = object(program({"run", "matmul/tile", "--backend", "emulator", "--json"}));
  EXPECT_LT(result["sizes"]["m"], 1024);
  EXPECT_EQ(result["time_ms"]["sizes"], (json{{"m", 1024}, {"n", 1024}, {"k", 1024}}));
  // Recorded on an H200: 279 us. A product of 512 takes an eighth of it.
  EXPECT_GT(result["time_ms"]["cold"]["median"].get<double>(), 0.19);
  EXPECT_LT(result["time_ms"]["cold"]["median"].get<double>(), 0.37);
}

TEST_F(Emulated, ARunIsNotPredictedWhereTheModelDeclines) {
  // There is no profile of this GPU.
  const json other = object(program({"run", "transpose/smem_pad", "--backend", "emulator", "--target", "rtx 5090", "-p",
                                     "nx=64", "-p", "ny=64", "--json"}));
  EXPECT_TRUE(other["time_ms"].is_null());
  ASSERT_FALSE(other["notes"].empty());
  EXPECT_NE(other["notes"].dump().find("no predicted time: there is no performance profile of the RTX 5090"),
            std::string::npos)
      << other["notes"];
  // Blocks wait for each other.
  const json waiting = object(program({"run", "reduce/best", "--backend", "emulator", "-p", "finish=cooperative", "-p",
                                       "n=65536", "-p", "block=64", "--json"}));
  EXPECT_TRUE(waiting["time_ms"].is_null());
  EXPECT_NE(waiting["notes"].dump().find("blocks that wait for each other"), std::string::npos) << waiting["notes"];
  // A museum kernel shows its fault, and no time.
  const json museum = object(program({"run", "museum/laplace_unguarded_store", "--backend", "emulator", "--json"}));
  EXPECT_TRUE(museum["time_ms"].is_null());
}

TEST_F(Emulated, ARunsTableSaysWhereItsNumbersComeFrom) {
  const FinishedProcess finished =
      program({"run", "transpose/naive_row", "--backend", "emulator", "-p", "nx=128", "-p", "ny=96"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(finished.output.find("emulated on the CPU for H200"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("global store"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("32 sectors per request, ideal 4"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("derived, from 48 of 48 blocks"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("predicted"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("for H200 at nx=128 ny=96"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("limited by"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("times need a GPU"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("passed: 12288 elements"), std::string::npos) << finished.output;
}

TEST_F(Emulated, DefaultSizesAreReducedAndTheOutputSaysSo) {
  const FinishedProcess finished = program({"run", "matmul/tile", "--backend", "emulator", "--timeout", "600"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(finished.output.find("sizes reduced from m x n x k = 1024 x 1024 x 1024 to"), std::string::npos)
      << finished.output;
}

TEST_F(Emulated, SizesThatWereGivenAreRefusedWithAnEstimateWhenTheyTakeTooLong) {
  // Under a sanitizer, beside other work, a second may pass before the kernel is compiled.
  const FinishedProcess finished = program({"run", "transpose/smem_pad", "--backend", "emulator", "-p", "nx=8192", "-p",
                                            "ny=8192", "--timeout", sanitized ? "10" : "1"});
  // A sanitizer may make even one block too slow for an estimate: then its time runs out.
  EXPECT_TRUE(finished.state.status == 2 || (sanitized && finished.state.status == 1)) << finished.output;
  EXPECT_NE(finished.output.find("8192 x 8192"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("--timeout"), std::string::npos) << finished.output;
}

TEST_F(Emulated, ATargetIsACapabilityOrAGpu) {
  const auto target = [&](const char* text) {
    return program({"run", "transpose/copy_row", "--backend", "emulator", "-p", "nx=64", "-p", "ny=64", "--target",
                    text, "--json"});
  };
  const json named = object(target("rtx 4090"));
  EXPECT_EQ(named["target"], "8.9");
  EXPECT_EQ(named["sheet"]["name"], "RTX 4090");
  EXPECT_EQ(named["launches"][0]["occupancy"]["max_warps"], 48);
  EXPECT_EQ(object(target("8.0"))["sheet"]["name"], "A100");
  const FinishedProcess unknown = target("rtx 1");
  EXPECT_EQ(unknown.state.status, 2);
  EXPECT_NE(unknown.error.find("RTX 4090"), std::string::npos) << unknown.error;
}

TEST_F(Emulated, APieceOfTheMuseumPassesWhenItShowsItsFault) {
  const FinishedProcess finished = program({"run", "museum/reduction_without_syncwarp", "--json"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const json result = object(finished);
  EXPECT_EQ(result["backend"], "emulator");
  EXPECT_EQ(result["verified"], true);
  EXPECT_EQ(result["expected_fault"], "race");
  ASSERT_EQ(result["faults"].size(), 1u);
  for (const char* key : {"kind", "file", "line", "block", "thread", "address", "buffer", "offset", "message"}) {
    EXPECT_TRUE(result["faults"][0].contains(key)) << key;
  }
  EXPECT_EQ(result["faults"][0]["kind"], "race");
  EXPECT_TRUE(result["faults"][0]["line"].is_number());
  const FinishedProcess table = program({"run", "museum/reduction_without_syncwarp"});
  EXPECT_NE(table.output.find("the expected fault of this kernel appeared: race"), std::string::npos) << table.output;
}

TEST_F(Emulated, AFaultNobodyPromisedEndsWithOneAtItsLine) {
  auto text = read_file(std::filesystem::path(LANESCOPE_SOURCES) / "kernels/museum/laplace_unguarded_store.cu");
  ASSERT_TRUE(text);
  const std::size_t expect = text->find("[expect]");
  text->replace(expect, text->find("*/", expect) - expect, "");
  const std::filesystem::path file = folder_ / "mine.cu";
  ASSERT_TRUE(write_file(file, *text));
  const auto line =
      1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(text->find("y[i] =")), '\n');
  const FinishedProcess finished = program({"run", file.string(), "--backend", "emulator"});
  EXPECT_EQ(finished.state.status, 1);
  EXPECT_NE(finished.output.find(fmt::format("mine.cu:{}", line)), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("out_of_bounds"), std::string::npos) << finished.output;
}

TEST_F(Emulated, OutputsAreWritten) {
  const std::filesystem::path in = folder_ / "in.raw", out = folder_ / "out.raw";
  const std::string elements = "abcdefghijklmnop";  // 2 x 2 floats
  ASSERT_TRUE(write_file(in, elements));
  const FinishedProcess finished =
      program({"run", "transpose/naive_row", "--backend", "emulator", "-p", "nx=2", "-p", "ny=2", "--load",
               fmt::format("in={}", in.string()), "--dump", fmt::format("out={}", out.string())});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const auto written = read_file(out);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, "abcdijklefghmnop");
}

TEST_F(Emulated, TheReferenceOnTheProcessorIsTimedAndSaysSo) {
  const FinishedProcess finished =
      program({"run", "transpose/copy_row", "--backend", "cpu", "-p", "nx=256", "-p", "ny=256"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(finished.output.find("measured"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("the kernel itself did not run"), std::string::npos) << finished.output;
}

TEST_F(Emulated, ATraceHasEveryFieldOfItsSchemaAndTheRightCounts) {
  const FinishedProcess finished = program({"trace", "transpose/smem_tile", "--blocks", "0:4", "--json"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const json trace = object(finished);
  EXPECT_EQ(trace["schema"], "lanescope.trace/1");
  EXPECT_EQ(trace["kernel"], "transpose/smem_tile");
  EXPECT_EQ(trace["backend"], "emulator");
  EXPECT_EQ(trace["blocks"], 4);
  EXPECT_EQ(trace["grid_blocks"], 128 * 128);
  EXPECT_EQ(trace["dropped"], 0);
  EXPECT_EQ(trace["as"], "executed");
  EXPECT_EQ(trace["sizes"]["nx"], 4096);
  ASSERT_FALSE(trace["sites"].empty());
  for (const json& site : trace["sites"]) {
    for (const char* key : {"file", "line", "column", "ptx_line", "space", "operation", "bytes_per_lane", "merged",
                            "requests", "lanes", "sectors", "sectors_ideal", "wavefronts", "wavefronts_ideal"}) {
      EXPECT_TRUE(site.contains(key)) << key;
    }
  }
  // Four tiles of 32 x 32: 32 warps each.
  EXPECT_EQ(trace["totals"]["global"]["load"]["requests"], 128);
  EXPECT_EQ(trace["totals"]["global"]["load"]["sectors"], 512);
  EXPECT_EQ(trace["totals"]["global"]["store"]["sectors"], 512);
  EXPECT_EQ(trace["totals"]["shared"]["store"]["wavefronts"], 128);
  EXPECT_EQ(trace["totals"]["shared"]["load"]["wavefronts"], 128 * 32);
  EXPECT_EQ(trace["totals"]["shared"]["load"]["wavefronts_ideal"], 128);
}

TEST_F(Emulated, ATracesTableIsAligned) {
  const FinishedProcess finished = program({"trace", "transpose/smem_tile", "--blocks", "0:4"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  std::vector<std::string> rows;
  for (const std::string_view line : split(finished.output, '\n')) {
    if (line.find("shared") != std::string_view::npos || line.find("requests  ") != std::string_view::npos) {
      rows.emplace_back(line);
    }
  }
  ASSERT_GE(rows.size(), 5u) << finished.output;  // heading, two sites at least, two sums
  EXPECT_NE(finished.output.find("4 of 16,384"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("derived from addresses, as executed"), std::string::npos) << finished.output;
  for (const std::string& row : rows) {
    EXPECT_EQ(row.find("shared") == std::string::npos ? row.find("space") : row.find("shared"), rows[0].find("space"))
        << finished.output;
  }
}

TEST_F(Emulated, ATraceAnswersWellWithinASecondOnceCompiled) {
  const std::vector<std::string> command{"trace", "transpose/smem_tile", "--blocks", "0:4"};
  ASSERT_EQ(program(command).state.status, 0);
  auto best = std::chrono::steady_clock::duration::max();
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(program(command).state.status, 0);
    best = std::min(best, std::chrono::steady_clock::now() - start);
  }
  EXPECT_LT(best, std::chrono::seconds(sanitized ? 10 : 1));
}

TEST_F(Emulated, BothViewsAndTheWholeGridCanBeAskedFor) {
  const auto traced = [&](std::vector<std::string> more) {
    std::vector<std::string> command{"trace", "transpose/naive_row", "-p", "nx=256", "-p", "ny=256", "--json"};
    command.insert(command.end(), more.begin(), more.end());
    return object(program(command));
  };
  const json whole = traced({});
  EXPECT_EQ(whole["blocks"], whole["grid_blocks"]);
  EXPECT_EQ(whole["totals"]["global"]["load"]["requests"], 256 * 256 / 32);
  const json written = traced({"--as", "written"});
  EXPECT_EQ(written["as"], "written");
  EXPECT_EQ(written["totals"], whole["totals"]) << "nothing is merged in a transpose";
  const json scaled = traced({"--blocks", "0:8", "--scale"});
  EXPECT_EQ(scaled["scaled"], true);
  EXPECT_EQ(scaled["totals"], whole["totals"]);
}

TEST_F(Emulated, ATraceFromTheGpuNeedsOneAndSaysSo) {
  const FinishedProcess finished =
      program({"trace", "transpose/naive_row", "--backend", "gpu", "-p", "nx=256", "-p", "ny=256"});
  if (cuda::Driver::open()) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(finished.state.status, 3) << finished.error;
  EXPECT_NE(finished.output.find("no_device"), std::string::npos) << finished.output;
  EXPECT_EQ(program({"trace", "transpose/naive_row", "--backend", "gpu", "--json"}).state.status, 3);
}

TEST_F(Emulated, AChoiceOfBlocksThatIsNoneIsWrongUsage) {
  for (const char* blocks : {"some", "1", "3:0", "-1:2", "1:2:3", "a:b"}) {
    const FinishedProcess finished = program({"trace", "transpose/naive_row", fmt::format("--blocks={}", blocks)});
    EXPECT_EQ(finished.state.status, 2) << blocks;
    EXPECT_NE(finished.error.find("FIRST:COUNT"), std::string::npos) << finished.error;
  }
  EXPECT_EQ(program({"trace", "transpose/naive_row", "--as", "seen"}).state.status, 2);
}

TEST_F(Emulated, PatternsFillInWhatTheModelCounts) {
  std::string lanes = "0";
  for (int lane = 1; lane < 32; ++lane) lanes += fmt::format(" {}", 128 * lane);
  const std::filesystem::path file = folder_ / "patterns.csv";
  std::ofstream(file) << "space,operation,bytes_per_lane,lane_byte_addresses\nshared,load,4," << lanes
                      << "\nglobal,load,4," << lanes << "\n";
  const FinishedProcess finished = program({"patterns", file.string()});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  const auto lines = split(finished.output, '\n');
  EXPECT_EQ(lines[0], "space,operation,bytes_per_lane,lane_byte_addresses,wavefronts,bank_conflicts,sectors");
  EXPECT_TRUE(lines[1].ends_with(",32,31,")) << lines[1];
  EXPECT_TRUE(lines[2].ends_with(",,,32")) << lines[2];
}

TEST_F(Emulated, PatternsThatAreNoneAreRefusedWithTheirFileAndLine) {
  const std::filesystem::path file = folder_ / "wrong.csv";
  std::ofstream(file) << "space,operation,bytes_per_lane,lane_byte_addresses\nshared,load,3,0\n";
  const FinishedProcess finished = program({"patterns", file.string()});
  EXPECT_EQ(finished.state.status, 2);
  EXPECT_NE(finished.error.find("wrong.csv"), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("line 2"), std::string::npos) << finished.error;
  EXPECT_TRUE(finished.output.empty());
  EXPECT_EQ(program({"patterns", (folder_ / "none.csv").string()}).state.status, 2);
}

}  // namespace
}  // namespace lanescope::cli
