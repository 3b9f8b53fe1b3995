#include "explanations/findings.h"

#include <gtest/gtest.h>

#include <set>

#include "explanations/explained.h"
#include "explanations/sentences.h"

namespace lanescope::explanations {
namespace {

double number(const Finding& finding, std::string_view name) {
  const FindingNumber* found = finding.number(name);
  return found == nullptr ? -1 : found->value;
}

TEST(Summary, NamesTheUnitThatIsBusyForMostOfTheTime) {
  const auto verdict = [](std::vector<predict::CauseShare> shares) {
    return explained(result_to_explain({}, std::move(shares))).verdict.kind;
  };
  EXPECT_EQ(verdict({{Cause::memory, 0.9}, {Cause::pipe, 0.3}}), FindingKind::memory_bound);
  EXPECT_EQ(verdict({{Cause::l2, 0.85}}), FindingKind::l2_bound);
  EXPECT_EQ(verdict({{Cause::pipe, 0.8}}), FindingKind::l1_bound);
  EXPECT_EQ(verdict({{Cause::instructions, 0.95}}), FindingKind::compute_bound);
  EXPECT_EQ(verdict({{Cause::atomics, 0.9}}), FindingKind::atomics_bound);
  EXPECT_EQ(verdict({{Cause::block_starts, 0.9}}), FindingKind::block_start_bound);
  EXPECT_EQ(verdict({{Cause::launch, 0.55}}), FindingKind::launch_bound);
  EXPECT_EQ(verdict({{Cause::memory, 0.7}}), FindingKind::busy);
  EXPECT_EQ(verdict({{Cause::waiting, 0.8}, {Cause::memory, 0.3}}), FindingKind::latency_bound) << "waiting is no unit";
}

TEST(Summary, SaysWhyNothingIsKnown) {
  Result result = result_to_explain({}, {});
  result.without_prediction = "the kernel uses matrix instructions";
  const Summary summary = explained(result);
  EXPECT_EQ(summary.verdict.kind, FindingKind::unknown);
  EXPECT_EQ(summary.without, result.without_prediction);
  EXPECT_EQ(summary.time, std::nullopt);
}

TEST(Summary, TakesCountedSharesBeforePredictedOnes) {
  Result result = result_to_explain({}, {{Cause::pipe, 0.9}});
  result.counted.emplace();
  result.counted->values.set("sol.dram", 88.0);
  result.counted->values.set("sol.l1", 40.0);
  const Summary summary = explained(result);
  EXPECT_EQ(summary.verdict.kind, FindingKind::memory_bound);
  EXPECT_EQ(summary.verdict.numbers.front().name, "sol.dram");
  EXPECT_EQ(summary.verdict.numbers.front().origin, experiments::Origin::counted);
}

// 20 wavefronts where 12 would do, 8 of them in one line: the product of article 004 in small.
const std::vector<TestAccess> product = {{10, Space::shared, Operation::load, wavefronts(200, 400, 400)},
                                         {14, Space::shared, Operation::load, wavefronts(200, 1600, 800)}};

TEST(BankConflicts, LeadToTheirLineWithItsWavefronts) {
  const Summary summary = explained(result_to_explain(product, {{Cause::pipe, 0.95}, {Cause::instructions, 0.5}}));
  ASSERT_FALSE(summary.causes.empty());
  const Finding& first = summary.causes.front();
  EXPECT_EQ(first.kind, FindingKind::bank_conflicts);
  EXPECT_EQ(first.operation, Operation::load);
  EXPECT_EQ(number(first, number_names::per_request), 5);
  EXPECT_EQ(number(first, number_names::ideal_per_request), 3);
  EXPECT_EQ(number(first, number_names::line_per_request), 8);
  EXPECT_EQ(number(first, number_names::line_ideal), 4);
  EXPECT_EQ(number(first, number_names::line_share), 100);
  EXPECT_EQ(number(first, "shared.load.conflicts"), 800);
  ASSERT_TRUE(first.place);
  EXPECT_EQ(first.place->line, 14);
  EXPECT_EQ(first.place->site, 1u);
  EXPECT_EQ(first.page, counters::Page::shared_table);
  EXPECT_EQ(first.view, FindingView::banks);
  ASSERT_TRUE(first.gain);
  // 8 of 20 wavefronts are 40 % of the pipe's work; without them the pipe still takes longer than the instructions.
  EXPECT_NEAR(first.gain->share, 0.4, 1e-9);
  EXPECT_NEAR(*first.gain->ms, 0.2, 1e-9);
}

TEST(BankConflicts, OfAUnitThatOthersHideGainLittle) {
  const Summary summary = explained(result_to_explain(product, {{Cause::memory, 0.95}, {Cause::pipe, 0.1}}));
  const Finding* conflicts = cause(summary, FindingKind::bank_conflicts);
  ASSERT_NE(conflicts, nullptr);
  EXPECT_NEAR(conflicts->gain->share, 0.04, 1e-9);
}

TEST(BankConflicts, EndTheirGainWhereTheNextUnitLimits) {
  const Summary summary = explained(result_to_explain(product, {{Cause::pipe, 1.0}, {Cause::instructions, 0.9}}));
  const Finding* conflicts = cause(summary, FindingKind::bank_conflicts);
  ASSERT_NE(conflicts, nullptr);
  EXPECT_LE(conflicts->gain->share, 0.4);
}

TEST(BankConflicts, BelowATenthAreNoFinding) {
  const std::vector<TestAccess> few = {{10, Space::shared, Operation::load, wavefronts(1000, 1090, 1000)}};
  EXPECT_EQ(cause(explained(result_to_explain(few, {{Cause::pipe, 0.9}})), FindingKind::bank_conflicts), nullptr);
  const std::vector<TestAccess> none = {{10, Space::shared, Operation::load, wavefronts(1000, 4000, 4000)}};
  EXPECT_EQ(cause(explained(result_to_explain(none, {{Cause::pipe, 0.9}})), FindingKind::bank_conflicts), nullptr)
      << "wide accesses need several wavefronts without any conflict";
}

TEST(BankConflicts, AreCountedWhereNoBlockWasExecuted) {
  // A recording of a GPU on which the blocks took too long for the emulator. The line of the stores has conflicts too.
  Result result = result_to_explain({}, {});
  result.metrics.reset();
  result.counted.emplace();
  counters::Values& values = result.counted->values;
  for (const auto& [id, value] :
       std::vector<std::pair<std::string_view, double>>{{"sol.l1", 76},
                                                        {"sol.compute", 59},
                                                        {"shared.load.instructions", 400},
                                                        {"shared.load.wavefronts", 2000},
                                                        {"shared.load.wavefronts_ideal", 1200},
                                                        {"shared.load.conflicts", 800},
                                                        {"shared.store.instructions", 40},
                                                        {"shared.store.wavefronts", 60},
                                                        {"shared.store.wavefronts_ideal", 40}})
    values.set(counters::QuantityId(*counters::quantity(id)), value);
  const auto instruction = [](std::int32_t line, std::uint64_t executed, std::uint64_t wavefronts,
                              std::uint64_t ideal) {
    counters::CountedInstruction made;
    made.file = "k.cu";
    made.line = line;
    made.executed = executed;
    made.wavefronts = wavefronts;
    made.wavefronts_ideal = ideal;
    return made;
  };
  result.counted->instructions = {instruction(10, 200, 400, 400), instruction(14, 100, 800, 400),
                                  instruction(14, 100, 800, 400), instruction(30, 40, 60, 40)};
  const Summary summary = explained(result);
  ASSERT_FALSE(summary.causes.empty());
  const Finding& first = summary.causes.front();
  EXPECT_EQ(first.kind, FindingKind::bank_conflicts);
  EXPECT_EQ(first.operation, Operation::load);
  EXPECT_EQ(first.numbers.front().origin, experiments::Origin::counted);
  EXPECT_EQ(number(first, number_names::per_request), 5);
  EXPECT_EQ(number(first, number_names::line_per_request), 8);
  EXPECT_EQ(number(first, number_names::line_ideal), 4);
  ASSERT_TRUE(first.place);
  EXPECT_EQ(first.place->line, 14);
  ASSERT_TRUE(first.gain);
  EXPECT_NEAR(first.gain->share, 800.0 / 2060, 1e-9);
  const auto stores = std::ranges::find_if(summary.causes, [](const Finding& each) {
    return each.kind == FindingKind::bank_conflicts && each.operation == Operation::store;
  });
  ASSERT_NE(stores, summary.causes.end());
  EXPECT_EQ(stores->place->line, 30) << "the line of the loads has more than all stores have";
}

TEST(Summary, HasTheSharesThatThePagesShow) {
  // Predicted for half of the multiprocessors: the share of those that have blocks is twice that of all.
  Result result = result_to_explain({}, {{Cause::pipe, 0.98}, {Cause::instructions, 0.8}});
  experiments::Sheet known = experiments::sheet_of(result);
  known.predicted.set("sol.l1", 49.0);
  known.predicted.set("sol.compute", 40.0);
  const Summary summary = summary_of(result, known);
  for (const FindingNumber& each : summary.verdict.numbers) {
    const auto on_page = known.find(each.name);
    ASSERT_TRUE(on_page) << each.name;
    EXPECT_NEAR(each.value, on_page->number, 1e-9) << each.name;
  }
  EXPECT_EQ(summary.verdict.numbers.front().name, "sol.l1");
}

TEST(BankConflicts, OfRecordingsHaveALineWithoutASite) {
  Result result = result_to_explain(product, {{Cause::pipe, 0.95}});
  result.metrics->executed.sites.clear();
  const Summary summary = explained(result);
  const Finding* conflicts = cause(summary, FindingKind::bank_conflicts);
  ASSERT_NE(conflicts, nullptr);
  EXPECT_EQ(conflicts->place->line, 14);
  EXPECT_EQ(conflicts->place->site, std::nullopt);
}

TEST(Sectors, OfLoadsAndStoresAreFindingsOfTheirOwn) {
  const std::vector<TestAccess> accesses = {{3, Space::global, Operation::load, sectors(100, 400, 400)},
                                            {5, Space::global, Operation::store, sectors(100, 3200, 400)}};
  const Summary summary = explained(result_to_explain(accesses, {{Cause::l2, 0.9}, {Cause::memory, 0.4}}));
  EXPECT_EQ(cause(summary, FindingKind::uncoalesced_loads), nullptr);
  const Finding* stores = cause(summary, FindingKind::scattered_stores);
  ASSERT_NE(stores, nullptr);
  EXPECT_EQ(number(*stores, number_names::per_request), 32);
  EXPECT_EQ(number(*stores, number_names::ideal_per_request), 4);
  EXPECT_EQ(stores->place->line, 5);
  EXPECT_EQ(stores->view, FindingView::sectors);
  EXPECT_GT(stores->gain->share, 0.5);
}

TEST(Sectors, BeyondTheNeedOfTheProblemAreExtraTraffic) {
  Result result = result_to_explain({}, {{Cause::memory, 0.9}});
  result.predicted->prediction.memory_read_bytes = 3e6;
  result.predicted->prediction.memory_write_bytes = 1e6;
  result.predicted->work_bytes = 2'000'000;
  const Summary summary = explained(result);
  const Finding* traffic = cause(summary, FindingKind::extra_traffic);
  ASSERT_NE(traffic, nullptr);
  EXPECT_EQ(number(*traffic, number_names::excess), 50);
  EXPECT_EQ(number(*traffic, "memory.read.bytes"), 3e6);
  result.predicted->work_bytes = 3'900'000;
  EXPECT_EQ(cause(explained(result), FindingKind::extra_traffic), nullptr);
}

TEST(Occupancy, IsACauseOnlyWhereLatencyLimits) {
  Result result = result_to_explain({}, {{Cause::waiting, 0.6}, {Cause::memory, 0.4}});
  result.launches.front().calculated->fraction = 0.25;
  result.launches.front().calculated->resident_warps = 16;
  result.launches.front().calculated->limits = {model::Limit::registers};
  const Summary summary = explained(result);
  const Finding* few = cause(summary, FindingKind::low_occupancy);
  ASSERT_NE(few, nullptr);
  EXPECT_EQ(few->limits, std::vector{model::Limit::registers});
  EXPECT_EQ(number(*few, "occupancy.theoretical"), 25);
  EXPECT_EQ(number(*few, "warps.theoretical"), 4);
  EXPECT_EQ(few->view, FindingView::occupancy);
  EXPECT_NEAR(few->gain->share, 0.6, 1e-9);
  result.predicted = result_to_explain({}, {{Cause::memory, 0.9}}).predicted;
  EXPECT_EQ(cause(explained(result), FindingKind::low_occupancy), nullptr);
}

TEST(Waves, TellAnIdleLastWaveAndTooFewBlocks) {
  Result result = result_to_explain({}, {{Cause::waiting, 0.6}, {Cause::memory, 0.4}});
  const Summary summary = explained(result);  // 1,320 blocks where 1,056 fit: the second wave is a quarter full
  const Finding* tail = cause(summary, FindingKind::tail);
  ASSERT_NE(tail, nullptr);
  EXPECT_EQ(number(*tail, number_names::waves), 1.25);
  EXPECT_NEAR(tail->gain->share, 0.375, 1e-9);
  result.launches.front().grid = {66, 1, 1};
  const Summary half = explained(result);
  const Finding* few = cause(half, FindingKind::few_blocks);
  ASSERT_NE(few, nullptr);
  EXPECT_NEAR(few->gain->share, 0.5, 1e-9);
  EXPECT_EQ(cause(half, FindingKind::tail), nullptr);
}

TEST(Waves, AreThoseOfTheSizesThatTheTimeIsOf) {
  Result result = result_to_explain({}, {{Cause::memory, 0.4}});
  result.launches.front().grid = {66, 1, 1};  // smaller sizes were verified
  result.predicted->sizes = {{"n", 8192}};
  result.predicted->launch_blocks = {10'560};
  const Summary summary = explained(result);
  EXPECT_EQ(cause(summary, FindingKind::few_blocks), nullptr);
  EXPECT_EQ(cause(summary, FindingKind::tail), nullptr);
}

TEST(Stall, OfMoreThanAThirdIsACauseWithItsLine) {
  Result result = result_to_explain({}, {{Cause::pipe, 0.5}});
  result.counted.emplace();
  counters::Values& values = result.counted->values;
  values.set("warp.cycles_per_instruction", 20.0);
  values.set("warps.issued", 0.3);
  values.set("stall.mio_throttle", 9.0);
  values.set("stall.long_scoreboard", 3.0);
  values.set("stall.not_selected", 8.0);
  counters::CountedInstruction instruction;
  instruction.file = "k.cu";
  instruction.line = 21;
  instruction.stall_samples = {{"mio_throttle", 40}, {"wait", 100}};
  result.counted->instructions = {instruction};
  const Summary summary = explained(result);
  const Finding* stall = cause(summary, FindingKind::stall);
  ASSERT_NE(stall, nullptr);
  EXPECT_EQ(stall->reason, "mio_throttle");
  EXPECT_EQ(number(*stall, number_names::share), 45);
  EXPECT_EQ(stall->place->line, 21);
  EXPECT_EQ(stall->page, counters::Page::warp_states);
  EXPECT_EQ(std::ranges::count(summary.causes, FindingKind::stall, &Finding::kind), 1)
      << "what could issue does not wait, and 15 % are few";
  values.set("warps.issued", 0.85);
  EXPECT_EQ(cause(explained(result), FindingKind::stall), nullptr) << "the schedulers are busy";
}

TEST(Divergence, LeadsToTheLineWithTheMostIdleThreads) {
  Result result =
      result_to_explain({{3, Space::global, Operation::load, sectors(1, 4, 4)}}, {{Cause::instructions, 0.9}});
  result.metrics->lane_instructions = 16'000;
  result.metrics->lines = {{"k.cu", 7, 100, 3200}, {"k.cu", 9, 500, 2000}};
  const Summary summary = explained(result);
  const Finding* divergence = cause(summary, FindingKind::divergence);
  ASSERT_NE(divergence, nullptr);
  EXPECT_EQ(number(*divergence, "instructions.threads"), 16);
  EXPECT_EQ(divergence->place->line, 9);
}

TEST(LocalMemory, IsFoundByAccessesOrByTheCubinAlone) {
  const std::vector<TestAccess> accesses = {{3, Space::global, Operation::load, sectors(100, 400, 400)},
                                            {4, Space::local, Operation::store, sectors(100, 400, 400)}};
  const Summary summary = explained(result_to_explain(accesses, {{Cause::l2, 0.9}}));
  const Finding* local = cause(summary, FindingKind::local_memory);
  ASSERT_NE(local, nullptr);
  EXPECT_EQ(number(*local, number_names::excess), 50);
  EXPECT_EQ(local->place->line, 4);
  Result spilled = result_to_explain({}, {{Cause::l2, 0.9}});
  spilled.launches.front().local_bytes = 64;
  const Summary of_spilled = explained(spilled);
  const Finding* bytes = cause(of_spilled, FindingKind::local_memory);
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(number(*bytes, number_names::local_bytes), 64);
  EXPECT_EQ(bytes->gain, std::nullopt) << "nothing says what the spills cost";
}

TEST(Arbitration, IsWhatTheCounterHasBeyondTheAddresses) {
  Result result =
      result_to_explain({{3, Space::shared, Operation::store, wavefronts(100, 100, 100)}}, {{Cause::pipe, 0.9}});
  result.counted.emplace();
  counters::Values& values = result.counted->values;
  values.set("shared.store.wavefronts", 150.0);
  values.set("shared.store.conflicts", 50.0);
  const Summary summary = explained(result);
  const Finding* arbitration = cause(summary, FindingKind::arbitration);
  ASSERT_NE(arbitration, nullptr);
  EXPECT_EQ(number(*arbitration, number_names::counted_conflicts), 50);
  EXPECT_EQ(number(*arbitration, number_names::derived_conflicts), 0);
  EXPECT_EQ(arbitration->gain, std::nullopt) << "no address can be changed to remove it";
  EXPECT_EQ(cause(summary, FindingKind::bank_conflicts), nullptr) << "the addresses are without fault";
}

TEST(Summary, RanksCausesByWhatTheyWouldGain) {
  std::vector<TestAccess> accesses = product;
  accesses.push_back({20, Space::global, Operation::store, sectors(100, 3200, 400)});
  const Summary summary = explained(result_to_explain(accesses, {{Cause::l2, 0.95}, {Cause::pipe, 0.3}}));
  ASSERT_GE(summary.causes.size(), 2u);
  EXPECT_EQ(summary.causes.front().kind, FindingKind::scattered_stores);
  for (std::size_t i = 1; i < summary.causes.size(); ++i) {
    if (!summary.causes[i].gain) continue;
    EXPECT_GE(summary.causes[i - 1].gain->share, summary.causes[i].gain->share);
  }
}

TEST(Summary, SharesOfGainsAreOfTheMeasuredTimeWhereThereIsOne) {
  Result result = result_to_explain(product, {{Cause::pipe, 0.95}});
  result.cold = catalogue::Samples{2.0, 1.9, 2.1, 40, 0};
  const Summary summary = explained(result);
  EXPECT_EQ(summary.time->number, 2.0);
  EXPECT_EQ(summary.time->origin, experiments::Origin::measured);
  EXPECT_NEAR(*summary.causes.front().gain->ms, 0.8, 1e-9);
  result.recorded = "2026-11-21";
  EXPECT_EQ(explained(result).time->origin, experiments::Origin::recorded);
}

TEST(Findings, EachHaveAWordASentenceAndAThresholdWithItsSource) {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < finding_kinds; ++i) {
    Finding finding;
    finding.kind = static_cast<FindingKind>(i);
    EXPECT_TRUE(words.insert(name_of(finding.kind)).second);
    const std::string sentence = sentence_of(finding);
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
  }
  for (const FindingThreshold& each : finding_thresholds()) {
    EXPECT_GT(each.value, 0) << name_of(each.kind);
    EXPECT_FALSE(each.of.empty());
    EXPECT_FALSE(each.source.empty());
  }
  EXPECT_EQ(threshold(FindingKind::bank_conflicts), 10);
}

TEST(Sentence, HasTheNumbersOfTheFinding) {
  const Summary summary = explained(result_to_explain(product, {{Cause::pipe, 0.95}, {Cause::instructions, 0.5}}));
  EXPECT_EQ(sentence_of(summary.causes.front()),
            "Bank conflicts of loads from shared memory: 5 wavefronts per request, ideal 3; 40.0 % of the wavefronts "
            "are conflicts. Line 14 has 100.0 % of them: 8 wavefronts per request, ideal 4.");
  EXPECT_EQ(gain_text(summary.causes.front()),
            "removing it saves at most 40.0 % of the time, 200.0 µs (by the time model)");
}

}  // namespace
}  // namespace lanescope::explanations
