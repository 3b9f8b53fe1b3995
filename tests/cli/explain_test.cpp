// lanescope explain as a script meets it on a machine without a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

const std::string padded = "transpose/smem_pad";

class Explain : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  static FinishedProcess explain(std::vector<std::string> more, const std::string& kernel = "transpose/smem_tile") {
    std::vector<std::string> arguments{"explain", kernel, "--backend", "emulator", "-p", "nx=256", "-p", "ny=256"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program(arguments);
  }
};

// A tile without padding: each column of it lies in one bank.
TEST_F(Explain, NamesTheConflictsOfATileWithoutPadding) {
  const FinishedProcess finished = explain({"--json"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  const json result = json::parse(finished.output);
  EXPECT_EQ(result["schema"], "lanescope.explain/1");
  EXPECT_EQ(result["time_ms"]["origin"], "predicted");
  EXPECT_TRUE(result["counted"].is_null());
  EXPECT_EQ(result["derived_from"]["whole"], true);
  const auto found =
      std::ranges::find_if(result["causes"], [](const json& cause) { return cause["kind"] == "bank_conflicts"; });
  ASSERT_NE(found, result["causes"].end());
  EXPECT_GT((*found)["place"]["line"], 0);
  EXPECT_GT(result["elements"]["shared.load.conflicts"]["derived"], 0);

  const FinishedProcess text = explain({});
  EXPECT_NE(text.output.find("limited by"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("smem_tile.cu:" + std::to_string((*found)["place"]["line"].get<int>())),
            std::string::npos);
}

TEST_F(Explain, FailsWhereItsConditionIsTrue) {
  EXPECT_EQ(explain({"--fail-if", "conflicts > 0"}).state.status, 1);
  const FinishedProcess without = explain({"--fail-if", "conflicts > 0"}, padded);
  EXPECT_EQ(without.state.status, 0) << without.error;
  EXPECT_NE(without.error.find("passed: conflicts > 0, because conflicts = 0"), std::string::npos) << without.error;
  EXPECT_EQ(explain({"--fail-if", "excess_sectors > 0 || global.load.sectors_per_request > 4.5"}, padded).state.status,
            0);
}

TEST_F(Explain, RefusesAConditionThatIsWrongBeforeAnythingRuns) {
  const FinishedProcess unknown = explain({"--fail-if", "conflict > 0"});
  EXPECT_EQ(unknown.state.status, 2);
  EXPECT_TRUE(unknown.output.empty());
  EXPECT_NE(unknown.error.find("did you mean conflicts?"), std::string::npos) << unknown.error;
  EXPECT_EQ(explain({"--fail-if", "conflicts >"}).state.status, 2);
  EXPECT_EQ(explain({"--fail-if", "l2.fabric.sectors > 0"}).state.status, 2) << "it is not known without a counter";
}

TEST_F(Explain, SaysWhyNothingIsKnownOfAFault) {
  const FinishedProcess finished =
      program({"explain", "museum/laplace_unguarded_store", "--backend", "emulator", "--fail-if", "faults > 0"});
  EXPECT_EQ(finished.state.status, 1) << finished.output << finished.error;
}

}  // namespace
}  // namespace lanescope::cli
