// Traces that come in pieces.
#include "client/trace_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "lab/examples.h"

namespace warpscope::client {
namespace {

/// `count` bytes from `first` on.
lab::TracePart part(const std::vector<std::uint8_t>& whole, std::size_t first, std::size_t count) {
  const auto bytes = std::as_bytes(std::span(whole).subspan(first, count));
  return {whole.size(), first, {bytes.begin(), bytes.end()}};
}

TEST(TraceParts, AreATraceWhenTheLastPieceHasCome) {
  const std::vector<std::uint8_t> whole = lab::encode(lab::example_traced());
  TraceParts parts(7);
  EXPECT_EQ(parts.request(), 7u);
  for (std::size_t first = 0; first < whole.size(); first += 100) {
    EXPECT_FALSE(parts.complete());
    ASSERT_TRUE(parts.add(part(whole, first, std::min<std::size_t>(100, whole.size() - first))));
  }
  ASSERT_TRUE(parts.complete());
  lab::Result result;
  ASSERT_TRUE(parts.fill(result));
  EXPECT_EQ(*result.traced, lab::example_traced());
}

TEST(TraceParts, PiecesThatDoNotFitAreErrors) {
  const std::vector<std::uint8_t> whole = lab::encode(lab::example_traced());
  TraceParts parts(7);
  EXPECT_FALSE(parts.add({0, 0, {}})) << "of nothing";
  EXPECT_FALSE(parts.add({~std::uint64_t{0}, 0, {std::byte{1}}})) << "a length that lies";
  EXPECT_FALSE(parts.add(part(whole, 1, 5))) << "the first is missing";
  ASSERT_TRUE(parts.add(part(whole, 0, 5)));
  EXPECT_FALSE(parts.add(part(whole, 0, 5))) << "the same again";
  EXPECT_FALSE(parts.add(part(whole, 5, 0))) << "nothing";
  lab::TracePart other = part(whole, 5, 5);
  other.total += 1;
  EXPECT_FALSE(parts.add(other)) << "of another trace";
  EXPECT_TRUE(parts.add(part(whole, 5, whole.size() - 5)));
}

TEST(TraceParts, WholeNonsenseIsAnError) {
  TraceParts parts(7);
  EXPECT_FALSE(parts.add({3, 0, {std::byte{1}, std::byte{2}, std::byte{3}}}));
  lab::Traced wrong = lab::example_traced();
  wrong.launches.clear();
  TraceParts others(8);
  const std::vector<std::uint8_t> whole = lab::encode(wrong);
  EXPECT_FALSE(others.add(part(whole, 0, whole.size())));
}

lab::TracePart part_of(const lab::HeatRecords& records, std::size_t first, std::size_t count) {
  const auto all = std::as_bytes(std::span(records)), bytes = all.subspan(first, count);
  return {all.size(), first, {bytes.begin(), bytes.end()}};
}

/// It announces so many records, and has so many sites.
lab::Result announced(std::uint64_t records, std::size_t sites) {
  lab::Result result;
  result.heat.emplace();
  result.heat->records = records;
  result.heat->sites.resize(sites);
  result.heat->buffers.resize(3);
  return result;
}

lab::HeatRecords two_records() {
  lab::HeatRecords records(2);
  records[1].site = 1;
  records[1].buffer = 2;
  records[1].offsets[31] = 124;
  return records;
}

TEST(HeatParts, AreTheRecordsOfTheResultWhenTheLastPieceHasCome) {
  const lab::HeatRecords records = two_records();
  lab::Result result = announced(2, 2);
  HeatParts parts(7);
  EXPECT_EQ(parts.request(), 7u);
  ASSERT_TRUE(parts.add(part_of(records, 0, 100)));
  EXPECT_FALSE(parts.complete());
  ASSERT_TRUE(parts.add(part_of(records, 100, 188)));
  ASSERT_TRUE(parts.complete());
  EXPECT_TRUE(result.heat->follows());
  ASSERT_TRUE(parts.fill(result));
  EXPECT_FALSE(result.heat->follows());
  EXPECT_EQ(*result.heat->sent, records);
}

TEST(HeatParts, ThatNameWhatTheResultDoesNotHaveAreErrors) {
  const lab::HeatRecords records = two_records();
  HeatParts parts(7);
  ASSERT_TRUE(parts.add(part_of(records, 0, 288)));
  lab::Result few_sites = announced(2, 1), more_records = announced(3, 2);
  EXPECT_FALSE(parts.fill(few_sites)) << "site 1 of 1";
  EXPECT_FALSE(parts.fill(more_records)) << "two records where three were announced";
  HeatParts torn(8);
  lab::TracePart half = part_of(records, 0, 287);
  half.total = 287;
  EXPECT_FALSE(torn.add(half)) << "no number of records";
}

}  // namespace
}  // namespace warpscope::client
