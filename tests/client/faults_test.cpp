// Workers that hang, die and lie in the middle of a request.
#include "client/client_fixture.h"

namespace lanescope::client {
namespace {

TEST(Faults, AHangIsKilledAtTheRequestsLimitAndTheNextRequestWorks) {
  Client client(evil("actor"));
  Events events(client);
  const auto result = client.wait(client.request(role("endless", milliseconds(100))), patience);
  const experiments::Fault fault = only_fault(result);
  EXPECT_EQ(fault.kind, FaultKind::timeout);
  EXPECT_NE(fault.message.text().find("no response within"), std::string::npos) << fault.message;
  EXPECT_EQ(fault.file, "/kernels/endless.cu");
  EXPECT_FALSE(fault.remedy.empty());
  EXPECT_EQ(result->kernel, "endless");
  EXPECT_EQ(result->source, "the text of endless");
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
  EXPECT_EQ(client.restarts(), 1);
}

TEST(Faults, ChatterDoesNotKeepAHangAlive) {
  Client client(evil("actor"));
  const experiments::Fault fault =
      only_fault(client.wait(client.request(role("chatter", milliseconds(100))), patience));
  EXPECT_EQ(fault.kind, FaultKind::timeout);
}

TEST(Faults, AStageThatIsPublishedAgainAndAgainDoesNotKeepAHangAlive) {
  Client client(evil("actor"));
  const experiments::Fault fault =
      only_fault(client.wait(client.request(role("repeats", milliseconds(100))), patience));
  EXPECT_EQ(fault.kind, FaultKind::timeout);
}

TEST(Faults, NothingThatIsSaidAgainAndAgainKeepsARequestAlive) {
  for (const char* name : {"tireless_result", "tireless_answer", "tireless_answer_of_another", "tireless_beginning",
                           "tireless_request", "tireless_end", "tireless_attachment"}) {
    SCOPED_TRACE(name);
    Client client(evil("actor"));
    EXPECT_EQ(only_fault(client.wait(client.request(role(name, milliseconds(100))), patience)).kind,
              FaultKind::timeout);
  }
}

TEST(Faults, AWorkerThatIsHeldBySigstopEndsAtTheLimitItself) {
  Client client(evil("actor"));
  const experiments::Fault fault =
      only_fault(client.wait(client.request(role("stopped", milliseconds(100))), patience));
  EXPECT_EQ(fault.kind, FaultKind::timeout);
  EXPECT_NE(fault.message.text().find("no response within 100 ms while emulating"), std::string::npos) << fault.message;
}

TEST(Faults, AWorkerThatTookTooMuchMemoryIsNamedWithItsLimit) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("memory")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("ran out of memory"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.text().find("more than 1 GiB"), std::string::npos) << fault.message;
  EXPECT_NE(fault.remedy.text().find("LANESCOPE_WORKER_MEMORY"), std::string::npos) << fault.remedy;
}

TEST(Faults, AnAnswerThatNobodyAskedForIsNotReadToItsEnd) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("large")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("the limit is 134217728"), std::string::npos) << fault.message;
}

TEST(Faults, AWorkerThatNeverBeginsARequestIsKilledToo) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("silent", milliseconds(100))), patience));
  EXPECT_EQ(fault.kind, FaultKind::timeout);
}

TEST(Faults, ARequestBehindAHangIsAnsweredByTheNextWorker) {
  Client client(evil("actor"));
  Events events(client);
  client.request(role("endless", milliseconds(300)));
  ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun endless"));
  const auto result = client.wait(client.request(role("good")), patience);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stage, experiments::ResultStage::refined);
  EXPECT_EQ(result->kernel, "good");
  EXPECT_EQ(client.restarts(), 1);
}

TEST(Faults, ManyHangsInARowNeverMakeTheClientGiveUp) {
  Client client(evil("actor"));
  for (int i = 0; i < 8; ++i) {
    const experiments::Fault fault =
        only_fault(client.wait(client.request(role("endless", milliseconds(20))), patience));
    EXPECT_EQ(fault.kind, FaultKind::timeout);
  }
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
  EXPECT_EQ(client.restarts(), 8);
}

