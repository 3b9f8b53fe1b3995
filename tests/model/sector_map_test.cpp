#include "model/access/sector_map.h"

#include <gtest/gtest.h>

#include <bit>

#include "model/trace_builder.h"
#include "model/truth.h"

namespace lanescope::model {
namespace {

SectorMap strided(std::uint64_t first, std::uint64_t stride, std::uint32_t bytes, std::uint32_t active = 0xffffffffu) {
  LaneAddresses<std::uint64_t> addresses{};
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = first + lane * stride;
  return sector_map({Space::global, Operation::load, bytes, active, &addresses});
}

TEST(SectorMap, OfEveryMeasuredRequestHasAsManySectorsAsTheGpuCounted) {
  std::size_t rows = 0;
  for (Measured& row : truth()) {
    if (row.access.space != Space::global) continue;
    ++rows;
    row.access.addresses = &row.addresses;
    const SectorMap map = sector_map(row.access);
    const Sectors counts = global_sectors(row.access);
    EXPECT_EQ(map.sectors, *row.sectors) << "line " << row.line;
    EXPECT_EQ(map.sectors, counts.sectors) << "line " << row.line;
    EXPECT_EQ(map.sectors_ideal, counts.sectors_ideal) << "line " << row.line;
    // Each active lane finds all its bytes used, in sectors that name it, and no lane is named elsewhere.
    std::uint32_t touches = 0, bytes = 0;
    for (const LineUse& line : map.lines) {
      EXPECT_GT(line.moved(), 0u) << "line " << row.line;
      for (const SectorUse& sector : line.sectors) {
        touches += static_cast<std::uint32_t>(std::popcount(sector.lanes));
        bytes += static_cast<std::uint32_t>(std::popcount(sector.used));
        EXPECT_EQ(sector.used != 0, sector.lanes != 0) << "line " << row.line;
      }
    }
    EXPECT_EQ(touches, static_cast<std::uint32_t>(std::popcount(row.access.active_mask))) << "line " << row.line;
    EXPECT_EQ(bytes, map.bytes_used) << "line " << row.line;
    EXPECT_LE(map.bytes_used, map.bytes_moved()) << "line " << row.line;
  }
  EXPECT_GT(rows, 500u);
}

TEST(SectorMap, OfARowIsOneWholeLine) {
  const SectorMap map = strided(256, 4, 4);
  ASSERT_EQ(map.lines.size(), 1u);
  EXPECT_EQ(map.lines[0].line, 2u);
  EXPECT_EQ(map.sectors, 4u);
  for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector) {
    EXPECT_EQ(map.lines[0].sectors[sector], (SectorUse{0xffffffffu, 0xffu << (8 * sector)}));
  }
  EXPECT_EQ(map.bytes_used, 128u);
  EXPECT_EQ(map.bytes_moved(), 128u);
  EXPECT_DOUBLE_EQ(map.amplification(), 1);
}

TEST(SectorMap, OfAColumnIsThirtyTwoLinesWithFourBytesEach) {
  const SectorMap map = strided(36, 4096, 4);
  ASSERT_EQ(map.lines.size(), 32u);
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    EXPECT_EQ(map.lines[lane].line, lane * 32u);
    EXPECT_EQ(map.lines[lane].moved(), 1u);
    EXPECT_EQ(map.lines[lane].sectors[1], (SectorUse{0xf0u, 1u << lane}));
    EXPECT_EQ(map.first_bytes[lane], 36 + 4096 * lane);
  }
  EXPECT_EQ(map.sectors, 32u);
  EXPECT_EQ(map.sectors_ideal, 4u);
  EXPECT_DOUBLE_EQ(map.amplification(), 8);
}

TEST(SectorMap, OfARowThatBeginsInsideASectorNeedsOneSectorMore) {
  const SectorMap map = strided(4, 4, 4);
  EXPECT_EQ(map.sectors, 5u);
  ASSERT_EQ(map.lines.size(), 2u);
  EXPECT_EQ(map.lines[0].sectors[0].used, 0xfffffff0u);
  EXPECT_EQ(map.lines[1].sectors[0], (SectorUse{0xfu, 1u << 31}));
  EXPECT_DOUBLE_EQ(map.amplification(), 160.0 / 128);
}

