#include "gui/readings/readout_view_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gui/readings/connection.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

const Reading& line(const std::vector<Reading>& readings, const std::string& label) {
  const auto found =
      std::find_if(readings.begin(), readings.end(), [&](const Reading& reading) { return reading.label == label; });
  if (found == readings.end()) throw std::out_of_range(label);
  return *found;
}

std::shared_ptr<const Language> language(const char* code) {
  auto read = read_language(std::filesystem::path(LANESCOPE_SOURCES) / "assets/lang", code);
  EXPECT_TRUE(read) << read.error().text();
  return read.value_or(english());
}

class ReadoutText : public testing::Test {
 protected:
  State state_ = test::state_with_kernels();
};

TEST_F(ReadoutText, OfAMeasurementHasUnitOriginSpreadAndSampleCount) {
  test::accept(state_, test::refined(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.title, "transpose/naive_row");
  EXPECT_EQ(readout.rate.value, "2\u2009871");
  EXPECT_EQ(readout.rate.unit, "GB/s");
  EXPECT_EQ(readout.rate.origin, experiments::Origin::measured);
  EXPECT_EQ(readout.rate.spread, "[2\u2009840, 2\u2009888]");
  EXPECT_EQ(readout.rate.detail, "median of 57 samples, cold");
  ASSERT_TRUE(readout.peak);
  EXPECT_EQ(readout.peak->text, "59.8 % of 4\u2009800 GB/s, the theoretical peak");
  EXPECT_EQ(line(readout.timing, "Time, cold").value, "46.75");
  EXPECT_EQ(line(readout.timing, "Time, cold").unit, "µs");
  EXPECT_EQ(line(readout.timing, "Time, hot").spread, "[43.22, 43.96]");
  EXPECT_FALSE(readout.stale);
  EXPECT_TRUE(readout.activity.empty());
}

TEST_F(ReadoutText, NeverShowsAMeasurementWithoutItsSpread) {
  test::accept(state_, test::refined(state_), 1);
  const Readout readout = read(state_);
  for (const Reading& reading : readout.timing) {
    EXPECT_TRUE(!reading.label.starts_with("Time") || !reading.spread.empty()) << reading.label;
    EXPECT_FALSE(reading.unit.empty()) << reading.label;
  }
  for (const Reading& reading : readout.resources) EXPECT_FALSE(reading.unit.empty()) << reading.label;
}

TEST_F(ReadoutText, OfAFirstSampleIsUnverifiedUntilItIsVerified) {
  test::accept(state_, test::sampled(state_), 1);
  EXPECT_EQ(read(state_).verdict, Verdict::unverified);
  EXPECT_EQ(read(state_).activity, "verifying");
  test::accept(state_, test::refined(state_), 2);
  EXPECT_EQ(read(state_).verdict, Verdict::verified);
  EXPECT_EQ(read(state_).verdict_text, "16\u2009777\u2009216 elements are correct (exact property on the device)");
}

TEST_F(ReadoutText, OfTheNextRunAtAVerifiedSettingStaysVerified) {
  test::accept(state_, test::refined(state_), 1);
  test::accept(state_, test::sampled(state_), 2);
  EXPECT_EQ(read(state_).verdict, Verdict::verified);
  EXPECT_EQ(read(state_).verdict_text, "the previous run with these settings was correct");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 3));
  test::accept(state_, test::sampled(state_), 4);
  EXPECT_EQ(read(state_).verdict, Verdict::unverified) << "another setting was never verified";
}

