#include "experiments/counter_request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiments/experiment.h"
#include "experiments/result.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

TEST(CounterRequest, IsReadAsItIsWritten) {
  const auto request = read_counter_request("scheduler, l1_table,instructions");
  ASSERT_TRUE(request) << request.error().text();
  EXPECT_EQ(request->pages, (std::vector{counters::Page::scheduler, counters::Page::l1_table}));
  EXPECT_TRUE(request->instructions);
  EXPECT_FALSE(request->stalls);
  EXPECT_EQ(text_of(*request), "scheduler,l1_table,instructions");
  EXPECT_EQ(read_counter_request(text_of(*request)), *request);
  EXPECT_EQ(read_counter_request("all"), every_counter());
  EXPECT_EQ(text_of(every_counter()), "all");
  EXPECT_TRUE(CounterRequest{}.empty());
}

TEST(CounterRequest, OfAnUnknownPageNamesThoseThatThereAre) {
  const auto request = read_counter_request("l1_table,l3_table");
  ASSERT_FALSE(request);
  EXPECT_NE(request.error().what.text().find("l3_table"), std::string::npos);
  for (const char* name : {"all", "scheduler", "warp_states", "instructions", "stalls"})
    EXPECT_NE(request.error().remedy.text().find(name), std::string::npos) << name;
}

TEST(CounterRequest, TravelsWithItsExperiment) {
  Experiment experiment;
  experiment.counters = every_counter();
  const auto arrived = decode_experiment(encode(experiment));
  ASSERT_TRUE(arrived) << arrived.error().text();
  EXPECT_EQ(arrived->counters, experiment.counters);
}

Result counted_result() {
  Result result;
  counters::Counted& counted = result.counted.emplace();
  counted.device = "NVIDIA H200";
  counted.chip = "GH100";
  counted.values.set("global.load.sectors", 4096);
  Error busy;
  busy.kind = FaultKind::counters_busy;
  busy.what = "another profiler uses the hardware counters";
  busy.remedy = "end it";
  counted.pages = {{counters::Page::l1_table, 4, 31.5, std::nullopt}, {counters::Page::scheduler, 0, 0, busy}};
  counted.by_instruction = counters::CountedPart{1, 20, std::nullopt};
  counted.stall_samples = counters::CountedPart{0, 1, busy};
  counted.sampling_period = 1024;
  counters::CountedInstruction load;
  load.function = "copy";
  load.pc_offset = 0x40;
  load.line = 7;
  load.executed = 128;
  load.stall_samples["long_scoreboard"] = 12;
  counted.instructions = {load};
  return result;
}

TEST(CountedResult, TravelsAndIsRecordedWhole) {
  const Result result = counted_result();
  const auto arrived = decode_result(encode(result));
  ASSERT_TRUE(arrived) << arrived.error().text();
  EXPECT_EQ(arrived->counted, result.counted);
  const auto recorded = result_from_json(to_json(result));
  ASSERT_TRUE(recorded) << recorded.error().text();
  EXPECT_EQ(recorded->counted, result.counted);
}

TEST(CountedResult, IsInTheStableJsonWithOriginCostAndReasons) {
  Result result = counted_result();
  const auto document = run_json(result)["counters"];
  EXPECT_EQ(document["origin"], "counted");
  EXPECT_EQ(document["chip"], "GH100");
  EXPECT_EQ(document["caches"], "cold");
  EXPECT_EQ(document["elements"]["global.load.sectors"]["value"], 4096);
  EXPECT_EQ(document["elements"]["global.load.sectors"]["unit"], "count");
  EXPECT_EQ(document["pages"][0]["page"], "l1_table");
  EXPECT_EQ(document["pages"][0]["passes"], 4);
  EXPECT_TRUE(document["pages"][0]["absent"].is_null());
  EXPECT_EQ(document["pages"][1]["absent"]["kind"], "counters_busy");
  EXPECT_EQ(document["stall_samples"]["absent"]["remedy"], "end it");
  EXPECT_EQ(document["instructions"][0]["executed"], 128);
  EXPECT_EQ(document["instructions"][0]["stall_samples"]["long_scoreboard"], 12);
  EXPECT_TRUE(document["instructions"][0]["sectors"].is_null());
  result.recorded = "2026-01-01";
  EXPECT_EQ(run_json(result)["counters"]["origin"], "recorded");
  EXPECT_TRUE(run_json(Result{})["counters"].is_null());
}

}  // namespace
}  // namespace lanescope::experiments
