#include "recordings/instruction_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "experiments/wire/wire.h"
#include "recordings/recording_lines.h"

namespace lanescope::recordings {
namespace {

using nlohmann::json;

json instruction(unsigned offset, std::optional<unsigned> sectors, std::map<std::string, unsigned> stalls) {
  json made = {{"function", "copy"}, {"pc_offset", offset}, {"file", "copy.cu"}, {"line", 7}, {"executed", 128}};
  if (sectors) made["sectors"] = *sectors;
  for (const auto& [reason, count] : stalls) made["stall_samples"][reason] = count;
  return made;
}

TEST(InstructionColumns, ComeBackAsTheyWere) {
  const json list =
      json::array({instruction(0, std::nullopt, {}), instruction(16, 32, {{"wait", 3}}),
                   instruction(32, 32, {{"wait", 3}, {"barrier", 1}}), instruction(48, std::nullopt, {})});
  const json columns = as_columns(list);
  EXPECT_EQ(columns["executed"], json::array({128, 4})) << "equal numbers are one run";
  EXPECT_EQ(columns["pc_offset"], json::array({0, 1, 16, 3}));
  EXPECT_EQ(columns["sectors"], json::array({nullptr, 1, 32, 2, nullptr, 1}));
  const auto back = from_columns(columns);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, list);
  EXPECT_EQ(from_columns(as_columns(json::array())).value(), json::array());
}

TEST(InstructionColumns, ThatDoNotFitEachOtherAreRefused) {
  for (const char* text :
       {R"([1])", R"({"executed":[1,2],"line":[1,3]})", R"({"executed":[1]})", R"({"executed":[1,-2]})",
        R"({"executed":[1,4000000000]})", R"({"pc_offset":["x",1]})", R"({"pc_offset":[-16,1]})"}) {
    const auto list = from_columns(json::parse(text));
    ASSERT_FALSE(list) << text;
    EXPECT_FALSE(list.error().remedy.empty());
  }
}

TEST(InstructionColumns, AreWhatARecordingKeepsOfCountedInstructions) {
  Recording recording;
  recording.date = "2026-01-01";
  experiments::Result result;
  result.kernel = "copy";
  counters::Counted& counted = result.counted.emplace();
  for (std::uint32_t i = 0; i < 1000; ++i) {
    counters::CountedInstruction& each = counted.instructions.emplace_back();
    each.function = "copy";
    each.pc_offset = 16 * i;
    each.file = "/home/somebody/kernels/copy.cu";
    each.line = 7;
    each.executed = 4096;
    if (i % 100 == 0) each.stall_samples["long_scoreboard"] = i + 1;
  }
  counted.values.set("global.load.sectors", 12345678);
  RecordingLines lines;
  const std::string text = lines.first(recording) + lines.next(result, "x");
  EXPECT_LT(text.size(), 4000u);
  const auto read = RecordingLines().read(text, "file");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->results.size(), 1u);
  for (counters::CountedInstruction& each : counted.instructions) each.file = "copy.cu";
  EXPECT_EQ(read->results[0].counted, result.counted) << "whole numbers keep all their digits";
}

TEST(RecordingsOfCounters, HaveEveryPageOfTheirKernels) {
  std::size_t results = 0, instructions = 0;
  for (const char* name : {"h100-catalogue", "h100-article-004", "h100-probes"}) {
    const auto recording =
        read_recording(std::string(LANESCOPE_SOURCES "/assets/recordings/counters/") + name + ".jsonl");
    ASSERT_TRUE(recording) << recording.error().text();
    for (const experiments::Result& result : recording->results) {
      SCOPED_TRACE(name + std::string(": ") + result.kernel);
      ASSERT_TRUE(result.counted);
      EXPECT_NE(result.time(), nullptr);
      EXPECT_EQ(result.counted->chip, "GH100");
      ASSERT_TRUE(result.sheet);
      EXPECT_EQ(result.sheet->name, "H100");
      ASSERT_EQ(result.counted->pages.size(), counters::page_count);
      for (const counters::CountedPage& page : result.counted->pages) EXPECT_FALSE(page.absent) << page.absent->text();
      ++results;
      instructions += result.counted->instructions.size();
      // A copy by the driver and a library have no machine code here; two probes were recorded without their
      // instructions.
      const bool without = result.kernel == "transpose/copy_memcpy" || result.kernel == "matmul/cublas" ||
                           result.kernel == "probe/coalesce" || result.kernel == "probe/fence";
      EXPECT_EQ(result.counted->instructions.empty(), without);
    }
  }
  EXPECT_GT(results, 80u);
  EXPECT_GT(instructions, 10'000u);
}

TEST(RecordingsOfCounters, HaveSharesOfTheElapsedTime) {
  // Half of the multiprocessors have no block of this product: of the active time its share of the L1 is twice as
  // large.
  const auto recording = read_recording(LANESCOPE_SOURCES "/assets/recordings/counters/h100-article-004.jsonl");
  ASSERT_TRUE(recording) << recording.error().text();
  const auto small = std::ranges::find_if(recording->results, [](const experiments::Result& each) {
    return each.kernel == "matmul/v10" && each.sizes.at("n") == 1024;
  });
  ASSERT_NE(small, recording->results.end());
  const counters::Values& values = small->counted->values;
  EXPECT_LT(*values.get("time.sm_active"), 0.5 * *values.get("time.elapsed"));
  EXPECT_NEAR(*values.get("sol.l1"), *values.get("sol.memory.lsu_wavefronts"), 0.5);
}

}  // namespace
}  // namespace lanescope::recordings
