#include "worker/report/report.h"

#include <gtest/gtest.h>

namespace lanescope::worker {
namespace {

catalogue::KernelSource source() {
  return {"mine", "/home/mine.cu", "", {}};
}

catalogue::LaunchPlan plan_of_rows_and_columns() {
  catalogue::LaunchPlan plan;
  plan.kernel = "mine";
  plan.buffers.resize(1);
  plan.buffers[0].name = "out";
  plan.buffers[0].shape = {10, 100};
  plan.check.reference = "transpose";
  plan.check.line = 30;
  return plan;
}

TEST(Report, AnErrorWithFileAndLineKeepsItsPlace) {
  const experiments::Fault fault =
      experiments::fault_of({"bad", {"/k/other.cu", 12}, "mend it", FaultKind::resolve}, source());
  EXPECT_EQ(fault.kind, FaultKind::resolve);
  EXPECT_EQ(fault.file, "/k/other.cu");
  EXPECT_EQ(fault.line, 12);
  EXPECT_EQ(fault.message, "bad");
  EXPECT_EQ(fault.remedy, "mend it");
}

TEST(Report, AnErrorFromElsewhereNamesItInTheMessage) {
  const experiments::Fault fault =
      experiments::fault_of({"not found", "libcuda.so.1", "", FaultKind::no_device}, source());
  EXPECT_EQ(fault.message, "libcuda.so.1: not found");
  EXPECT_EQ(fault.file, "/home/mine.cu");
  EXPECT_EQ(fault.line, 0);
}

TEST(Report, ANameThatEndsInANumberIsNoLine) {
  const experiments::Fault fault =
      experiments::fault_of({"no answer", "user@server:22", "", FaultKind::worker_lost}, source());
  EXPECT_EQ(fault.message, "user@server:22: no answer");
  EXPECT_EQ(fault.file, "/home/mine.cu");
  EXPECT_EQ(fault.line, 0);
}

TEST(Report, ALineWithoutAFileIsOneOfTheKernelFile) {
  const experiments::Fault fault =
      experiments::fault_of({"too many threads", {"", 31}, "", FaultKind::launch}, source());
  EXPECT_EQ(fault.message, "too many threads");
  EXPECT_EQ(fault.file, "/home/mine.cu");
  EXPECT_EQ(fault.line, 31);
}

TEST(Report, APlaceThatIsAMessageKeepsItsIdInTheFault) {
  catalogue::LaunchPlan plan = plan_of_rows_and_columns();
  plan.launches.resize(1);
  plan.launches[0].entry = "k";
  plan.launches[0].line = 31;
  const experiments::Fault fault = experiments::fault_of({"too large", place_of(plan, plan.launches[0]), ""}, source());
  EXPECT_EQ(fault.message, "mine, launch of k (line 31): too large");
  EXPECT_EQ(std::get<Message>(fault.message.arguments().front().value()).id(), "place.launch");
}

TEST(Report, ACompileFailureStandsAtItsFirstErrorNotAtAWarningBeforeIt) {
  Error error{"1 error", {"mine.cu", 7, 5}, "", FaultKind::compile};
  error.diagnostics = {{Diagnostic::Severity::warning, "mine.cu", 3, 1, "unused"},
                       {Diagnostic::Severity::error, "mine.cu", 7, 5, "not declared"}};
  const experiments::Fault fault = experiments::fault_of(error, source());
  EXPECT_EQ(fault.kind, FaultKind::compile);
  EXPECT_EQ(fault.line, 7);
  EXPECT_EQ(fault.message, "not declared");
}

TEST(Report, ACompileFailureWithoutMessagesSaysItsOwnSentence) {
  const experiments::Fault fault = experiments::fault_of({"out of memory", "", "", FaultKind::compile}, source());
  EXPECT_EQ(fault.message, "out of memory");
  EXPECT_EQ(fault.line, 0);
}

TEST(Report, LaunchesHaveTheCompilersNumbersAndStaticPlusDynamicSharedMemory) {
  catalogue::LaunchPlan plan = plan_of_rows_and_columns();
  plan.launches.resize(2);
  plan.launches[0].entry = "k";
  plan.launches[0].shared_bytes = 100;
  plan.launches[0].grid = {4, 5, 6};
  plan.launches[1].entry = "not in the program";
  compiler::Compiled compiled;
  compiled.entries["k"] = {24, 4096, 8, 0};
  const auto launches = launches_of(plan, compiled);
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].registers, 24);
  EXPECT_EQ(launches[0].shared_bytes, 4196);
  EXPECT_EQ(launches[0].local_bytes, 8);
  EXPECT_EQ(launches[0].grid, (catalogue::Dim3{4, 5, 6}));
  EXPECT_FALSE(launches[0].occupancy);
  EXPECT_FALSE(launches[1].registers);
}

