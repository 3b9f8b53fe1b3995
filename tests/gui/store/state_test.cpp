#include "gui/store/state.h"
#include "gui/store/knobs/knob_commands.h"

#include <gtest/gtest.h>

#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class WindowState : public testing::Test {
 protected:
  /// The same catalogue with another text of the selected kernel.
  [[nodiscard]] std::shared_ptr<const catalogue::Snapshot> edited(const std::string& text) const {
    auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
    snapshot->kernels[state_.selection.kernel] = test::kernel(state_.selection.kernel, text);
    return snapshot;
  }
  State state_ = test::state_with_kernels();
};

TEST_F(WindowState, BecomesAnExperimentWithTheKernelsTextAndOnlyWhatDiffersFromTheDefaults) {
  const std::optional<experiments::Experiment> experiment = experiment_of(state_);
  ASSERT_TRUE(experiment);
  EXPECT_EQ(experiment->kernel.id, "transpose/naive_row");
  EXPECT_EQ(experiment->kernel.text, state_.definition()->source.text);
  EXPECT_TRUE(experiment->values.empty());
  EXPECT_TRUE(experiment->verify);
  EXPECT_FALSE(experiment_of(State()));
}

TEST_F(WindowState, IsStaleWhenTheKernelsFileWasEdited) {
  test::accept(state_, test::refined(state_), 1);
  accept(state_, edited(test::kernel_text("Edited")), 2);
  EXPECT_TRUE(state_.stale());
  EXPECT_EQ(state_.known.history.changes.back().text(*english()), "source changed");
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row");
}

TEST_F(WindowState, LetsGoOfAKnobThatTheEditedFileNoLongerHasAndSaysSo) {
  ASSERT_TRUE(perform(state_, SetKnob{"load_op", std::string("cs")}, 1));
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{64}}, 1));
  std::string text = test::kernel_text("Edited");
  const std::size_t from = text.find("load_op"), to = text.find('\n', from);
  accept(state_, edited(text.erase(from, to - from)), 2);
  EXPECT_EQ(state_.current_values(), (catalogue::Values{{"block_x", std::int64_t{64}}}));
  ASSERT_FALSE(state_.known.log.empty());
  EXPECT_EQ(state_.known.log.back().text, "transpose/naive_row has no load_op = cs (any more); its default is used");
  EXPECT_TRUE(state_.knobs().front().selectable(0)) << "the other knobs can be turned";
}

TEST_F(WindowState, IsNotStaleWhenAnotherFileWasEdited) {
  test::accept(state_, test::refined(state_), 1);
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
  snapshot->kernels["transpose/copy_row"] = test::kernel("transpose/copy_row", test::kernel_text("Edited"));
  accept(state_, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 2);
  EXPECT_FALSE(state_.stale());
}

TEST_F(WindowState, LogsErrorsOfFilesOnceAndKeepsTheLastGoodKernel) {
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
  snapshot->errors["kernels/transpose/naive_row.cu"] = {
      Error{"unknown key 'parametres'", {"naive_row.cu", 5}, "write parameters"}};
  const std::shared_ptr<const catalogue::Snapshot> broken = std::move(snapshot);
  accept(state_, broken, 1);
  ASSERT_EQ(state_.known.log.size(), 1U);
  EXPECT_EQ(state_.known.log.back().kind, LogEntry::Kind::error);
  EXPECT_EQ(state_.known.log.back().text, "naive_row.cu:5: unknown key 'parametres' (write parameters)");
  accept(state_, std::make_shared<const catalogue::Snapshot>(*broken), 2);
  EXPECT_EQ(state_.known.log.size(), 1U) << "the same error again is no news";
  EXPECT_NE(state_.definition(), nullptr);
}

TEST_F(WindowState, ShowsTheUnusableTextOfTheSelectedFileAndRunsTheLastUsableOne) {
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state_.known.catalogue);
  const std::string path = state_.definition()->source.path;
  snapshot->errors[path] = {Error{"unknown key 'parametres'", {path, 2}, "write parameters"}};
  const std::uint64_t setting = state_.selection.revision;
  accept(state_, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 1,
         {{path, "/* lanescope\nparametres\n*/\n"}});
  ASSERT_EQ(state_.source.text.lines.size(), 3U);
  EXPECT_TRUE(state_.source.text.lines[1].wrong());
  EXPECT_EQ(state_.selection.revision, setting) << "what runs is the same as before";
  EXPECT_EQ(experiment_of(state_)->kernel.text, test::kernel_text("Naive transpose, coalesced reads"));
}

