// What may be written when, without a pipe.
#include "worker/serve/send_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace lanescope::worker {
namespace {

experiments::Result result_of(std::uint64_t request, experiments::ResultStage stage, std::size_t ptx_bytes = 0) {
  experiments::Result result;
  result.request = request;
  result.stage = stage;
  result.ptx = std::string(ptx_bytes, 'x');
  return result;
}

experiments::Result with_picture(experiments::Result result, std::uint32_t extent) {
  result.preview.emplace();
  result.preview->width = result.preview->height = extent;
  result.preview->values.resize(std::size_t{extent} * extent);
  std::iota(result.preview->values.begin(), result.preview->values.end(), 0.0F);
  return result;
}

/// Of about `records` times 300 bytes.
experiments::Result with_trace(experiments::Result result, std::size_t records) {
  analysis::Traced traced;
  traced.trace.sites.resize(1);
  traced.trace.sites[0].space = trace::Space::shared;
  traced.vectorization.resize(1);
  traced.launches.resize(1);
  traced.trace.headers.resize(records);
  traced.trace.offsets.resize(records);
  for (trace::Offsets& offsets : traced.trace.offsets) offsets.fill(trace::no_offset);
  traced.trace.values.resize(records);
  result.traced = std::make_shared<const analysis::Traced>(std::move(traced));
  return result;
}

experiments::Result with_heat(experiments::Result result, std::size_t records) {
  result.heat.emplace();
  result.heat->records = records;
  result.heat->sites.resize(1);
  result.heat->buffers.resize(1);
  auto sent = std::make_shared<experiments::HeatRecords>(records);
  for (std::size_t n = 0; n < records; ++n) (*sent)[n].block = static_cast<std::uint32_t>(n);
  result.heat->sent = std::move(sent);
  return result;
}

experiments::Result with_heat_slot(experiments::Result result, std::uint64_t generation) {
  result.heat.emplace();
  result.heat->records = 9;
  result.heat->slot = {std::vector<std::byte>(64), 0, generation};
  return result;
}

experiments::Result with_slot(experiments::Result result, std::uint64_t generation) {
  result.preview.emplace();
  result.preview->width = result.preview->height = 512;
  result.preview->slot = {std::vector<std::byte>(64), 0, generation};
  return result;
}

/// The attachments of a request as their parts come, by kind; and what came, without repetitions.
struct Received {
  std::array<std::vector<std::uint8_t>, experiments::attachment_kinds> bytes;
  std::vector<experiments::AttachmentKind> order;

  void take(const experiments::WireFrame& frame) {
    EXPECT_LE(frame.body.size(), std::size_t{40} * 1024);
    const auto part = experiments::decode_attachment_part(frame.body);
    ASSERT_TRUE(part) << part.error().text();
    std::vector<std::uint8_t>& whole = bytes[experiments::index_of(part->kind)];
    EXPECT_EQ(part->first, whole.size());
    for (const std::byte byte : part->bytes) whole.push_back(std::to_integer<std::uint8_t>(byte));
    EXPECT_LE(whole.size(), part->total);
    if (order.empty() || order.back() != part->kind) order.push_back(part->kind);
  }
  template <class Value>
  [[nodiscard]] Value whole(experiments::AttachmentKind kind) const {
    const auto attachment = experiments::decode_attachment(kind, bytes[experiments::index_of(kind)]);
    if (!attachment) ADD_FAILURE() << attachment.error().text();
    return attachment ? std::get<Value>(*attachment) : Value{};
  }
};

/// The other end: takes frames as they come, and may say that it has received them.
class Client {
 public:
  explicit Client(SendQueue& queue) : queue_(queue) {}

  std::optional<experiments::WireFrame> next() {
    const auto bytes = queue_.next();
    if (!bytes) return std::nullopt;
    EXPECT_TRUE(reader_.feed(bytes->data(), bytes->size()));
    auto frame = reader_.next();
    if (frame && (frame->type == experiments::FrameType::result || frame->type == experiments::FrameType::attachment)) {
      received_ += bytes->size();
    }
    return frame;
  }
  std::vector<experiments::WireFrame> all() {
    std::vector<experiments::WireFrame> frames;
    while (auto frame = next()) frames.push_back(std::move(*frame));
    return frames;
  }
  void confirm() { queue_.received(received_); }
  [[nodiscard]] std::uint64_t received() const { return received_; }

