#include "experiments/sheet/lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/results_of_accesses.h"

namespace lanescope::experiments {
namespace {

const LineSheet* line_at(const std::vector<LineSheet>& lines, int line) {
  const auto found = std::ranges::find(lines, line, &LineSheet::line);
  return found == lines.end() ? nullptr : &*found;
}

counters::CountedInstruction instruction(int line) {
  counters::CountedInstruction counted;
  counted.file = "example.cu";
  counted.line = line;
  counted.executed = 100;
  return counted;
}

Result two_lines() {
  Result result = result_to_explain({{10, Space::shared, Operation::load, wavefronts(200, 1000, 600)},
                                     {10, Space::shared, Operation::store, wavefronts(50, 50, 50)},
                                     {13, Space::global, Operation::store, sectors(100, 400, 400)}},
                                    {{Cause::pipe, 0.9}});
  const std::string file = result.metrics->executed.lines.front().file;
  counters::CountedInstruction load = instruction(10), store = instruction(13);
  load.file = store.file = file;
  load.wavefronts = 1010;
  load.wavefronts_ideal = 600;
  load.stall_samples = {{"short_scoreboard", 7}, {"mio_throttle", 3}};
  store.sectors = 400;
  result.counted.emplace();
  result.counted->instructions = {load, store, store};
  result.metrics->lines = {{file, 10, 500, 8000}};
  return result;
}

TEST(LineSheet, HasTheQuantitiesOfItsOwnAccesses) {
  const auto lines = lines_of(two_lines());
  const LineSheet* const tile = line_at(lines, 10);
  ASSERT_NE(tile, nullptr);
  const Column& derived = tile->sheet.derived;
  EXPECT_EQ(derived.get("shared.load.wavefronts"), 1000);
  EXPECT_EQ(derived.get("shared.store.wavefronts"), 50);
  EXPECT_EQ(derived.get("shared.wavefronts"), 1050) << "of all its operations";
  EXPECT_EQ(derived.get("shared.requests"), 250);
  EXPECT_EQ(derived.get("global.sectors"), 0) << "what does not occur on a line is 0";
  EXPECT_EQ(derived.get("instructions.ptx"), 500);
  EXPECT_EQ(tile->sheet.predicted.get("instructions.threads"), 16);
  EXPECT_EQ(tile->accesses.size(), 2U);
  EXPECT_TRUE(tile->sheet.whole);
}

TEST(LineSheet, AddsWhatWasCountedOfItsInstructions) {
  const auto lines = lines_of(two_lines());
  const Column &load = line_at(lines, 10)->sheet.counted, &store = line_at(lines, 13)->sheet.counted;
  EXPECT_EQ(load.get("shared.wavefronts"), 1010);
  EXPECT_EQ(load.get("samples"), 10);
  EXPECT_EQ(line_at(lines, 10)->stall_samples.at("short_scoreboard"), 7U);
  EXPECT_EQ(store.get("global.sectors"), 800);
  EXPECT_EQ(store.get("instructions.executed"), 200);
  EXPECT_EQ(store.get("global.sectors_ideal"), std::nullopt) << "what was not counted is absent";
  EXPECT_EQ(store.get("samples"), std::nullopt);
}

TEST(LineSheet, KeepsEstimatesApartFromWhatFollowsFromAddresses) {
  Result result = two_lines();
  result.metrics->scaled = true;
  const auto lines = lines_of(result);
  const LineSheet* const tile = line_at(lines, 10);
  EXPECT_EQ(tile->sheet.derived.get("shared.wavefronts"), std::nullopt);
  EXPECT_EQ(tile->sheet.predicted.get("shared.wavefronts"), 1050);
  EXPECT_FALSE(tile->sheet.whole);
}

TEST(LineSheet, AddsUpToTheSheetOfTheResult) {
  const Result result = two_lines();
  const Sheet whole = sheet_of(result);
  for (const counters::QuantityId id :
       {counters::QuantityId("requests"), counters::QuantityId("shared.wavefronts"),
        counters::QuantityId("shared.load.conflicts"), counters::QuantityId("global.sectors")}) {
    double sum = 0;
    for (const LineSheet& line : lines_of(result)) sum += line.sheet.derived.get(id).value_or(0);
    EXPECT_EQ(sum, whole.derived.get(id)) << id.text();
  }
}

}  // namespace
}  // namespace lanescope::experiments