TEST_F(ReadoutText, OfAWrongResultNamesTheFirstWrongElementOnce) {
  test::accept(state_, test::wrong(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.verdict, Verdict::wrong);
  EXPECT_EQ(readout.verdict_text, "12 of 16\u2009777\u2009216 elements are wrong");
  EXPECT_EQ(readout.first_wrong, "element [3, 17] (index 12305): expected 0.25 (0x3e800000), got 0.5 (0x3f000000)");
  EXPECT_EQ(readout.wrong_remedy, "compare the index of the store with the one of the load");
  EXPECT_TRUE(readout.problems.empty()) << "the fault says the same as the verdict";
}

TEST_F(ReadoutText, OfAnUnwrittenElementSaysSo) {
  experiments::Result result = test::wrong(state_);
  result.verification->unwritten = 12;
  result.verification->guard_bytes_changed = 64;
  result.verification->first->unwritten = true;
  test::accept(state_, result, 1);
  EXPECT_EQ(
      read(state_).verdict_text,
      "12 of 16\u2009777\u2009216 elements are wrong, 12 of them never written; 64 bytes outside the buffers were "
      "overwritten");
  EXPECT_EQ(read(state_).first_wrong, "element [3, 17] (index 12305): never written, expected 0.25 (0x3e800000)");
}

TEST_F(ReadoutText, IsDimmedFromTheMomentAKnobMovesUntilTheNewNumber) {
  test::accept(state_, test::refined(state_), 1);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  EXPECT_TRUE(state_.stale());
  EXPECT_TRUE(read(state_).stale);
  EXPECT_EQ(read(state_).rate.value, "2\u2009871") << "the old number stays readable";
  EXPECT_TRUE(read(state_).resources_stale);
  EXPECT_EQ(read(state_).activity, "working on the new setting");

  test::accept(state_, test::compiled(state_), 3);
  EXPECT_TRUE(read(state_).stale) << "compiled, but not yet measured";
  EXPECT_FALSE(read(state_).resources_stale) << "the compiler's numbers are those of the new setting";
  EXPECT_EQ(read(state_).activity, "measuring");

  test::accept(state_, test::sampled(state_), 4);
  EXPECT_FALSE(read(state_).stale);
}

TEST_F(ReadoutText, OfAnotherKernelDoesNotShowTheNumbersOfTheOneBefore) {
  test::accept(state_, test::refined(state_), 1);
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 2));
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.value, "—");
  EXPECT_EQ(readout.rate.missing, "waiting for the first response");
}

TEST_F(ReadoutText, WithoutAGpuInventsNothingAndSaysWhatWouldHelp) {
  test::accept(state_, test::without_gpu(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.value, "—");
  EXPECT_EQ(readout.rate.missing, "no NVIDIA GPU to measure on");
  EXPECT_FALSE(readout.peak);
  EXPECT_EQ(readout.verdict, Verdict::none);
  EXPECT_EQ(line(readout.timing, "Time").missing, "no NVIDIA GPU to measure on");
  EXPECT_EQ(line(readout.resources, "Registers").value, "16") << "the compiler needs no GPU";
  EXPECT_EQ(line(readout.resources, "Occupancy").value, "—");
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().kind, Problem::Kind::missing_requirement);
  EXPECT_NE(readout.problems.front().remedy.find("install the driver"), std::string::npos);

  const StatusLine status = status_of(state_, readout);
  EXPECT_EQ(status.worker, "worker ready");
  EXPECT_NE(status.lacking.find("install the driver"), std::string::npos);
}

