// Commands whose experiments run elsewhere, as a script starts them. tests/client/program/remote_shell.cpp plays ssh.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

Words operator+(Words left, const Words& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Over a line with these options.
Words far(const std::string& line = "", const std::string& program = LANESCOPE_PROGRAM) {
  return {"--host", "lab@server", "--remote-shell", LANESCOPE_REMOTE_SHELL " " + line, "--remote-program", program};
}

const Words small = {"transpose/smem_tile", "-p", "nx=128", "-p", "ny=96"};

class Remote : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  const TemporaryFolder temporary_;
};

/// Without what differs from run to run.
json comparable(const FinishedProcess& finished) {
  json object = json::parse(finished.output);
  object.erase("compile_ms");
  return object;
}

TEST_F(Remote, RunGivesTheSameJsonAsHere) {
  const Words run = Words{"run", "--backend", "emulator", "--json"} + small;
  const FinishedProcess here = program(run);
  const FinishedProcess there = program(run + far("--banner 'Welcome!'"));
  EXPECT_EQ(there.state.status, 0) << there.error;
  EXPECT_EQ(comparable(there), comparable(here));
}

TEST_F(Remote, TraceGivesTheSameJsonAsHere) {
  const Words trace = Words{"trace", "--json"} + small;
  const FinishedProcess here = program(trace);
  const FinishedProcess there = program(trace + far("--delay 10"));
  EXPECT_EQ(there.state.status, 0) << there.error;
  EXPECT_EQ(json::parse(there.output), json::parse(here.output));
}

TEST_F(Remote, FilesThatAreLoadedAndDumpedStayHere) {
  const auto output = temporary_.path() / "out.bin";
  const FinishedProcess there =
      program(Words{"run", "--backend", "emulator", "--dump", "out=" + output.string()} + small + far());
  EXPECT_EQ(there.state.status, 0) << there.error;
  EXPECT_EQ(std::filesystem::file_size(output), 128u * 96 * 4);
}

TEST_F(Remote, SweepRunsEveryPointThere) {
  const FinishedProcess there =
      program(Words{"sweep", "transpose/smem_tile", "-p", "nx=64", "-p", "ny=64,96", "--backend", "emulator"} + far());
  EXPECT_EQ(there.state.status, 0) << there.error;
  EXPECT_NE(there.error.find("2 done"), std::string::npos) << there.error;
}

TEST_F(Remote, AConnectionThatIsLostOnceCostsNothingButTime) {
  const auto dropped = temporary_.path() / "dropped";
  const FinishedProcess there = program(Words{"run", "--backend", "emulator", "--json"} + small +
                                        far("--drop-after 2000 --drop-once " + dropped.string()));
  EXPECT_EQ(there.state.status, 0) << there.error;
  EXPECT_NE(there.error.find("the connection to lab@server was lost"), std::string::npos) << there.error;
  EXPECT_EQ(json::parse(there.output)["verified"], true);
}

TEST(RemoteFailure, OfTheLoginIsSaidWithItsRemedyAndEndsWithOne) {
  const FinishedProcess there =
      program(Words{"run"} + small + far("--say 'lab@server: Permission denied (publickey).' --exit 255"));
  EXPECT_EQ(there.state.status, 1);
  EXPECT_NE(there.error.find("lab@server refused the login"), std::string::npos) << there.error;
  EXPECT_NE(there.error.find("ssh-copy-id lab@server"), std::string::npos) << there.error;
}

TEST(RemoteFailure, OfAnotherVersionNamesBoth) {
  const FinishedProcess there = program(Words{"run"} + small + far("--version 1"));
  EXPECT_EQ(there.state.status, 1);
  EXPECT_NE(there.error.find("protocol version 1, but this side"), std::string::npos) << there.error;
}

TEST(RemoteFailure, OfASweepStopsItAtOnce) {
  const FinishedProcess there =
      program(Words{"sweep", "transpose/smem_tile", "-p", "nx=64,128"} + far("", "/nowhere/lanescope"));
  EXPECT_EQ(there.state.status, 1);
  EXPECT_NE(there.error.find("has no program '/nowhere/lanescope'"), std::string::npos) << there.error;
  EXPECT_EQ(there.error.find(" done"), std::string::npos) << there.error;
}

TEST(RemoteFailure, OfASnapshotIsSaidAtOnce) {
  const TemporaryFolder temporary;
  const std::string picture = temporary.path() / "never.png";
  const FinishedProcess there =
      program(Words{"snapshot", "--view", "window", "-o", picture} + small + far("", "/nowhere/lanescope"));
  EXPECT_EQ(there.state.status, 1);
  EXPECT_TRUE(there.error.find("has no program") != std::string::npos ||
              there.error.find("OpenGL") != std::string::npos)
      << there.error;
}

TEST(RemoteUsage, WhatMakesNoSenseIsWrongUsage) {
  for (const Words& words :
       {Words{"--remote-shell", "ssh"}, Words{"--host", "-oProxyCommand=x"},
        Words{"--host", "lab@server", "--remote-shell", "ssh 'open"}, Words{"--host", "lab@server", "--profile"}}) {
    const FinishedProcess finished = program(Words{"run"} + small + words);
    EXPECT_EQ(finished.state.status, 2) << words.back() << ": " << finished.error;
  }
}

TEST(RemoteUsage, EveryCommandThatRunsExperimentsHasTheOption) {
  for (const char* command : {"run", "sweep", "trace", "snapshot", "open"}) {
    EXPECT_NE(program({command, "--help"}).output.find("--remote-shell"), std::string::npos) << command;
  }
  EXPECT_NE(program({"--help"}).output.find("--host"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cli
