// Command lines for other machines, and what their ends mean. Pure.
#include "client/remote.h"

#include <gtest/gtest.h>

#include "client/restarts.h"

namespace lanescope::client {
namespace {

using Words = std::vector<std::string>;
using namespace std::chrono_literals;

TEST(Remote, IsReachedBySshWithoutATerminalAndWithoutQuestions) {
  const auto command = command_of({"lab@server"});
  ASSERT_TRUE(command);
  EXPECT_EQ(command->front(), "ssh");
  EXPECT_EQ((Words{command->end() - 4, command->end()}), (Words{"--", "lab@server", "lanescope", "worker"}))
      << "options end before the host";
  for (const char* option : {"-T", "BatchMode=yes", "ServerAliveInterval=2"}) {
    EXPECT_NE(std::find(command->begin(), command->end(), option), command->end()) << option;
  }
}

TEST(Remote, AnotherShellAndProgramAreTakenWordByWord) {
  const auto command = command_of({"box", "docker exec -i -e 'A=b c'", "env X=1 ~/lanescope/build/lanescope"});
  ASSERT_TRUE(command);
  EXPECT_EQ(*command, (Words{"docker", "exec", "-i", "-e", "A=b c", "box", "env", "X=1", "~/lanescope/build/lanescope",
                             "worker"}));
}

TEST(Remote, AHostThatWouldBeAnOptionIsRefused) {
  for (const char* host : {"", "  ", "-oProxyCommand=reboot", "two words"}) {
    EXPECT_FALSE(command_of({host})) << "'" << host << "'";
  }
  EXPECT_FALSE(command_of({"host", "ssh 'open"}));
  EXPECT_FALSE(command_of({"host", "", "-oProxyCommand=reboot"}));
  EXPECT_FALSE(command_of({"host", "''", "lanescope"}));
}

TEST(Remote, WordsAreSplitAsAShellDoes) {
  EXPECT_EQ(*split_command_line(R"(a 'b c' "d \"e" f\ g '')"), (Words{"a", "b c", "d \"e", "f g", ""}));
  EXPECT_TRUE(split_command_line("   ")->empty());
  EXPECT_FALSE(split_command_line("a \"b"));
}

struct End {
  const char* name;
  int status;
  const char* line;
  const char* what;    ///< in the message
  const char* remedy;  ///< in the remedy
  bool permanent;
};

class Parted : public testing::TestWithParam<End> {};

TEST_P(Parted, IsRecognisedAndExplained) {
  const End& end = GetParam();
  const DisconnectReason reason =
      disconnect_reason({"lab@server"}, ExitState{end.status, {}}, {"Welcome to server", end.line}, false);
  EXPECT_NE(reason.error.what.text().find(end.what), std::string::npos) << reason.error.text();
  EXPECT_NE(reason.error.what.text().find("lab@server"), std::string::npos) << reason.error.text();
  EXPECT_NE(reason.error.remedy.text().find(end.remedy), std::string::npos) << reason.error.text();
  EXPECT_EQ(reason.permanent, end.permanent) << reason.error.text();
}

// The lines are those of OpenSSH 9.2, bash 5.2 and dash.
INSTANTIATE_TEST_SUITE_P(
    Ends, Parted,
    testing::Values(End{"login", 255, "lab@server: Permission denied (publickey,password).", "refused the login",
                        "ssh-copy-id", true},
                    End{"unknown_key", 255, "Host key verification failed.", "never confirmed", "confirm the key",
                        true},
                    End{"changed_key", 255, "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @",
                        "has changed", "ssh-keygen -R", true},
                    End{"no_name", 255, "ssh: Could not resolve hostname server: Name or service not known",
                        "unknown host", "check the name", false},
                    End{"refused", 255, "ssh: connect to host server port 22: Connection refused", "cannot be reached",
                        "firewall", false},
                    End{"timed_out", 255, "ssh: connect to host server port 22: Connection timed out",
                        "cannot be reached", "VPN", false},
                    End{"other", 255, "kex_exchange_identification: read: Connection reset by peer",
                        "cannot connect to", "in a terminal", false},
                    End{"bash", 127, "bash: line 1: lanescope: command not found", "has no program 'lanescope'",
                        "--remote-program", true},
                    End{"dash", 127, "sh: 1: lanescope: not found", "has no program 'lanescope'", "install", true},
                    End{"not_executable", 126, "bash: line 1: ./lanescope: Permission denied", "cannot be executed",
                        "permissions", true},
                    End{"crash", 134, "Aborted (core dumped)", "exit status 134", "doctor", true}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Parted, AfterTheGreetingOnlyTheLineIsToBlameForTheRemoteShellsEnd) {
  const Remote remote{"lab@server"};
  EXPECT_TRUE(disconnect_reason(remote, ExitState{255, {}}, {"Connection to server closed by remote host."}, true)
                  .connection_failed);
  EXPECT_TRUE(disconnect_reason(remote, ExitState{{}, 9}, {}, true).connection_failed);
  EXPECT_TRUE(disconnect_reason(remote, ExitState{0, {}}, {}, true).connection_failed);
  EXPECT_FALSE(disconnect_reason(remote, ExitState{139, {}}, {"Segmentation fault"}, true).connection_failed);
  EXPECT_FALSE(disconnect_reason(remote, ExitState{70, {}}, {}, true).connection_failed);
}

TEST(Backoff, TriesAtOnceThenMoreAndMoreRarely) {
  Backoff backoff;
  const Clock::time_point now;
  std::vector<std::chrono::milliseconds> pauses;
  for (int attempt = 0; attempt < 9; ++attempt) pauses.push_back(backoff.record_loss(now));
  EXPECT_EQ(pauses, (std::vector<std::chrono::milliseconds>{0s, 1s, 2s, 4s, 8s, 16s, 30s, 30s, 30s}));
}

TEST(Backoff, BeginsAnewAfterAGoodConnectionAndNotAfterAShortOne) {
  Backoff backoff;
  const Clock::time_point now;
  static_cast<void>(backoff.record_loss(now));
  static_cast<void>(backoff.record_loss(now));
  backoff.record_connection(now);
  EXPECT_EQ(backoff.record_loss(now + 1s), 2s);
  backoff.record_connection(now + 3s);
  EXPECT_EQ(backoff.record_loss(now + 3s + Backoff::min_good_connection), 0s);
  backoff.reset();
  EXPECT_EQ(backoff.record_loss(now + 20s), 0s);
}

}  // namespace
}  // namespace lanescope::client
