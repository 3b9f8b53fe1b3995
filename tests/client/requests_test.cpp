// Requests and their answers while nothing goes wrong.
#include "base/file.h"
#include "client/client_fixture.h"
#include "temporary_folder.h"

namespace lanescope::client {
namespace {

TEST(Requests, AreNumberedFromOneAndAnswered) {
  Client client(evil("actor"));
  EXPECT_EQ(client.request(role("good")), 1u);
  const auto result = client.wait(1, patience);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->request, 1u);
  EXPECT_EQ(result->kernel, "good");
  EXPECT_EQ(client.request(role("good")), 2u);
  EXPECT_TRUE(client.wait(2, patience));
  EXPECT_TRUE(eventually([&] { return client.state() == State::ready; }));
}

TEST(Requests, TakeGivesEachResultOnce) {
  Client client(evil("actor"));
  client.request(role("good"));
  std::vector<std::shared_ptr<const experiments::Result>> taken;
  ASSERT_TRUE(eventually([&] {
    if (auto result = client.take()) taken.push_back(result);
    return !taken.empty() && taken.back()->stage == experiments::ResultStage::refined;
  }));
  EXPECT_FALSE(client.take());
  for (std::size_t i = 1; i < taken.size(); ++i) EXPECT_GT(taken[i]->stage, taken[i - 1]->stage);
}

TEST(Requests, OnlyTheNewestIsAnswered) {
  Client client(evil("actor"));
  for (int i = 1; i < 100; ++i) client.request(role("good"));
  const std::uint64_t last = client.request(role("good"));
  EXPECT_FALSE(client.wait(last - 1, patience));  // superseded: it never ends
  std::vector<std::uint64_t> seen;
  ASSERT_TRUE(eventually([&] {
    const auto result = client.take();
    if (result) seen.push_back(result->request);
    return result && result->stage == experiments::ResultStage::refined;
  }));
  for (const std::uint64_t number : seen) EXPECT_EQ(number, last);
}

TEST(Requests, OneThatComesTogetherWithAnAcknowledgementIsSentAtOnce) {
  Client client(evil("quiet"));
  ASSERT_TRUE(client.wait(client.request(role("good")), patience));
  for (std::uint64_t generation = 1; generation <= 200; ++generation) {
    client.acknowledge(generation);
    ASSERT_TRUE(client.wait(client.request(role("good")), patience)) << "after acknowledgement " << generation;
  }
}

TEST(Requests, AreAtRestWhenTheirLastAnswerWasTakenWithAllThatFollowsIt) {
  Client client(evil("actor"));
  EXPECT_TRUE(client.is_idle());
  const TemporaryFolder folder;
  experiments::Experiment experiment = role("late_heat");
  experiment.kernel.path = (folder.path() / "late_heat.cu").string();
  experiment.trace = experiments::TraceChoice{};
  client.request(experiment);
  EXPECT_FALSE(client.is_idle());
  ASSERT_TRUE(eventually([&] {
    const auto result = client.take();
    return result && result->stage == experiments::ResultStage::refined;
  }));
  EXPECT_FALSE(client.is_idle()) << "the records of the grid are still to come";
  ASSERT_TRUE(write_file(experiment.kernel.path + ".go", ""));
  // All of it has come: it must not be given up before it was taken.
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  EXPECT_FALSE(client.is_idle());
  const auto result = client.take();
  ASSERT_TRUE(result && result->heat);
  EXPECT_TRUE(client.is_idle());
  client.request(role("endless"));
  EXPECT_FALSE(client.is_idle());
  client.cancel();
  EXPECT_TRUE(client.is_idle());
}

TEST(Requests, WaitIsEmptyWhenItsLimitIsOver) {
  Client client(evil("actor"));
  EXPECT_FALSE(client.wait(client.request(role("endless")), milliseconds(1)));
}

TEST(Requests, CancelTellsTheWorkerAndNothingMoreAppears) {
  Client client(evil("actor"));
  Events events(client);
  const std::uint64_t number = client.request(role("patient", milliseconds(300)));
  ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun patient"));
  client.cancel();
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "cancelled"));
  EXPECT_FALSE(client.wait(number, milliseconds(0)));
  EXPECT_TRUE(eventually([&] { return client.state() == State::ready; }));
  // An abandoned request owes nothing: longer than its limit passes, and the worker lives.
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(client.restarts(), 0);
  EXPECT_FALSE(client.take());
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Requests, ASupersededOneIsAbandonedAndTheNewOneAnswered) {
  Client client(evil("actor"));
  Events events(client);
  client.request(role("patient"));
  ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun patient"));
  const auto result = client.wait(client.request(role("good")), patience);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->kernel, "good");
  EXPECT_EQ(client.restarts(), 0);
}

TEST(Requests, WakeIsCalledForNews) {
  std::atomic<int> woken{0};
  Options options = evil("actor");
  options.wake = [&] { ++woken; };
  Client client(options);
  ASSERT_TRUE(client.wait(client.request(role("good")), patience));
  EXPECT_GT(woken, 0);
}

TEST(Requests, WhatTheWorkerPrintsBecomesEventsLineByLine) {
  Client client(evil("actor"));
  Events events(client);
  ASSERT_TRUE(client.wait(client.request(role("good")), patience));
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "begun good"));
}

TEST(Requests, AFloodOfOutputIsBounded) {
  Client client(evil("actor"));
  ASSERT_TRUE(client.wait(client.request(role("flood")), patience));
  Events events(client);
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "line 19999"));
  EXPECT_LT(events.count(), 20'000u);
}

TEST(Requests, LargeInputsArriveWhole) {
  Client client(evil("actor"));
  experiments::Experiment experiment = role("good");
  experiment.inputs["in"].resize(std::size_t{8} << 20, std::byte{7});
  EXPECT_TRUE(client.wait(client.request(experiment), patience));
}

TEST(Pictures, AreAcknowledgedByTheCaller) {
  Client client(evil("actor"));
  Events events(client);
  const auto result = client.wait(client.request(role("picture")), patience);
  ASSERT_TRUE(result && result->preview);
  EXPECT_EQ(result->preview->slot.generation, 101u);
  client.acknowledge(result->preview->slot.generation);
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "acknowledged 101"));
}

TEST(Pictures, ThatNobodyTookAreAcknowledgedByTheClient) {
  Client client(evil("actor"));
  Events events(client);
  const std::uint64_t first = client.request(role("picture"));
  ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun picture"));
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  // Its Result lies there, not taken, and is superseded.
  ASSERT_TRUE(client.wait(client.request(role("good")), patience));
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "acknowledged " + std::to_string(100 + first)));
}

}  // namespace
}  // namespace lanescope::client
