// The client with a real worker, as far as that goes without a GPU.
#include <fmt/format.h>

#include <fstream>

#include "client/worker_fixture.h"

namespace lanescope::client {
namespace {

TEST_F(RealWorker, CompilesWithoutADeviceAndSaysWhatIsMissing) {
  Client client(real());
  const auto result = client.wait(client.request(without_device("copy")), patience);
  const experiments::Fault fault = only_fault(result);
  if (fault.kind == FaultKind::no_compiler) GTEST_SKIP() << fault.message;
  EXPECT_EQ(fault.kind, FaultKind::no_device);
  EXPECT_GT(result->launches.at(0).registers.value_or(0), 0);
}

TEST_F(RealWorker, ACompileErrorIsAResultAndTheWorkerLives) {
  Client client(real());
  const auto result = client.wait(client.request(without_device("compile_error")), patience);
  const experiments::Fault fault = only_fault(result);
  if (fault.kind == FaultKind::no_compiler) GTEST_SKIP() << fault.message;
  EXPECT_EQ(fault.kind, FaultKind::compile);
  EXPECT_EQ(fault.line, 32);
  EXPECT_EQ(client.restarts(), 0);
}

TEST_F(RealWorker, ThatTakesTooMuchMemoryEndsAndNamesTheLimit) {
  Options options = real();
  options.environment.emplace_back("LANESCOPE_WORKER_MEMORY=40");
  Client client(options);
  const auto result = client.wait(client.request(without_device("copy")), patience);
  const experiments::Fault fault = only_fault(result);
  if (fault.kind == FaultKind::no_compiler) GTEST_SKIP() << fault.message;
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("ran out of memory"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.text().find("more than 40 MiB of memory"), std::string::npos) << fault.message;
}

TEST_F(RealWorker, ATraceComesWithTheLastAnswerWithAndWithoutAPicture) {
  Client client(real());
  for (const bool preview : {false, true}) {
    experiments::Experiment experiment = test_experiment("copy");
    experiment.backend = experiments::Backend::emulator;
    experiment.timeout = patience;
    experiment.preview = preview;
    experiment.trace = experiments::TraceChoice{};
    const auto result = client.wait(client.request(experiment), patience);
    ASSERT_TRUE(result);
    if (!result->faults.empty() && result->faults[0].kind == FaultKind::no_compiler)
      GTEST_SKIP() << result->faults[0].message;
    ASSERT_NE(result->traced, nullptr) << (result->notes.empty() ? "" : result->notes[0]);
    EXPECT_EQ(defect(*result->traced), "");
    EXPECT_FALSE(result->traced->trace.headers.empty());
    EXPECT_EQ(result->preview.has_value(), preview);
    EXPECT_EQ(result->stage, experiments::ResultStage::refined);
  }
}

TEST_F(RealWorker, AKnobThatMovesFastIsAnsweredForItsLastValue) {
  Client client(real());
  experiments::Experiment experiment = without_device("copy");
  std::uint64_t last = 0;
  for (int round = 0; round < 50; ++round) {
    experiment.values["block"] = std::int64_t{32} << (round % 4);
    last = client.request(experiment);
  }
  const auto result = client.wait(last, patience);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->parameters.at("block"), catalogue::Value(std::int64_t{64}));
}

TEST_F(RealWorker, ACompilerThatCrashesCostsOneAnswerAndTheNextRequestWorks) {
  // The first worker gets an NVRTC that dies when it compiles; its successors the machine's own.
  const std::string mark = (scratch_ / "first").string();
  std::ofstream(mark).put('\n');
  const std::string script = fmt::format("if rm '{}' 2>/dev/null; then LANESCOPE_NVRTC='{}' exec '{}'; fi; exec '{}'",
                                         mark, LANESCOPE_NVRTC_CRASH, LANESCOPE_WORKER, LANESCOPE_WORKER);
  Client client(real({"sh", "-c", script}));
  Events events(client);
  const experiments::Fault fault = only_fault(client.wait(client.request(without_device("copy")), patience));
  EXPECT_EQ(fault.kind, FaultKind::worker_lost);
  EXPECT_NE(fault.message.text().find("signal 11"), std::string::npos) << fault.message;
  EXPECT_TRUE(events.will_contain(Event::Kind::warning, "signal 11"));
  const experiments::Fault next = only_fault(client.wait(client.request(without_device("copy")), patience));
  EXPECT_TRUE(next.kind == FaultKind::no_device || next.kind == FaultKind::no_compiler) << name_of(next.kind);
  EXPECT_EQ(client.restarts(), 1);
}

}  // namespace
}  // namespace lanescope::client