TEST_F(ReadoutText, OfTheEmulatorShowsWhatItDerivesAndNoTime) {
  state_.known.machine->device.clear();
  test::accept(state_, test::emulated(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.rate.value, "—");
  EXPECT_EQ(readout.rate.missing, "no NVIDIA GPU to measure on");
  EXPECT_NE(readout.rate_remedy.find("a machine with an NVIDIA GPU"), std::string::npos) << "and what would help";
  EXPECT_EQ(line(readout.timing, "Time").value, "—");
  EXPECT_FALSE(readout.peak);
  EXPECT_EQ(readout.verdict, Verdict::verified);
  EXPECT_TRUE(readout.problems.empty());
  const std::vector<Message>& notes = test::emulated(state_).notes;
  EXPECT_EQ(readout.notes, std::vector<std::string>(notes.begin(), notes.end()));
  EXPECT_FALSE(status_of(state_, readout).lacking.empty());
}

TEST_F(ReadoutText, OfAccessesGivesEachAgainstItsIdealAndHowManyBlocksWereCounted) {
  test::accept(state_, test::emulated(state_), 1);
  const AccessReadings accesses = read(state_).accesses;
  ASSERT_EQ(accesses.lines.size(), 3U);
  EXPECT_EQ(accesses.blocks, "3 of 16\u2009384 blocks");
  EXPECT_EQ(accesses.exact, "3 of 3 instructions exact");
  EXPECT_EQ(accesses.lines[0].label, "Global loads");
  EXPECT_EQ(accesses.lines[0].value, "4.0");
  EXPECT_EQ(accesses.lines[0].unit, "sectors");
  EXPECT_EQ(accesses.lines[0].ideal, "4.0");
  EXPECT_TRUE(accesses.lines[0].ratio.empty());
  EXPECT_EQ(accesses.lines[1].label, "Global stores");
  EXPECT_EQ(accesses.lines[1].value, "32.0");
  EXPECT_EQ(accesses.lines[1].ratio, "8.0×");
  EXPECT_EQ(accesses.lines[2].unit, "wavefronts");
  EXPECT_EQ(accesses.lines[2].ideal, "1.0");
  EXPECT_EQ(accesses.lines[2].ratio, "32.0×");
}

TEST_F(ReadoutText, OfAccessesSaysWhichAreApproximate) {
  model::Metrics metrics = test::metrics();
  metrics.executed.sites[2].proven = false;
  metrics.executed.sites[2].reason = "there is no cubin";
  const AccessReadings some = access_readings(*english(), metrics);
  EXPECT_EQ(some.exact, "2 of 3 instructions exact");
  EXPECT_FALSE(some.lines[0].approximate);
  EXPECT_TRUE(some.lines[2].approximate);
  EXPECT_NE(some.lines[2].details.find("there is no cubin"), std::string::npos);
  for (model::SiteMetrics& site : metrics.executed.sites) site.proven = false;
  EXPECT_EQ(access_readings(*english(), metrics).exact, "0 of 3 instructions exact");
  metrics.executed.sites.clear();
  EXPECT_EQ(access_readings(*english(), metrics).exact, "") << "sums alone do not say";
}

TEST_F(ReadoutText, OfAccessesInventsNothingForWhatNoRuleIsKnownFor) {
  model::Metrics metrics = test::metrics();
  model::TotalMetrics& stores = metrics.executed.totals[1];
  stores.operation = trace::Operation::atomic;
  stores.counts.sectors = stores.counts.sectors_ideal = 0;
  stores.counts.uncounted_requests = stores.counts.requests;
  const AccessReading reading = access_readings(*english(), metrics).lines[1];
  EXPECT_EQ(reading.label, "Global atomics");
  EXPECT_EQ(reading.value, "—");
  EXPECT_FALSE(reading.known());

  stores.counts.uncounted_requests = stores.counts.requests - 2;
  stores.counts.sectors = 64;
  stores.counts.sectors_ideal = 8;
  EXPECT_EQ(access_readings(*english(), metrics).lines[1].value, "32.0") << "of the two requests that were counted";
  EXPECT_FALSE(access_readings(*english(), model::Metrics()).missing.empty());
}

TEST_F(ReadoutText, OfAccessesIsDimmedFromTheMomentAKnobMoves) {
  test::accept(state_, test::emulated(state_), 1);
  EXPECT_FALSE(read(state_).accesses.stale);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  Readout readout = read(state_);
  EXPECT_TRUE(readout.accesses.stale);
  EXPECT_EQ(readout.accesses.lines.size(), 3U) << "the old numbers stay readable";
  EXPECT_TRUE(readout.stale) << "so does the picture of the output";
  EXPECT_EQ(line(readout.resources, "Registers").value, "16");
  EXPECT_TRUE(readout.resources_stale);
  test::accept(state_, test::emulated(state_), 3);
  EXPECT_FALSE(read(state_).accesses.stale);
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 4));
  EXPECT_TRUE(read(state_).accesses.lines.empty()) << "they are those of another kernel";
}

