// What takes longer than a second is a line of the status bar, with how far it is and a button that ends it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "gui/store/jobs.h"
#include "gui/support/ladder_fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

class Jobs : public testing::Test {
 protected:
  void act(const Command& command, double seconds) {
    Outcome done = perform(state_, command, seconds);
    ASSERT_TRUE(done) << done.error().text();
    append(effects_, std::move(*done));
  }
  /// Lets the worker be busy with the selected experiment.
  void ask_worker(double seconds) {
    state_.known.connected = true;
    state_.known.worker = client::State::working;
    state_.known.asked_at = seconds;
  }
  [[nodiscard]] std::string words(double now) const {
    std::string all;
    for (const Job& job : jobs_of(state_, now)) all += job.words + "\n";
    return all;
  }
  [[nodiscard]] Job only(double now) const {
    const std::vector<Job> jobs = jobs_of(state_, now);
    EXPECT_EQ(jobs.size(), 1U);
    return jobs.empty() ? Job() : jobs.front();
  }
  [[nodiscard]] const Notice& told() const { return state_.ui.notices.back(); }

  State state_ = state_with_kernels();
  Effects effects_;
};

TEST_F(Jobs, AreThereOnlyAfterASecond) {
  state_.doctor.running = true;
  state_.doctor.began = 10;
  EXPECT_TRUE(jobs_of(state_, 10.9).empty());
  EXPECT_EQ(jobs_of(state_, 11).size(), 1U);
}

TEST_F(Jobs, OfAnAnimationSayItsFrame) {
  EXPECT_FALSE(perform(state_, {"cancel_animation"}, 1)) << "none is being written";
  state_.ui.animation = AnimationProgress{"/home/somebody/Pictures/banks.png", 240, 960, 5};
  const Job job = only(7);
  EXPECT_EQ(job.words, "Writing the animation: frame 240 of 960");
  EXPECT_EQ(job.share, 0.25);
  act(job.cancel, 7);
  EXPECT_EQ(count_of<CancelAnimation>(effects_), 1U);
}

TEST_F(Jobs, OfASweepSayItsPointAndKeepWhatIsKnownWhenTheyEnd) {
  ask_worker(0);
  act({"start_sweep"}, 5);
  const std::size_t points = state_.sweep.run->plan.points.size();
  state_.sweep.run->next = 1;
  const Job job = only(7);
  EXPECT_EQ(job.words, fmt::format("Sweep of transpose/naive_row: 1 of {} points", points));
  EXPECT_DOUBLE_EQ(job.share.value(), 1.0 / static_cast<double>(points));
  act(job.cancel, 8);
  EXPECT_FALSE(state_.sweep.run);
  EXPECT_EQ(told().kind, Notice::Kind::refused);
  EXPECT_NE(told().text.find(fmt::format("1 of {} points", points)), std::string::npos) << told().text;
}

TEST_F(Jobs, OfTheLadderSayItsKernel) {
  ask_worker(0);
  act({"fill_ladder"}, 5);
  const Job job = only(7);
  EXPECT_TRUE(job.words.starts_with("Filling the ladder of transpose: 0 of ")) << job.words;
  EXPECT_EQ(job.share, 0);
  act(job.cancel, 8);
  EXPECT_FALSE(state_.sweep.run);
}

TEST_F(Jobs, OfTheWorkerSayWhatItDoesAndForHowLong) {
  ask_worker(10);
  EXPECT_EQ(words(10.5), "");
  EXPECT_EQ(words(12.9), "Compiling transpose/naive_row: 2 s\n");
  EXPECT_EQ(only(13).share, std::nullopt) << "nobody knows how long it takes";
  accept(state_, compiled(state_), 13);
  EXPECT_EQ(words(14), "Measuring transpose/naive_row: 4 s\n");
  experiments::Result result = emulated(state_);
  result.stage = experiments::ResultStage::compiled;
  accept(state_, result, 14);
  EXPECT_EQ(words(15), "Running transpose/naive_row in the emulator: 5 s\n");
  result = refined(state_);
  result.pending_attachments = {experiments::AttachmentKind::trace};
  accept(state_, result, 15);
  EXPECT_EQ(words(16), "Recording the accesses of transpose/naive_row: 6 s\n");
  state_.known.worker = client::State::ready;
  EXPECT_EQ(words(17), "");
}

