// Pages of counters on a device, in this process. Where this process may not count, the reason is checked instead.
#include <algorithm>
#include <map>

#include "worker/counters/count_plan.h"
#include "worker/support/device_fixture.h"

namespace lanescope::worker {
namespace {

class CountOnDevice : public OnDevice {
 protected:
  /// A transpose of 512 x 512 through shared memory, with everything that can be counted.
  static experiments::Experiment transpose() {
    experiments::Experiment experiment =
        own("transpose/smem_tile", {{"nx", std::int64_t{512}}, {"ny", std::int64_t{512}}});
    experiment.counters = experiments::every_counter();
    experiment.scale_to_grid = true;  // all its blocks do the same
    return experiment;
  }
  /// Returns why nothing could be counted; empty where it was.
  static std::string refusal(const experiments::Result& result) {
    if (!result.counted) return "nothing was asked for";
    std::optional<Error> absent = result.counted->absent;
    for (const counters::CountedPage& page : result.counted->pages) {
      if (page.absent) absent = page.absent;
    }
    if (!absent) return {};
    EXPECT_FALSE(absent->remedy.empty()) << absent->text();
    return absent->text();
  }
  static model::Counts derived(const experiments::Result& result, trace::Space space, trace::Operation operation) {
    for (const model::TotalMetrics& total : result.metrics->executed.totals) {
      if (total.space == space && total.operation == operation) return total.counts;
    }
    return {};
  }
};

TEST_F(CountOnDevice, EveryPageOfATransposeEqualsWhatItsAddressesSay) {
  const experiments::Result result = last(transpose());
  ASSERT_TRUE(result.metrics) << "nothing was derived";
  if (const std::string why = refusal(result); !why.empty()) GTEST_SKIP() << why;
  const counters::Counted& counted = *result.counted;
  ASSERT_EQ(counted.pages.size(), counters::page_count);
  for (const counters::CountedPage& page : counted.pages)
    EXPECT_LE(counted.pages.front().passes, std::max(page.passes, 1)) << "the cheapest page comes first";
  for (const counters::CountedPage& page : counted.pages) EXPECT_GT(page.cost_ms, 0) << name_of(page.page);
  const auto load = derived(result, trace::Space::global, trace::Operation::load);
  const auto store = derived(result, trace::Space::global, trace::Operation::store);
  const auto read = derived(result, trace::Space::shared, trace::Operation::load);
  const auto write = derived(result, trace::Space::shared, trace::Operation::store);
  const auto expect = [&](counters::QuantityId element, std::uint64_t value) {
    EXPECT_EQ(counted.values.get(element), static_cast<double>(value)) << element.text();
  };
  expect("global.load.requests", load.requests);
  expect("global.load.sectors", load.sectors);
  expect("global.store.requests", store.requests);
  expect("global.store.sectors", store.sectors);
  expect("shared.load.wavefronts", read.wavefronts);
  expect("shared.store.wavefronts", write.wavefronts);
  expect("global.load.instructions", load.requests);
  expect("shared.load.instructions", read.requests);
  for (const counters::QuantityId rate : {counters::QuantityId("l1.hit_rate"), counters::QuantityId("l2.hit_rate")}) {
    const auto value = counted.values.get(rate);
    ASSERT_TRUE(value) << rate.text();
    EXPECT_GE(*value, 0);
    EXPECT_LE(*value, 100.5);
  }
}

TEST_F(CountOnDevice, EachInstructionHasItsLineItsCountsAndItsStalls) {
  const experiments::Result result = last(transpose());
  ASSERT_TRUE(result.counted && result.metrics);
  ASSERT_TRUE(result.counted->by_instruction) << (result.counted->absent ? result.counted->absent->text() : "");
  if (const auto& absent = result.counted->by_instruction->absent) {
    // CUPTI counts instructions only once per process of a process: another test may have done it in this one.
    ASSERT_TRUE(absent->kind == FaultKind::no_permission ||
                absent->what.text().find("only once per process") != std::string::npos)
        << absent->text();
    GTEST_SKIP() << absent->text();
  }
  std::map<int, std::uint64_t> sectors;
  std::uint64_t wavefronts = 0, stalls = 0, without_line = 0;
  for (const counters::CountedInstruction& instruction : result.counted->instructions) {
    if (instruction.sectors) sectors[instruction.line] += *instruction.sectors;
    wavefronts += instruction.wavefronts.value_or(0);
    for (const auto& [reason, count] : instruction.stall_samples) stalls += count;
    without_line += instruction.line == 0 ? 1 : 0;
  }
  EXPECT_EQ(without_line, 0u);
  for (const model::LineMetrics& line : result.metrics->executed.lines) {
    if (line.space != trace::Space::global) continue;
    EXPECT_EQ(sectors[line.line], line.counts.sectors) << "line " << line.line;
  }
  EXPECT_EQ(wavefronts, derived(result, trace::Space::shared, trace::Operation::load).wavefronts +
                            derived(result, trace::Space::shared, trace::Operation::store).wavefronts);
  ASSERT_TRUE(result.counted->stall_samples);
  EXPECT_TRUE(stalls > 0 || result.counted->stall_samples->absent);
}

TEST_F(CountOnDevice, NumbersComeBeforeTheCountersAndEachPageWhenItIsThere) {
  const auto published = results(transpose());
  ASSERT_FALSE(published.empty());
  EXPECT_EQ(published.back().stage, experiments::ResultStage::refined);
  const auto first =
      std::ranges::find_if(published, [](const experiments::Result& result) { return result.counted.has_value(); });
  ASSERT_NE(first, published.end());
  EXPECT_TRUE(first->counted->pages.empty());
  EXPECT_TRUE(first->verification);
  EXPECT_NE(first->time(), nullptr);
  if (const std::string why = refusal(published.back()); !why.empty()) GTEST_SKIP() << why;
  std::size_t pages = 0;
  for (const experiments::Result& result : published) {
    if (!result.counted) continue;
    EXPECT_LE(result.counted->pages.size(), pages + 1) << "one page after the other";
    pages = result.counted->pages.size();
    EXPECT_EQ(result.time()->median, published.back().time()->median) << "times are taken before";
  }
  EXPECT_EQ(pages, counters::page_count);
}

TEST_F(CountOnDevice, ATurnedKnobAbandonsThePagesThatAreLeft) {
  bool counting = false;
  std::vector<experiments::Result> published;
  Listener listener;
  listener.publish = [&](const experiments::Result& result) {
    published.push_back(result);
    counting = result.counted.has_value();
  };
  listener.abandoned = [&] { return counting && published.back().counted->pages.size() >= 1; };
  const Completion ending = execute(transpose(), 1, *context_, listener);
  if (const std::string why = refusal(published.back()); !why.empty()) GTEST_SKIP() << why;
  EXPECT_EQ(ending, Completion::abandoned);
  EXPECT_EQ(published.back().counted->pages.size(), 1u);
  counting = false;
  listener.abandoned = {};
  EXPECT_EQ(execute(transpose(), 2, *context_, listener), Completion::finished) << "the next one is counted whole";
  EXPECT_EQ(published.back().counted->pages.size(), counters::page_count);
}

TEST_F(CountOnDevice, TimesOfLaterExperimentsAreNotDisturbed) {
  experiments::Experiment plain = transpose();
  plain.counters = {};
  const experiments::Result before = last(plain);
  const experiments::Result counted = last(transpose());
  const experiments::Result after = last(plain);
  ASSERT_TRUE(before.hot && after.hot);
  RecordProperty("before_ms", std::to_string(before.hot->median));
  RecordProperty("after_ms", std::to_string(after.hot->median));
  EXPECT_LT(after.hot->median, 3 * before.hot->median);
  EXPECT_EQ(counted.verification->passed, true);
}

}  // namespace
}  // namespace lanescope::worker
