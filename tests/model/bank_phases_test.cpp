// An access told wavefront by wavefront, against the number of wavefronts that an H200 counted.
#include "model/access/bank_phases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

#include "model/truth.h"

namespace lanescope::model {
namespace {

using Addresses = LaneAddresses<std::uint32_t>;

Addresses addresses_of(const std::function<std::uint32_t(std::uint32_t)>& address) {
  Addresses addresses;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = address(lane);
  return addresses;
}

BankPhases phases(Operation operation, std::uint32_t bytes, const Addresses& addresses,
                  std::uint32_t active = 0xffffffffu) {
  return bank_phases({Space::shared, operation, bytes, active, &addresses}).value();
}

/// What must hold of any access, whatever it costs.
void expect_consistent(const BankPhases& phases, const LaneAccess<std::uint32_t>& access, int line) {
  std::uint32_t served = 0, in_phases = 0, wavefronts = 0;
  for (const BankPhase& phase : phases.phases) {
    EXPECT_EQ(in_phases & phase.lanes, 0u) << line;
    in_phases |= phase.lanes;
    EXPECT_EQ(phase.first_wavefront, wavefronts) << line;
    wavefronts += phase.wavefronts;
    EXPECT_EQ(phase.wavefronts, *std::max_element(phase.degrees.begin(), phase.degrees.end())) << line;
    std::array<std::uint32_t, bank_count> busy{};
    for (std::uint32_t w = phase.first_wavefront; w < wavefronts; ++w) {
      const BankWavefront& wavefront = phases.wavefronts.at(w);
      EXPECT_EQ(wavefront.lanes & ~phase.lanes, 0u) << line;
      std::set<std::uint32_t> seen;
      for (const BankWord& word : wavefront.words) {
        EXPECT_EQ(served & word.lanes, 0u) << "a lane is served twice, line " << line;
        served |= word.lanes;
        for (std::uint32_t part = 0; part < word.width; ++part) {
          EXPECT_TRUE(seen.insert(word.bank + part).second) << "a bank moves two words at once, line " << line;
          ++busy.at(word.bank + part);
        }
        for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
          if ((word.lanes >> lane & 1u) == 0) continue;
          EXPECT_EQ((*access.addresses)[lane] / (bytes_per_bank * word.width), word.word / word.width) << line;
        }
      }
    }
    EXPECT_TRUE(std::equal(busy.begin(), busy.end(), phase.degrees.begin())) << line;
  }
  EXPECT_EQ(wavefronts, phases.wavefronts.size()) << line;
  EXPECT_EQ(in_phases, access.active_mask) << line;
  EXPECT_EQ(served, access.active_mask) << line;
}

TEST(BankPhases, AddUpToWhatAnH200CountsForEveryMeasuredInstruction) {
  int checked = 0;
  for (const Measured& row : truth()) {
    if (row.access.space != Space::shared) continue;
    Addresses addresses{};
    std::copy(row.addresses.begin(), row.addresses.end(), addresses.begin());
    const LaneAccess<std::uint32_t> access{row.access.space, row.access.operation, row.access.bytes_per_lane,
                                           row.access.active_mask, &addresses};
    const auto phases = bank_phases(access);
    ASSERT_TRUE(phases) << row.line;
    EXPECT_EQ(phases->wavefronts.size(), static_cast<std::size_t>(*row.wavefronts)) << row.line;
    EXPECT_EQ(phases->wavefronts.size() - phases->phases.size(), static_cast<std::size_t>(*row.bank_conflicts))
        << row.line;
    expect_consistent(*phases, access, row.line);
    ++checked;
  }
  EXPECT_GT(checked, 500);
}

TEST(BankPhases, OfAColumnOfATileServeOneLaneAfterTheOther) {
  const BankPhases found = phases(Operation::load, 4, addresses_of([](std::uint32_t lane) { return lane * 128; }));
  ASSERT_EQ(found.phases.size(), 1u);
  EXPECT_EQ(found.phases[0].degrees[0], 32);
  EXPECT_EQ(found.phases[0].degrees[1], 0);
  ASSERT_EQ(found.wavefronts.size(), 32u);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    ASSERT_EQ(found.wavefronts[lane].words.size(), 1u);
    EXPECT_EQ(found.wavefronts[lane].words[0], (BankWord{0, 32 * lane, 1, 1u << lane}));
  }
}

