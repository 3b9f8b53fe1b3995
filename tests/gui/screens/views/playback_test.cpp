// Where the animated views stand: moving in time, choosing, and staying there when the knobs move.
#include "gui/store/playback/playback.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include "gui/support/playback_fixture.h"
#include "gui/support/source_fixture.h"
#include "gui/widgets/view_panel.h"
#include "worker/messages.h"

namespace lanescope::gui::test {
namespace {

class PlaybackTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(perform(state_, {"show_banks"}, 0));
    accept(state_, with_trace(state_, 0), 1);
    ASSERT_TRUE(state_.playback.sequence);
  }

  [[nodiscard]] Playback& playback() { return state_.playback; }
  [[nodiscard]] ShownAccess now() { return shown_access(playback(), AnimatedView::banks).value(); }
  [[nodiscard]] std::uint32_t site_now() { return playback().sequence->header(now().index).site; }

  State state_ = state_with_kernels();
};

TEST_F(PlaybackTest, BeginsAtTheFirstAccessOfTheFirstWarp) {
  EXPECT_EQ(playback().focus.warp, (analysis::WarpId{0, 5, 0}));
  EXPECT_EQ(site_now(), tile_store);
  EXPECT_EQ(now().step, 0u);
  EXPECT_TRUE(now().now);
  EXPECT_FALSE(playback().focus.site) << "all instructions";
}

TEST_F(PlaybackTest, TakesAsLongForAnAccessAsItHasWavefronts) {
  // Eight rows are written in one wavefront each, then eight columns are read in 32.
  EXPECT_EQ(playback().track()->indices.size(), 16u);
  EXPECT_EQ(playback().track()->steps(), 8u + 8u * 32u);
  playback().playing = true;
  advance(playback(), 7.5 / playback().speed());
  EXPECT_EQ(site_now(), tile_store);
  advance(playback(), 1.0 / playback().speed());
  EXPECT_EQ(site_now(), tile_load);
  EXPECT_EQ(now().step, 0u);
  EXPECT_NEAR(now().part, 0.5, 1e-6);
  advance(playback(), 20.0 / playback().speed());
  EXPECT_EQ(now().step, 20u);
}

TEST_F(PlaybackTest, ReachesTheSameMomentInOneStrideAsInMany) {
  Playback other = playback();
  playback().playing = other.playing = true;
  advance(playback(), 12.345);
  for (int frame = 0; frame < 12345; ++frame) advance(other, 0.001);
  EXPECT_NEAR(scrubbed(playback()), scrubbed(other), 1e-3);
}

TEST_F(PlaybackTest, BeginsAgainOrStopsAtTheEnd) {
  playback().playing = true;
  const double all = static_cast<double>(playback().track()->steps()) / playback().speed();
  advance(playback(), 3 * all + 1 / playback().speed());
  EXPECT_NEAR(scrubbed(playback()), 1, 1e-3);
  playback().loop = false;
  advance(playback(), 2 * all);
  EXPECT_FALSE(playback().playing);
  EXPECT_EQ(now().step, 31u) << "the last wavefront stays in sight";
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 2));
  EXPECT_EQ(scrubbed(playback()), 0) << "played again, from the beginning";
}

/// In seconds.
double pass_of(const Playback& playback) {
  return playable_steps(playback) / playback.speed();
}

TEST_F(PlaybackTest, BeginsByItselfWithAPassThatCanBeFollowedInEveryView) {
  constexpr double followed = 16;  // steps a second
  for (const AnimatedView view : all_animated_views) {
    if (traits_of(view).own_clock) continue;
    SCOPED_TRACE(name_of(view));
    State state = state_with_kernels();
    state.playback = Playback();
    ASSERT_TRUE(perform(state, SetStagePanel{std::string(name_of(view))}, 0));
    ASSERT_TRUE(perform(state, SetViewVisible{view}, 0));
    EXPECT_FALSE(plays(state.playback)) << "nothing is known";
    accept(state, with_trace(state, 0), 1);
    EXPECT_EQ(state.playback.front, view) << "what is seen plays";
    EXPECT_TRUE(plays(state.playback));
    const double slow = traits_of(view).is_close_up ? playable_steps(state.playback) / followed : 0;
    EXPECT_NEAR(pass_of(state.playback), std::max(8.0, slow), 1e-6);
    const double before = scrubbed(state.playback);
    ASSERT_TRUE(perform(state, AdvancePlayback{std::chrono::seconds(1)}, 2));
    EXPECT_GT(scrubbed(state.playback), before);
    ASSERT_TRUE(perform(state, SetViewVisible{view, false}, 3));
    EXPECT_FALSE(plays(state.playback)) << "nobody sees it";
  }
}

