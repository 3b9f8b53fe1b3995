#include <gtest/gtest.h>

#include <cmath>

#include "lab/examples.h"
#include "lab/wire.h"

namespace warpscope::lab {
namespace {

using nlohmann::json;

TEST(ResultJson, EverythingButDumpsAndPreviewComesBackFromText) {
  const auto back = result_from_json(json::parse(to_json(example_result()).dump()));
  ASSERT_TRUE(back) << back.error().text();
  Result expected = example_result();
  expected.dumps.clear();
  expected.preview.reset();
  EXPECT_EQ(*back, expected);
}

TEST(ResultJson, WholeNumbersOf64BitsStayExact) {
  const json text = json::parse(to_json(example_result()).dump());
  EXPECT_EQ(text["faults"][0]["address"].get<std::uint64_t>(), most);
  EXPECT_EQ(text["sizes"]["least"].get<std::int64_t>(), least);
}

TEST(ResultJson, NumbersThatAreNotFiniteBecomeNull) {
  Result result;
  result.hot = Samples{std::nan(""), INFINITY, -INFINITY, 1, 0};
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
  for (const char* key : {"schema", "kernel", "parameters", "sizes", "seed", "backend", "device", "target", "verified",
                          "mismatches", "max_error", "tolerance", "faults", "launches", "compile_ms", "time_ms",
                          "clock_mhz", "gb_per_s", "gflop_per_s"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  EXPECT_EQ(object["schema"], "warpscope.run/1");
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
  result.verification = Verification{};
  EXPECT_EQ(run_json(result)["verified"], false);
  EXPECT_EQ(run_json(result)["mismatches"], 0);
  result.verification->passed = true;
  EXPECT_EQ(run_json(result)["verified"], true);
}

TEST(RunJson, ShowsFaultsLaunchesAndTimes) {
  const json object = run_json(example_result());
  EXPECT_EQ(object["parameters"], (json{{"block_x", 8}, {"load_op", "ca"}}));
  EXPECT_EQ(object["seed"], most - 1);
  const json fault = object["faults"][0];
  EXPECT_EQ(fault["kind"], "guard");
  EXPECT_EQ(fault["file"], "k.cu");
  EXPECT_EQ(fault["line"], 12);
  EXPECT_EQ(fault["block"], 0);
  EXPECT_EQ(fault["thread"], 255);
  EXPECT_EQ(fault["address"], most);
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
  EXPECT_TRUE(object["launches"][1]["occupancy"].is_null());
  EXPECT_EQ(object["time_ms"]["origin"], "recorded");
  EXPECT_EQ(object["time_ms"]["cold"]["median"], 0.1);
  EXPECT_EQ(object["time_ms"]["cold"]["samples"], 40);
  EXPECT_EQ(object["time_ms"]["cold"]["throttled"], 2);
}

TEST(RunJson, NumbersThatAreNotFiniteAreNull) {
  Result result;
  result.hot = Samples{0.0, INFINITY, 1.0, 1, 0};
  result.work_bytes = 100;
  const json object = run_json(result);
  EXPECT_TRUE(object["time_ms"]["hot"]["q1"].is_null());
  EXPECT_TRUE(object["gb_per_s"].is_null());  // nothing is divided by a time of zero
}

TEST(Rates, AreWorkPerMedianTimeOfTheColdRunElseTheHotOne) {
  Result result;
  EXPECT_FALSE(result.gb_per_s());
  result.work_bytes = 134'217'728;
  EXPECT_FALSE(result.gb_per_s());
  result.hot = Samples{0.1, 0.1, 0.1, 5, 0};
  EXPECT_DOUBLE_EQ(*result.gb_per_s(), 1342.17728);
  result.cold = Samples{1.61, 1.6, 1.62, 5, 0};
  EXPECT_NEAR(*result.gb_per_s(), 83.365, 0.001);
  EXPECT_FALSE(result.gflop_per_s());
  result.work_flops = 1'610'000'000;
  EXPECT_DOUBLE_EQ(*result.gflop_per_s(), 1000.0);
}

TEST(Origins, EachHasAName) {
  EXPECT_EQ(name_of(Origin::measured), "measured");
  EXPECT_EQ(name_of(Origin::predicted), "predicted");
  EXPECT_EQ(Result{}.time_origin(), Origin::measured);
  EXPECT_EQ(example_result().time_origin(), Origin::recorded);
  EXPECT_EQ(name_of(Backend::gpu), "gpu");
}

}  // namespace
}  // namespace warpscope::lab