TEST(BankPhases, OfABroadcastAreOneWordForAllLanes) {
  const BankPhases found = phases(Operation::load, 4, addresses_of([](std::uint32_t) { return 20; }));
  ASSERT_EQ(found.wavefronts.size(), 1u);
  ASSERT_EQ(found.wavefronts[0].words.size(), 1u);
  EXPECT_EQ(found.wavefronts[0].words[0], (BankWord{5, 5, 1, 0xffffffffu}));
}

TEST(BankPhases, Of128BitsAreQuartersOfTheWarp) {
  const BankPhases found = phases(Operation::load, 16, addresses_of([](std::uint32_t lane) { return 16 * lane; }));
  EXPECT_EQ(found.lanes_per_phase, 8u);
  ASSERT_EQ(found.phases.size(), 4u);
  EXPECT_EQ(found.phases[1].lanes, 0x0000ff00u);
  EXPECT_EQ(found.wavefronts.size(), 4u);
  EXPECT_EQ(found.wavefronts[1].words.front(), (BankWord{0, 32, 4, 1u << 8}));
  EXPECT_EQ(found.phase_of(1), 1u);
  EXPECT_EQ(found.phase_of(3), 3u);
}

TEST(BankPhases, AreTwiceAsWideWherePairsOfLanesAgree) {
  const Addresses pairs = addresses_of([](std::uint32_t lane) { return lane / 2 * 16; });
  EXPECT_EQ(phases(Operation::load, 16, pairs).lanes_per_phase, 16u);
  EXPECT_EQ(phases(Operation::load, 16, pairs).phases.size(), 2u);
  EXPECT_EQ(phases(Operation::store, 16, pairs).lanes_per_phase, 8u);
}

TEST(BankPhases, OfAtomicsDoNotShareAWord) {
  const BankPhases found = phases(Operation::atomic, 4, addresses_of([](std::uint32_t) { return 0; }));
  ASSERT_EQ(found.wavefronts.size(), 32u);
  EXPECT_EQ(found.wavefronts[31].words[0].lanes, 1u << 31);
}

TEST(BankPhases, ServeEachLaneOfACopyOnceInAsManyWavefrontsAsMeasured) {
  std::size_t drawn = 0;
  for (const MeasuredCopy& row : measured_copies()) {
    for (std::size_t part = 0; part < row.shared.size(); ++part) {
      LaneAccess<std::uint32_t> access{Space::shared, row.operation, row.bytes_per_lane, row.masks[part],
                                       &row.shared[part]};
      Addresses sources{};
      for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
        sources.at(lane) = static_cast<std::uint32_t>(row.global.at(lane));
      }
      if (row.operation == Operation::asynchronous_copy) {
        access.source_degrees = trace::source_degrees(row.global, row.masks[part], row.bytes_per_lane);
        access.sources = &sources;
      }
      const auto found = bank_phases(access);
      if (!found) continue;
      ++drawn;
      std::uint32_t served = 0;
      for (const BankWavefront& wavefront : found->wavefronts) {
        EXPECT_EQ(served & wavefront.lanes, 0u) << "line " << row.line;
        served |= wavefront.lanes;
      }
      EXPECT_EQ(served, row.masks[part]) << "line " << row.line;
      EXPECT_EQ(found->no_wavefront, row.wavefronts == 0) << "line " << row.line;
      if (row.shared.size() == 1 && !found->no_wavefront) {
        EXPECT_EQ(found->wavefronts.size(), row.wavefronts) << "line " << row.line;
      }
      for (const BankPhase& phase : found->phases) {
        if (!found->no_wavefront) {
          EXPECT_GE(phase.wavefronts, *std::ranges::max_element(phase.degrees)) << "line " << row.line;
        }
      }
    }
  }
  EXPECT_GT(drawn, 700u);
}

TEST(BankPhases, LeaveOutGroupsWithoutAnActiveLane) {
  const BankPhases found =
      phases(Operation::load, 16, addresses_of([](std::uint32_t lane) { return 16 * lane; }), 0x00ff0000u);
  ASSERT_EQ(found.phases.size(), 1u);
  EXPECT_EQ(found.phases[0].lanes, 0x00ff0000u);
}

TEST(BankPhases, AreNotGuessedWhereNothingWasMeasured) {
  const Addresses addresses = addresses_of([](std::uint32_t lane) { return 8 * lane; });
  EXPECT_FALSE(bank_phases({Space::shared, Operation::atomic, 8, 1, &addresses}));
  EXPECT_FALSE(bank_phases({Space::shared, Operation::asynchronous_copy, 4, 1, &addresses}));
}

}  // namespace
}  // namespace lanescope::model
