#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/examples.h"
#include "experiments/sheet/rates.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

using nlohmann::json;

TEST(ResultJson, EverythingButDumpsAndPreviewComesBackFromText) {
  const auto back = result_from_json(json::parse(to_json(example_result()).dump()));
  ASSERT_TRUE(back) << back.error().text();
  Result expected = example_result();
  expected.dumps.clear();
  expected.preview.reset();
  expected.heat.reset();
  expected.parameter_types.reset();
  expected.pending_attachments.clear();
  EXPECT_EQ(*back, expected);
}

TEST(ResultJson, NamesWhatWasLeftOutOfTheSourceWhereSomethingWas) {
  Result result;
  result.launches.push_back({});
  EXPECT_FALSE(run_json(result).contains("left_out"));
  EXPECT_FALSE(run_json(result)["launches"][0].contains("name"));
  EXPECT_FALSE(to_json(result).contains("left_out"));
  result.left_out = {{"program.cu", {{1, 3}, {20, 41}}}};
  result.launches.back().name = "scale<float, 4>";
  EXPECT_EQ(run_json(result)["left_out"], json::parse(R"({"program.cu": [[1, 3], [20, 41]]})"));
  EXPECT_EQ(run_json(result)["launches"][0]["name"], "scale<float, 4>");
  const auto back = result_from_json(json::parse(to_json(result).dump()));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->left_out, result.left_out);
}

TEST(ResultJson, FilesFromBeforeTheEmulatorStillRead) {
  json object = to_json(example_result());
  for (const char* key : {"sheet", "schedule", "notes", "curves", "metrics", "sass", "printed", "expected", "held"}) {
    object.erase(key);
  }
  for (json& fault : object["faults"]) {
    for (const char* key : {"entry", "column", "ptx_line", "count"}) fault.erase(key);
  }
  for (json& launch : object["launches"]) launch.erase("calculated");
  const auto back = result_from_json(object);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_FALSE(back->metrics || back->sass || back->sheet || back->launch_blocked);
  EXPECT_EQ(back->faults[0].count, 1u);
  EXPECT_EQ(back->hot, example_result().hot);
}

TEST(ResultJson, WholeNumbersOf64BitsStayExact) {
  const json text = json::parse(to_json(example_result()).dump());
  EXPECT_EQ(text["faults"][0]["address"].get<std::uint64_t>(), max_u64);
  EXPECT_EQ(text["sizes"]["least"].get<std::int64_t>(), min_i64);
}

TEST(ResultJson, NumbersThatAreNotFiniteBecomeNull) {
  Result result;
  result.hot = catalogue::Samples{std::nan(""), INFINITY, -INFINITY, 1, 0};
  result.recent = {NAN, 1.0F};
  result.compile_ms = INFINITY;
  const json object = to_json(result);
  EXPECT_TRUE(object["hot"]["median"].is_null());
  EXPECT_TRUE(object["hot"]["q1"].is_null());
  EXPECT_TRUE(object["recent"][0].is_null());
  EXPECT_TRUE(object["compile_ms"].is_null());
  const auto back = result_from_json(json::parse(object.dump()));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_TRUE(std::isnan(back->hot->median));
  EXPECT_FALSE(back->compile_ms);
}

TEST(ResultJson, TextThatIsNotUtf8IsReplacedSoThatItCanBeWritten) {
  Result result;
  result.source =
      "a\xff"
      "b";
  result.parameters["\xfe"] = std::string("\xfd");
  const json object = to_json(result);
  EXPECT_EQ(object["source"],
            "a\xef\xbf\xbd"
            "b");
  EXPECT_NO_THROW(static_cast<void>(object.dump()));
  EXPECT_NO_THROW(static_cast<void>(run_json(result).dump()));
}

