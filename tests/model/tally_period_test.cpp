// What the model counts of an access stays the same when all lanes move by a multiple of trace::tally_period: accesses
// that AccessTally takes for equal cost the same.
#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <random>

#include "model/access/access.h"
#include "trace/access_tally.h"

namespace lanescope::model {
namespace {

LaneAddresses<std::uint32_t> drawn(std::mt19937& engine, std::uint32_t bytes) {
  const auto chance = [&] { return static_cast<std::uint32_t>(engine()); };
  LaneAddresses<std::uint32_t> addresses{};
  const std::uint32_t kind = chance() % 4;
  const std::uint32_t first = chance() % 256 * bytes, stride = chance() % 40 * bytes;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    addresses[lane] = kind == 0   ? first + lane * bytes
                      : kind == 1 ? first + lane * stride
                      : kind == 2 ? first + chance() % 64 * bytes
                                  : chance() % (1u << 20) * bytes;
  }
  return addresses;
}

TEST(TheCostOfAnAccess, IsTheSameOneTallyPeriodFurther) {
  std::mt19937 chance(5);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  constexpr Operation operations[] = {Operation::load,      Operation::store,       Operation::reduce,
                                      Operation::atomic,    Operation::matrix_load, Operation::matrix_store,
                                      Operation::bulk_load, Operation::bulk_store,  Operation::asynchronous_copy};
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t bytes = 1u << chance() % 5;
    const Operation operation = operations[chance() % std::size(operations)];
    const Space space = std::array{Space::global, Space::shared, Space::local}[chance() % 3];
    const std::uint32_t mask = chance() % 2 == 0 ? all_lanes : static_cast<std::uint32_t>(chance());
    // As written, and as the model counts it where neighbours are merged.
    for (const std::uint32_t merged : {1u, 2u, 4u}) {
      const LaneAddresses<std::uint32_t> here = drawn(chance, bytes);
      LaneAddresses<std::uint32_t> there = here;
      const std::uint32_t moved = (1 + static_cast<std::uint32_t>(chance()) % 5000) * trace::tally_period;
      for (std::uint32_t& address : there) address += moved;
      const AccessCounts counts = count(LaneAccess<std::uint32_t>{space, operation, bytes * merged, mask, &here});
      EXPECT_EQ(counts, count(LaneAccess<std::uint32_t>{space, operation, bytes * merged, mask, &there}))
          << round << ": " << bytes << " bytes, moved by " << moved;
      // In a buffer whose offsets are counted in units of 16 bytes.
      LaneAddresses<std::uint64_t> far{}, farther{};
      for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
        far[lane] = std::uint64_t{here[lane]} * 16;
        farther[lane] = std::uint64_t{there[lane]} * 16;
      }
      EXPECT_EQ(count(LaneAccess<std::uint64_t>{space, operation, bytes * merged, mask, &far}),
                count(LaneAccess<std::uint64_t>{space, operation, bytes * merged, mask, &farther}));
    }
  }
}

}  // namespace
}  // namespace lanescope::model
