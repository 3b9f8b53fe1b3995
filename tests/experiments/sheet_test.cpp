#include "experiments/sheet/sheet.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/examples.h"
#include "experiments/json/values_json.h"
#include "experiments/results_of_accesses.h"
#include "experiments/sheet/names.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

TEST(Sheet, KeepTheirOriginsApart) {
  Result of = conflicting();
  of.counted.emplace();
  of.counted->values.set("shared.load.wavefronts", 1010.0);
  const Sheet known = sheet_of(of);
  EXPECT_TRUE(known.whole);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), 1000);
  EXPECT_EQ(known.counted.get("shared.load.wavefronts"), 1010);
  EXPECT_EQ(known.predicted.get("shared.load.wavefronts"), std::nullopt);
  EXPECT_EQ(known.best("shared.load.wavefronts"), (Value{1010, Origin::counted}));
  EXPECT_EQ(known.expected("shared.load.wavefronts"), (Value{1000, Origin::derived}));
  EXPECT_EQ(known.best("sol.l1")->origin, Origin::predicted);
  EXPECT_EQ(known.best("stall.barrier"), std::nullopt);
  of.recorded = "2026-11-21";
  EXPECT_EQ(sheet_of(of).best("shared.load.wavefronts")->origin, Origin::recorded);
}

TEST(Sheet, OfSomeBlocksAreNotTakenForThoseOfThePlan) {
  Result of = conflicting();
  of.metrics->blocks = 3;
  Sheet known = sheet_of(of);
  EXPECT_FALSE(known.whole);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), 1000) << "of the three blocks";
  EXPECT_EQ(known.expected("shared.load.wavefronts"), std::nullopt);
  of.metrics->scaled = true;
  known = sheet_of(of);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), std::nullopt) << "an estimate follows from no addresses";
  EXPECT_EQ(known.best("shared.load.wavefronts"), (Value{1000, Origin::predicted}));
}

TEST(Sheet, OfOtherSizesAreNotMixed) {
  Result of = conflicting();
  of.predicted->sizes = {{"n", 65536}};
  of.metrics->scaled = true;
  const Sheet known = sheet_of(of);
  EXPECT_EQ(known.predicted.get("shared.load.wavefronts"), std::nullopt) << "an estimate for smaller sizes";
  EXPECT_NE(known.derived_sizes, known.predicted_sizes);
  // Executed sizes that are not those of the launches: a GPU's run whose accesses were counted on smaller ones.
  Result smaller = conflicting();
  smaller.metrics->blocks = smaller.metrics->grid_blocks = 12;
  EXPECT_FALSE(sheet_of(smaller).whole);
}

TEST(Sheet, GiveAPageItsRowsWithDifferences) {
  Result of = conflicting();
  of.counted.emplace();
  of.counted->values.set("shared.load.wavefronts", 1010.0);
  const auto rows = rows_of(counters::Page::shared_table, sheet_of(of));
  const auto row =
      std::ranges::find_if(rows, [](const QuantityRow& each) { return each.quantity->id == "shared.load.wavefronts"; });
  ASSERT_NE(row, rows.end());
  ASSERT_TRUE(row->difference);
  EXPECT_EQ(row->difference->absolute, 10);
  EXPECT_EQ(row->difference->relative, 0.01);
  for (const QuantityRow& each : rows) EXPECT_TRUE(each.counted || each.derived || each.predicted) << each.quantity->id;
  EXPECT_TRUE(rows_of(counters::Page::warp_states, sheet_of(result_to_explain({}, {}))).empty());
}

TEST(Origin, HasASignOfItsOwnInTexts) {
  std::set<std::string_view> signs;
  for (const Origin origin : all_origins) signs.insert(mark_of(origin).sign);
  EXPECT_EQ(signs.size(), all_origins.size()) << "what can be told apart without a colour";
  EXPECT_EQ(marked_name(Origin::measured), "● measured");
}

/// Measured on a GPU beside its prediction, with everything that a result can hold.
Result measured() {
  Result of = conflicting();
  of.backend = Backend::gpu;
  of.cold = catalogue::Samples{0.5, 0.4, 0.8, 40, 0};
  of.hot = catalogue::Samples{0.25, 0.2, 0.3, 90, 0};
  of.work_bytes = 1'000'000'000;
  of.work_flops = 500'000'000;
  of.machine.peak_gb_per_s = 4000;
  of.best_copy = {2500, "cudaMemcpy"};
  of.clock_mhz = 1980;
  of.predicted->work_bytes = of.work_bytes;
  of.predicted->prediction.cold = {0.8, 0.7, 1.0};
  of.verification.emplace();
  of.verification->checked = 64;
  of.verification->mismatches = 3;
  of.faults.emplace_back().count = 3;
  return of;
}

