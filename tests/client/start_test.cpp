// How workers start, and how they fail to.
#include <fmt/format.h>

#include "client/client_fixture.h"
#include "experiments/wire/wire.h"

namespace lanescope::client {
namespace {

TEST(Start, AWorkerThatSaysHelloIsReadyAndItsMachineIsKnown) {
  Client client(evil("actor"));
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  ASSERT_TRUE(client.machine());
  EXPECT_EQ(client.machine()->host, "evil");
  EXPECT_GT(client.worker_process(), 0);
  EXPECT_EQ(client.restarts(), 0);
}

TEST(Start, ABannerBeforeTheHandshakeDoesNoHarm) {
  Client client(evil("banner"));
  const auto result = client.wait(client.request(role("good")), patience);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stage, experiments::ResultStage::refined);
}

TEST(Start, AProgramThatDoesNotExistIsAFailureThatNamesIt) {
  Options options;
  options.command = {"/nowhere/lanescope", "worker"};
  Client client(options);
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("/nowhere/lanescope"), std::string::npos) << fault.message;
  EXPECT_EQ(client.state(), State::failed);
  EXPECT_EQ(client.worker_process(), -1);
}

TEST(Start, AWorkerThatExitsAtOnceIsTriedAFewTimesAndThenGivenUp) {
  Client client(evil("exits"));
  Events events(client);
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("exit status 3"), std::string::npos) << fault.message;
  EXPECT_EQ(client.state(), State::failed);
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "I do not want to"));
  EXPECT_TRUE(events.will_contain(Event::Kind::error, ""));
}

TEST(Start, AfterGivingUpTheNextRequestTriesAgain) {
  Client client(evil("exits"));
  ASSERT_TRUE(client.wait(client.request(role("good")), patience));
  const int restarts = client.restarts();
  const auto again = client.wait(client.request(role("good")), patience);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->failed());
  EXPECT_GT(client.restarts(), restarts);
}

TEST(Start, AnotherVersionIsAFailureThatNamesBoth) {
  Client client(evil("version"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_NE(fault.message.text().find(
                fmt::format("protocol version 42, but this side uses {}", experiments::protocol_version)),
            std::string::npos)
      << fault.message;
}

TEST(Start, AProgramThatIsNoWorkerIsRecognisedByItsNoise) {
  Client client(evil("noise"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_NE(fault.message.text().find("no handshake within 64 KiB"), std::string::npos) << fault.message;
}

TEST(Start, GarbageAfterTheHandshakeIsAFailure) {
  Client client(evil("garbage"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_NE(fault.message.text().find("unknown type"), std::string::npos) << fault.message;
}

TEST(Start, AWorkerThatNeverSaysHelloIsKilledAtTheLimit) {
  Options options = evil("silent");
  options.start_limit = milliseconds(50);
  Client client(options);
  const experiments::Fault fault = only_fault(client.wait(client.request(role("good")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_EQ(client.worker_process(), -1);
}

TEST(Start, TheWorkerEndsWithTheClient) {
  int worker = -1;
  {
    Client client(evil("actor"));
    ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
    worker = client.worker_process();
    ASSERT_TRUE(is_alive(worker));
  }
  EXPECT_FALSE(is_alive(worker));
}

TEST(Start, AWorkerThatHangsDoesNotKeepTheClientFromEnding) {
  int worker = -1;
  {
    Client client(evil("actor"));
    Events events(client);
    client.request(role("endless"));
    ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun endless"));
    worker = client.worker_process();
    ASSERT_TRUE(is_alive(worker));
  }
  EXPECT_FALSE(is_alive(worker));
}

}  // namespace
}  // namespace lanescope::client
