#include "model/access/access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>
#include <random>
#include <set>

#include "model/access/banks.h"
#include "model/access/sectors.h"
#include "model/truth.h"

namespace lanescope::model {
namespace {

using Addresses = LaneAddresses<std::uint32_t>;

/// The same numbers everywhere, of 32 bits (std::mt19937 gives wider ones).
class Random {
 public:
  using result_type = std::uint32_t;
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()() { return static_cast<result_type>(engine_()); }

 private:
  std::mt19937 engine_;
};

constexpr std::uint32_t everyone = 0xffffffffu;

AccessCounts counts(Space space, Operation operation, std::uint32_t bytes, const Addresses& addresses,
                    std::uint32_t active = everyone) {
  return count(LaneAccess<std::uint32_t>{space, operation, bytes, active, &addresses});
}

Addresses strided(std::uint32_t stride, std::uint32_t first = 0) {
  Addresses addresses;
  for (std::uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = first + lane * stride;
  return addresses;
}

Addresses random_addresses(Random& random, std::uint32_t bytes, std::uint32_t range) {
  Addresses addresses;
  for (auto& address : addresses) address = random() % (range / bytes) * bytes;
  return addresses;
}

TEST(Counts, ReproduceEveryInstructionMeasuredOnAnH200) {
  const auto rows = truth();
  ASSERT_EQ(rows.size(), 1824u);
  for (const Measured& row : rows) {
    LaneAccess<std::uint64_t> access = row.access;
    access.addresses = &row.addresses;
    const AccessCounts result = count(access);
    ASSERT_TRUE(result.known) << "line " << row.line;
    if (access.space == Space::shared) {
      ASSERT_TRUE(row.wavefronts && row.bank_conflicts) << "line " << row.line;
      EXPECT_EQ(result.wavefronts, *row.wavefronts) << "line " << row.line;
      EXPECT_EQ(result.bank_conflicts, *row.bank_conflicts) << "line " << row.line;
      EXPECT_EQ(result.wavefronts_ideal, *row.wavefronts - *row.bank_conflicts) << "line " << row.line;
    } else {
      ASSERT_TRUE(row.sectors) << "line " << row.line;
      EXPECT_EQ(result.sectors, *row.sectors) << "line " << row.line;
      EXPECT_LE(result.sectors_ideal, result.sectors) << "line " << row.line;
    }
  }
}

TEST(Counts, AreTheSameFor32And64BitAddresses) {
  for (const Measured& row : truth()) {
    LaneAccess<std::uint64_t> wide = row.access;
    wide.addresses = &row.addresses;
    Addresses addresses;
    std::copy(row.addresses.begin(), row.addresses.end(), addresses.begin());
    EXPECT_EQ(count(wide), counts(wide.space, wide.operation, wide.bytes_per_lane, addresses, wide.active_mask));
  }
}

TEST(SharedMemory, OfTheTextbook) {
  const auto load = [](std::uint32_t stride) { return counts(Space::shared, Operation::load, 4, strided(stride)); };
  EXPECT_EQ(load(4).bank_conflicts, 0u);     // neighbours
  EXPECT_EQ(load(0).bank_conflicts, 0u);     // one word for all
  EXPECT_EQ(load(8).bank_conflicts, 1u);     // every other word: 2 ways
  EXPECT_EQ(load(128).bank_conflicts, 31u);  // a column of a 32 x 32 tile
  EXPECT_EQ(load(132).bank_conflicts, 0u);   // the same with a padded row
  EXPECT_EQ(load(128).wavefronts_ideal, 1u);
}

TEST(SharedMemory, WideLoadsGoInWiderGroupsWhenPairsOfLanesAgree) {
  Addresses pairs;
  for (std::uint32_t lane = 0; lane < 32; ++lane) pairs[lane] = lane / 2 * 16;
  EXPECT_EQ(counts(Space::shared, Operation::load, 16, pairs).wavefronts, 2u);
  EXPECT_EQ(counts(Space::shared, Operation::store, 16, pairs).wavefronts, 4u);
  EXPECT_EQ(counts(Space::shared, Operation::load, 16, strided(16)).wavefronts, 4u);
  EXPECT_EQ(counts(Space::shared, Operation::load, 8, strided(8)).wavefronts, 2u);
  EXPECT_EQ(counts(Space::shared, Operation::load, 8, strided(0)).wavefronts, 1u);
}

TEST(SharedMemory, AtomicsSerialiseOnEqualAddresses) {
  EXPECT_EQ(counts(Space::shared, Operation::atomic, 4, strided(0)).wavefronts, 32u);
  EXPECT_EQ(counts(Space::shared, Operation::reduce, 4, strided(0)).bank_conflicts, 31u);
  EXPECT_EQ(counts(Space::shared, Operation::reduce, 4, strided(4)).bank_conflicts, 0u);
}

TEST(Counts, ReproduceEveryCopyAndOperandMeasuredOnAnH100) {
  const auto rows = measured_copies();
  ASSERT_EQ(rows.size(), 489u);
  std::size_t unknown = 0;
  for (const MeasuredCopy& row : rows) {
    AccessCounts sum;
    sum.known = true;
    for (std::size_t part = 0; part < row.shared.size(); ++part) {
      LaneAccess<std::uint32_t> access{Space::shared, row.operation, row.bytes_per_lane, row.masks[part],
                                       &row.shared[part]};
      if (row.operation == Operation::asynchronous_copy) {
        access.source_degrees = trace::source_degrees(row.global, row.masks[part], row.bytes_per_lane);
      }
      const AccessCounts counted = count(access);
      sum.known = sum.known && counted.known;
      sum.wavefronts += counted.wavefronts;
      sum.bank_conflicts += counted.bank_conflicts;
    }
    if (!sum.known) {
      // No rule was found where lanes meet on both sides; these cost more than either side alone.
      EXPECT_EQ(row.instruction, "cp.async.ca") << "line " << row.line;
      ++unknown;
      continue;
    }
    EXPECT_EQ(sum.wavefronts, row.wavefronts) << "line " << row.line;
    EXPECT_EQ(sum.bank_conflicts, row.bank_conflicts) << "line " << row.line;
  }
  EXPECT_EQ(unknown, 24u);
}

TEST(SharedMemory, MatricesGoOneAfterTheOther) {
  const auto rows = [](std::uint32_t pitch) {
    return counts(Space::shared, Operation::matrix_load, 16, strided(pitch));
  };
  EXPECT_EQ(rows(16).wavefronts, 4u);        // x4, dense rows
  EXPECT_EQ(rows(128).wavefronts, 32u);      // each row in the same four banks
  EXPECT_EQ(rows(128).bank_conflicts, 28u);  // beyond one wavefront a matrix
  EXPECT_EQ(rows(144).wavefronts, 4u);       // a padded row
  EXPECT_EQ(counts(Space::shared, Operation::matrix_store, 16, strided(128), 0xff).wavefronts, 8u);  // x1
}

TEST(SharedMemory, WithoutARuleIsUnknownInsteadOfGuessed) {
  EXPECT_FALSE(counts(Space::shared, Operation::atomic, 8, strided(8)).known);
  EXPECT_FALSE(counts(Space::shared, Operation::asynchronous_copy, 16, strided(16)).known);
  EXPECT_FALSE(counts(Space::shared, Operation::matrix_load, 4, strided(4)).known);
  EXPECT_FALSE(counts(Space::global, Operation::matrix_store, 4, strided(4)).known);
  EXPECT_FALSE(counts(Space::texture, Operation::load, 4, strided(4)).known);
  EXPECT_FALSE(counts(Space::constant, Operation::load, 4, strided(4)).known);
}

TEST(GlobalMemory, OfTheTextbook) {
  const auto load = [](std::uint32_t stride, std::uint32_t first) {
    return counts(Space::global, Operation::load, 4, strided(stride, first));
  };
  EXPECT_EQ(load(4, 0).sectors, 4u);
  EXPECT_EQ(load(4, 4).sectors, 5u);  // misaligned
  EXPECT_EQ(load(4, 4).sectors_ideal, 4u);
  EXPECT_EQ(load(0, 0).sectors, 1u);
  EXPECT_EQ(load(32, 0).sectors, 32u);  // a column
  EXPECT_EQ(load(32, 0).sectors_ideal, 4u);
  EXPECT_EQ(counts(Space::global, Operation::load, 1, strided(1)).sectors_ideal, 1u);
  EXPECT_EQ(counts(Space::global, Operation::store, 16, strided(16)).sectors, 16u);
}

TEST(GlobalMemory, BeyondFourGibibytesCountsTheSame) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Addresses near = random_addresses(random, 4, 4096);
    LaneAddresses<std::uint64_t> far;
    for (std::size_t lane = 0; lane < 32; ++lane) far[lane] = near[lane] + (std::uint64_t{7} << 40);
    const AccessCounts there = count(LaneAccess<std::uint64_t>{Space::global, Operation::load, 4, everyone, &far});
    EXPECT_EQ(there, counts(Space::global, Operation::load, 4, near));
  }
}

TEST(LocalMemory, IsCoalescedWhenAllLanesUseOneOffset) {
  for (const std::uint32_t bytes : {4u, 8u, 16u}) {
    const AccessCounts result = counts(Space::local, Operation::load, bytes, strided(0, 64));
    EXPECT_EQ(result.sectors, bytes) << bytes;  // 32 lanes * bytes / 32
    EXPECT_EQ(result.sectors_ideal, bytes);
  }
  EXPECT_EQ(counts(Space::local, Operation::store, 4, strided(4)).sectors, 32u);
}

TEST(Counts, OfNoActiveLaneAreNothing) {
  for (const Space space : {Space::shared, Space::global, Space::local}) {
    const AccessCounts result = counts(space, Operation::load, 4, strided(4), 0);
    EXPECT_EQ(
        result.wavefronts + result.sectors + result.sectors_ideal + result.wavefronts_ideal + result.bank_conflicts,
        0u);
  }
}

/// Straight from the definitions, with sets.
std::uint32_t sectors_by_definition(const Addresses& addresses, std::uint32_t active) {
  std::set<std::uint32_t> sectors;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((active >> lane & 1u) != 0) sectors.insert(addresses[lane] / 32);
  }
  return static_cast<std::uint32_t>(sectors.size());
}