TEST(SectorMap, OfOneWordForAllCountsItsBytesOnce) {
  const SectorMap map = strided(64, 0, 4);
  EXPECT_EQ(map.sectors, 1u);
  EXPECT_EQ(map.bytes_used, 4u);
  EXPECT_EQ(map.lines.at(0).sectors[2], (SectorUse{0xfu, 0xffffffffu}));
  EXPECT_DOUBLE_EQ(map.amplification(), 8);
}

TEST(SectorMap, OfWideAndNarrowLanes) {
  EXPECT_EQ(strided(0, 16, 16).sectors, 16u);
  EXPECT_EQ(strided(0, 16, 16).bytes_used, 512u);
  EXPECT_EQ(strided(0, 1, 1).sectors, 1u);
  EXPECT_EQ(strided(0, 1, 1).bytes_used, 32u);
  EXPECT_EQ(strided(0, 32, 32).lines.at(0).sectors[3].used, 0xffffffffu);
}

TEST(SectorMap, OfLocalMemoryPutsTheWordsOfTheLanesSideBySide) {
  LaneAddresses<std::uint64_t> addresses{};
  addresses.fill(8);
  const LaneAccess<std::uint64_t> word{Space::local, Operation::store, 4, 0xffffffffu, &addresses};
  const SectorMap map = sector_map(word);
  ASSERT_EQ(map.lines.size(), 1u);
  EXPECT_EQ(map.lines[0].line, 2u);
  EXPECT_EQ(map.bytes_used, 128u);
  EXPECT_EQ(map.first_bytes[7], 2u * 128 + 28);
  EXPECT_DOUBLE_EQ(map.amplification(), 1);
  // Every width and any addresses: as many sectors as are counted.
  for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = lane * lane % 13 * bytes;
    const LaneAccess<std::uint64_t> access{Space::local, Operation::load, bytes, 0xf0ff3fffu, &addresses};
    EXPECT_EQ(sector_map(access).sectors, local_sectors(access).sectors) << bytes << " bytes";
    EXPECT_EQ(sector_map(access).sectors_ideal, local_sectors(access).sectors_ideal) << bytes << " bytes";
    EXPECT_EQ(sector_map(access).bytes_used, 26 * bytes) << "lanes share nothing";
  }
}

TEST(SectorMap, OfNoLaneIsEmpty) {
  const SectorMap map = strided(0, 4, 4, 0);
  EXPECT_TRUE(map.lines.empty());
  EXPECT_EQ(map.bytes_moved(), 0u);
  EXPECT_DOUBLE_EQ(map.amplification(), 0);
}

TEST(SectorMap, OfARecordLeavesOutLanesThatMetNoBuffer) {
  trace::Trace trace;
  trace.buffers = {{"small", 64, 1}, {"huge", std::uint64_t{1} << 33, 16}};
  trace.sites = {site(Space::global, Operation::load, 4), site(Space::shared, Operation::load, 4),
                 site(Space::global, Operation::load, 16)};
  record(trace, 0, [](std::uint32_t lane) { return lane < 16 ? 4 * lane : trace::no_offset; });
  record(trace, 1, [](std::uint32_t lane) { return 4 * lane; });
  record(
      trace, 2, [](std::uint32_t lane) { return 0x10000000u + lane; }, 0xffffffffu, 0, 0, 1);
  const auto small = sector_map(trace, 0, 4);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->sectors, 2u);
  EXPECT_EQ(small->lines.at(0).sectors[1].lanes, 0xff00u);
  EXPECT_EQ(small->lanes, 0xffffu);
  EXPECT_EQ(sector_map(trace, 0, 4, 0xfu)->bytes_used, 16u) << "only the first four lanes";
  EXPECT_FALSE(sector_map(trace, 1, 4)) << "shared memory has banks instead";
  const auto huge = sector_map(trace, 2, 16);
  ASSERT_TRUE(huge);
  EXPECT_EQ(huge->lines.at(0).line, (std::uint64_t{1} << 32) / bytes_per_line) << "offsets are in units of 16 bytes";
  EXPECT_EQ(huge->sectors, 16u);
}

}  // namespace
}  // namespace lanescope::model