TEST(Sheet, HasTimesAndRatesWithTheirSpreadAndOrigin) {
  const Sheet sheet = sheet_of(measured());
  EXPECT_EQ(sheet.best("time"), (Value{0.5, Origin::measured, Interval{0.4, 0.8}}));
  EXPECT_EQ(sheet.best("time.hot"), (Value{0.25, Origin::measured, Interval{0.2, 0.3}}));
  EXPECT_EQ(sheet.best("rate.memory"), (Value{2000, Origin::measured, Interval{1250, 2500}}));
  EXPECT_EQ(sheet.best("rate.memory.of_peak"), (Value{50, Origin::measured, Interval{31.25, 62.5}}));
  EXPECT_EQ(sheet.best("rate.memory.of_copy")->number, 80);
  EXPECT_EQ(sheet.best("rate.memory.peak"), (Value{4000, Origin::driver}));
  EXPECT_EQ(sheet.best("rate.arithmetic")->number, 1000);
  EXPECT_EQ(sheet.best("clock.timed")->number, 1.98e9);
  // What is predicted of the same setting stands beside it, and is not mixed with it.
  EXPECT_EQ(sheet.predicted.value("time"), (Value{0.8, Origin::predicted, Interval{0.7, 1.0}}));
  EXPECT_EQ(sheet.predicted.value("rate.memory"), (Value{1250, Origin::predicted, Interval{1000, 1e9 / 0.7e6}}));
  EXPECT_EQ(sheet.predicted.value("rate.memory.of_copy"), std::nullopt) << "a copy was not predicted";
}

TEST(Sheet, OfAFileIsRecordedButForWhatWasComputed) {
  Result of = measured();
  of.recorded = "2026-11-21T00:00:00Z";
  const Sheet sheet = sheet_of(of);
  EXPECT_EQ(sheet.best("time")->origin, Origin::recorded);
  EXPECT_EQ(sheet.best("rate.memory.peak")->origin, Origin::recorded);
  EXPECT_EQ(sheet.best("shared.conflicts")->origin, Origin::derived);
  EXPECT_EQ(sheet.predicted.value("time")->origin, Origin::predicted);
}

TEST(Sheet, SumsTheAccessesOfEachMemoryAndCountsWhatIsWrong) {
  const Sheet sheet = sheet_of(measured());
  EXPECT_EQ(sheet.best("shared.wavefronts")->number, 1000);
  EXPECT_EQ(sheet.best("shared.wavefronts_per_request")->number, 5);
  EXPECT_EQ(sheet.best("shared.conflicts")->number, 400);
  EXPECT_EQ(sheet.best("global.sectors_excess")->number, 0);
  EXPECT_EQ(sheet.best("check.elements"), (Value{64, Origin::measured}));
  EXPECT_EQ(sheet.best("check.mismatches")->number, 3);
  EXPECT_EQ(sheet.best("check.faulty_threads")->number, 3);
  EXPECT_EQ(sheet.best("check.max_error"), std::nullopt);
  EXPECT_EQ(sheet_of(conflicting()).best("check.faults"), (Value{0, Origin::derived})) << "by the emulator";
}

TEST(Sheet, OfAPlanHasTheResourcesOfTheLaunchWithTheMostRegisters) {
  Result of = measured();
  ASSERT_FALSE(of.launches.empty());
  LaunchInfo small = of.launches.front();
  small.grid = {1, 1, 1};
  of.launches.front().registers = small.registers = 40;
  of.launches.front().shared_bytes = 1024;
  small.shared_bytes = 512;
  of.launches.insert(of.launches.begin(), small);
  EXPECT_EQ(sheet_of(of).best("launch.shared_bytes"), (Value{1024, Origin::compiler})) << "of two, the larger grid";
  of.launches.front().registers = 41;
  EXPECT_EQ(sheet_of(of).best("launch.registers"), (Value{41, Origin::compiler}));
  EXPECT_EQ(sheet_of(of).best("launch.shared_bytes")->number, 512) << "of the same launch";
}