TEST(Faults, ADeathInTheMiddleSaysHowAndWithWhichLastWords) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("dies")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("signal 11"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.text().find("last words"), std::string::npos) << fault.message;
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, ACrashWhileCompilingIsTheCompilers) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("compiler_dies")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_EQ(fault.message.text().find("the CUDA compiler itself crashed on this file: killed by signal 11"), 0u)
      << fault.message;
}

TEST(Faults, ADeathKeepsWhatWasKnownBefore) {
  Client client(evil("actor"));
  const auto result = client.wait(client.request(role("dies_compiled")), patience);
  EXPECT_EQ(only_fault(result).kind, FaultKind::worker_lost);
  EXPECT_NE(only_fault(result).message.text().find("exit status 3"), std::string::npos);
  EXPECT_EQ(result->kernel, "dies_compiled");
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, ARequestThatKillsEveryWorkerIsAnsweredAndNotSentForEver) {
  Client client(evil("actor"));
  const experiments::Fault fault = only_fault(client.wait(client.request(role("dies_unbegun")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, AWorkerKilledFromOutsideInTheMiddleIsAFaultAndTheNextRequestWorks) {
  Client client(evil("actor"));
  Events events(client);
  const std::uint64_t number = client.request(role("endless"));
  ASSERT_TRUE(events.will_contain(Event::Kind::output, "begun endless"));
  ASSERT_GT(kill_worker(client), 0);
  const experiments::Fault fault = only_fault(client.wait(number, patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("signal 9"), std::string::npos) << fault.message;
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, AWorkerKilledWhileIdleIsReplacedAndNothingIsLost) {
  Client client(evil("actor"));
  const auto before = client.wait(client.request(role("good")), patience);
  ASSERT_TRUE(before);
  ASSERT_EQ(before->stage, experiments::ResultStage::refined);
  const int worker = kill_worker(client);
  ASSERT_GT(worker, 0);
  ASSERT_TRUE(eventually([&] { return client.restarts() == 1 && client.state() == State::ready; }));
  EXPECT_NE(client.worker_process(), worker);
  EXPECT_FALSE(client.take());  // no fault: nothing was asked for
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, AWorkerThatEndsItselfAfterALostContextIsReplacedWithoutAFurtherFault) {
  Client client(evil("actor"));
  for (int i = 0; i < 8; ++i) {
    const experiments::Fault fault = only_fault(client.wait(client.request(role("context_lost")), patience));
    EXPECT_EQ(fault.kind, FaultKind::illegal_address);
    ASSERT_TRUE(eventually([&] { return client.restarts() == i + 1 && client.state() == State::ready; }))
        << name_of(client.state());
  }
  EXPECT_TRUE(client.wait(client.request(role("good")), patience));
}

TEST(Faults, AFailedAnswerWhoseTraceNeverComesEndsWithItsWorker) {
  Client client(evil("actor"));
  const auto asked = std::chrono::steady_clock::now();
  const auto result = client.wait(client.request(role("dies_before_trace")), patience);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, patience / 2) << "it waited for its limit";
  EXPECT_EQ(only_fault(result).kind, FaultKind::illegal_address);
  EXPECT_FALSE(result->traced);
}

TEST(Faults, WhatIsNoFrameEndsTheWorker) {
  for (const char* lie : {"garbage", "broken_body", "oversized"}) {
    Client client(evil("actor"));
    const experiments::Fault fault = only_fault(client.wait(client.request(role(lie)), patience));
    EXPECT_EQ(fault.kind, FaultKind::worker_lost) << lie;
    const auto next = client.wait(client.request(role("good")), patience);
    ASSERT_TRUE(next) << lie;
    EXPECT_EQ(next->stage, experiments::ResultStage::refined) << lie;
  }
}

}  // namespace
}  // namespace lanescope::client