TEST_F(ReadoutText, OfAccessesStaysWhenTheSameSettingIsOnlyMeasuredAgain) {
  experiments::Result first = test::refined(state_);
  first.metrics = test::metrics();
  first.notes = {"the blocks depend on each other"};
  test::accept(state_, first, 1);
  experiments::Result again = test::refined(state_);
  again.request = first.request + 1;
  test::accept(state_, again, 2);
  EXPECT_EQ(read(state_).accesses.lines.size(), 3U);
  EXPECT_FALSE(read(state_).accesses.stale);
  EXPECT_EQ(read(state_).notes, std::vector<std::string>(first.notes.begin(), first.notes.end()));
}

TEST_F(ReadoutText, OfOccupancyNamesWhatLimitsItAndWhoSaysSo) {
  test::accept(state_, test::emulated(state_), 1);
  const Reading predicted = line(read(state_).resources, "Occupancy");
  EXPECT_EQ(predicted.detail, "limited by threads · 8 blocks per SM · on H200");
  EXPECT_EQ(predicted.origin, experiments::Origin::predicted);
  experiments::Result large = test::emulated(state_);
  large.launches.front().blocks_per_sm = 1;
  test::accept(state_, large, 1);
  EXPECT_EQ(line(read(state_).resources, "Occupancy").detail, "limited by threads · 1 block per SM · on H200");
  test::accept(state_, test::refined(state_), 2);
  EXPECT_EQ(line(read(state_).resources, "Occupancy").origin, experiments::Origin::driver);
}

TEST_F(ReadoutText, OfAFaultOfTheEmulatorSaysWhoDidWhatWhere) {
  experiments::Result result = test::emulated(state_);
  result.faults.push_back(test::out_of_bounds(state_));
  result.verification.reset();
  test::accept(state_, result, 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.verdict, Verdict::fault);
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().where,
            "naive_row.cu:42, kernel transpose, block 4, thread 3, buffer out, offset 1024 B");
  EXPECT_TRUE(readout.problems.front().action.empty());
}

TEST_F(ReadoutText, OfManyFaultsShowsTheFirstAndCountsTheRest) {
  experiments::Result result = test::emulated(state_);
  for (int fault = 0; fault < 7; ++fault) result.faults.push_back(test::out_of_bounds(state_));
  test::accept(state_, result, 1);
  const Readout readout = read(state_);
  ASSERT_EQ(readout.problems.size(), 4U);
  EXPECT_EQ(readout.problems.back().what, "4 more faults; the Source panel shows all of them");
}

TEST_F(ReadoutText, OfAMuseumKernelTellsItsFaultAsTheLessonThatItIs) {
  test::accept(state_, test::with_expected_fault(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.verdict, Verdict::expected_fault);
  EXPECT_EQ(readout.verdict_text, "shows an access out of bounds, as expected");
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().kind, Problem::Kind::lesson);
  EXPECT_NE(readout.problems.front().what.find("as expected: thread 3 of block 4 writes"), std::string::npos);
  EXPECT_EQ(readout.problems.front().action, "launch_anyway") << "there is a GPU that it could be launched on";
  state_.known.machine->device.clear();
  EXPECT_TRUE(read(state_).problems.front().action.empty()) << "there is none";
}