 private:
  static experiments::FrameReader after_handshake() {
    experiments::FrameReader reader;
    const auto greeting = experiments::handshake();
    EXPECT_TRUE(reader.feed(greeting.data(), greeting.size()));
    return reader;
  }
  SendQueue& queue_;
  experiments::FrameReader reader_ = after_handshake();
  std::uint64_t received_ = 0;
};

TEST(SendQueue, OfSeveralStagesThatWaitOnlyTheNewestIsSent) {
  SendQueue queue;
  for (const auto stage :
       {experiments::ResultStage::compiled, experiments::ResultStage::verified, experiments::ResultStage::refined}) {
    queue.put(result_of(1, stage));
  }
  const auto frames = Client(queue).all();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(experiments::decode_result(frames[0].body)->stage, experiments::ResultStage::refined);
  EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, NothingMoreIsWrittenWhileTooMuchIsUnacknowledged) {
  SendQueue queue;
  Client client(queue);
  queue.put(result_of(1, experiments::ResultStage::compiled, experiments::max_in_flight));
  ASSERT_EQ(client.all().size(), 1u);
  queue.put(result_of(1, experiments::ResultStage::verified));
  EXPECT_TRUE(client.all().empty());
  client.confirm();
  EXPECT_EQ(client.all().size(), 1u);
}

TEST(SendQueue, SmallMessagesNeverWait) {
  SendQueue queue;
  Client client(queue);
  queue.put(result_of(1, experiments::ResultStage::compiled, experiments::max_in_flight));
  ASSERT_EQ(client.all().size(), 1u);
  queue.put(result_of(1, experiments::ResultStage::verified));
  queue.put(experiments::FrameType::received, 2);
  const auto frames = client.all();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].type, experiments::FrameType::received);
  EXPECT_EQ(frames[0].request, 2u);
}

TEST(SendQueue, APictureGoesOnceInPartsAfterItsNumbers) {
  SendQueue queue;
  Client client(queue);
  const experiments::Result verified = with_picture(result_of(1, experiments::ResultStage::verified), 256);
  queue.put(verified);
  auto frame = client.next();
  ASSERT_TRUE(frame);
  ASSERT_EQ(frame->type, experiments::FrameType::result);
  const auto numbers = experiments::decode_result(frame->body);
  EXPECT_EQ(numbers->pending_attachments, std::vector{experiments::AttachmentKind::preview});
  queue.put(with_picture(result_of(1, experiments::ResultStage::refined), 256));

  Received received;
  bool refined = false;
  for (int round = 0; round < 100 && !queue.empty(); ++round) {
    for (const experiments::WireFrame& each : client.all()) {
      if (each.type == experiments::FrameType::result) {
        EXPECT_TRUE(received.order.empty()) << "numbers never wait for a picture";
        refined = experiments::decode_result(each.body)->stage == experiments::ResultStage::refined;
      } else {
        received.take(each);
      }
    }
    client.confirm();
  }
  EXPECT_TRUE(refined);
  const auto picture = received.whole<experiments::Preview>(experiments::AttachmentKind::preview);
  EXPECT_EQ(picture.width, 256u);
  EXPECT_EQ(picture.values, verified.preview->values);
}

TEST(SendQueue, ATraceGoesOnceInPartsAfterNumbersAndPicture) {
  SendQueue queue;
  Client client(queue);
  const experiments::Result sampled = with_trace(result_of(1, experiments::ResultStage::sampled), 1000);
  queue.put(sampled);
  auto refined = with_picture(result_of(1, experiments::ResultStage::refined), 16);
  refined.traced = sampled.traced;
  queue.put(refined);
  Received received;
  for (int round = 0; round < 100 && !queue.empty(); ++round) {
    for (const experiments::WireFrame& each : client.all()) {
      if (each.type == experiments::FrameType::result) {
        EXPECT_TRUE(received.order.empty());
        EXPECT_EQ(experiments::decode_result(each.body)->pending_attachments,
                  (std::vector{experiments::AttachmentKind::preview, experiments::AttachmentKind::trace}));
      } else {
        received.take(each);
      }
    }
    client.confirm();
  }
  EXPECT_EQ(received.order, (std::vector{experiments::AttachmentKind::preview, experiments::AttachmentKind::trace}));
  const auto traced = received.whole<std::shared_ptr<const analysis::Traced>>(experiments::AttachmentKind::trace);
  ASSERT_TRUE(traced);
  EXPECT_EQ(*traced, *sampled.traced);
}

TEST(SendQueue, ASupersededTraceStopsInTheMiddleAndItsRequestIsAbandoned) {
  SendQueue queue;
  Client client(queue);
  queue.put(with_trace(result_of(1, experiments::ResultStage::refined), 1000));
  EXPECT_GT(client.all().size(), 1u);
  queue.supersede(2);
  client.confirm();
  const auto frames = client.all();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].type, experiments::FrameType::progress);
  EXPECT_EQ(experiments::decode_progress(frames[0].body)->step, experiments::Progress::Activity::abandoned);
  EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, AtMostTheWindowAndOnePartOfAPictureAreOnTheirWay) {
  SendQueue queue;
  Client client(queue);
  queue.put(with_picture(result_of(1, experiments::ResultStage::refined), 1024));
  client.all();
  EXPECT_LE(client.received(), experiments::max_in_flight + 40 * 1024);
  EXPECT_GT(client.received(), experiments::max_in_flight) << "a line with a long way is kept full";
}

TEST(SendQueue, ASupersededPictureStopsInTheMiddleAndItsRequestIsAbandoned) {
  SendQueue queue;
  Client client(queue);
  queue.put(with_picture(result_of(1, experiments::ResultStage::refined), 1024));
  client.all();
  queue.supersede(2);
  client.confirm();
  const auto frames = client.all();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].request, 1u);
  EXPECT_EQ(experiments::decode_progress(frames[0].body)->step, experiments::Progress::Activity::abandoned);
}