TEST(Sheet, HasTheWavesOfALaunchAtTheSizesOfItsTime) {
  Result of = measured();
  of.machine.sm_count = 132;
  LaunchInfo& launch = of.launches.front();
  launch.grid = {1320, 1, 1};
  launch.blocks_per_sm = 4;
  EXPECT_EQ(sheet_of(of).best("launch.waves_per_sm"), (Value{2.5, Origin::driver}));
  of.cold.reset();
  of.hot.reset();
  of.backend = Backend::emulator;
  of.sheet.emplace().sm_count = 66;
  EXPECT_EQ(sheet_of(of).best("launch.waves_per_sm"), (Value{5, Origin::predicted})) << "on the GPU of the prediction";
  of.predicted->sizes = {{"n", 1}};
  of.predicted->launch_blocks = {264, 2640};
  EXPECT_EQ(sheet_of(of).best("launch.waves_per_sm")->number, 10) << "at the sizes that are predicted";
}

TEST(Sheet, AnswersOneQuestionAsItAnswersAll) {
  Result counted = measured();
  counted.counted.emplace();
  counted.counted->values.set("occupancy.theoretical", 75.0);
  EXPECT_EQ(value_of(counted, "occupancy.theoretical"), (Value{75, Origin::counted}));
  for (const Result& of : {conflicting(), measured(), counted, result_to_explain({}, {}), example_result(), Result()}) {
    const Sheet sheet = sheet_of(of);
    for (const counters::Quantity& quantity : counters::quantities()) {
      const counters::QuantityId id(quantity);
      EXPECT_EQ(value_of(of, id), sheet.of_plan(id)) << quantity.id;
    }
  }
}

TEST(Sheet, PassesOverSumsOfSomeBlocksWhereResultsAreCompared) {
  Result of = measured();
  EXPECT_EQ(value_of(of, "shared.conflicts")->number, 400);
  of.metrics->blocks = 3;
  const Sheet sheet = sheet_of(of);
  EXPECT_EQ(sheet.best("shared.conflicts")->number, 400) << "of the three blocks";
  EXPECT_EQ(sheet.of_plan("shared.conflicts"), std::nullopt);
  EXPECT_EQ(value_of(of, "shared.conflicts"), std::nullopt);
  EXPECT_EQ(value_of(of, "shared.wavefronts_per_request")->number, 5) << "a ratio holds for all of them";
  EXPECT_EQ(value_of(of, "check.mismatches")->number, 3);
  EXPECT_FALSE(values_json(sheet, true).contains("shared.conflicts"));
  EXPECT_TRUE(values_json(sheet).contains("shared.conflicts"));
}

TEST(NumberNames, AreIdsEndsOfIntervalsAndShortNames) {
  const Sheet sheet = sheet_of(measured());
  EXPECT_EQ(number_named(sheet, "rate.memory")->number, 2000);
  EXPECT_EQ(number_named(sheet, "rate.memory.low")->number, 1250);
  EXPECT_EQ(number_named(sheet, "time.high")->number, 0.8);
  EXPECT_EQ(number_named(sheet, "check.elements.low"), std::nullopt) << "it has no interval";
  EXPECT_EQ(number_named(sheet, "time_us"), (Value{500, Origin::measured, Interval{400, 800}}));
  EXPECT_EQ(number_named(sheet, "conflicts")->number, 400);
  EXPECT_EQ(number_named(sheet.predicted, "time")->origin, Origin::predicted);
  for (const char* name : {"rate.memory", "time.low", "conflicts", "stall.barrier"}) EXPECT_TRUE(is_number_name(name));
  for (const char* name : {"rate", "time.lo", ".low", "conflict"}) EXPECT_FALSE(is_number_name(name)) << name;
  EXPECT_NE(unknown_number("rate.memori").remedy.text().find("did you mean rate.memory?"), std::string::npos);
}

TEST(ValuesJson, HasEachNumberWithItsOriginTheBestFirst) {
  const nlohmann::json values = values_json(sheet_of(measured()));
  EXPECT_EQ(values["rate.memory"]["unit"], "gb_per_s");
  EXPECT_EQ(values["rate.memory"]["values"][0]["origin"], "measured");
  EXPECT_EQ(values["rate.memory"]["values"][0]["value"], 2000);
  EXPECT_EQ(values["rate.memory"]["values"][0]["low"], 1250);
  EXPECT_EQ(values["rate.memory"]["values"][1]["origin"], "predicted");
  EXPECT_TRUE(values["check.elements"]["values"][0]["low"].is_null());
  EXPECT_TRUE(values.contains("shared.load.wavefronts"));
  EXPECT_FALSE(values_json(sheet_of(measured()), true).contains("shared.load.wavefronts")) << "it is of a page";
  EXPECT_EQ(run_json(measured())["values"], values);
}

}  // namespace
}  // namespace lanescope::experiments