TEST_F(WindowState, RunsTheLastTextThatCompiledWhenTheCurrentOneDoesNot) {
  const std::string good = state_.definition()->source.text, bad = test::kernel_text("Edited");
  test::accept(state_, test::refined(state_), 1);
  test::edit(state_, bad, 2);
  EXPECT_EQ(experiment_of(state_)->kernel.text, bad) << "the current text is tried first";
  EXPECT_EQ(test::count_of<Measure>(test::accept(state_, test::with_compile_error(state_), 3)), 1U);
  EXPECT_EQ(experiment_of(state_)->kernel.text, good);

  experiments::Result of_good = test::refined(state_);
  of_good.source = good;
  test::accept(state_, of_good, 4);
  EXPECT_TRUE(state_.runs_earlier_text());
  EXPECT_EQ(state_.source.text.errors, 1) << "the errors of the text on screen stay";
  EXPECT_NE(state_.source.text.lines[1].text.find("Edited"), std::string::npos);
  EXPECT_EQ(state_.known.measured_revision, state_.selection.revision);

  ASSERT_TRUE(perform(state_, {"raise_knob"}, 5));
  EXPECT_EQ(experiment_of(state_)->kernel.text, bad) << "another knob may make it compile";
  test::accept(state_, test::with_compile_error(state_), 6);
  EXPECT_EQ(experiment_of(state_)->kernel.text, good);
  EXPECT_EQ(experiment_of(state_)->values, (catalogue::Values{{"block_x", std::int64_t{64}}}));
  ASSERT_TRUE(perform(state_, {"run"}, 7));
  EXPECT_EQ(experiment_of(state_)->kernel.text, bad) << "asked for by hand it is tried again";
}

TEST_F(WindowState, HasNoEarlierTextToRunWhenTheSameOneCompiledWithOtherKnobs) {
  test::accept(state_, test::refined(state_), 1);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  EXPECT_TRUE(test::accept(state_, test::with_compile_error(state_), 3).empty());
  EXPECT_FALSE(state_.runs_earlier_text());
}

TEST_F(WindowState, GivesUpOnTheEarlierTextWhenThatDoesNotCompileEither) {
  test::accept(state_, test::refined(state_), 1);
  test::edit(state_, test::kernel_text("Edited"), 2);
  test::accept(state_, test::with_compile_error(state_), 3);
  experiments::Result earlier = test::with_compile_error(state_);
  earlier.diagnostics.clear();
  EXPECT_TRUE(test::accept(state_, earlier, 4).empty()) << "it does not go on for ever";
  EXPECT_FALSE(state_.runs_earlier_text());
  EXPECT_EQ(state_.source.text.errors, 1) << "what is wrong with the current text is what matters";
}

TEST_F(WindowState, KeepsTheEarlierTextWhenItsRunFailsForAnotherReason) {
  test::accept(state_, test::refined(state_), 1);
  test::edit(state_, test::kernel_text("Edited"), 2);
  test::accept(state_, test::with_compile_error(state_), 3);
  experiments::Result lost = test::compiled(state_);
  lost.stage = experiments::ResultStage::failed;
  lost.compile_ms.reset();
  lost.faults.emplace_back();
  lost.faults.back().kind = FaultKind::worker_lost;
  test::accept(state_, lost, 4);
  EXPECT_TRUE(state_.runs_earlier_text());
  EXPECT_EQ(state_.current()->faults.front().kind, FaultKind::worker_lost);
}

TEST_F(WindowState, RemembersEachNewMeasurementOfARequestOnce) {
  test::accept(state_, test::sampled(state_), 1);
  test::accept(state_, test::refined(state_), 1.1);
  EXPECT_EQ(state_.known.history.samples.size(), 1U) << "the verified result holds the same samples";
  experiments::Result more = test::refined(state_);
  more.cold->median *= 1.01;
  test::accept(state_, more, 1.2);
  ASSERT_EQ(state_.known.history.samples.size(), 2U);
  const History::Sample& sample = state_.known.history.samples.front();
  EXPECT_NEAR(sample.rate, 2871, 1);
  EXPECT_LT(sample.low, sample.rate);
  EXPECT_GT(sample.high, sample.rate);
}

/// A session of thousands of settings must not keep the counts, lines and texts of each.
TEST_F(WindowState, KeepsOfEarlierSettingsOnlyWhatComparesTimes) {
  experiments::Result result = test::predicted(state_);
  result.ptx = std::string(100'000, ' ');
  ASSERT_TRUE(result.metrics && result.predicted);
  test::accept(state_, result, 1);
  EXPECT_TRUE(state_.current()->metrics) << "the current one is shown with all it has";
  ASSERT_EQ(state_.scope.measured.size(), 1U);
  const experiments::Result& kept = *state_.scope.measured.front();
  EXPECT_FALSE(kept.metrics);
  EXPECT_TRUE(kept.ptx.empty() && kept.source.empty() && kept.left_out.empty());
  EXPECT_LT(kept.ptx.capacity(), 1000U) << "an emptied text that was moved still has its room";
  ASSERT_TRUE(kept.predicted);
  EXPECT_EQ(kept.predicted->prediction.cold, result.predicted->prediction.cold);
  EXPECT_TRUE(kept.predicted->prediction.launches.empty());
}

TEST_F(WindowState, FindsARecordingByKernelKnobsAndSizes) {
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-01-01T00:00:00Z";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  EXPECT_NE(state_.recorded(), nullptr);
  ASSERT_TRUE(perform(state_, SetSize{"nx", 64}, 1));
  EXPECT_EQ(state_.recorded(), nullptr);
  EXPECT_EQ(setting_of(recorded).at("nx"), catalogue::Value(std::int64_t{4096}));
}

TEST_F(WindowState, KeepsABoundedLog) {
  for (int entry = 0; entry < 3000; ++entry) log(state_, LogEntry::Kind::output, std::to_string(entry));
  EXPECT_EQ(state_.known.log.size(), 2000U);
  EXPECT_EQ(state_.known.log.back().text, "2999");
}

}  // namespace
}  // namespace lanescope::gui
