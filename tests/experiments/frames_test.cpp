#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string_view>

#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

Status feed(FrameReader& reader, const Bytes& bytes) {
  return reader.feed(bytes.data(), bytes.size());
}

TEST(Frames, AFrameComesBackWithTypeRequestAndBody) {
  FrameReader reader;
  ASSERT_TRUE(feed(reader, handshake() + encode_frame(FrameType::result, 0xfedcba9876543210u, {1, 2, 3})));
  const auto frame = reader.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->type, FrameType::result);
  EXPECT_EQ(frame->request, 0xfedcba9876543210u);
  EXPECT_EQ(frame->body, (Bytes{1, 2, 3}));
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.inside_frame());
}

TEST(Frames, FramesAreTheSameHoweverTheirBytesArrive) {
  const Bytes stream = handshake() + encode_frame(FrameType::request, 1, Bytes(300, 7)) +
                       encode_frame(FrameType::cancel, 0) + encode_frame(FrameType::goodbye, 0);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{64}, stream.size()}) {
    FrameReader reader;
    std::vector<WireFrame> frames;
    for (std::size_t i = 0; i < stream.size(); i += step) {
      ASSERT_TRUE(reader.feed(stream.data() + i, std::min(step, stream.size() - i)));
      while (auto frame = reader.next()) frames.push_back(std::move(*frame));
    }
    ASSERT_EQ(frames.size(), 3u) << step;
    EXPECT_EQ(frames[0].body, Bytes(300, 7));
    EXPECT_EQ(frames[1].type, FrameType::cancel);
    EXPECT_EQ(frames[2].type, FrameType::goodbye);
  }
}

TEST(Frames, AStreamCutAnywhereGivesNoFrameAndSaysItIsInsideOne) {
  const Bytes stream = handshake() + encode_frame(FrameType::result, 1, Bytes(40, 9));
  for (std::size_t length = 1; length < stream.size(); ++length) {
    FrameReader reader;
    ASSERT_TRUE(reader.feed(stream.data(), length)) << length;
    EXPECT_FALSE(reader.next()) << length;
    EXPECT_EQ(reader.inside_frame(), length != handshake().size()) << length;
    EXPECT_EQ(reader.handshake_done(), length >= handshake().size()) << length;
  }
}

TEST(Frames, ABannerBeforeTheHandshakeIsSkipped) {
  FrameReader reader;
  ASSERT_TRUE(feed(reader, bytes_of("Welcome to server-17 (Debian)\r\nlanescope? warpscop\xff\n") + handshake() +
                               encode_frame(FrameType::hello, 0, {5})));
  const auto frame = reader.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->body, Bytes{5});
}

TEST(Frames, ABannerThatIsFedByteByByteIsSkippedToo) {
  FrameReader reader;
  for (const std::uint8_t byte : bytes_of("last login: today\n") + handshake()) ASSERT_TRUE(reader.feed(&byte, 1));
  EXPECT_TRUE(reader.handshake_done());
}

TEST(Frames, NoiseUpToTheLimitIsSkippedAndBeyondItIsAnError) {
  FrameReader enough;
  EXPECT_TRUE(feed(enough, Bytes(max_noise_before_handshake, 'x') + handshake()));
  EXPECT_TRUE(enough.handshake_done());
  FrameReader too_much;
  EXPECT_FALSE(feed(too_much, Bytes(max_noise_before_handshake + 1, 'x') + handshake()));
  FrameReader endless;
  Status status;
  for (int i = 0; i < 100 && status; ++i) status = feed(endless, Bytes(1024, 'x'));
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().what.text().find("no handshake within 64 KiB"), std::string::npos);
}

TEST(Frames, AnotherVersionIsAnErrorThatNamesBoth) {
  Bytes other = handshake();
  other[10] = 42;
  FrameReader reader;
  const Status status = feed(reader, other);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().what,
            fmt::format("the other side uses protocol version 42, but this side uses {}", protocol_version));
  EXPECT_FALSE(reader.handshake_done());
}

TEST(Frames, AnUnknownTypeIsAnErrorThatNamesIt) {
  Bytes frame = encode_frame(FrameType::hello, 0);
  for (const std::uint8_t type : Bytes{0, 12, 255}) {
    frame[0] = type;
    FrameReader reader;
    const Status status = feed(reader, handshake() + frame);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().what.text().find("unknown type " + std::to_string(type)), std::string::npos);
  }
}

TEST(Frames, AReservedWordThatIsNotZeroIsAnError) {
  Bytes frame = encode_frame(FrameType::hello, 0);
  frame[4] = 1;
  FrameReader reader;
  EXPECT_FALSE(feed(reader, handshake() + frame));
}

TEST(Frames, AnOversizedBodyIsRefusedByItsHeaderAlone) {
  FrameReader reader(100);
  EXPECT_TRUE(feed(reader, handshake() + encode_frame(FrameType::result, 1, Bytes(100, 1))));
  ASSERT_TRUE(reader.next());
  Bytes header = encode_frame(FrameType::result, 2);
  header[16] = 101;
  const Status status = feed(reader, header);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().what.text().find("101 bytes; the limit is 100"), std::string::npos);

  FrameReader usual;
  Bytes huge = encode_frame(FrameType::result, 3);
  for (std::size_t i = 16; i < 24; ++i) huge[i] = 0xff;
  EXPECT_FALSE(feed(usual, handshake() + huge));
}

TEST(Frames, AnErrorIsFinalButTheFramesBeforeItAreKept) {
  Bytes bad = encode_frame(FrameType::hello, 0);
  bad[0] = 99;
  FrameReader reader;
  const Status status = feed(reader, handshake() + encode_frame(FrameType::progress, 4) + bad);
  ASSERT_FALSE(status);
  const auto frame = reader.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->request, 4u);
  const Status again = feed(reader, handshake());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error(), status.error());
}

TEST(Frames, GarbageOfEveryByteNeverCrashes) {
  std::uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    Bytes garbage(200);
    for (std::uint8_t& byte : garbage) {
      state = state * 1664525 + 1013904223;
      byte = static_cast<std::uint8_t>(state >> 24);
    }
    FrameReader reader(4096);
    const Status status = feed(reader, handshake() + garbage);
    while (reader.next()) {
    }
    // A random type is one of seven only once in a billion.
    EXPECT_FALSE(status);
  }
}

}  // namespace
}  // namespace lanescope::experiments
