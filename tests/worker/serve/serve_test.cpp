// A real worker process, spoken to byte by byte.
#include "worker/serve/serve.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>

#include "base/process.h"
#include "experiments/wire/wire.h"
#include "test_kernels.h"
#include "worker/serve/pipe.h"

namespace lanescope::worker {
namespace {

using std::chrono::milliseconds;

/// Long enough for the slowest machine under a sanitizer; only a worker that hangs meets it.
constexpr milliseconds deadline{120'000};

class Serve : public testing::Test {
 protected:
  void SetUp() override {
    auto started = ChildProcess::start({LANESCOPE_WORKER});
    ASSERT_TRUE(started) << started.error().text();
    worker_ = std::move(*started);
  }

  void send(const std::vector<std::uint8_t>& bytes) { ASSERT_TRUE(write_all(worker_.input().get(), bytes)); }
  void request(std::uint64_t number, const experiments::Experiment& experiment) {
    send(experiments::encode_frame(experiments::FrameType::request, number, experiments::encode(experiment)));
  }
  /// The next frame, or nothing when the worker's output has ended.
  std::optional<experiments::WireFrame> next() {
    for (;;) {
      if (auto frame = reader_.next()) return frame;
      std::uint8_t bytes[4096];
      const ssize_t count = read(worker_.output().get(), bytes, sizeof bytes);
      if (count <= 0) return std::nullopt;
      const Status fed = reader_.feed(bytes, static_cast<std::size_t>(count));
      EXPECT_TRUE(fed) << fed.error().text();
    }
  }
  /// The last Result of a request.
  std::optional<experiments::Result> last_result(std::uint64_t number) {
    while (auto frame = next()) {
      if (frame->type != experiments::FrameType::result || frame->request != number) continue;
      auto result = experiments::decode_result(frame->body);
      EXPECT_TRUE(result) << result.error().text();
      if (!result) return std::nullopt;
      if (result->ended()) return std::move(*result);
    }
    return std::nullopt;
  }

  ChildProcess worker_;
  experiments::FrameReader reader_;
};

TEST_F(Serve, SaysHelloWithTheMachine) {
  send(experiments::handshake());
  const auto frame = next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->type, experiments::FrameType::hello);
  const auto machine = experiments::decode_machine(frame->body);
  ASSERT_TRUE(machine) << machine.error().text();
  EXPECT_FALSE(machine->host.empty());
}

TEST_F(Serve, EndsInOrderAfterGoodbye) {
  send(experiments::handshake());
  ASSERT_TRUE(next());
  send(experiments::encode_frame(experiments::FrameType::goodbye, 0));
  const auto ended = worker_.wait(deadline);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, exit_served);
}

TEST_F(Serve, EndsWhenThePipeEnds) {
  send(experiments::handshake());
  ASSERT_TRUE(next());
  worker_.input().close();
  const auto ended = worker_.wait(deadline);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, exit_served);
}

TEST_F(Serve, EndsWithItsOwnStatusWhenItIsSentGarbage) {
  send(experiments::handshake());
  ASSERT_TRUE(next());
  send(std::vector<std::uint8_t>(1000, 0xab));
  const auto ended = worker_.wait(deadline);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, exit_bad_frames);
}

TEST_F(Serve, AnswersOneRequestAfterTheOther) {
  send(experiments::handshake());
  experiments::Experiment experiment = test_experiment("copy");
  experiment.device = no_such_device;
  request(1, experiment);
  const auto first = last_result(1);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->faults.at(0).kind, FaultKind::no_device);
  request(2, test_experiment("compile_error"));
  const auto second = last_result(2);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->request, 2u);
  EXPECT_EQ(second->faults.at(0).kind, FaultKind::compile);
}

TEST_F(Serve, AnswersTheNewestOfManyRequests) {
  send(experiments::handshake());
  experiments::Experiment experiment = test_experiment("copy");
  experiment.device = no_such_device;
  for (std::uint64_t number = 1; number <= 40; ++number) {
    experiment.values["n"] = static_cast<std::int64_t>(number);
    request(number, experiment);
  }
  const auto result = last_result(40);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->sizes.at("n"), 40);
}

TEST_F(Serve, AnswersARequestThatItCannotRead) {
  send(experiments::handshake());
  send(experiments::encode_frame(experiments::FrameType::request, 3, {1, 2, 3}));
  const auto result = last_result(3);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->failed());
  EXPECT_NE(result->faults.at(0).message.text().find("message body is malformed"), std::string::npos);
}

TEST_F(Serve, GoesOnAfterCancelAndAcknowledge) {
  send(experiments::handshake());
  send(experiments::encode_frame(experiments::FrameType::cancel, 0));
  send(experiments::encode_frame(experiments::FrameType::acknowledge, 12345));
  request(4, test_experiment("compile_error"));
  EXPECT_TRUE(last_result(4));
}

}  // namespace
}  // namespace lanescope::worker
