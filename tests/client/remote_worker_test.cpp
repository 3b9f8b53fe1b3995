// A real worker behind a line that is chatty, refused, cut or of another version.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "client/remote_fixture.h"
#include "experiments/wire/wire.h"

namespace lanescope::client {
namespace {

using namespace std::chrono_literals;

TEST_F(RemoteWorker, GivesTheSameResultAsALocalOneWithItsPictureAsBytes) {
  Client local(real()), far(remote());
  const auto here = local.wait(local.request(emulated()), patience);
  if (no_compiler(here)) GTEST_SKIP() << here->faults[0].message;
  const auto there = far.wait(far.request(emulated()), patience);
  ASSERT_TRUE(here && there && !here->failed() && !there->failed());
  ASSERT_TRUE(there->preview);
  EXPECT_EQ(there->preview->values.size(), 256u * 256u);
  EXPECT_EQ(there->preview->values, here->preview->values);
  EXPECT_EQ(*there->metrics, *here->metrics);
  EXPECT_FALSE(far.trouble());
}

TEST_F(RemoteWorker, NeedsNothingOfTheOtherMachinesFiles) {
  // A kernel with a header, and a worker in an empty folder, with an empty home and no kernels of its own.
  const experiments::Experiment experiment = emulated(32, "transpose/best");
  Options options = remote("", fmt::format("cd {} && env HOME={} LANESCOPE_DATA={} {}", scratch_.string(),
                                           scratch_.string(), file("nothing"), LANESCOPE_WORKER));
  Client client(options);
  const auto result = client.wait(client.request(experiment), patience);
  if (no_compiler(result)) GTEST_SKIP() << result->faults[0].message;
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->failed()) << only_fault(result).message;
}

TEST_F(RemoteWorker, ABannerIsSkippedAndWordsOfTheRemoteShellBecomeEvents) {
  Client client(remote("--banner 'Welcome to lab-server! lanescope? ' --say 'This system is monitored.'"));
  Events events(client);
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  EXPECT_FALSE(client.machine()->host.empty());
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "This system is monitored."));
  EXPECT_TRUE(events.will_contain(Event::Kind::information, "connected to lab@server"));
}

TEST_F(RemoteWorker, ARefusedLoginIsExplainedAndNotTriedAgainByItself) {
  const std::string line = "--say 'lab@server: Permission denied (publickey).' --exit 255 --log " + file("log");
  Client client(remote(line));
  for (int turn = 0; turn < 20; ++turn) {
    const experiments::Fault fault = only_fault(client.wait(client.request(emulated()), patience));
    EXPECT_EQ(fault.kind, FaultKind::worker_lost);
    EXPECT_NE(fault.message.text().find("lab@server refused the login"), std::string::npos) << fault.message;
    EXPECT_NE(fault.remedy.text().find("ssh-copy-id"), std::string::npos) << fault.remedy;
  }
  EXPECT_EQ(starts(), 1u) << "a knob that moves knocks at no door";
  EXPECT_EQ(client.state(), State::failed);
  ASSERT_TRUE(client.trouble());
  EXPECT_FALSE(client.trouble()->next_attempt);
  client.reconnect();
  EXPECT_TRUE(eventually([&] { return starts() == 2; })) << "only when somebody asks";
}

TEST_F(RemoteWorker, AProgramThatIsNotThereIsExplained) {
  Client client(remote("", file("no/lanescope")));
  const experiments::Fault fault = only_fault(client.wait(client.request(emulated()), patience));
  EXPECT_NE(fault.message.text().find("lab@server has no program"), std::string::npos) << fault.message;
  EXPECT_NE(fault.remedy.text().find("--remote-program"), std::string::npos) << fault.remedy;
}

TEST_F(RemoteWorker, ARemoteShellThatIsNotHereIsExplained) {
  Options options;
  options.remote = Remote{"lab@server", "/nowhere/ssh"};
  Client client(options);
  const experiments::Fault fault = only_fault(client.wait(client.request(emulated()), patience));
  EXPECT_NE(fault.message.text().find("cannot start the program"), std::string::npos) << fault.message;
}

TEST_F(RemoteWorker, AnotherVersionIsNamedWithThisOneAndWhatToDo) {
  Client client(remote("--version 42"));
  const experiments::Fault fault = only_fault(client.wait(client.request(emulated()), patience));
  EXPECT_NE(fault.message.text().find(
                fmt::format("protocol version 42, but this side uses {}", experiments::protocol_version)),
            std::string::npos)
      << fault.message;
  EXPECT_NE(fault.message.text().find("lab@server"), std::string::npos) << fault.message;
  EXPECT_NE(fault.remedy.text().find("same version"), std::string::npos) << fault.remedy;
  EXPECT_EQ(client.state(), State::failed);
}

TEST_F(RemoteWorker, GivesWayToTheWindowWhereTheEmulatorComputes) {
  Client client(remote("", fmt::format("echo $$ > {}; exec {}", file("process"), LANESCOPE_WORKER)));
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  if (!client.machine()->device.empty()) GTEST_SKIP() << "this machine has a GPU";
  const int worker = std::stoi(*read_file(file("process")));
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(worker)), std::min(19, getpriority(PRIO_PROCESS, 0) + 10));
}

