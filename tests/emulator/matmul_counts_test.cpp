// What the products of articles 003 and 004 cost a warp in a step of k: wavefronts of shared memory, from the
// addresses, held against what the article's counters say.
#include "emulator/families_fixture.h"

namespace warpscope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

constexpr Number m = 128, n = 128, k = 32;

struct StepCost {
  double a = 0, b = 0;  ///< wavefronts a warp and step of k
};

/// The read of a factor stands on one line of the kernel file.
double of_line(const ReadyKernel& ready, const trace::Trace& trace, const std::string& words) {
  const std::int32_t line = line_with(ready, words);
  const SharedCost cost = shared_cost(trace, Operation::load, line, line);
  const catalogue::Launch& launch = ready.plan.launches.front();
  const auto warps = static_cast<double>(launch.grid.count() * launch.block.count() / 32);
  return static_cast<double>(cost.wavefronts) / (warps * static_cast<double>(k));
}

ReadyKernel ready_product(const std::string& name, const catalogue::Values& setting) {
  auto ready = SetKernel(kernel_of("matmul/" + name), setting).at({{"m", m}, {"n", n}, {"k", k}});
  if (!ready) throw MachineError({name + " refuses the setting", "matmul", ""});
  return *std::move(ready);
}

StepCost v10(Number tile_row, Number tile_col, const std::string& lane_order = "columns_fast",
             const std::string& layout = "plain") {
  catalogue::Values setting{
      {"tile_row", tile_row}, {"tile_col", tile_col}, {"lane_order", lane_order}, {"layout", layout}};
  if (tile_col == 16) setting["warp_n"] = Number{128};
  const auto ready = ready_product("v10", setting);
  const trace::Trace trace = traced(ready);
  return {of_line(ready, trace, "(&a_tile[e][row])"), of_line(ready, trace, "(&b_tile[e][place(column)])")};
}

// 20 and 12 wavefronts. A product of 4096^3 has 8192 warps and 4096 steps: 671 million, "670 million" in the article,
// and 403 million, "about 400 million". 268 million of the first are conflicts: "over 200 million".
TEST(TheArticlesProduct, Needs20WavefrontsAStepAnd12WithFourColumnsALane) {
  const StepCost eight = v10(8, 8), four = v10(8, 4);
  EXPECT_EQ(eight.a, 4);
  EXPECT_EQ(eight.b, 16);
  EXPECT_EQ(four.a, 4);
  EXPECT_EQ(four.b, 8);
  constexpr double warp_steps = 4096.0 * 4096 / 2048 * 4096;
  EXPECT_NEAR((eight.a + eight.b) * warp_steps, 670e6, 2e6);
  EXPECT_NEAR((four.a + four.b) * warp_steps, 400e6, 4e6);
  EXPECT_NEAR((eight.b - four.b) * warp_steps, 268e6, 1e6);
}

// A load of b by a quarter of a warp meets tile_col / 4 words in a bank; with 16 columns a lane has one group of them.
TEST(TheArticlesProduct, ConflictsByTheColumnsOfALane) {
  const StepCost sixteen = v10(4, 16);
  EXPECT_EQ(sixteen.a, 2);
  EXPECT_EQ(sixteen.b, 4 * 16);
}

TEST(TheOtherLaneOrder, HasNoConflictWithEightColumnsALane) {
  const StepCost eight = v10(8, 8, "rows_fast"), four = v10(8, 4, "rows_fast");
  EXPECT_EQ(eight.a, 2 * 4);
  EXPECT_EQ(eight.b, 2 * 2);
  EXPECT_EQ(four.a + four.b, 12);
}

TEST(PaddingTheRowsOfB, DoesNotHelpAndASwizzleDoes) {
  EXPECT_EQ(v10(8, 8, "columns_fast", "padded").b, 16);
  EXPECT_EQ(v10(8, 8, "columns_fast", "swizzled").b, 8);
  EXPECT_EQ(v10(8, 4, "columns_fast", "swizzled").b, 8);
  EXPECT_EQ(v10(4, 16, "columns_fast", "swizzled").b, 16) << "four loads, none in conflict";
}

TEST(WarpTiles, OfFourColumnsAreFreeOfConflicts) {
  const auto ready = ready_product("warptile", {});
  const trace::Trace trace = traced(ready);
  // A warp of 64 x 64 in four pieces of 16 columns: 4 columns and 8 rows of lanes. Neighbours share a row: two loads of
  // a go by 16 lanes. Each eight lanes of the four loads of b ask for 4 fours, side by side: one pass.
  EXPECT_EQ(of_line(ready, trace, "&a_tile[e][y + i / TM"), 2 * 2);
  EXPECT_EQ(of_line(ready, trace, "&b_tile[e][x + j / TN"), 4 * 4);
}

// Lanes that share a column with one neighbour and a row with the next let both factors be met by 16 lanes at a time.
TEST(InterleavedLanes, NeedEightWavefrontsAStep) {
  for (const std::string name : {"dbuf", "best"}) {
    for (const auto& [order, wavefronts] :
         {std::pair<std::string, double>{"columns_fast", 12}, std::pair<std::string, double>{"rows_fast", 12},
          std::pair<std::string, double>{"interleaved", 8}}) {
      const auto ready = ready_product(name, {{"lane_order", order}, {"bk", Number{16}}});
      const trace::Trace trace = traced(ready);
      const SharedCost cost = shared_cost(trace, Operation::load, 0, 1 << 20);
      const auto warps = static_cast<double>(m * n / 2048);
      EXPECT_EQ(static_cast<double>(cost.wavefronts) / (warps * static_cast<double>(k)), wavefronts) << name << order;
    }
  }
}

// The guide's tile has no conflict for any size without padding, and with x down the columns one for each row.
TEST(TheSharedTile, HasNoConflictUntilItsAxesAreExchanged) {
  for (const Number tile : {8, 16, 32}) {
    for (const std::string map : {"x_column", "x_row"}) {
      const auto ready = ready_product("tile", {{"tile", tile}, {"map", map}});
      const trace::Trace trace = traced(ready);
      const std::int32_t store = line_with(ready, "a_tile[y][x] = "), read = line_with(ready, "sum += a_tile[y][i]");
      const SharedCost stores = shared_cost(trace, Operation::store, store, store);
      const std::uint64_t degree = map == "x_column" ? 1 : tile == 32 ? 32 : tile == 16 ? 8 : 2;
      EXPECT_EQ(stores.wavefronts, degree * stores.requests) << tile << map;
      EXPECT_GT(shared_cost(trace, Operation::load, read, read).requests, 0u);
    }
  }
}

}  // namespace
}  // namespace warpscope::emulator
