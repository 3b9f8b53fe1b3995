// The whole way to a GPU and back, and everything that can go wrong there. The fault ends the worker, never this
// process.
#include <fmt/format.h>

#include <algorithm>

#include "client/worker_fixture.h"
#include "experiments/sheet/rates.h"

namespace lanescope::client {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class WorkerOnDevice : public RealWorker {
 protected:
  void SetUp() override {
    client_.emplace(real());
    ASSERT_TRUE(eventually([&] { return client_->state() == State::ready; }));
    if (client_->machine()->device.empty()) GTEST_SKIP() << "the worker finds no device";
  }
  [[nodiscard]] std::shared_ptr<const experiments::Result> run(const experiments::Experiment& experiment) {
    return client_->wait(client_->request(experiment), patience);
  }
  [[nodiscard]] experiments::Fault fault_of(const std::string& kernel) {
    return only_fault(run(test_experiment(kernel)));
  }
  /// After each fault: the next request is answered as if nothing had happened.
  void expect_that_the_next_request_works() {
    const auto result = run(test_experiment("copy"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->stage, experiments::ResultStage::refined)
        << (result->faults.empty() ? "" : result->faults[0].message);
    EXPECT_TRUE(result->verification && result->verification->passed);
  }

  std::optional<Client> client_;
};

TEST_F(WorkerOnDevice, AGoodKernelIsVerifiedThenTimed) {
  const auto result = run(test_experiment("copy"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stage, experiments::ResultStage::refined);
  EXPECT_TRUE(result->faults.empty());
  ASSERT_TRUE(result->verification);
  EXPECT_TRUE(result->verification->passed);
  EXPECT_EQ(result->verification->checked, 65536u);
  ASSERT_TRUE(result->hot);
  EXPECT_GT(result->hot->median, 0);
  EXPECT_LE(result->hot->q1, result->hot->median);
  EXPECT_LE(result->hot->median, result->hot->q3);
  EXPECT_FALSE(result->recent.empty());
  const auto rate = experiments::rate_of(*result, experiments::Work::bytes);
  ASSERT_TRUE(rate);
  EXPECT_GT(rate->number, 0);
  EXPECT_GT(result->launches.at(0).occupancy.value_or(0), 0);
  EXPECT_LE(result->launches.at(0).occupancy.value_or(2), 1);
  EXPECT_EQ(result->machine.uuid, client_->machine()->uuid);
}

TEST_F(WorkerOnDevice, StagesComeInOrderAndEachHoldsTheOneBefore) {
  client_->request(test_experiment("copy"));
  std::vector<std::shared_ptr<const experiments::Result>> taken;
  ASSERT_TRUE(eventually([&] {
    if (auto result = client_->take()) taken.push_back(result);
    return !taken.empty() && taken.back()->ended();
  }));
  for (std::size_t i = 1; i < taken.size(); ++i) {
    EXPECT_GT(taken[i]->stage, taken[i - 1]->stage);
    EXPECT_EQ(taken[i]->ptx, taken[i - 1]->ptx);
    EXPECT_TRUE(!taken[i - 1]->hot || taken[i]->hot);
    EXPECT_TRUE(!taken[i - 1]->verification || taken[i]->verification == taken[i - 1]->verification);
  }
}

TEST_F(WorkerOnDevice, AKnobGivesItsFirstNumberQuicklyFromTheCache) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.values["n"] = std::int64_t{1} << 24;
  ASSERT_TRUE(run(experiment));
  experiment.values["block"] = std::int64_t{256};
  ASSERT_TRUE(run(experiment));
  std::vector<double> times;
  for (int round = 0; round < 11; ++round) {
    experiment.values["block"] = std::int64_t{round % 2 == 0 ? 128 : 256};
    const auto start = Clock::now();
    const std::uint64_t number = client_->request(experiment);
    ASSERT_TRUE(eventually([&] {
      const auto result = client_->take();
      return result && result->request == number && result->hot;
    }));
    times.push_back(milliseconds_since(start));
  }
  std::sort(times.begin(), times.end());
  fmt::print("knob to number, 2^24 elements: median {:.1f} ms, worst {:.1f} ms\n", times[times.size() / 2],
             times.back());
  RecordProperty("knob_to_number_ms", fmt::format("{:.2f}", times[times.size() / 2]));
  EXPECT_GT(times[0], 0);
}

TEST_F(WorkerOnDevice, AnEndlessKernelIsKilledAndTheNextRequestWorks) {
  experiments::Experiment experiment = test_experiment("endless");
  ASSERT_TRUE(run(test_experiment("copy")));  // everything is open and compiled
  experiment.timeout = milliseconds(1000);
  const auto start = Clock::now();
  EXPECT_EQ(only_fault(run(experiment)).kind, FaultKind::timeout);
  const double killed = milliseconds_since(start);
  expect_that_the_next_request_works();
  fmt::print(
      "killed and answered {:.0f} ms after the request (limit 1000 ms, compiling apart), next answer {:.0f} ms later\n",
      killed, milliseconds_since(start) - killed);
  EXPECT_EQ(client_->restarts(), 1);
}

TEST_F(WorkerOnDevice, ARequestBehindAnEndlessKernelIsAnsweredByTheNextWorker) {
  experiments::Experiment experiment = test_experiment("endless");
  experiment.timeout = milliseconds(1000);
  client_->request(experiment);
  std::this_thread::sleep_for(milliseconds(500));
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, TheClientEndsBesideAnEndlessKernel) {
  client_->request(test_experiment("endless"));
  std::this_thread::sleep_for(milliseconds(1500));
  const int worker = client_->worker_process();
  ASSERT_GT(worker, 0);
  client_.reset();
  EXPECT_FALSE(is_alive(worker));
}

TEST_F(WorkerOnDevice, AnIllegalAddressIsReportedAndTheNextRequestWorks) {
  const experiments::Fault fault = fault_of("illegal_address");
  EXPECT_EQ(fault.kind, FaultKind::illegal_address);
  EXPECT_NE(fault.message.text().find("illegal_address"), std::string::npos);
  EXPECT_NE(fault.file.find("illegal_address.cu"), std::string::npos);
  expect_that_the_next_request_works();
  EXPECT_EQ(client_->restarts(), 1);
}

TEST_F(WorkerOnDevice, ManyIllegalAddressesNeverMakeTheClientGiveUp) {
  for (int i = 0; i < 7; ++i) EXPECT_EQ(fault_of("illegal_address").kind, FaultKind::illegal_address);
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, ATrapIsReportedAndTheNextRequestWorks) {
  const experiments::Fault fault = fault_of("trap");
  EXPECT_EQ(fault.kind, FaultKind::launch);
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, AFailedAssertIsReportedWithTheDevicesWordsInTheLog) {
  Events events(*client_);
  EXPECT_EQ(fault_of("assert_fails").kind, FaultKind::assertion);
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "i != 7"));
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, WhatAKernelPrintsBecomesEvents) {
  Events events(*client_);
  const auto result = run(test_experiment("print"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stage, experiments::ResultStage::refined);
  EXPECT_TRUE(events.will_contain(Event::Kind::output, "thread 0 of 65536 says hello"));
}

TEST_F(WorkerOnDevice, TooMuchSharedMemoryIsRefusedWithBothNumbers) {
  const experiments::Fault fault = fault_of("too_much_shared");
  EXPECT_EQ(fault.kind, FaultKind::launch);
  EXPECT_NE(fault.message.text().find("1 MiB of shared memory"), std::string::npos) << fault.message;
  EXPECT_EQ(client_->restarts(), 0);
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, ACompileErrorLeavesTheDeviceOpen) {
  ASSERT_TRUE(run(test_experiment("copy")));
  EXPECT_EQ(fault_of("compile_error").line, 32);
  EXPECT_EQ(client_->restarts(), 0);
  expect_that_the_next_request_works();
}

TEST_F(WorkerOnDevice, APictureTravelsByIpcWhenTheWindowCanTakeItAndItsSlotsComeBack) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.preview = true;
  experiment.interop = true;
  experiment.budget = milliseconds(1);
  bool by_ipc = false;
  std::uint64_t last = 0;
  for (int round = 0; round < 10; ++round) {
    const auto result = run(experiment);
    ASSERT_TRUE(result && result->preview);
    by_ipc = result->preview->slot.used();
    if (!by_ipc) break;
    EXPECT_TRUE(result->preview->values.empty());
    constexpr std::uint64_t slot_bytes = std::uint64_t{4} * 512 * 512;
    EXPECT_EQ(result->preview->slot.offset % slot_bytes, 0u);
    EXPECT_LT(result->preview->slot.offset / slot_bytes, 3u);
    EXPECT_GT(result->preview->slot.generation, last);
    last = result->preview->slot.generation;
    client_->acknowledge(last);
  }
  if (!by_ipc) GTEST_SKIP() << "the driver gives no IPC handle here";
}

TEST_F(WorkerOnDevice, WhenTheWindowKeepsAllSlotsPicturesTravelAsBytes) {
  experiments::Experiment experiment = test_experiment("copy");
  experiment.preview = true;
  experiment.interop = true;
  experiment.budget = milliseconds(1);
  std::size_t by_ipc = 0;
  for (int round = 0; round < 4; ++round) {
    const auto result = run(experiment);
    ASSERT_TRUE(result && result->preview);
    by_ipc += result->preview->slot.used() ? 1 : 0;
    if (round == 3) {
      EXPECT_FALSE(result->preview->slot.used());
      EXPECT_FALSE(result->preview->values.empty());
    }
  }
  if (by_ipc == 0) GTEST_SKIP() << "the driver gives no IPC handle here";
  EXPECT_EQ(by_ipc, 3u);
}

}  // namespace
}  // namespace lanescope::client