TEST_F(PlaybackTest, TakesTwoSecondsAtLeastForAnAccessOf32Wavefronts) {
  playback().speeds = {};
  ASSERT_TRUE(perform(state_, ChooseSite{tile_load}, 1));
  EXPECT_EQ(now().steps, 32u);
  EXPECT_GE(now().steps / playback().speed(), 2);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  accept(state_, with_trace(state_, 1), 3);
  EXPECT_EQ(now().steps, 1u);
  EXPECT_NEAR(pass_of(playback()), 8, 1e-6) << "eight accesses without a conflict, again in eight seconds";
}

TEST_F(PlaybackTest, KeepsTheSpeedThatTheUserChose) {
  playback().speeds = {};
  const double speed = playback().speed();
  ASSERT_TRUE(perform(state_, {"slower"}, 1));
  EXPECT_EQ(playback().speed(), speed / 2);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  accept(state_, with_trace(state_, 1), 3);
  EXPECT_EQ(playback().speed(), speed / 2);
  EXPECT_NEAR(playback().track(AnimatedView::sectors)->steps() / playback().speed(AnimatedView::sectors), 8, 1e-6)
      << "in this view alone";
}

TEST_F(PlaybackTest, StaysPausedWhenItWasPaused) {
  playback() = Playback();
  ASSERT_TRUE(perform(state_, {"show_banks"}, 1));
  accept(state_, with_trace(state_, 0), 2);
  ASSERT_TRUE(plays(playback()));
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 3));
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 4));
  accept(state_, with_trace(state_, 1), 5);
  EXPECT_FALSE(plays(playback()));
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 6));
  accept(state_, with_trace(state_, 1), 7);
  EXPECT_FALSE(plays(playback()));
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 8));
  ASSERT_TRUE(perform(state_, {"previous_kernel"}, 9));
  accept(state_, with_trace(state_, 0), 10);
  EXPECT_TRUE(plays(playback())) << "nor does it stop by itself";
}

TEST_F(PlaybackTest, LeadsAGivenTimeToTheSameMomentWhateverTheSpeed) {
  Playback other = playback();
  other.speeds = {};
  play_for(playback(), 2.6);
  play_for(other, 2.6);
  EXPECT_NEAR(scrubbed(playback()), 2.6 * traits_of(AnimatedView::banks).speed, 1e-6);
  EXPECT_EQ(scrubbed(other), scrubbed(playback()));
}

TEST_F(PlaybackTest, StepsByAccessWavefrontAndBarrier) {
  ASSERT_TRUE(perform(state_, {"next_access"}, 1));
  EXPECT_NEAR(scrubbed(playback()), 1, 1e-6);
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  EXPECT_EQ(site_now(), tile_load);
  EXPECT_NEAR(scrubbed(playback()), 8, 1e-6);
  ASSERT_TRUE(perform(state_, {"next_wavefront"}, 1));
  EXPECT_EQ(now().step, 1u);
  ASSERT_TRUE(perform(state_, {"previous_access"}, 1));
  EXPECT_EQ(site_now(), tile_store) << "the access before";
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  ASSERT_TRUE(perform(state_, {"previous_wavefront"}, 1));
  EXPECT_EQ(site_now(), tile_store);
  ASSERT_TRUE(perform(state_, {"previous_barrier"}, 1));
  EXPECT_EQ(scrubbed(playback()), 0);
  ASSERT_TRUE(perform(state_, {"previous_access"}, 1));
  EXPECT_EQ(scrubbed(playback()), 0) << "nothing is before the first one";
}

TEST_F(PlaybackTest, PlaysWhatWasChosenAlone) {
  ASSERT_TRUE(perform(state_, ChooseSite{tile_load}, 1));
  EXPECT_EQ(playback().track()->indices.size(), 8u);
  EXPECT_EQ(site_now(), tile_load);
  ASSERT_TRUE(perform(state_, ChooseWarp{}, 1));
  EXPECT_EQ(playback().track()->indices.size(), 32u);
  ASSERT_TRUE(perform(state_, ChooseWarp{2}, 1));
  EXPECT_EQ(playback().focus.warp, (analysis::WarpId{0, 5, 2}));
  EXPECT_FALSE(perform(state_, ChooseSite{4}, 1));
  EXPECT_FALSE(perform(state_, ChooseWarp{99}, 1));
}