std::uint32_t store_wavefronts_by_definition(const Addresses& addresses, std::uint32_t active, std::uint32_t bytes) {
  const std::uint32_t group = bytes <= 4 ? 32 : 128 / bytes;
  std::uint32_t sum = 0;
  for (std::uint32_t first = 0; first < 32; first += group) {
    std::array<std::set<std::uint32_t>, 32> words;
    for (std::uint32_t lane = first; lane < first + group; ++lane) {
      if ((active >> lane & 1u) == 0) continue;
      for (std::uint32_t at = addresses[lane] / 4; at <= (addresses[lane] + bytes - 1) / 4; ++at)
        words[at % 32].insert(at);
    }
    std::size_t most = 0;
    for (const auto& bank : words) most = std::max(most, bank.size());
    sum += static_cast<std::uint32_t>(most);
  }
  return sum;
}

TEST(Counts, FollowTheirDefinitionsOnRandomPatterns) {
  Random random(11);
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    const std::uint32_t range = 32u << random() % 10;
    const Addresses addresses = random_addresses(random, bytes, std::max(range, bytes * 2));
    const std::uint32_t active = round % 3 == 0 ? everyone : random() & random();
    const AccessCounts store = counts(Space::shared, Operation::store, bytes, addresses, active);
    ASSERT_EQ(store.wavefronts, store_wavefronts_by_definition(addresses, active, bytes));
    ASSERT_EQ(counts(Space::global, Operation::load, bytes, addresses, active).sectors,
              sectors_by_definition(addresses, active));
  }
}

