#include "gui/readout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/fixture.h"
#include "gui/status.h"

namespace warpscope::gui {
namespace {

const Reading& line(const std::vector<Reading>& readings, const std::string& label) {
  const auto found =
      std::find_if(readings.begin(), readings.end(), [&](const Reading& reading) { return reading.label == label; });
  if (found == readings.end()) throw std::out_of_range(label);
  return *found;
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
  EXPECT_EQ(name_of(readout.rate.source), "measured");
  EXPECT_EQ(readout.rate.spread, "[2\u2009840, 2\u2009888]");
  EXPECT_EQ(readout.rate.detail, "median of 57 samples, cold caches");
  ASSERT_TRUE(readout.peak);
  EXPECT_EQ(readout.peak->text, "59.8 % of 4\u2009800 GB/s, the theoretical peak");
  EXPECT_EQ(line(readout.timing, "Time, cold caches").value, "46.75");
  EXPECT_EQ(line(readout.timing, "Time, cold caches").unit, "µs");
  EXPECT_EQ(line(readout.timing, "Time, warm caches").spread, "[43.22, 43.96]");
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
  EXPECT_EQ(name_of(read(state_).verdict), "unverified");
  EXPECT_EQ(read(state_).activity, "verifying");
  test::accept(state_, test::refined(state_), 2);
  EXPECT_EQ(name_of(read(state_).verdict), "verified");
  EXPECT_EQ(read(state_).verdict_text, "16\u2009777\u2009216 elements are right (exact property on the device)");
}

TEST_F(ReadoutText, OfTheNextRunAtAVerifiedSettingStaysVerified) {
  test::accept(state_, test::refined(state_), 1);
  test::accept(state_, test::sampled(state_), 2);
  EXPECT_EQ(read(state_).verdict, Verdict::verified);
  EXPECT_EQ(read(state_).verdict_text, "the run before at this setting was right");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 3));
  test::accept(state_, test::sampled(state_), 4);
  EXPECT_EQ(read(state_).verdict, Verdict::unverified) << "another setting was never verified";
}

TEST_F(ReadoutText, OfAWrongResultNamesTheFirstWrongElementOnce) {
  test::accept(state_, test::wrong(state_), 1);
  const Readout readout = read(state_);
  EXPECT_EQ(name_of(readout.verdict), "wrong result");
  EXPECT_EQ(readout.verdict_text, "12 of 16\u2009777\u2009216 elements are wrong");
  EXPECT_EQ(readout.first_wrong, "element [3, 17] (index 12305): expected 0.25 (0x3e800000), got 0.5 (0x3f000000)");
  EXPECT_EQ(readout.wrong_remedy, "compare the index of the store with the one of the load");
  EXPECT_TRUE(readout.problems.empty()) << "the fault says the same as the verdict";
}

TEST_F(ReadoutText, OfAnUnwrittenElementSaysSo) {
  lab::Result result = test::wrong(state_);
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
  EXPECT_EQ(readout.rate.missing, "waiting for the first answer");
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
  EXPECT_TRUE(readout.problems.front().lack);
  EXPECT_NE(readout.problems.front().remedy.find("install the driver"), std::string::npos);

  const StatusLine status = status_of(state_, readout);
  EXPECT_EQ(status.worker, "worker ready");
  EXPECT_NE(status.lacking.find("install the driver"), std::string::npos);
}

TEST_F(ReadoutText, OfAKernelThatDoesNotCompileKeepsTheLastGoodNumberDimmed) {
  test::accept(state_, test::refined(state_), 1);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  test::accept(state_, test::with_compile_error(state_), 3);
  const Readout readout = read(state_);
  EXPECT_TRUE(readout.stale);
  EXPECT_EQ(readout.rate.value, "2\u2009871");
  ASSERT_EQ(readout.problems.size(), 1U);
  EXPECT_EQ(readout.problems.front().where, "kernels/transpose/naive_row.cu:39");
  EXPECT_FALSE(readout.problems.front().lack);
}

TEST_F(ReadoutText, OfARunThatFailsFirstGivesTheReasonForTheDash) {
  lab::Result result = test::compiled(state_);
  result.stage = lab::Stage::failed;
  lab::Fault fault;
  fault.kind = "timeout";
  fault.message = "no answer within 10 s";
  result.faults.push_back(fault);
  test::accept(state_, result, 1);
  EXPECT_EQ(read(state_).rate.missing, "not measured: no answer within 10 s");
}

TEST_F(ReadoutText, OfARecordingSaysRecordedAndOnlyAtItsOwnSetting) {
  lab::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-01T00:00:00Z";
  state_.recordings.push_back(std::make_shared<const lab::Result>(recorded));
  test::accept(state_, test::without_gpu(state_), 1);
  EXPECT_EQ(read(state_).rate.value, "2\u2009871");
  EXPECT_EQ(name_of(read(state_).rate.source), "recorded");
  EXPECT_EQ(name_of(read(state_).timing.front().source), "recorded");
  EXPECT_EQ(read(state_).recorded, "recorded 2026-01-01 on Made-up GPU");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  test::accept(state_, test::without_gpu(state_), 3);
  EXPECT_EQ(read(state_).rate.value, "—");
}

TEST_F(ReadoutText, WithoutDeclaredBytesShowsTimesButNoBandwidth) {
  lab::Result result = test::refined(state_);
  result.work_bytes = 0;
  test::accept(state_, result, 1);
  EXPECT_EQ(read(state_).rate.value, "—");
  EXPECT_EQ(read(state_).rate.missing, "the kernel's file does not say how many bytes it moves");
  EXPECT_EQ(line(read(state_).timing, "Time, cold caches").value, "46.75");
}

TEST_F(ReadoutText, OfTheWorkerFollowsItsState) {
  state_.worker = client::State::starting;
  EXPECT_EQ(read(state_).rate.missing, "the worker is starting");
  state_.worker = client::State::failed;
  EXPECT_EQ(read(state_).rate.missing, "the worker does not start; see the Log");
  EXPECT_EQ(status_of(state_, read(state_)).condition, Condition::broken);
  state_.worker = client::State::working;
  EXPECT_EQ(status_of(state_, read(state_)).condition, Condition::busy);
}

TEST_F(ReadoutText, OfTheStatusNamesDeviceDriverCompilerAndThePathOfThePicture) {
  state_.preview_path = "bytes: no shared GPU";
  const StatusLine status = status_of(state_, read(state_));
  EXPECT_EQ(status.facts, (std::vector<std::string>{"Made-up GPU (9.0)", "driver 580.65", "NVRTC 13.0", "host lecture",
                                                    "picture by bytes: no shared GPU"}));
  EXPECT_TRUE(status.lacking.empty());
}

TEST_F(ReadoutText, OfTheWindowsTitleNamesKernelAndSetting) {
  EXPECT_EQ(window_title(State()), "warpscope");
  EXPECT_EQ(window_title(state_), "transpose/naive_row - warpscope");
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 1));
  EXPECT_EQ(window_title(state_), "transpose/naive_row block_x=64 - warpscope");
}

}  // namespace
}  // namespace warpscope::gui