TEST_F(PlaybackTest, GoesThroughEverythingInTheViewsThatShowEverything) {
  ASSERT_TRUE(perform(state_, ChooseView{AnimatedView::warps}, 1));
  EXPECT_EQ(playback().track()->indices.size(), playback().sequence->records.size());
  ASSERT_TRUE(perform(state_, ChooseView{AnimatedView::sectors}, 1));
  EXPECT_EQ(playback().track()->indices.size(), 16u) << "global accesses of the chosen warp";
}

TEST_F(PlaybackTest, KeepsSiteWarpAndPlaceWhenAKnobMoves) {
  ASSERT_TRUE(perform(state_, ChooseSite{tile_load}, 1));
  ASSERT_TRUE(perform(state_, ChooseWarp{3}, 1));
  ASSERT_TRUE(perform(state_, {"next_access"}, 1));
  const std::uint32_t record = now().record;
  EXPECT_EQ(now().steps, 32u);
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  EXPECT_TRUE(trace_is_stale(state_)) << "the accesses are those of the knobs as they were";
  EXPECT_EQ(now().record, record) << "and stay in sight";
  accept(state_, with_trace(state_, 1), 3);
  EXPECT_FALSE(trace_is_stale(state_));
  EXPECT_EQ(playback().focus.site, tile_load);
  EXPECT_EQ(playback().focus.warp, (analysis::WarpId{0, 5, 3}));
  EXPECT_EQ(now().record, record);
  EXPECT_EQ(now().steps, 1u) << "the padded column is read at once";
}

TEST_F(PlaybackTest, FindsASiteAgainByItsLineNotByItsNumber) {
  trace::Trace after = tile_trace(state_, 1)->trace;
  std::swap(after.sites[tile_store], after.sites[tile_load]);
  EXPECT_EQ(same_site(playback().sequence->traced->trace, tile_load, after), tile_store);
  after.sites[tile_store].line = 99;
  EXPECT_FALSE(same_site(playback().sequence->traced->trace, tile_load, after));
}

TEST_F(PlaybackTest, SaysWhyThereIsNoTraceAlsoWhenTheSettingIsMeasuredAgain) {
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 2));
  experiments::Result without = refined(state_);
  without.without_trace = "no accesses to show: the instrumented kernel needs too many registers";
  accept(state_, without, 3);
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::banks), without.without_trace);
  accept(state_, refined(state_), 4);
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::banks), without.without_trace);
  accept(state_, with_trace(state_, 0), 5);
  EXPECT_TRUE(playback().no_trace.empty());
  ASSERT_TRUE(perform(state_, SetKnob{"block_x", std::int64_t{8}}, 6));
  EXPECT_NE(why_nothing_to_show(state_, AnimatedView::banks), without.without_trace);
}

TEST_F(PlaybackTest, SaysInTheChosenLanguageWhyThereIsNoTrace) {
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 2));
  experiments::Result without = refined(state_);
  without.without_trace = message<"note.no_accesses">(message<"blocks.unknown">(9, 4));
  accept(state_, without, 3);
  ASSERT_TRUE(perform(state_, {"use_chinese"}, 4));
  EXPECT_EQ(why_nothing_to_show(state_, AnimatedView::banks), "没有可显示的访问：没有线程块 9：网格有 4 个");
}

TEST_F(PlaybackTest, ForgetsTheTraceOfAnotherKernel) {
  ASSERT_TRUE(perform(state_, {"next_kernel"}, 2));
  EXPECT_FALSE(playback().sequence);
  EXPECT_FALSE(perform(state_, {"next_access"}, 2));
  EXPECT_FALSE(perform(state_, ChooseRecord{0}, 2));
}

TEST_F(PlaybackTest, AsksForATraceOnlyWhileAViewIsSeen) {
  State state = state_with_kernels();
  EXPECT_FALSE(experiment_of(state)->trace);
  const Outcome shown = perform(state, {"show_banks"}, 1);
  ASSERT_TRUE(shown);
  EXPECT_EQ(count_of<Measure>(*shown), 1u) << "the accesses of this setting are not known yet";
  ASSERT_TRUE(experiment_of(state)->trace);
  EXPECT_EQ(experiment_of(state)->trace->max_records, 16384u);
  state.known.connection.remote.emplace();
  EXPECT_EQ(experiment_of(state)->trace->max_records, 2048u);
  ASSERT_TRUE(perform(state, SetViewVisible{AnimatedView::banks, false}, 2));
  EXPECT_FALSE(experiment_of(state)->trace);
}