TEST(Counts, DoNotDependOnWhichLaneGoesWhereWithinAGroup) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    Addresses addresses = random_addresses(random, bytes, 2048);
    const auto store = counts(Space::shared, Operation::store, bytes, addresses);
    const auto load = counts(Space::global, Operation::load, bytes, addresses);
    const auto narrow = counts(Space::shared, Operation::load, std::min(bytes, 4u), addresses);
    const std::uint32_t group = bytes <= 4 ? 32 : 128 / bytes;
    for (auto first = addresses.begin(); first != addresses.end(); first += group)
      std::shuffle(first, first + group, random);
    EXPECT_EQ(counts(Space::shared, Operation::store, bytes, addresses), store);
    std::shuffle(addresses.begin(), addresses.end(), random);
    EXPECT_EQ(counts(Space::global, Operation::load, bytes, addresses), load);  // the whole warp is one request
    EXPECT_EQ(counts(Space::shared, Operation::load, std::min(bytes, 4u), addresses).wavefronts,
              bytes <= 4 ? narrow.wavefronts : counts(Space::shared, Operation::load, 4, addresses).wavefronts);
  }
}

TEST(Counts, KeepToTheirBounds) {
  Random random(17);
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    const Addresses addresses = random_addresses(random, bytes, 64u << random() % 9);
    const std::uint32_t active = random() | 1u;
    const auto lanes = static_cast<std::uint32_t>(std::popcount(active));
    for (const Operation operation : {Operation::load, Operation::store}) {
      const AccessCounts shared = counts(Space::shared, operation, bytes, addresses, active);
      ASSERT_GE(shared.wavefronts_ideal, 1u);
      ASSERT_EQ(shared.wavefronts, shared.wavefronts_ideal + shared.bank_conflicts);
      ASSERT_LE(shared.wavefronts, lanes);
      const AccessCounts global = counts(Space::global, operation, bytes, addresses, active);
      ASSERT_GE(global.sectors, global.sectors_ideal);
      ASSERT_GE(global.sectors_ideal, 1u);
      ASSERT_LE(global.sectors, lanes);
    }
    // A load never costs more than the store to the same places: its groups are as wide or wider.
    ASSERT_LE(counts(Space::shared, Operation::load, bytes, addresses, active).wavefronts_ideal,
              counts(Space::shared, Operation::store, bytes, addresses, active).wavefronts_ideal);
    // Moving everything by a row of banks, or by a sector, changes nothing.
    Addresses moved = addresses;
    for (auto& address : moved) address += 128;
    ASSERT_EQ(counts(Space::shared, Operation::load, bytes, moved, active),
              counts(Space::shared, Operation::load, bytes, addresses, active));
    ASSERT_EQ(counts(Space::global, Operation::load, bytes, moved, active),
              counts(Space::global, Operation::load, bytes, addresses, active));
  }
}