TEST_F(ReadoutText, OfAMuseumKernelThatKeepsItsFaultToItselfSaysSo) {
  experiments::Result result = test::emulated(state_);
  result.expected = FaultKind::out_of_bounds;
  result.verification->passed = false;
  experiments::Fault fault;
  fault.kind = FaultKind::expectation;
  fault.message = "the kernel should show the fault out_of_bounds, but showed no fault";
  result.faults.push_back(fault);
  test::accept(state_, result, 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.verdict, Verdict::missing_expected_fault);
  EXPECT_TRUE(readout.first_wrong.empty());
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().what, fault.message);
}

TEST_F(ReadoutText, OfAFaultNamesTheMemoryInTheLanguageOfTheWindow) {
  experiments::Result result = test::emulated(state_);
  result.faults.push_back(test::out_of_bounds(state_));
  result.verification.reset();
  const auto where = [&](trace::Space space, const char* code) {
    result.faults.front().memory = {space};
    test::accept(state_, result, 1);
    state_.ui.language = language(code);
    return read(state_).problems.front().where;
  };
  EXPECT_TRUE(where(trace::Space::shared, "en").ends_with("thread 3, shared memory, offset 1024 B"));
  EXPECT_TRUE(where(trace::Space::local, "en").ends_with("thread 3, local memory, offset 1024 B"));
  EXPECT_NE(where(trace::Space::shared, "zh").find("共享内存"), std::string::npos);
  EXPECT_NE(where(trace::Space::local, "zh").find("本地内存"), std::string::npos);
}

TEST_F(ReadoutText, OfARightOutputSaysHowItWasComparedInTheLanguageOfTheWindow) {
  experiments::Result result = test::refined(state_);
  result.verification->method =
      Message("method.output_of", "output of copy/rows", {MessageArgument(std::string("copy/rows"))});
  test::accept(state_, result, 1);
  EXPECT_NE(read(state_).verdict_text.find("output of copy/rows"), std::string::npos);
  state_.ui.language = language("zh");
  EXPECT_NE(read(state_).verdict_text.find("copy/rows 的输出"), std::string::npos);
}

TEST_F(ReadoutText, OfAHeldLaunchSaysWhatWasFoundAndOffersToLaunchAllTheSame) {
  test::accept(state_, test::blocked_launch(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.verdict, Verdict::launch_blocked);
  EXPECT_EQ(readout.rate.missing, "blocked: nothing was launched");
  ASSERT_EQ(readout.problems.size(), 1U) << "the fault is told once";
  const Problem& held = readout.problems.front();
  EXPECT_EQ(held.kind, Problem::Kind::launch_blocked);
  EXPECT_TRUE(held.what.starts_with("Nothing was launched on the GPU"));
  EXPECT_TRUE(held.where.starts_with("naive_row.cu:42"));
  EXPECT_EQ(held.action, "launch_anyway");
}

TEST_F(ReadoutText, OfABrokenTextNamesTheVersionThatRunsInItsPlace) {
  test::accept(state_, test::refined(state_), 1);
  test::edit(state_, test::kernel_text("Edited"), 2);
  test::accept(state_, test::with_compile_error(state_), 3);
  EXPECT_EQ(read(state_).activity, "starting the last version that compiled");
  test::accept(state_, test::refined(state_), 4);
  const Readout readout = read(state_);
  EXPECT_EQ(readout.version, "the last version that compiled");
  EXPECT_EQ(status_of(state_, readout).version, "running the last version that compiled");
  EXPECT_FALSE(readout.stale);
  EXPECT_EQ(readout.rate.value, "2\u2009871");
  ASSERT_EQ(readout.problems.size(), 1U) << "what is wrong with the text on screen stays";
  EXPECT_EQ(readout.problems.front().where, "naive_row.cu:39");
}

TEST_F(ReadoutText, OfAKernelThatDoesNotCompileKeepsTheLastGoodNumberDimmed) {
  test::accept(state_, test::refined(state_), 1);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  test::accept(state_, test::with_compile_error(state_), 3);
  const Readout readout = read(state_);
  EXPECT_TRUE(readout.stale);
  EXPECT_EQ(readout.rate.value, "2\u2009871");
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().where, "naive_row.cu:39");
  EXPECT_EQ(readout.problems.front().kind, Problem::Kind::fault);
}