TEST(SendQueue, ResultsOfSupersededRequestsAreNotSentWhetherTheyWaitOrCome) {
  SendQueue queue;
  Client client(queue);
  queue.put(result_of(1, experiments::ResultStage::compiled));
  queue.supersede(2);
  queue.put(result_of(1, experiments::ResultStage::refined));
  queue.put(result_of(2, experiments::ResultStage::compiled));
  const auto frames = client.all();
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(experiments::decode_progress(frames[0].body)->step, experiments::Progress::Activity::abandoned)
      << "its end was dropped";
  EXPECT_EQ(frames[1].request, 2u);
}

TEST(SendQueue, ASlotThatTheClientNeverHearsOfIsFreeAgainAndOneItKnowsIsItsOwn) {
  std::vector<std::uint64_t> dropped_slots;
  SendQueue queue([&](std::uint64_t generation) { dropped_slots.push_back(generation); });
  Client client(queue);
  queue.put(with_slot(result_of(1, experiments::ResultStage::verified), 70));
  ASSERT_EQ(client.all().size(), 1u);
  queue.put(with_slot(result_of(1, experiments::ResultStage::refined), 70));
  queue.supersede(2);
  EXPECT_TRUE(dropped_slots.empty()) << "the client saw it with an earlier stage, and gives it back";
  queue.put(with_slot(result_of(2, experiments::ResultStage::verified), 71));
  queue.put(with_slot(result_of(2, experiments::ResultStage::refined), 71));
  EXPECT_TRUE(dropped_slots.empty()) << "it waits still, with the later stage";
  queue.supersede(3);
  EXPECT_EQ(dropped_slots, std::vector<std::uint64_t>{71});
}

TEST(SendQueue, TheAccessesOfAGridGoOnceInPartsBehindEverythingElse) {
  SendQueue queue;
  Client client(queue);
  constexpr std::size_t records = 1000;
  const experiments::Result whole = with_heat(with_trace(result_of(4, experiments::ResultStage::sampled), 10), records);
  queue.put(whole);
  queue.put(with_heat(with_trace(result_of(4, experiments::ResultStage::refined), 10), records));
  Received received;
  for (int round = 0; !queue.empty() && round < 100; ++round) {
    for (const experiments::WireFrame& frame : client.all()) {
      if (frame.type == experiments::FrameType::attachment) received.take(frame);
    }
    client.confirm();
  }
  EXPECT_EQ(received.order, (std::vector{experiments::AttachmentKind::trace, experiments::AttachmentKind::heat}));
  const auto heat = received.whole<experiments::HeatTrace>(experiments::AttachmentKind::heat);
  EXPECT_EQ(heat.records, records);
  ASSERT_TRUE(heat.sent);
  EXPECT_EQ(*heat.sent, *whole.heat->sent);
  queue.put(with_heat(result_of(4, experiments::ResultStage::refined), records));
  for (const experiments::WireFrame& frame : client.all())
    EXPECT_NE(frame.type, experiments::FrameType::attachment) << "it was sent";
}

TEST(SendQueue, ASlotOfAGridThatTheClientNeverHearsOfIsFreeAgain) {
  std::vector<std::uint64_t> dropped_slots;
  SendQueue queue([&](std::uint64_t generation) { dropped_slots.push_back(generation); });
  queue.put(with_heat_slot(with_slot(result_of(1, experiments::ResultStage::refined), 70), 90));
  queue.supersede(2);
  EXPECT_EQ(dropped_slots, (std::vector<std::uint64_t>{70, 90}));
  Client client(queue);
  queue.put(with_heat_slot(result_of(2, experiments::ResultStage::verified), 91));
  ASSERT_EQ(client.all().size(), 2u) << "that request 1 was abandoned, and the result";
  queue.put(with_heat_slot(result_of(2, experiments::ResultStage::refined), 91));
  queue.supersede(3);
  EXPECT_EQ(dropped_slots.size(), 2u) << "the client saw it with an earlier stage, and gives it back";
}

TEST(SendQueue, ASupersededGridStopsInTheMiddleAndItsRequestIsAbandoned) {
  SendQueue queue;
  Client client(queue);
  queue.put(with_heat(result_of(4, experiments::ResultStage::refined), 5000));
  EXPECT_FALSE(client.all().empty());
  EXPECT_FALSE(queue.empty());
  queue.supersede(5);
  client.confirm();
  const auto frames = client.all();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].type, experiments::FrameType::progress);
}

TEST(SendQueue, AClientThatCountsTooMuchDoesNotOpenTheGateForEver) {
  SendQueue queue;
  Client client(queue);
  queue.received(~std::uint64_t{0});
  queue.put(result_of(1, experiments::ResultStage::compiled, experiments::max_in_flight));
  ASSERT_EQ(client.all().size(), 1u);
  queue.put(result_of(1, experiments::ResultStage::verified));
  EXPECT_TRUE(client.all().empty());
}

}  // namespace
}  // namespace lanescope::worker