TEST_F(PlaybackTest, FollowsTheSourceLineAndTheOtherWayRound) {
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  EXPECT_EQ(state_.playback.focus.line, write_line);
  ASSERT_TRUE(perform(state_, SelectLine{read_line}, 2));
  EXPECT_EQ(playback().focus.site, tile_store) << "of the two accesses of the line, the one to shared memory";
  EXPECT_EQ(site_now(), tile_store);
  ASSERT_TRUE(perform(state_, ChooseSite{tile_load}, 3));
  EXPECT_EQ(state_.playback.focus.line, write_line);
  Effects collected;
  for (const Command& command : {Command{ChooseSite{}}, Command{ScrubTo{7.5}}, Command{"toggle_playing"},
                                 Command{AdvancePlayback{std::chrono::microseconds(250'000)}}}) {
    Outcome done = perform(state_, command, 3);
    ASSERT_TRUE(done) << done.error().text();
    append(collected, std::move(*done));
  }
  EXPECT_EQ(state_.playback.focus.line, write_line) << "also while it plays";
  EXPECT_EQ(count_of<ScrollSource>(collected), 2u) << "the scrub scrolled the text, and so does a close-up that plays";
}

TEST_F(PlaybackTest, LeavesALineThatWasChosenOnlyWhenItIsToldTo) {
  constexpr int line_without_accesses = 40;
  playback() = Playback();
  ASSERT_TRUE(perform(state_, {"show_banks"}, 1));
  accept(state_, with_trace(state_, 0), 2);
  ASSERT_TRUE(perform(state_, SelectLine{line_without_accesses}, 3));
  ASSERT_TRUE(perform(state_, AdvancePlayback{std::chrono::seconds(2)}, 5));
  EXPECT_EQ(state_.playback.focus.line, line_without_accesses);
  ASSERT_TRUE(perform(state_, {"toggle_playing"}, 6));
  ASSERT_TRUE(perform(state_, SelectLine{write_line}, 7));
  ASSERT_TRUE(perform(state_, AdvancePlayback{std::chrono::seconds(2)}, 9));
  EXPECT_TRUE(plays(playback())) << "the accesses of the line play";
  EXPECT_EQ(state_.playback.focus.line, write_line);
}

TEST_F(PlaybackTest, HasNoClockInTheEmulator) {
  EXPECT_FALSE(why_no_clock(state_).empty() && !state_.known.machine);
  state_.known.machine.reset();
  EXPECT_FALSE(why_no_clock(state_).empty());
  EXPECT_FALSE(perform(state_, {"toggle_clock"}, 1));
  state_.known.machine = machine();
  ASSERT_TRUE(perform(state_, {"toggle_clock"}, 1)) << "a GPU can be asked";
  EXPECT_EQ(experiment_of(state_)->trace->source, trace::Trace::Source::instrumented);
}

TEST_F(PlaybackTest, SortsByTheClockOfTheGpu) {
  auto traced = std::make_shared<analysis::Traced>(*tile_trace(state_, 0));
  traced->trace.source = trace::Trace::Source::instrumented;
  const auto count = static_cast<std::uint32_t>(traced->trace.headers.size());
  for (std::uint32_t record = 0; record < count; ++record) traced->trace.headers[record].time_low = count - record;
  const auto logical = analysis::sequence_of(traced, analysis::AccessOrder::logical, true);
  const auto by_clock = analysis::sequence_of(traced, analysis::AccessOrder::instrumented, true);
  EXPECT_EQ(logical->records.front(), 0u);
  EXPECT_EQ(by_clock->records.front(), count - 1);
  EXPECT_EQ(by_clock->index_of_record[0], count - 1);
}

TEST_F(PlaybackTest, LeavesOutWhatTheCompilerMergedIntoAnother) {
  auto traced = std::make_shared<analysis::Traced>(*tile_trace(state_, 0));
  traced->vectorization[tile_store] = {2, tile_load, true, ""};
  traced->vectorization[tile_load].merged = 2;
  EXPECT_EQ(analysis::sequence_of(traced, analysis::AccessOrder::logical, true)->steps[1], 0u);
  EXPECT_EQ(analysis::sequence_of(traced, analysis::AccessOrder::logical, false)->steps[1], 1u);
  EXPECT_EQ(analysis::sequence_of(traced, analysis::AccessOrder::logical, true)->bytes_per_lane(64), 8u);
}

}  // namespace
}  // namespace lanescope::gui::test