TEST_F(ReadoutText, OfARunThatFailsFirstGivesTheReasonForTheDash) {
  experiments::Result result = test::compiled(state_);
  result.stage = experiments::ResultStage::failed;
  experiments::Fault fault;
  fault.kind = FaultKind::timeout;
  fault.message = "no response within 10 s";
  result.faults.push_back(fault);
  test::accept(state_, result, 1);
  EXPECT_EQ(read(state_).rate.missing, "not measured: no response within 10 s");
}

TEST_F(ReadoutText, OfARecordingSaysRecordedAndOnlyAtItsOwnSetting) {
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-01T00:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  state_.known.machine = experiments::Machine{};  // without a GPU
  test::accept(state_, test::without_gpu(state_), 1);
  EXPECT_EQ(read(state_).rate.value, "2\u2009871");
  EXPECT_EQ(read(state_).rate.origin, experiments::Origin::recorded);
  EXPECT_EQ(read(state_).timing.front().origin, experiments::Origin::recorded);
  EXPECT_EQ(read(state_).recorded, "recorded 2026-01-01 on Made-up GPU");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  test::accept(state_, test::without_gpu(state_), 3);
  EXPECT_EQ(read(state_).rate.value, "—");
}

TEST_F(ReadoutText, WhereThereIsAGpuNoNumberOfAnotherMachineFlashesUp) {
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-01T00:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  state_.known.connected = true;
  EXPECT_EQ(read(state_).rate.value, "—") << "the worker has not said yet";
  state_.known.machine = experiments::Machine{};
  state_.known.machine->device = "Made-up GPU";
  EXPECT_EQ(read(state_).rate.value, "—");
  state_.known.connected = false;
  EXPECT_EQ(read(state_).rate.origin, experiments::Origin::recorded);
}

TEST_F(ReadoutText, WithoutDeclaredBytesHasTheTimeForItsNumber) {
  experiments::Result result = test::refined(state_);
  result.work_bytes = 0;
  test::accept(state_, result, 1);
  EXPECT_EQ(read(state_).rate.value, "46.75");
  EXPECT_EQ(read(state_).rate.unit, "µs");
  EXPECT_EQ(line(read(state_).timing, "Time, cold").value, "46.75");
}

TEST_F(ReadoutText, OfTheWorkerFollowsItsState) {
  state_.known.worker = client::State::starting;
  EXPECT_EQ(read(state_).rate.missing, "the worker is starting");
  state_.known.worker = client::State::failed;
  EXPECT_EQ(read(state_).rate.missing, "the worker did not start; see the Log");
  EXPECT_EQ(status_of(state_, read(state_)).condition, Condition::broken);
  state_.known.worker = client::State::working;
  EXPECT_EQ(status_of(state_, read(state_)).condition, Condition::busy);
}

TEST_F(ReadoutText, OfTheStatusNamesDeviceDriverCompilerAndThePathOfThePicture) {
  state_.known.preview_transport = "bytes: no shared GPU";
  const StatusLine status = status_of(state_, read(state_));
  EXPECT_EQ(status.facts, (std::vector<std::string>{"Made-up GPU (9.0)", "driver 580.65", "NVRTC 13.0", "host lecture",
                                                    "picture by bytes: no shared GPU"}));
  EXPECT_TRUE(status.lacking.empty());
}

TEST_F(ReadoutText, OfTheWindowsTitleNamesKernelAndSetting) {
  EXPECT_EQ(window_title(State()), "lanescope");
  EXPECT_EQ(window_title(state_), "transpose/naive_row - lanescope");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 1));
  EXPECT_EQ(window_title(state_), "transpose/naive_row block_x=64 - lanescope");
}

}  // namespace
}  // namespace lanescope::gui