TEST_F(RemoteWorker, EndsWhenTheLocalShellIsKilled) {
  Client client(remote("", fmt::format("echo $$ > {}; exec {}", file("process"), LANESCOPE_WORKER)));
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  const int worker = std::stoi(*read_file(file("process")));
  ASSERT_TRUE(is_alive(worker));
  ASSERT_GT(kill_worker(client), 0);
  // Reaped by whoever adopted it; until then it is a zombie, which holds nothing.
  EXPECT_TRUE(eventually([&] {
    const auto status = read_file(fmt::format("/proc/{}/stat", worker));
    return !status || status->find(") Z ") != std::string::npos;
  }));
}

TEST_F(RemoteWorker, ALostConnectionComesBackByItselfAndTheNewestRequestIsResumed) {
  Client client(remote(fmt::format("--down-while {}", file("down"))));
  Events events(client);
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  make("down");
  ASSERT_TRUE(eventually([&] { return client.trouble().has_value(); }));
  const std::uint64_t number = client.request(emulated());
  EXPECT_TRUE(events.will_contain(Event::Kind::warning, "the connection to lab@server was lost"));
  // Later attempts meet a machine that is away: waiting, not failing.
  EXPECT_TRUE(events.will_contain(Event::Kind::warning, "Connection refused"));
  EXPECT_EQ(client.state(), State::reconnecting);
  EXPECT_TRUE(client.trouble()->next_attempt);
  EXPECT_FALSE(client.wait(number, 0ms));
  remove("down");
  const auto result = client.wait(number, patience);
  ASSERT_TRUE(result);
  EXPECT_TRUE(no_compiler(result) || result->stage == experiments::ResultStage::refined);
  EXPECT_FALSE(client.trouble());
  EXPECT_TRUE(events.contain(Event::Kind::information, "connected to lab@server again"));
}

TEST_F(RemoteWorker, AConnectionThatBreaksInTheMiddleOfAnAnswerIsMadeAnewAndTheAnswerIsWhole) {
  Client client(remote(fmt::format("--drop-after 60000 --drop-once {} --log {}", file("dropped"), file("log"))));
  const auto result = client.wait(client.request(emulated()), patience);
  if (no_compiler(result)) GTEST_SKIP() << result->faults[0].message;
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stage, experiments::ResultStage::refined);
  EXPECT_EQ(result->preview->values.size(), 256u * 256u);
  EXPECT_EQ(starts(), 2u);
}

TEST_F(RemoteWorker, AConnectionThatBreaksInTheMiddleOfTheAccessesOfAGridIsMadeAnewAndTheyAreWhole) {
  const std::string line = fmt::format("--drop-after 60000 --drop-once {} --log {}", file("dropped"), file("log"));
  Client client(remote(line, LANESCOPE_EVIL_WORKER " actor"));
  const auto result = client.wait(client.request(role("heat")), patience);
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->failed()) << only_fault(result).message;
  ASSERT_TRUE(result->heat && result->heat->sent);
  EXPECT_EQ(*result->heat->sent, experiments::HeatRecords(1000));
  EXPECT_EQ(starts(), 2u);
}

TEST_F(RemoteWorker, ARequestThatBreaksEveryConnectionIsAnsweredAtLast) {
  Client client(remote(fmt::format("--drop-after 60000 --log {}", file("log"))));
  const auto result = client.wait(client.request(emulated()), patience);
  if (no_compiler(result)) GTEST_SKIP() << result->faults[0].message;
  ASSERT_TRUE(result && result->failed());
  EXPECT_NE(result->faults.back().message.text().find("3 times in a row"), std::string::npos)
      << result->faults.back().message;
  EXPECT_LE(starts(), 4u);
}

TEST_F(RemoteWorker, ReconnectNowDoesNotWaitForThePause) {
  Client client(remote(fmt::format("--down-while {} --log {}", file("down"), file("log"))));
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  make("down");
  // At once, then after 1 s and 2 s: the next one comes in 4 s.
  ASSERT_TRUE(eventually([&] {
    const auto trouble = client.trouble();
    return trouble && trouble->next_attempt && *trouble->next_attempt > std::chrono::steady_clock::now() + 2500ms;
  }));
  remove("down");
  const auto asked = std::chrono::steady_clock::now();
  client.reconnect();
  ASSERT_TRUE(eventually([&] { return starts() >= 5; }));
  EXPECT_LT(std::chrono::steady_clock::now() - asked, 3s);
  EXPECT_TRUE(eventually([&] { return client.state() == State::ready; }));
}

TEST_F(RemoteWorker, ALineThatStaysAwayIsGivenUpAfterItsLimit) {
  Options options = remote(fmt::format("--down-while {}", file("down")));
  options.reconnect_limit = 500ms;
  Client client(options);
  ASSERT_TRUE(eventually([&] { return client.state() == State::ready; }));
  make("down");
  const experiments::Fault fault = only_fault(client.wait(client.request(emulated()), patience));
  EXPECT_NE(fault.message.text().find("lab@server"), std::string::npos) << fault.message;
  EXPECT_EQ(client.state(), State::failed);
}

TEST_F(RemoteWorker, CancelReachesItAndTheNextRequestIsAnswered) {
  Client client(remote("--delay 20"));
  experiments::Experiment large = emulated();
  large.values["nx"] = large.values["ny"] = std::int64_t{2048};
  client.request(large);
  ASSERT_TRUE(eventually([&] { return client.take() != nullptr; }));
  client.cancel();
  EXPECT_TRUE(eventually([&] { return client.state() == State::ready; }));
  EXPECT_TRUE(client.wait(client.request(emulated()), patience));
  EXPECT_EQ(client.restarts(), 0);
}

}  // namespace
}  // namespace lanescope::client
