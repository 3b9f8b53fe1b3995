// What is called exact against hardware counters: 77 settings of 40 kernels on an H200 (bench/recordings/
// h200-small-1.jsonl), small enough that the emulator executes all blocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "compiler/toolkit/toolkit.h"
#include "experiments/setting_text.h"
#include "experiments/sheet/exactness.h"
#include "experiments/sheet/sheet.h"
#include "recorded_runs.h"
#include "recordings/recording.h"

namespace lanescope::worker {
namespace {

constexpr double six_digits = 1e-5;  // that a recording keeps of a fraction

/// The counters of a whole kernel also have wavefronts that arbitration between accesses costs, as many as conflicts.
double arbitration(const experiments::Sheet& sheet, std::string_view id) {
  if (!id.ends_with("load.wavefronts") && !id.ends_with("store.wavefronts")) return 0;
  std::string conflicts(id.substr(0, id.rfind('.')));
  conflicts += ".conflicts";
  return sheet.counted.find(conflicts).value_or(0) - sheet.derived.find(conflicts).value_or(0);
}

class ExactCounts : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
    for (const char* folder : {"blind", "foreign"}) {
      for (const auto& file :
           std::filesystem::directory_iterator(std::string(LANESCOPE_SOURCES) + "/bench/" + folder)) {
        if (file.path().extension() != ".cu") continue;
        const auto added = runs_.add_kernel(file.path().string());
        ASSERT_TRUE(added) << added.error().text();
      }
    }
    auto recording =
        recordings::read_recording(std::string(LANESCOPE_SOURCES) + "/bench/recordings/h200-small-1.jsonl");
    ASSERT_TRUE(recording) << recording.error().text();
    recording_ = *std::move(recording);
  }

  RecordedRuns runs_{std::chrono::seconds(60)};
  recordings::Recording recording_;
};

TEST_F(ExactCounts, AreThoseOfTheHardware) {
  std::size_t settings = 0, exact = 0, derived = 0;
  for (const experiments::Result& recorded : recording_.results) {
    ASSERT_TRUE(recorded.counted);
    const auto again = runs_.run(recorded);
    ASSERT_TRUE(again) << recorded.kernel;
    experiments::Sheet sheet = experiments::sheet_of(*again);
    ASSERT_TRUE(sheet.whole) << recorded.kernel << " " << experiments::setting_text(recorded);
    sheet.counted.merge(recorded.counted->values);
    ++settings;
    for (const counters::Quantity& quantity : counters::quantities()) {
      const auto counted = sheet.counted.find(quantity.id), found = sheet.derived.find(quantity.id);
      if (!counted || !found) continue;
      ++derived;
      if (!quantity.exact || sheet.derived.approximate.contains(quantity.id)) continue;
      ++exact;
      if (std::abs(*found - *counted) <= six_digits * *counted) continue;
      EXPECT_NEAR(*found + arbitration(sheet, quantity.id), *counted, six_digits * *counted)
          << quantity.id << " of " << recorded.kernel << " " << experiments::setting_text(recorded);
    }
  }
  EXPECT_EQ(settings, 77u);
  EXPECT_GE(exact, 1800u) << "of " << derived;
}

TEST_F(ExactCounts, AreJudgedByTheCountersOfEachInstruction) {
  std::size_t judged = 0;
  for (const experiments::Result& recorded : recording_.results) {
    ASSERT_TRUE(recorded.counted);
    if (recorded.counted->instructions.empty()) continue;
    auto again = runs_.run(recorded);
    ASSERT_TRUE(again) << recorded.kernel;
    const experiments::Approximations before = experiments::sheet_of(*again).derived.approximate;
    again->counted = recorded.counted;
    const experiments::Sheet sheet = experiments::sheet_of(*again);
    for (const auto& [id, why] : sheet.derived.approximate) {
      const bool arbitrated = arbitration(sheet, id) > 0;
      EXPECT_TRUE(before.contains(id) || arbitrated) << id << " of " << recorded.kernel << ": " << why;
    }
    // One sector more than all blocks have.
    const auto sectors = sheet.counted.find("global.store.sectors");
    if (!sectors || before.contains("global.store.sectors") || *sectors == 0) continue;
    again->counted->values.set("global.store.sectors", *sectors + 1);
    const auto other = experiments::sheet_of(*again).derived.approximate;
    const auto why = other.find("global.store.sectors");
    ASSERT_NE(why, other.end()) << recorded.kernel;
    EXPECT_EQ(why->second, fmt::format("the counter has {:.6g}", *sectors + 1));
    ++judged;
  }
  EXPECT_GE(judged, 50u);
}

// ptxas unrolls the loop over the numbers of a row: lanes that have fewer trips left go another way than the others,
// and the counter has 5,985 loads where the PTX has 5,661.
TEST_F(ExactCounts, AreNotThoseOfAnUnrolledLoopThatLanesLeaveAtDifferentTrips) {
  const auto recorded = std::ranges::find_if(recording_.results, [](const experiments::Result& result) {
    return result.kernel == "csr_thread" && experiments::setting_text(result).find("mean=16") != std::string::npos;
  });
  ASSERT_NE(recorded, recording_.results.end());
  const auto again = runs_.run(*recorded);
  ASSERT_TRUE(again);
  const auto sites = experiments::exact_instructions(*again);
  ASSERT_TRUE(sites);
  EXPECT_LT(sites->exact, sites->all);
  const experiments::Column& derived = experiments::sheet_of(*again).derived;
  EXPECT_NE(derived.get("global.load.requests"), recorded->counted->values.get("global.load.requests"));
  const auto why = derived.approximate.find("global.load.requests");
  ASSERT_NE(why, derived.approximate.end());
  EXPECT_TRUE(why->second.starts_with("line 40: ptxas unrolled a loop around it whose lanes part")) << why->second;
  EXPECT_FALSE(derived.approximate.contains("global.store.requests")) << "the store stands behind the loop";
}

}  // namespace
}  // namespace lanescope::worker