TEST(RunJson, HoldsEveryKeyOfTheStableForm) {
  const json object = run_json(Result{});
  for (const char* key :
       {"schema",    "kernel",     "parameters",  "sizes",     "seed",           "backend",  "device",     "target",
        "verified",  "mismatches", "max_error",   "tolerance", "faults",         "launches", "compile_ms", "time_ms",
        "clock_mhz", "gb_per_s",   "gflop_per_s", "notes",     "expected_fault", "held",     "schedule"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  EXPECT_EQ(object["schema"], "lanescope.run/1");
}

TEST(RunJson, WhatWasNotMeasuredIsNull) {
  const json object = run_json(Result{});
  for (const char* key : {"device", "mismatches", "max_error", "tolerance", "compile_ms", "time_ms", "clock_mhz",
                          "gb_per_s", "gflop_per_s"}) {
    EXPECT_TRUE(object[key].is_null()) << key;
  }
  EXPECT_EQ(object["verified"], false);
  EXPECT_EQ(object["faults"], json::array());
}

TEST(RunJson, VerifiedIsTrueOnlyWhenAVerificationPassed) {
  Result result;
  EXPECT_EQ(run_json(result)["verified"], false);
  result.verification = catalogue::Verification{};
  EXPECT_EQ(run_json(result)["verified"], false);
  EXPECT_EQ(run_json(result)["mismatches"], 0);
  result.verification->passed = true;
  EXPECT_EQ(run_json(result)["verified"], nullptr) << "nothing was compared";
  result.verification->checked = 1;
  EXPECT_EQ(run_json(result)["verified"], true);
}

TEST(RunJson, ShowsFaultsLaunchesAndTimes) {
  const json object = run_json(example_result());
  EXPECT_EQ(object["parameters"], (json{{"block_x", 8}, {"load_op", "ca"}}));
  EXPECT_EQ(object["seed"], max_u64 - 1);
  const json fault = object["faults"][0];
  EXPECT_EQ(fault["kind"], "guard");
  EXPECT_EQ(fault["file"], "k.cu");
  EXPECT_EQ(fault["line"], 12);
  EXPECT_EQ(fault["block"], 0);
  EXPECT_EQ(fault["thread"], 255);
  EXPECT_EQ(fault["address"], max_u64);
  EXPECT_EQ(fault["buffer"], "out");
  EXPECT_EQ(fault["offset"], 1024);
  EXPECT_EQ(fault["message"], "writes past the end");
  EXPECT_TRUE(object["faults"][1]["line"].is_null());
  const json launch = object["launches"][0];
  EXPECT_EQ(launch["grid"], json::array({512, 65535, 2}));
  EXPECT_EQ(launch["block"], json::array({32, 8, 1}));
  EXPECT_EQ(launch["registers"], 24);
  EXPECT_EQ(launch["shared_bytes"], 4224);
  EXPECT_EQ(launch["occupancy"]["blocks_per_sm"], 8);
  EXPECT_EQ(launch["occupancy"]["resident_warps"], 64);
  EXPECT_EQ(launch["occupancy"]["max_warps"], 64);
  EXPECT_EQ(launch["occupancy"]["limits"], json::array({"threads", "registers"}));
  EXPECT_TRUE(object["launches"][1]["occupancy"].is_null());
  EXPECT_EQ(fault["column"], 5);
  EXPECT_EQ(fault["count"], max_u64);
  EXPECT_EQ(object["expected_fault"], "race");
  EXPECT_EQ(object["held"], true);
  EXPECT_EQ(object["sheet"]["name"], "H200");
  EXPECT_EQ(object["notes"], json::array({"sizes reduced", ""}));
  EXPECT_EQ(object["time_ms"]["origin"], "recorded");
  EXPECT_EQ(object["time_ms"]["cold"]["median"], 0.1);
  EXPECT_EQ(object["time_ms"]["cold"]["samples"], 40);
  EXPECT_EQ(object["time_ms"]["cold"]["throttled"], 2);
}

TEST(RunJson, APredictedTimeSaysSoAndHasItsIntervalAndItsReason) {
  Result result = example_result();
  EXPECT_NE(run_json(result)["time_ms"]["origin"], "predicted") << "what was measured comes first";
  result.cold.reset();
  result.hot.reset();
  result.predicted->work_bytes = 1'000'000;
  const json time = run_json(result)["time_ms"];
  EXPECT_EQ(time["origin"], "predicted");
  EXPECT_EQ(time["cold"], (json{{"median", 0.1}, {"low", 0.08}, {"high", 0.3}}));
  EXPECT_EQ(time["hot"]["high"], 0.2);
  EXPECT_DOUBLE_EQ(time["gb_per_s"].get<double>(), 10);
  EXPECT_EQ(time["sizes"], (json{{"nx", 4096}}));
  EXPECT_EQ(time["profile"], "H200");
  EXPECT_EQ(time["model_version"], 6) << "that of the result, not of the program";
  EXPECT_EQ(time["confidence"], "medium");
  EXPECT_EQ(time["by_cause"], (json{{"memory", 0.75}, {"waiting", 0.25}}));
  EXPECT_EQ(time["l1_hit_rate"], 0.5);
  EXPECT_TRUE(time["l2_hit_rate"].is_null());
  EXPECT_TRUE(run_json(result)["gb_per_s"].is_null()) << "rates of the run itself are measured ones";
}

TEST(RunJson, APredictionHasTheCountsOfEachInstruction) {
  Result result = example_result();
  ASSERT_TRUE(result.predicted);
  predict::LaunchCounts launch;
  launch.entry = "transpose";
  launch.clocks = 1000;
  predict::SiteTraffic load;
  load.site.line = 12;
  load.site.bytes_per_lane = 4;
  load.counts.requests = 8;
  load.counts.l1_sectors = 64;
  load.counts.l1_hits = 16;
  load.counts.l2_sectors = 48;
  launch.sites = {load};
  launch.warps.warp_clocks = 400;
  launch.warps.states = {{predict::WarpState::barrier, 100}};
  launch.busy.memory = 0.75;
  result.predicted->prediction.launches = {launch};
  const json predicted = run_json(result)["predicted"];
  EXPECT_EQ(predicted["origin"], "predicted") << "beside what was measured";
  const json& counts = predicted["launches"][0];
  EXPECT_EQ(counts["entry"], "transpose");
  EXPECT_EQ(counts["busy"]["memory"], 0.75);
  EXPECT_EQ(counts["warp_states"], (json{{"barrier", 0.25}}));
  const json& site = counts["sites"][0];
  EXPECT_EQ(site["line"], 12);
  EXPECT_EQ(site["space"], "global");
  EXPECT_EQ(site["operation"], "load");
  EXPECT_EQ(site["l1_hits"], 16);
  EXPECT_TRUE(site["l2_hits"].is_null()) << "what the model does not look up is null, not zero";
  EXPECT_FALSE(run_json(result)["time_ms"].contains("launches")) << "points of a sweep stay short";
}

TEST(RunJson, WhereNothingIsPredictedItSaysWhy) {
  Result result = example_result();
  result.predicted.reset();
  result.without_prediction = "k has blocks that wait for each other";
  EXPECT_TRUE(run_json(result)["predicted"].is_null());
  EXPECT_EQ(run_json(result)["without_prediction"], "k has blocks that wait for each other");
}

TEST(RunJson, NumbersThatAreNotFiniteAreNull) {
  Result result;
  result.hot = catalogue::Samples{0.0, INFINITY, 1.0, 1, 0};
  result.work_bytes = 100;
  const json object = run_json(result);
  EXPECT_TRUE(object["time_ms"]["hot"]["q1"].is_null());
  EXPECT_TRUE(object["gb_per_s"].is_null());  // nothing is divided by a time of zero
}

TEST(TraceJson, HoldsEveryKeyOfTheStableForm) {
  const json object = trace_json(example_result(), model::CountView::executed);
  for (const char* key :
       {"kernel", "parameters", "sizes", "backend", "blocks", "dropped", "as", "sites", "totals", "schema", "origin"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  EXPECT_EQ(object["schema"], "lanescope.trace/1");
  EXPECT_EQ(object["origin"], "derived");
  EXPECT_EQ(object["blocks"], 4);
  EXPECT_EQ(object["grid_blocks"], max_u64);
  EXPECT_EQ(object["dropped"], 9);
  ASSERT_EQ(object["sites"].size(), 1u) << "a parameter is no access to memory";
  for (const char* key : {"file", "line", "column", "ptx_line", "space", "operation", "bytes_per_lane", "merged",
                          "requests", "lanes", "sectors", "sectors_ideal", "wavefronts", "wavefronts_ideal"}) {
    EXPECT_TRUE(object["sites"][0].contains(key)) << key;
  }
}

TEST(TraceJson, TheTwoViewsDifferWherePtxasMerged) {
  const json executed = trace_json(example_result(), model::CountView::executed),
             written = trace_json(example_result(), model::CountView::written);
  EXPECT_EQ(executed["as"], "executed");
  EXPECT_EQ(written["as"], "written");
  EXPECT_EQ(executed["sites"][0]["merged"], 4);
  EXPECT_EQ(executed["sites"][0]["bytes_per_lane"], 16);
  EXPECT_EQ(written["sites"][0]["merged"], 1);
  EXPECT_EQ(written["totals"]["local"]["asynchronous_copy"]["requests"], max_u64 - 8);
  EXPECT_FALSE(executed["totals"]["local"].contains("asynchronous_copy"));
}

TEST(TraceJson, TotalsOfSpacesThatAreNotUsedAreZero) {
  const json object = trace_json(Result{}, model::CountView::written);
  EXPECT_EQ(object["sites"], json::array());
  for (const char* space : {"global", "shared", "local"}) {
    EXPECT_EQ(object["totals"][space]["load"]["requests"], 0) << space;
    EXPECT_EQ(object["totals"][space]["store"]["sectors"], 0) << space;
  }
  EXPECT_EQ(object["totals"]["texture"]["load"]["lanes"], 0);
}

TEST(LineExecution, ItsEfficiencyIsLanesOfThirtyTwo) {
  EXPECT_DOUBLE_EQ((trace::LineExecution{"k.cu", 3, 10, 320}).lane_efficiency(), 1.0);
  EXPECT_DOUBLE_EQ((trace::LineExecution{"k.cu", 3, 10, 80}).lane_efficiency(), 0.25);
  EXPECT_DOUBLE_EQ(trace::LineExecution{}.lane_efficiency(), 0.0);
}

TEST(AResult, IsAsExpectedOnlyWhenAPromiseWasKept) {
  Result result;
  EXPECT_FALSE(result.as_expected());
  result.expected = FaultKind::race;
  EXPECT_FALSE(result.as_expected());
  result.verification = catalogue::Verification{};
  EXPECT_FALSE(result.as_expected());
  result.verification->passed = true;
  EXPECT_TRUE(result.as_expected());
  result.expected = FaultKind::none;
  EXPECT_FALSE(result.as_expected());
}

TEST(Rates, AreWorkPerMedianTimeOfTheColdRunElseTheHotOne) {
  Result result;
  EXPECT_FALSE(rate_of(result, Work::bytes));
  result.work_bytes = 134'217'728;
  EXPECT_FALSE(rate_of(result, Work::bytes));
  result.hot = catalogue::Samples{0.1, 0.1, 0.1, 5, 0};
  EXPECT_DOUBLE_EQ(rate_of(result, Work::bytes)->number, 1342.17728);
  result.cold = catalogue::Samples{1.61, 1.6, 1.62, 5, 0};
  EXPECT_NEAR(rate_of(result, Work::bytes)->number, 83.365, 0.001);
  EXPECT_FALSE(rate_of(result, Work::flops));
  result.work_flops = 1'610'000'000;
  EXPECT_DOUBLE_EQ(rate_of(result, Work::flops)->number, 1000.0);
}

TEST(Origins, EachHasAName) {
  EXPECT_EQ(name_of(Origin::measured), "measured");
  EXPECT_EQ(name_of(Origin::predicted), "predicted");
  EXPECT_EQ(origin_of_times(Result{}), Origin::measured);
  EXPECT_EQ(origin_of_times(example_result()), Origin::recorded);
  EXPECT_EQ(name_of(Backend::gpu), "gpu");
}

}  // namespace
}  // namespace lanescope::experiments
