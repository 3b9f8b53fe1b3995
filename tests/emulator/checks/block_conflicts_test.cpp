// Who touched which word of a buffer while blocks run beside each other.
#include "emulator/checks/block_conflicts.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace lanescope::emulator {
namespace {

constexpr std::uint64_t watched_bytes = 1u << 16;
constexpr std::uint32_t lower_half = 0x0000ffff, upper_half = 0xffff0000, all = 0xffffffff;
constexpr bool reading = false, writing = true;

TEST(BlockConflicts, LetsABlockDoWhatItLikesInItsOwnWords) {
  BlockConflicts watch(watched_bytes);
  for (const bool write : {writing, reading, writing}) EXPECT_TRUE(watch.touch(7, 3, all, write));
}

TEST(BlockConflicts, LetsBlocksReadTheSameWords) {
  BlockConflicts watch(watched_bytes);
  for (std::uint32_t block = 1; block < 9; ++block) EXPECT_TRUE(watch.touch(block, 3, all, reading)) << block;
}

TEST(BlockConflicts, LetsBlocksWriteOtherWordsOfALine) {
  BlockConflicts watch(watched_bytes);
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t block = 1; block <= 32; ++block) {
      EXPECT_TRUE(watch.touch(block, 3, 1u << (block - 1), writing)) << block;
      EXPECT_TRUE(watch.touch(block, 3, 1u << (block - 1), reading)) << block;
    }
  }
}

TEST(BlockConflicts, SeesTwoBlocksInOneWordWhenOneOfThemWrites) {
  for (const auto& [first, second] : {std::pair{writing, writing}, {writing, reading}, {reading, writing}}) {
    BlockConflicts watch(watched_bytes);
    EXPECT_TRUE(watch.touch(1, 3, lower_half, first));
    EXPECT_TRUE(watch.touch(2, 3, upper_half, second));
    EXPECT_TRUE(watch.touch(2, 4, lower_half, second)) << "it is another line";
    EXPECT_FALSE(watch.touch(2, 3, 1, second));
  }
}

TEST(BlockConflicts, RemembersTheWordsOfABlockThatHadTheLineForItself) {
  for (const auto& [first, third] : {std::pair{writing, writing}, {writing, reading}, {reading, writing}}) {
    BlockConflicts watch(watched_bytes);
    EXPECT_TRUE(watch.touch(1, 3, lower_half, first));
    EXPECT_TRUE(watch.touch(2, 3, 1u << 16, first)) << "from now on the line is kept word by word";
    EXPECT_TRUE(watch.touch(1, 3, lower_half, first));
    EXPECT_TRUE(watch.touch(3, 3, 1u << 31, third));
    EXPECT_FALSE(watch.touch(3, 3, 1u << 15, third));
    EXPECT_FALSE(watch.touch(3, 3, 1u << 16, third));
  }
}

// Lines are kept whole, by parts, and by words: any order of touches must be told as if each word were kept alone.
TEST(BlockConflicts, TellsOfWordsWhatAListOfThemTells) {
  std::mt19937 random(5);
  constexpr std::uint32_t blocks = 5, lines = 3, words = 32;
  for (int round = 0; round < 400; ++round) {
    BlockConflicts watch(watched_bytes);
    // Parts have room for blocks of 24 bits.
    const std::uint32_t first_block = round % 2 == 0 ? 1 : (1u << 24) - 3;
    std::array<std::array<std::set<std::uint32_t>, words>, lines> readers, writers;
    for (int step = 0; step < 20; ++step) {
      const auto block = static_cast<std::uint32_t>(first_block + random() % blocks);
      const auto line = static_cast<std::uint32_t>(random() % lines);
      const bool write = random() % 2 == 0;
      std::uint32_t touched = static_cast<std::uint32_t>(random());
      if (random() % 2 == 0) touched = 0xffu << 8 * (random() % 4);
      if (random() % 4 == 0) touched = 1u << random() % words;
      bool alone = true;
      for (std::uint32_t word = 0; word < words; ++word) {
        if ((touched >> word & 1u) == 0) continue;
        const auto others = [&](const std::set<std::uint32_t>& in) { return in.size() > in.count(block); };
        alone = alone && !others(writers[line][word]) && !(write && others(readers[line][word]));
        (write ? writers : readers)[line][word].insert(block);
      }
      ASSERT_EQ(watch.touch(block, line, touched, write), alone) << "round " << round << ", step " << step;
      if (!alone) break;  // the run is thrown away there
    }
  }
}

TEST(BlockConflicts, SeesAWriterAmongManyReaders) {
  BlockConflicts watch(watched_bytes);
  for (std::uint32_t block = 1; block < 9; ++block) EXPECT_TRUE(watch.touch(block, 3, all, reading));
  EXPECT_FALSE(watch.touch(1, 3, 1, writing)) << "others read it";
}

/// Two threads touch all lines, each as its own block; whether one of the two saw the other, by line.
std::vector<bool> met(std::uint32_t first_words, bool first_writes, std::uint32_t second_words, bool second_writes) {
  constexpr std::uint64_t lines = watched_bytes / 128;
  BlockConflicts watch(watched_bytes);
  std::vector<char> saw[2] = {std::vector<char>(lines), std::vector<char>(lines)};
  std::atomic<int> ready{0};
  const auto run = [&](std::uint32_t block, std::uint32_t words, bool write) {
    ready.fetch_add(1);
    while (ready.load() < 2) {
    }
    // Word by word, so that lines are split while the other block still thinks them its own.
    for (std::uint64_t line = 0; line < lines; ++line) {
      for (std::uint32_t rest = words; rest != 0; rest &= rest - 1) {
        if (!watch.touch(block, line, rest & -rest, write)) saw[block - 1][line] = 1;
      }
    }
  };
  std::thread other(run, 2, second_words, second_writes);
  run(1, first_words, first_writes);
  other.join();
  std::vector<bool> either;
  for (std::uint64_t line = 0; line < lines; ++line) either.push_back(saw[0][line] != 0 || saw[1][line] != 0);
  return either;
}

TEST(BlockConflicts, OfTwoThreadsInOneWordOneSeesTheOther) {
  for (int round = 0; round < 20; ++round) {
    for (const auto& [first, second] : {std::pair{writing, writing}, {writing, reading}, {reading, writing}}) {
      for (const bool line : met(all, first, all, second)) ASSERT_TRUE(line);
      for (const bool line : met(lower_half | 1u << 16, first, upper_half, second)) ASSERT_TRUE(line);
    }
  }
}

TEST(BlockConflicts, OfTwoThreadsInOtherWordsNoneSeesTheOther) {
  for (int round = 0; round < 20; ++round) {
    for (const bool line : met(lower_half, writing, upper_half, writing)) ASSERT_FALSE(line);
    for (const bool line : met(all, reading, all, reading)) ASSERT_FALSE(line);
  }
}

}  // namespace
}  // namespace lanescope::emulator
