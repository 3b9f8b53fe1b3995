#include "client/watchdog.h"

#include <gtest/gtest.h>

namespace lanescope::client {
namespace {

using std::chrono::milliseconds;
using Step = experiments::Progress::Activity;

const Clock::time_point watched_from{};
Clock::time_point at(int ms) {
  return watched_from + milliseconds(ms);
}

constexpr milliseconds preparation{2000};
StepLimits limits_of(int ms) {
  return {milliseconds(ms), preparation};
}

TEST(Watchdog, AWorkerThatWasAskedNothingOwesNothing) {
  const Watchdog watch;
  EXPECT_FALSE(watch.deadline());
  EXPECT_FALSE(watch.busy_with());
}

TEST(Watchdog, AnUnansweredRequestIsDueWithinItsLimit) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  EXPECT_EQ(watch.deadline(), at(100));
}

TEST(Watchdog, EachStepHasTheWholeLimitForItself) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::started, at(10));
  watch.progressed(1, Step::launching, at(80));
  EXPECT_EQ(watch.busy_with(), 1u);
  EXPECT_EQ(watch.deadline(), at(180));
}

TEST(Watchdog, CompilingMayTakeLongerThanAKernelMay) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::compiling, at(10));
  EXPECT_EQ(watch.deadline(), at(10) + preparation);
  watch.progressed(1, Step::launching, at(500));
  EXPECT_EQ(watch.deadline(), at(600));
}

TEST(Watchdog, AnEmulationEndsItselfBeforeItIsKilled) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::emulating, at(10));
  EXPECT_EQ(watch.deadline(), at(110) + max_emulation_overrun);
  watch.progressed(1, Step::verifying, at(500));
  EXPECT_EQ(watch.deadline(), at(600));
}

TEST(Watchdog, AResultEndsARequestOnlyWhenItIsTheLast) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::started, at(1));
  watch.published(1, experiments::ResultStage::compiled, false, at(50));
  EXPECT_EQ(watch.deadline(), at(150));
  watch.published(1, experiments::ResultStage::refined, true, at(60));
  EXPECT_FALSE(watch.deadline());
}

TEST(Watchdog, ARequestBehindAHangingOneGivesItNoMoreTimeAndIsNotBlamed) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.sent(2, limits_of(100), {}, at(90));
  watch.sent(3, limits_of(100), {}, at(105));
  EXPECT_EQ(watch.deadline(), at(110));
  EXPECT_EQ(watch.busy_with(), 1u);
}

TEST(Watchdog, ARequestKeepsItsOwnLimitWhenAnotherIsSentBeforeItBegins) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.sent(2, limits_of(50'000), {}, at(5));
  watch.progressed(1, Step::launching, at(10));
  EXPECT_EQ(watch.deadline(), at(110));
  watch.progressed(1, Step::abandoned, at(20));
  EXPECT_EQ(watch.deadline(), at(50'020));
  watch.progressed(2, Step::launching, at(30));
  EXPECT_EQ(watch.deadline(), at(50'030));
}

TEST(Watchdog, AnAbandonedRequestMakesRoomForTheNewest) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::measuring, at(10));
  watch.sent(2, limits_of(50), {}, at(20));
  watch.progressed(1, Step::abandoned, at(30));
  EXPECT_FALSE(watch.busy_with());
  EXPECT_EQ(watch.deadline(), at(80));
  watch.progressed(2, Step::started, at(31));
  EXPECT_EQ(watch.busy_with(), 2u);
  watch.published(2, experiments::ResultStage::refined, true, at(40));
  EXPECT_FALSE(watch.deadline());
}

TEST(Watchdog, SayingTheSameStepAgainGivesNoMoreTime) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.progressed(1, Step::launching, at(90));
  watch.progressed(1, Step::started, at(95));
  EXPECT_EQ(watch.deadline(), at(110));
  EXPECT_EQ(watch.step(), Step::launching);
}

TEST(Watchdog, PublishingTheSameStageAgainGivesNoMoreTime) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.published(1, experiments::ResultStage::compiled, false, at(50));
  watch.published(1, experiments::ResultStage::compiled, false, at(90));
  watch.published(1, experiments::ResultStage::resolved, false, at(95));
  EXPECT_EQ(watch.deadline(), at(150));
  watch.published(1, experiments::ResultStage::sampled, false, at(120));
  EXPECT_EQ(watch.deadline(), at(220));
  watch.sent(2, limits_of(100), {}, at(130));
  watch.progressed(1, Step::abandoned, at(140));
  watch.progressed(2, Step::started, at(150));
  watch.published(2, experiments::ResultStage::compiled, false, at(160));
  EXPECT_EQ(watch.deadline(), at(260)) << "another request has stages of its own";
}

TEST(Watchdog, WhatIsSaidOfNoRequestThatWasSentGivesNoTime) {
  Watchdog watch;
  watch.sent(5, limits_of(100), {}, at(0));
  watch.published(5, experiments::ResultStage::compiled, false, at(10));
  EXPECT_EQ(watch.deadline(), at(110)) << "that begins it";
  watch.published(5, experiments::ResultStage::compiled, false, at(50));
  watch.published(6, experiments::ResultStage::refined, true, at(60));
  watch.progressed(7, Step::started, at(70));
  watch.progressed(7, Step::abandoned, at(80));
  watch.progressed(8, Step::launching, at(90));
  watch.progressed(5, Step::started, at(95));
  EXPECT_EQ(watch.deadline(), at(110));
}

TEST(Watchdog, ARequestThatEndedEndsOnlyOnce) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.sent(2, limits_of(100), {}, at(20));
  watch.published(1, experiments::ResultStage::refined, true, at(30));
  EXPECT_EQ(watch.deadline(), at(130)) << "now the next one is due";
  watch.published(1, experiments::ResultStage::refined, true, at(60));
  watch.progressed(1, Step::abandoned, at(70));
  EXPECT_EQ(watch.deadline(), at(130));
}

