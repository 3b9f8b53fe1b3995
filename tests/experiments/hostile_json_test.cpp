// JSON and CBOR from outside that is deep, long or full of numbers that no computer holds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/json/read_json.h"
#include "experiments/wire/cbor.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

using nlohmann::json;

std::string refusal(const std::string& text) {
  const auto value = read_json(text, "here", "do this");
  return value ? "it was read" : value.error().text();
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HostileJson, IsRefusedWithWhatIsWrongWithIt) {
  EXPECT_EQ(refusal("{\"a\": 1e400}"), "here: it contains a number that is too large (do this)");
  EXPECT_EQ(refusal("[-1e999]"), "here: it contains a number that is too large (do this)");
  EXPECT_EQ(refusal(repeated("[", 200'000)), "here: it is nested too deeply (do this)");
  EXPECT_EQ(refusal(repeated("{\"a\":", 200'000)), "here: it is nested too deeply (do this)");
  EXPECT_EQ(refusal("[" + repeated("0,", max_json_values) + "0]"),
            "here: it contains more than 2000000 values (do this)");
  for (const char* text : {"", "{", "nonsense", "\"open", "[1,]", "\x80"}) {
    EXPECT_EQ(refusal(text), "here: it is not JSON (do this)") << text;
  }
  EXPECT_TRUE(read_json(R"({"brackets in a text": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"[[[["})", "", ""));
}

TEST(HostileJson, TakesTheMemoryThatIsEstimated) {
  const json value = json::parse(R"({"a": [1, 2, 3], "b": "text"})");
  EXPECT_GE(memory_of(value), 6 * sizeof(json));
  EXPECT_GT(memory_of(json::parse("[" + repeated("[],", 1000) + "1]")), 1000 * sizeof(json));
}

/// CBOR of {"launches": [0, 0, ...]}.
std::vector<std::uint8_t> zeros_for_launches(std::uint32_t count) {
  std::vector<std::uint8_t> bytes{0xa1, 0x68};
  for (const char letter : std::string("launches")) bytes.push_back(static_cast<std::uint8_t>(letter));
  bytes.push_back(0x9a);
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(count >> shift));
  bytes.insert(bytes.end(), count, 0);
  return bytes;
}

TEST(HostileMessages, OfManySmallItemsAreRefusedBeforeTheyTakeMemory) {
  EXPECT_TRUE(is_plain_cbor(zeros_for_launches(1000)));
  EXPECT_FALSE(is_plain_cbor(zeros_for_launches(max_cbor_items)));
  // As many launches would take 300 bytes each.
  EXPECT_FALSE(decode_result(zeros_for_launches(20'000'000)));
  EXPECT_FALSE(decode_result(zeros_for_launches(1'000'000)));
}

TEST(HostileMessages, OfTypesThatCarryNoBuffersAreShort) {
  for (const auto& [type, limit] : {std::pair{FrameType::received, std::uint64_t{0}},
                                    {FrameType::acknowledge, 0},
                                    {FrameType::progress, 64 * 1024},
                                    {FrameType::hello, 64 * 1024},
                                    {FrameType::attachment, 2 * max_part_bytes}}) {
    for (const bool fits : {true, false}) {
      FrameReader reader;
      auto stream = handshake();
      auto header = encode_frame(type, 1);
      const std::uint64_t length = limit + (fits ? 0 : 1);
      for (std::size_t i = 0; i < 8; ++i) header[16 + i] = static_cast<std::uint8_t>(length >> (8 * i));
      stream.insert(stream.end(), header.begin(), header.end());
      EXPECT_EQ(reader.feed(stream.data(), stream.size()).has_value(), fits) << static_cast<int>(type);
    }
  }
  FrameReader reader;
  reader.set_max_body_bytes(1000);
  auto stream = handshake();
  const auto frame = encode_frame(FrameType::result, 1, std::vector<std::uint8_t>(1001));
  stream.insert(stream.end(), frame.begin(), frame.end());
  const Status fed = reader.feed(stream.data(), stream.size());
  ASSERT_FALSE(fed);
  EXPECT_NE(fed.error().what.text().find("1001 bytes; the limit is 1000"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::experiments
