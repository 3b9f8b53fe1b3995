#include "predict/locality/locality.h"

#include <gtest/gtest.h>

#include <bit>

#include "model/access/sectors.h"
#include "predict/blocks.h"
#include "predict/sm_simulation/store_buffer.h"

namespace lanescope::predict {
namespace {

constexpr std::uint64_t mib = 1u << 20;

InstructionStream copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes = 4) {
  InstructionStream block;
  add_access(block, Access::Kind::load, from, bytes, static_cast<std::uint32_t>(bytes));
  add_access(block, Access::Kind::store, to, bytes, static_cast<std::uint32_t>(bytes));
  return block;
}

constexpr TrafficInput grid_of_1000{60.0 * mib, 30.0 * mib, 1000, 100};

TEST(Touches, OfAnAccessAreItsLinesWithTheirSectors) {
  InstructionStream block;
  add_access(block, Access::Kind::load, 128 * 10 + 64, 4, 4);  // the second half of one line, the first of the next
  ASSERT_EQ(block.touches.size(), 2u);
  EXPECT_EQ(block.touches[0], (LineTouch{10, 0b1100, 0}));
  EXPECT_EQ(block.touches[1], (LineTouch{11, 0b0011, 0}));
  EXPECT_EQ(block.accesses[0].sectors, 4u);
  add_access(block, Access::Kind::store, 0, 128, 4);  // a column
  EXPECT_EQ(block.accesses[1].lines, 32u);
  EXPECT_EQ(block.touches[2], (LineTouch{0, 0b0001, 0b0001, 0b0001}));
  add_access(block, Access::Kind::store, 0, 128, 8);
  EXPECT_EQ(block.touches[2 + 32], (LineTouch{0, 0b0001, 0b0001, 0})) << "8 bytes side by side are whole";
  add_access(block, Access::Kind::store, 4, 128, 8);
  EXPECT_EQ(block.touches[2 + 64].partial_groups, 1) << "halves of two groups of 8 bytes";
}

TEST(Touches, OfAnAtomicAreAsManyPassesAsLanesMeet) {
  model::LaneAddresses<std::uint64_t> addresses{};
  EXPECT_EQ(model::meetings_of(addresses, model::all_lanes), (model::Meetings{32, 32})) << "all at one address";
  for (std::size_t lane = 0; lane < 32; ++lane) addresses[lane] = 4 * lane;
  EXPECT_EQ(model::meetings_of(addresses, model::all_lanes), (model::Meetings{1, 4})) << "one for each sector";
  for (std::size_t lane = 0; lane < 32; ++lane) addresses[lane] = 4 * (lane % 2);
  EXPECT_EQ(model::meetings_of(addresses, model::all_lanes), (model::Meetings{16, 16}));
  EXPECT_EQ(model::meetings_of(addresses, 0b11), (model::Meetings{1, 1}));
}

TEST(Touches, OfLocalMemoryAreALineForEachWord) {
  model::LaneAddresses<std::uint64_t> words{};
  words.fill(12);
  std::vector<LineTouch> touches;
  Access together;
  add_local_touches(words, model::all_lanes, 16, together, touches);
  EXPECT_EQ(together.lines, 4u) << "a word of each lane lies beside that of the next lane";
  EXPECT_EQ(together.sectors, 16u);
  EXPECT_EQ(touches.front(), (LineTouch{12, 0b1111, 0, 0}));
  for (std::size_t lane = 0; lane < 32; ++lane) words[lane] = lane % 2 == 0 ? 5 : 7;
  Access apart;
  add_local_touches(words, model::all_lanes, 4, apart, touches);
  EXPECT_EQ(apart.lines, 2u) << "lanes that index otherwise";
  EXPECT_EQ(touches.back(), (LineTouch{7, 0b1111, 0b1111, 0b1111}));
}

TEST(Locality, OfAnAffineKernelGrowsByTheSameBytesWithEachBlock) {
  const InstructionStream middle = copy(4096, 65536);
  const std::vector<Shift> neighbours{shift_to(middle, 1, copy(4096 + 128, 65536 + 512)),
                                      shift_to(middle, 10, copy(4096 + 1280, 65536 + 128)),
                                      shift_to(middle, 11, copy(4096 + 1408, 65536 + 640))};
  const Locality locality = locality_of(middle, neighbours, {10, 10, 1});
  ASSERT_TRUE(locality.affine);
  EXPECT_EQ((*locality.affine)[0], (std::vector<std::int64_t>{128, 512}));
  EXPECT_EQ((*locality.affine)[1], (std::vector<std::int64_t>{1280, 128}));
}

TEST(Locality, IsNotAffineWhereABlockBesideTheOthersDiffers) {
  const InstructionStream middle = copy(4096, 65536);
  const std::vector<Shift> neighbours{shift_to(middle, 1, copy(4096 + 128, 65536 + 512)),
                                      shift_to(middle, 10, copy(4096 + 1280, 65536 + 128)),
                                      shift_to(middle, 11, copy(4096, 65536))};
  EXPECT_FALSE(locality_of(middle, neighbours, {10, 10, 1}).affine);
}

TEST(Traffic, OfACopyIsAllOfIt) {
  const InstructionStream middle = copy(4096, 65536);
  const Locality locality = locality_of(middle, {shift_to(middle, 1, copy(4096 + 128, 65536 + 128))}, {1000, 1, 1});
  const Traffic traffic = traffic_of(middle, locality, grid_of_1000);
  EXPECT_EQ(traffic.read_sectors, 4);
  EXPECT_EQ(traffic.write_sectors, 4);
  EXPECT_EQ(traffic.fill_sectors, 0);
  EXPECT_EQ(traffic.from_memory[0], 0b1111);
}

TEST(Traffic, OfWhatAllBlocksReadComesFromTheMemoryOnlyOnce) {
  const InstructionStream middle = copy(4096, 65536);
  const Locality locality = locality_of(middle, {shift_to(middle, 1, copy(4096, 65536 + 128))}, {1000, 1, 1});
  const Traffic traffic = traffic_of(middle, locality, grid_of_1000);
  EXPECT_NEAR(traffic.read_sectors, 4.0 / 1000, 1e-6) << "the first of 1000 blocks brings it for all";
  EXPECT_EQ(traffic.shared[0], 0b1111);
  EXPECT_EQ(traffic.blocks_before[0], 1) << "the block before has only just asked for it";
}

TEST(Traffic, OfASectorThatBlocksShareIsBroughtByTheFirstOfThem) {
  // Each block reads the next word of 32 rows: one in eight begins a sector, and brings it for the seven behind it.
  InstructionStream middle, next;
  add_access(middle, Access::Kind::load, 1u << 20, 65536, 4);
  add_access(next, Access::Kind::load, (1u << 20) + 4, 65536, 4);
  const Traffic traffic =
      traffic_of(middle, locality_of(middle, {shift_to(middle, 1, next)}, {1000, 1, 1}), grid_of_1000);
  EXPECT_NEAR(traffic.read_sectors, 32.0 / 8, 1e-6);
  EXPECT_NEAR(traffic.memory_sectors[0], 1.0 / 8, 1e-6);
}

TEST(Traffic, OfWhatTwoHalvesOfTheL2KeepIsMissedOnceMoreByTheFarHalf) {
  // A block and the next one read one sector in common: two readers, on one side of the L2 or on both.
  const InstructionStream middle = copy(4096, 65536);
  const Locality locality = locality_of(middle, {shift_to(middle, 1, copy(4096 + 96, 65536 + 128))}, {1000, 1, 1});
  TrafficInput input = grid_of_1000;
  const Traffic one = traffic_of(middle, locality, input);
  EXPECT_EQ(one.origins[1].memory, 1) << "no other block reads the second sector";
  EXPECT_EQ(one.origins[1].missed, 0.5) << "but the block before reads the first, and brings 64 bytes";
  input.l2_partitions = 2;
  const Traffic two = traffic_of(middle, locality, input);
  for (const std::size_t shared : {std::size_t{0}, std::size_t{3}}) {
    EXPECT_NEAR(one.origins[shared].memory, 1.0 / 2, 1e-6);
    EXPECT_NEAR(one.origins[shared].missed, 1.0 / 2, 1e-6);
    EXPECT_NEAR(two.origins[shared].memory, 1.0 / 2, 1e-6) << "the memory is asked once all the same";
    EXPECT_NEAR(two.origins[shared].missed, 1.25 / 2, 1e-6);
  }
  // What all of 1000 blocks read is missed once on either side.
  const Locality still = locality_of(middle, {shift_to(middle, 1, copy(4096, 65536 + 128))}, {1000, 1, 1});
  EXPECT_NEAR(traffic_of(middle, still, input).origins[0].missed, 1.5 / 1000, 1e-6);
}

TEST(Traffic, OfOneHalfOf64BytesBringsTheOtherHalfToo) {
  // Columns of words, a sector wide: the other half belongs to the block beside, on this side of the L2 or on the
  // other.
  InstructionStream column, beside;
  for (std::uint64_t word = 0; word < 8; ++word) {
    add_access(column, Access::Kind::load, (1u << 20) + 4 * word, 65536, 4);
    add_access(beside, Access::Kind::load, (1u << 20) + 32 + 4 * word, 65536, 4);
  }
  const Locality locality = locality_of(column, {shift_to(column, 1, beside)}, {1000, 1, 1});
  TrafficInput input = grid_of_1000;
  EXPECT_NEAR(traffic_of(column, locality, input).origins[0].missed, 1.0 / 2, 1e-6);
  EXPECT_EQ(traffic_of(column, locality, input).origins[0].memory, 1) << "each sector is brought for one block";
  input.l2_partitions = 2;
  EXPECT_NEAR(traffic_of(column, locality, input).origins[0].missed, 1.25 / 2, 1e-6);
}

TEST(Traffic, OfHalvesThatOneBlockAsksForOneByOneMissesTheFirst) {
  InstructionStream halves, both;
  add_access(halves, Access::Kind::load, 1u << 20, 65536, 32);
  add_access(halves, Access::Kind::load, (1u << 20) + 32, 65536, 32);
  add_access(both, Access::Kind::load, 1u << 20, 4, 4);
  const Traffic one_by_one = traffic_of(halves, locality_of(halves, {}, {1, 1, 1}), {60.0 * mib, 30.0 * mib, 1, 1});
  const Traffic at_once = traffic_of(both, locality_of(both, {}, {1, 1, 1}), {60.0 * mib, 30.0 * mib, 1, 1});
  EXPECT_EQ(one_by_one.origins[0].missed + one_by_one.origins[1].missed, 1);
  EXPECT_EQ(at_once.origins[0].missed + at_once.origins[1].missed, 2);
}

TEST(Traffic, KnowsSectorsThatLieAlone) {
  InstructionStream column, word_on, sector_on;
  add_access(column, Access::Kind::load, 1u << 20, 65536, 4);
  add_access(word_on, Access::Kind::load, (1u << 20) + 4, 65536, 4);
  add_access(sector_on, Access::Kind::load, (1u << 20) + 32, 65536, 4);
  const Extent grid{1000, 1, 1};
  const auto isolated = [&](std::int64_t step, const InstructionStream& next) -> bool {
    return traffic_of(column, locality_of(column, {shift_to(column, step, next)}, grid), grid_of_1000).isolated.front();
  };
  EXPECT_FALSE(isolated(1, sector_on)) << "the block beside touches the next sector of the line";
  EXPECT_TRUE(isolated(400, sector_on)) << "that block runs later";
  EXPECT_FALSE(isolated(1, word_on)) << "eight blocks on, it is the next sector";
  const InstructionStream rows = copy(1u << 20, 1u << 24);
  EXPECT_FALSE(traffic_of(rows, locality_of(rows, {}, grid), grid_of_1000).isolated.front()) << "whole lines";
}

TEST(Traffic, DoesNotTakeTheNextRowForWhatBlocksBesideHaveRead) {
  // Blocks of a row are 4 KiB apart and rows 16 KiB, but a row has only three blocks: no block reads what another has.
  const InstructionStream middle = copy(1u << 20, 1u << 24);
  InstructionStream rows = middle;
  for (int row = 1; row < 4; ++row) add_access(rows, Access::Kind::load, (1u << 20) + 16384 * row, 4, 4);
  InstructionStream beside = copy((1u << 20) + 4096, (1u << 24) + 4096);
  InstructionStream below = copy((1u << 20) + 4 * 16384, (1u << 24) + 4 * 16384);
  for (int row = 1; row < 4; ++row) {
    add_access(beside, Access::Kind::load, (1u << 20) + 4096 + 16384 * row, 4, 4);
    add_access(below, Access::Kind::load, (1u << 20) + (4 + row) * 16384, 4, 4);
  }
  const Extent grid{3, 300, 1};
  const Locality locality = locality_of(rows, {shift_to(rows, 1, beside), shift_to(rows, 3, below)}, grid);
  ASSERT_TRUE(locality.affine);
  EXPECT_EQ(locality.shifts[0].max_repeats, 1);
  EXPECT_EQ(locality.shifts[1].max_repeats, 150);
  EXPECT_EQ(traffic_of(rows, locality, grid_of_1000).read_sectors, 16);
}

TEST(Traffic, OfPartsOfASectorMeetsInTheL2WhenTheOtherPartsComeSoon) {
  InstructionStream middle;
  add_access(middle, Access::Kind::store, 1u << 20, 65536, 4);
  InstructionStream next;
  add_access(next, Access::Kind::store, (1u << 20) + 4, 65536, 4);
  const std::vector<Shift> beside{shift_to(middle, 1, next)}, far{shift_to(middle, 900000, next)};
  const Extent grid{1000000, 1, 1};
  const TrafficInput input{60.0 * mib, 30.0 * mib, 1000000, 100};
  const Traffic soon = traffic_of(middle, locality_of(middle, beside, grid), input);
  EXPECT_NEAR(soon.write_sectors, 32.0 / 8, 1e-6);
  EXPECT_EQ(soon.fill_sectors, 0);
  const Traffic late = traffic_of(middle, locality_of(middle, far, grid), input);
  EXPECT_EQ(late.write_sectors, 32);
  EXPECT_EQ(late.fill_sectors, 32);
}

TEST(Traffic, OfPartsOfASectorThatMeetLaterIsFetchedInBetween) {
  // A tile writes rows that begin in the middle of a sector, whose other half the tile of the next row of blocks
  // writes.
  InstructionStream tile, below;
  add_access(tile, Access::Kind::store, (1u << 20) + 16, 4, 4);
  add_access(below, Access::Kind::store, (1u << 20) + 16 + 128, 4, 4);
  const TrafficInput input{60.0 * mib, 30.0 * mib, 10'000, 1000};
  const auto traffic = [&](std::int64_t step) {
    const Extent grid{static_cast<std::uint64_t>(step == 1 ? 10'000 : step),
                      static_cast<std::uint64_t>(step == 1 ? 1 : 10'000 / step), 1};
    return traffic_of(tile, locality_of(tile, {shift_to(tile, step, below)}, grid), input);
  };
  const Traffic at_once = traffic(1), later = traffic(100);
  EXPECT_EQ(at_once.fill_sectors, 0);
  EXPECT_EQ(later.write_sectors, at_once.write_sectors) << "it is written once all the same";
  EXPECT_GE(later.fill_sectors, 1) << "one half at either end";
  EXPECT_LT(later.fill_sectors, 2) << "and the whole ones not";
  EXPECT_NEAR(later.filled_bytes[0], 64 * later.fill_sectors, 1e-3);
}

/// A block whose lanes read words of a buffer that data name, and another block that reads others.
Traffic scattered_reads(std::uint64_t buffer_bytes, double l2_bytes) {
  InstructionStream block;
  add_access(block, Access::Kind::load, 1u << 20, 65536, 4);
  block.accesses[0].buffer_lines = static_cast<std::uint32_t>(buffer_bytes / 128);
  Shift other{1, {4 * 12345}};
  other.scattered = {true};
  return traffic_of(block, locality_of(block, {other}, {1'000'000, 1, 1}), {l2_bytes, l2_bytes / 2, 1'000'000, 1000});
}

TEST(Traffic, OfPlacesThatDataNameMeetsByChance) {
  // 32 million words of a buffer of 1 MiB: each of its fetches of 64 bytes comes from the memory once.
  const Traffic small = scattered_reads(1 * mib, 60.0 * mib);
  EXPECT_NEAR(small.read_sectors * 1e6, 1.0 * mib / 64, 0.01 * mib / 64);
  EXPECT_EQ(small.from_memory[0], 0) << "too few to mark one of the sectors of one block";
  // Of a buffer of 120 MiB the L2 holds the half.
  const Traffic large = scattered_reads(120 * mib, 60.0 * mib);
  EXPECT_NEAR(large.read_sectors, 16, 1);
  int marked = 0;
  for (const std::uint8_t sectors : large.from_memory) marked += std::popcount(sectors);
  EXPECT_NEAR(marked, 16, 1);
  EXPECT_NEAR(scattered_reads(120 * mib, 1.0 * mib).read_sectors, 32, 1) << "of a small L2 nothing is left";
}

TEST(Traffic, OfAtomicsOnPlacesThatDataNameFetchesWhatTheL2DoesNotHave) {
  const auto updates = [](std::uint64_t buffer_bytes) {
    InstructionStream block;
    add_access(block, Access::Kind::atomic, 1u << 20, 65536, 4);
    block.accesses[0].buffer_lines = static_cast<std::uint32_t>(buffer_bytes / 128);
    Shift other{1, {4 * 12345}};
    other.scattered = {true};
    return traffic_of(block, locality_of(block, {other}, {1'000'000, 1, 1}), {60.0 * mib, 30.0 * mib, 1'000'000, 1000});
  };
  const Traffic small = updates(1 * mib), large = updates(1024 * mib);
  EXPECT_LT(small.fill_sectors, 0.1);
  EXPECT_GT(large.fill_sectors, 1.8 * 32 * 0.8) << "64 bytes for nearly each of 32 lanes";
  EXPECT_NEAR(large.written_bytes[0], large.filled_bytes[0] / 2, 1);
}

TEST(Traffic, OfABufferThatFitsTheL2IsNoMoreThanTheBuffer) {
  // Each of 1000 blocks reads the next 128 bytes of a table that has 32 lines: they come back to its beginning.
  InstructionStream block, next;
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  add_access(next, Access::Kind::load, (1u << 20) + 128, 4, 4);
  block.accesses[0].buffer_lines = 32;
  const Locality locality = locality_of(block, {shift_to(block, 1, next)}, {1000, 1, 1});
  EXPECT_NEAR(traffic_of(block, locality, grid_of_1000).read_sectors * 1000, 32 * 4, 1e-3);
  block.accesses[0].buffer_lines = 1000;
  EXPECT_NEAR(traffic_of(block, locality, grid_of_1000).read_sectors * 1000, 4000, 1e-3);
}

TEST(Traffic, OfAPartThatIsStoredFetchesNothingThatTheBlockHasRead) {
  InstructionStream block;
  add_access(block, Access::Kind::store, 1u << 20, 32, 4);
  const Locality alone = locality_of(block, {}, {1000, 1, 1});
  EXPECT_GT(traffic_of(block, alone, grid_of_1000).fill_sectors, 0);
  InstructionStream reads_first;
  add_access(reads_first, Access::Kind::load, 1u << 20, 32, 4);
  add_access(reads_first, Access::Kind::store, 1u << 20, 32, 4);
  EXPECT_EQ(traffic_of(reads_first, locality_of(reads_first, {}, {1000, 1, 1}), grid_of_1000).fill_sectors, 0);
}

TEST(Locality, IsAffineBesidePlacesThatDataName) {
  const InstructionStream middle = copy(4096, 65536);
  Shift beside = shift_to(middle, 1, copy(4096 + 128, 65536 + 512)), below = shift_to(middle, 10, copy(9, 65536 + 128)),
        diagonal = shift_to(middle, 11, copy(77, 65536 + 640));
  for (Shift* const shift : {&beside, &below, &diagonal}) shift->scattered = {true, false};
  const Locality locality = locality_of(middle, {beside, below, diagonal}, {10, 10, 1});
  ASSERT_TRUE(locality.affine);
  EXPECT_EQ((*locality.affine)[0], (std::vector<std::int64_t>{0, 512}));
  EXPECT_EQ((*locality.affine)[1], (std::vector<std::int64_t>{0, 128}));
}

TEST(TagWavefronts, AreThoseOfTheBusiestOfFourBanks) {
  std::vector<LineTouch> beside, apart;
  for (std::int64_t i = 0; i < 9; ++i) beside.push_back({100 + i, 1, 0, 0});
  EXPECT_EQ(tag_wavefronts(beside), 3u);
  for (std::int64_t i = 0; i < 32; ++i) apart.push_back({1568 * i + i * i * 7, 1, 0, 0});
  EXPECT_GE(tag_wavefronts(apart), 8u);
  EXPECT_LE(tag_wavefronts(apart), 16u);
  EXPECT_EQ(tag_wavefronts({}), 0u);
}

TEST(StoreBuffer, SendsStoresOfAWarpToOneLineTogether) {
  std::vector<StoreBuffer::Line> sent;
  const auto send = [&](const StoreBuffer::Line& line) { sent.push_back(line); };
  StoreBuffer stores(2, 100);
  stores.add(0, 7, {7, 0b0001, 0b0001, 0b0001}, 3, 0, send);
  stores.add(0, 7, {7, 0b0011, 0b0011, 0b0011}, 4, 10, send);
  stores.add(1, 7, {7, 0b1000, 0, 0}, 5, 10, send);
  EXPECT_TRUE(sent.empty());
  stores.add(2, 9, {9, 0b0001, 0, 0}, 5, 20, send);
  ASSERT_EQ(sent.size(), 1u) << "it has room for two lines";
  EXPECT_EQ(sent[0].line, 7);
  EXPECT_EQ(sent[0].site, 3u) << "of the first store";
  EXPECT_EQ(sent[0].sectors, 0b0011);
  EXPECT_EQ(sent[0].partial_groups, 0b0010) << "the other one was completed";
  stores.add(2, 9, {9, 0b0010, 0, 0}, 5, 200, send);
  EXPECT_EQ(sent.size(), 3u) << "both were too old";
  stores.send_all(send);
  ASSERT_EQ(sent.size(), 4u);
  EXPECT_EQ(sent[3].sectors, 0b0010);
}

}  // namespace
}  // namespace lanescope::predict