TEST(Counts, OfOneAccessTakeWellUnderAMicrosecond) {
  Random random(23);
  std::vector<Addresses> patterns;
  for (int i = 0; i < 512; ++i) {
    patterns.push_back(i % 4 == 0   ? strided(4)
                       : i % 4 == 1 ? strided(128)
                                    : random_addresses(random, 4, i % 4 == 2 ? 4096 : 1u << 20));
  }
  for (const Space space : {Space::shared, Space::global}) {
    for (const std::uint32_t bytes : {4u, 16u}) {
      // The least of several runs: other programs can only add to it.
      double each = 1e9;
      std::uint64_t sum = 0;
      for (int run = 0; run < 20; ++run) {
        constexpr int rounds = 20;
        const auto begin = std::chrono::steady_clock::now();
        for (int round = 0; round < rounds; ++round) {
          for (const Addresses& addresses : patterns) {
            const AccessCounts one = counts(space, Operation::load, bytes, addresses);
            sum += one.sectors + one.wavefronts;
          }
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
        each = std::min(each, took.count() / (rounds * static_cast<double>(patterns.size())));
      }
      std::printf("%s, %u bytes a lane: %.0f ns an access\n", std::string(name_of(space)).c_str(), bytes, each);
      EXPECT_GT(sum, 0u);
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
      EXPECT_LT(each, 1000);  // ten times what it takes, for machines that are busy
#endif
    }
  }
}

}  // namespace
}  // namespace lanescope::model