TEST_F(Jobs, OfTheWorkerEndAndSaySo) {
  ask_worker(10);
  act(only(12).cancel, 12);
  EXPECT_TRUE(state_.selection.cancelled);
  EXPECT_EQ(words(13), "");
  EXPECT_EQ(told().kind, Notice::Kind::refused);
  EXPECT_NE(told().text.find("transpose/naive_row"), std::string::npos);
}

TEST_F(Jobs, OfTheDoctorEndAndKeepWhatWasFoundBefore) {
  EXPECT_FALSE(perform(state_, {"stop_examining"}, 1)) << "nothing is examined";
  act({"examine"}, 4);
  state_.doctor.running = true;  // as the session notes it
  state_.doctor.checks = doctor_checks();
  EXPECT_EQ(words(9), "Checking the machine: 5 s\n");
  act(only(9).cancel, 9);
  EXPECT_EQ(count_of<StopDoctor>(effects_), 1U);
  EXPECT_EQ(state_.doctor.checks, doctor_checks());
}

/// All of them at once.
void be_busy(State& state) {
  state.ui.animation = AnimationProgress{"/home/somebody/Pictures/banks.png", 240, 990, 0};
  ASSERT_TRUE(perform(state, {"start_sweep"}, 0));
  state.doctor.running = true;
  state.ui.jobs = jobs_of(state, 10);
  ASSERT_EQ(state.ui.jobs.size(), 3U);
}

TEST(TheStatusBar, HasALineForEachJobThatEndsItByAClickOrByKeys) {
  State state = state_with_kernels();
  be_busy(state);
  Desk desk(state, 1920, 1080);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.save("jobs");
  for (const char* job : {"job/cancel_animation", "job/stop_sweep", "job/stop_examining"}) {
    ASSERT_TRUE(desk.has(job)) << job;
    EXPECT_TRUE(desk.has(std::string(job) + "/words")) << job;
  }
  EXPECT_TRUE(desk.has("job/stop_sweep/share"));
  EXPECT_FALSE(desk.has("job/stop_examining/share")) << "it is not known";
  EXPECT_LT(desk.place("job/stop_sweep/share").Max.x, desk.place("job/stop_sweep").Min.x);
  desk.click("job/cancel_animation");
  EXPECT_EQ(count_of<CancelAnimation>(desk.effects()), 1U);
  desk.tab_to("job/stop_sweep");
  desk.key(ImGuiKey_Enter);
  EXPECT_FALSE(state.sweep.run);
}

TEST(TheStatusBar, ShowsTheFirstJobAtLeastAndNoneOverAnother) {
  for (const float zoom : {1.0F, 1.5F, 2.0F}) {
    State state = state_with_kernels();
    be_busy(state);
    state.ui.zoom = zoom;
    Desk desk(state, 1280, 720);
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    desk.frames(3);
    desk.save(fmt::format("jobs_{:.0f}", 100 * zoom));
    ASSERT_TRUE(desk.has("job/cancel_animation"));
    EXPECT_LT(desk.place("job/cancel_animation").Max.x, 1280);
    EXPECT_GE(desk.place("job/cancel_animation/words").Min.x, 0);
    if (!desk.has("job/stop_sweep")) continue;
    EXPECT_LT(desk.place("job/stop_sweep").Max.x, desk.place("job/cancel_animation/words").Min.x);
    EXPECT_GT(desk.place("job/stop_sweep/words").Min.x, desk.place("status/machine").Max.x);
  }
}

TEST(TheStatusBar, HasNoJobInAPictureForOthers) {
  State state = state_with_kernels();
  be_busy(state);
  state.ui.hide_private_words = true;
  Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  EXPECT_FALSE(desk.has("job/cancel_animation"));
}

}  // namespace
}  // namespace lanescope::gui::test