TEST(Watchdog, ALongAnswerHasTheTimeOfASlowLine) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.received(500, at(100));
  EXPECT_EQ(watch.deadline(), at(160)) << "500 bytes at 10 kB/s";
  watch.received(1'000'000, at(150));
  EXPECT_EQ(watch.deadline(), at(250)) << "but none that has not passed";
  watch.received(2 * max_answer_bytes, at(240));
  watch.received(1'000'000, at(330));
  EXPECT_EQ(watch.deadline(), at(340)) << "nor for more bytes than any answer has";
}

TEST(Watchdog, MeasuringMayTakeItsBudgetBesideTheLimit) {
  Watchdog watch;
  watch.sent(1, limits_of(100), milliseconds(1000), at(0));
  watch.progressed(1, Step::measuring, at(10));
  EXPECT_EQ(watch.deadline(), at(1110));
}

TEST(Watchdog, AWorkerThatDoesNotRunIsToBlameAtTheLimitItself) {
  Watchdog watch;
  EXPECT_FALSE(watch.deadline_when_stopped());
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::emulating, at(10));
  EXPECT_EQ(watch.deadline_when_stopped(), at(110));
  EXPECT_LT(*watch.deadline_when_stopped(), *watch.deadline());
}

TEST(Watchdog, TheNextRequestBeginsItsStepsAnew) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::measuring, at(10));
  watch.published(1, experiments::ResultStage::refined, true, at(20));
  EXPECT_FALSE(watch.step());
  watch.sent(2, limits_of(100), {}, at(30));
  watch.progressed(2, Step::started, at(40));
  EXPECT_EQ(watch.deadline(), at(140));
  EXPECT_EQ(watch.step(), Step::started);
}

TEST(Watchdog, ACancelledRequestThatWasNotBegunIsNotOwed) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.cancelled();
  EXPECT_FALSE(watch.deadline());
}

TEST(Watchdog, ACancelledRequestThatWasBegunMustStillEnd) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.cancelled();
  EXPECT_EQ(watch.deadline(), at(110));
  watch.progressed(1, Step::abandoned, at(50));
  EXPECT_FALSE(watch.deadline());
}

TEST(Watchdog, ARequestThatOnlyTheWorkerKnowsOfHasTheLimitsOfTheNewest) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(77, Step::launching, at(10));
  EXPECT_EQ(watch.busy_with(), 77u);
  EXPECT_EQ(watch.deadline(), at(100)) << "and no time beyond that of the request that was sent";
  watch.forget();
  // It speaks of a request before there is one.
  watch.progressed(1, Step::compiling, at(20));
  watch.sent(1, limits_of(100), {}, at(30));
  EXPECT_EQ(watch.deadline(), at(20) + preparation);
  watch.progressed(1, Step::launching, at(40));
  EXPECT_EQ(watch.deadline(), at(140));
}

TEST(Watchdog, ANewWorkerOwesNothingOfTheOldOnesWork) {
  Watchdog watch;
  watch.sent(1, limits_of(100), {}, at(0));
  watch.progressed(1, Step::launching, at(10));
  watch.forget();
  EXPECT_FALSE(watch.deadline());
  EXPECT_FALSE(watch.busy_with());
}

}  // namespace
}  // namespace lanescope::client
