// What the products of articles 003 and 004 cost a warp in a step of k: wavefronts of shared memory, from the
// addresses, held against what the article's counters say.
#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

constexpr Number product_m = 128, product_n = 128, product_k = 32;

struct StepCost {
  double a = 0, b = 0;  ///< wavefronts a warp and step of k
};

/// The read of a factor stands on one line of the kernel file.
double of_line(const ReadyKernel& ready, const trace::Trace& trace, const std::string& words) {
  const std::int32_t line = line_with(ready, words);
  const SharedCost cost = shared_cost(trace, Operation::load, line, line);
  const catalogue::Launch& launch = ready.plan.launches.front();
  const auto warps = static_cast<double>(launch.grid.count() * launch.block.count() / 32);
  return static_cast<double>(cost.wavefronts) / (warps * static_cast<double>(product_k));
}

ReadyKernel ready_product(const std::string& name, const catalogue::Values& setting) {
  auto ready =
      SetKernel(kernel_of("matmul/" + name), setting).at({{"m", product_m}, {"n", product_n}, {"k", product_k}});
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

/// Wavefronts of shared loads a warp and step of k, of a kernel whose warps have `outputs` each and read `steps` steps.
double loads_of_a_step(const std::string& name, const catalogue::Values& setting, Number outputs,
                       Number steps = product_k) {
  const auto ready = ready_product(name, setting);
  const trace::Trace trace = traced(ready);
  const SharedCost cost = shared_cost(trace, Operation::load, 0, 1 << 20);
  // A block that the matrices do not fill has as many warps and as many steps as one that they do.
  const catalogue::Launch& launch = ready.plan.launches.front();
  const auto warps = static_cast<double>(launch.grid.count() * launch.block.count() / 32);
  EXPECT_EQ(static_cast<Number>(launch.block.count() / 32) * outputs,
            ready.plan.parameters.at("bm") * ready.plan.parameters.at("bn"));
  return static_cast<double>(cost.wavefronts) / (warps * static_cast<double>(steps));
}

// Lanes that share a column with one neighbour and a row with the next let both factors be met by 16 lanes at a time.
TEST(InterleavedLanes, NeedEightWavefrontsAStep) {
  for (const auto& [order, wavefronts] :
       {std::pair<std::string, double>{"columns_fast", 12}, std::pair<std::string, double>{"rows_fast", 12},
        std::pair<std::string, double>{"interleaved", 8}}) {
    EXPECT_EQ(loads_of_a_step("dbuf", {{"lane_order", order}}, 2048), wavefronts) << order;
  }
}

// V6: 16 threads along a row of the block, so that a warp has two rows of 16 fours of b. The turned tile of a is
// written by lanes that lie 16 in a row and 4 rows apart: 512 words, one bank, unless rows are padded by 4.
TEST(TheVectorisedProduct, ConflictsByTheColumnsOfAThreadAndByThePaddingOfTheTurnedTile) {
  for (const auto& [columns, wavefronts] : {std::pair<Number, double>{8, 2 * 8}, {4, 4}}) {
    const auto ready = ready_product("v6", {{"tn", columns}});
    const trace::Trace trace = traced(ready);
    EXPECT_EQ(of_line(ready, trace, "(&b_tile[e][x + j])"), wavefronts) << columns;
    EXPECT_EQ(of_line(ready, trace, "(&a_tile[e][y + i])"), 2 * 2) << columns;
  }
  for (const auto& [pad, degree] : {std::pair<Number, std::uint64_t>{0, 2}, {4, 1}, {8, 2}}) {
    const auto ready = ready_product("v6", {{"a_pad", pad}});
    const trace::Trace trace = traced(ready);
    const std::int32_t line = line_with(ready, "a_tile[column + 0][row] = ");
    const SharedCost stores = shared_cost(trace, Operation::store, line, line + 3);
    EXPECT_GT(stores.requests, 0u);
    EXPECT_EQ(stores.wavefronts, degree * stores.requests) << pad;
  }
}

// 16 x 8 outputs a thread: four loads of a and two of b for 128 multiply-adds. It reads one step beyond the last.
TEST(TheBestProduct, NeedsTwelveWavefrontsAStepOr20InTheOrderThatIsFastest) {
  for (const auto& [order, wavefronts] : {std::pair<std::string, double>{"columns_fast", 4 * 2 + 2 * 4},
                                          std::pair<std::string, double>{"rows_fast", 4 * 4 + 2 * 2},
                                          std::pair<std::string, double>{"interleaved", 4 * 2 + 2 * 2}}) {
    for (const Number bk : {8, 16}) {
      EXPECT_EQ(loads_of_a_step("best", {{"lane_order", order}, {"bk", bk}}, 4096, product_k + 1), wavefronts)
          << order << bk;
    }
  }
}

// A warp's copies of a come from whole sectors and go to different banks, although they turn the tile; those of b are
// fours of neighbouring lanes.
TEST(TheBestProduct, CopiesWholeSectorsAndWithoutConflicts) {
  auto ready = SetKernel(kernel_of("matmul/best"), {}).at({{"m", 128}, {"n", 256}, {"k", 32}});
  ASSERT_TRUE(ready);
  const trace::Trace trace = traced(*ready);
  std::map<std::uint32_t, std::uint64_t> requests;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Site& site = trace.sites[trace.headers[record].site];
    if (!trace::is_asynchronous_copy(site.operation)) continue;
    const trace::Offsets& offsets = trace.offsets[record];
    EXPECT_EQ(trace.headers[record].active_mask, 0xffffffffu);
    if (site.space == trace::Space::shared) {
      ++requests[site.bytes_per_lane];
      EXPECT_EQ(wavefronts_of(offsets, 0xffffffffu, site.bytes_per_lane), site.bytes_per_lane == 4 ? 1u : 4u);
    } else {
      std::set<std::uint32_t> sectors;
      for (const std::uint32_t offset : offsets) sectors.insert(offset / 32);
      EXPECT_EQ(sectors.size(), site.bytes_per_lane == 4 ? 4u : 16u);
    }
  }
  EXPECT_EQ(requests[4], 128u * 32 / 32);
  EXPECT_EQ(requests[16], 32u * 256 / 4 / 32);
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
}  // namespace lanescope::emulator