TEST(Report, ATimingKeepsAtMostItsNewestSamples) {
  gpu::Timing timing;
  timing.median = 2;
  timing.q1 = 1;
  timing.q3 = 3;
  for (int i = 0; i < 600; ++i) timing.times.push_back(static_cast<float>(i));
  timing.samples = 600;
  timing.batch = 7;
  timing.throttled = 4;
  timing.queue_blocked = true;
  timing.stop = catalogue::SamplingEnd::stable;
  timing.clock_mhz = 1980;
  EXPECT_EQ(samples_of(timing),
            (catalogue::Samples{2, 1, 3, 600, 4, false, 7, true, catalogue::SamplingEnd::stable, 1980}));
  const auto recent = recent_of(timing);
  ASSERT_EQ(recent.size(), max_recent);
  EXPECT_EQ(recent.front(), 88.0F);
  EXPECT_EQ(recent.back(), 599.0F);
}

TEST(Report, ATimingAtALowClockDiscardedNothing) {
  gpu::Timing timing;
  timing.times = {1, 2};
  timing.throttled = 2;
  timing.low_clock = true;
  EXPECT_TRUE(samples_of(timing).low_clock);
  EXPECT_EQ(samples_of(timing).throttled, 0u);
}

TEST(Report, AVerdictNamesTheFirstWrongElementByItsShape) {
  catalogue::Verdict verdict;
  verdict.checked = 1000;
  verdict.mismatches = 5;
  const auto plan = plan_of_rows_and_columns();
  verdict.first = catalogue::mismatch_in(plan.buffers[0], 317, 0x3f800000, 0x40000000, false);
  EXPECT_EQ(verdict.first->coordinates, (std::vector<std::int64_t>{3, 17}));
  EXPECT_EQ(verdict.first->expected, "1 (0x3f800000)");
  const auto faults = faults_of(verdict, plan, source());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::mismatch);
  EXPECT_EQ(
      faults[0].message,
      "5 of 1000 elements of out are wrong, the first is out[3, 17]: expected 1 (0x3f800000), got 2 (0x40000000)");
  EXPECT_EQ(faults[0].offset, 4 * 317);
  EXPECT_EQ(faults[0].line, 30);
}

TEST(Report, ElementsThatWereNeverWrittenAreAFaultOfTheirOwn) {
  catalogue::Verdict verdict;
  verdict.checked = 1000;
  verdict.mismatches = 100;
  verdict.unwritten = 60;
  verdict.first = catalogue::mismatch_in(plan_of_rows_and_columns().buffers[0], 900, 0, 0, true);
  auto faults = faults_of(verdict, plan_of_rows_and_columns(), source());
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].kind, FaultKind::unwritten);
  EXPECT_EQ(faults[0].message, "60 of 1000 elements of out were never written, the first is out[9, 0]");
  EXPECT_EQ(faults[0].offset, 3600);
  EXPECT_EQ(faults[1].kind, FaultKind::mismatch);
  EXPECT_EQ(faults[1].message, "40 of 1000 elements of out are wrong");
  EXPECT_FALSE(faults[1].offset);
  verdict.unwritten = 100;
  faults = faults_of(verdict, plan_of_rows_and_columns(), source());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::unwritten);
}

TEST(Report, ABytesChangedInFrontOfABufferKeepTheirNegativeOffset) {
  catalogue::Verdict verdict;
  Error error{"4 bytes were changed", "", "", FaultKind::guard};
  error.buffer = "out";
  error.offset = -4;
  verdict.faults = {error};
  const auto faults = faults_of(verdict, plan_of_rows_and_columns(), source());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].offset, -4);
  EXPECT_EQ(faults[0].file, "/home/mine.cu");
}

TEST(Report, APassedVerdictHasNoFaults) {
  catalogue::Verdict verdict;
  verdict.passed = true;
  verdict.checked = 1000;
  EXPECT_TRUE(faults_of(verdict, plan_of_rows_and_columns(), source()).empty());
}

TEST(Report, AFaultHasTheNameOfItsKernelInTheSource) {
  emulator::Fault found;
  found.entry = "_ZN6lesson6behindEPfi";
  EXPECT_EQ(fault_of(found, {}).entry, "lesson::behind");
  found.entry = "transpose";
  EXPECT_EQ(fault_of(found, {}).entry, "transpose");
}

}  // namespace
}  // namespace lanescope::worker
