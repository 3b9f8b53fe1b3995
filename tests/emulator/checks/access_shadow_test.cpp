// Who accessed which word of a buffer last, kept for a buffer or for a block alone.
#include "emulator/checks/access_shadow.h"

#include <gtest/gtest.h>

#include <random>

namespace lanescope::emulator {
namespace {

constexpr std::uint64_t shadow_cells = 3000 * AccessShadow::line_cells;

TEST(AccessShadow, OfABlockTellsWhatThatOfTheBufferTells) {
  std::mt19937 random(3);
  AccessShadow of_block(2);
  for (std::uint64_t block = 0; block < 4; ++block) {
    AccessShadow of_buffer(4 * shadow_cells, 2);
    of_block.clear();
    // A few lines again and again, and then so many that the table grows.
    for (std::uint32_t step = 0; step < 20'000; ++step) {
      const std::uint64_t cell = random() % (step < 5000 ? shadow_cells / 100 : shadow_cells);
      const Epoch self = Epoch::of(block, step % 3, 1 + step / 7, 2, false);
      ASSERT_EQ(of_block.writer(cell).bits, of_buffer.writer(cell).bits) << step;
      ASSERT_EQ(of_block.read(cell).bits, of_buffer.read(cell).bits) << step;
      const auto on_both = [&](auto&& what) {
        what(of_block);
        what(of_buffer);
      };
      switch (random() % 3) {
        case 0:
          on_both([&](AccessShadow& shadow) { shadow.set_writer(cell, self.plus_lane(cell % 32)); });
          break;
        case 1:
          on_both([&](AccessShadow& shadow) { shadow.set_read(cell, self.plus_lane(cell % 32)); });
          break;
        default:
          const std::uint64_t first = cell - cell % AccessShadow::line_cells;
          const bool whole = of_buffer.write_line(first, self);
          ASSERT_EQ(of_block.write_line(first, self), whole) << step;
      }
    }
  }
}

TEST(AccessShadow, OfABlockIsEmptyForTheNextOne) {
  AccessShadow shadow(2);
  const Epoch self = Epoch::of(1, 0, 1, 0, false);
  EXPECT_TRUE(shadow.write_line(64, self));
  shadow.set_writer(7, self);
  shadow.set_read(9, self);
  shadow.any_reads = true;
  shadow.clear();
  for (const std::uint64_t cell : {64u, 95u, 7u, 9u}) {
    EXPECT_TRUE(shadow.writer(cell).none()) << cell;
    EXPECT_TRUE(shadow.read(cell).none()) << cell;
  }
  EXPECT_FALSE(shadow.any_reads);
}

}  // namespace
}  // namespace lanescope::emulator
