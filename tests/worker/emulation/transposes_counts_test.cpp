// What every transpose and copy costs a warp: sectors of global memory and wavefronts of shared memory, counted from
// the addresses of the emulator and held against closed forms worked out by hand.
#include <numeric>
#include <set>

#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using Number = std::int64_t;
using trace::Operation;
using trace::Space;

/// Sectors of a request whose lanes run along a row: as many rows as the block has in a warp, eight words a sector.
Number along_rows(Number block_x) {
  return std::max<Number>(1, 32 / block_x) * std::max<Number>(1, std::min<Number>(block_x, 32) / 8);
}

/// Sectors of a request whose lanes run down a column: each column of the block in another row of the matrix.
Number down_columns(Number block_x) {
  return std::min<Number>(block_x, 32) * std::max<Number>(1, 32 / block_x / 8);
}

/// What one request costs, on average over the requests.
struct Cost {
  double load_sectors = 0, store_sectors = 0, load_wavefronts = 0, store_wavefronts = 0;
};

double each(std::uint64_t sum, std::uint64_t requests) {
  return requests == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(requests);
}

class TransposeCounts : public Execute {
 protected:
  /// From four blocks of a matrix that every block divides, if no other size is given.
  Cost cost(const std::string& kernel, catalogue::Values values) {
    for (const char* size : {"nx", "ny"}) values.try_emplace(size, Number{2048});
    experiments::Experiment experiment = own("transpose/" + kernel, std::move(values));
    experiment.verify = false;
    experiment.blocks = {experiments::BlockChoice::Kind::range, 0, 4};
    const experiments::Result result = last(experiment);
    Cost cost;
    if (!result.metrics) {
      ADD_FAILURE() << kernel << " has no metrics";
      return cost;
    }
    for (const model::TotalMetrics& row : result.metrics->executed.totals) {
      EXPECT_EQ(row.counts.uncounted_requests, 0u) << kernel;
      const bool load = row.operation == Operation::load;
      if (row.space == Space::global) {
        (load ? cost.load_sectors : cost.store_sectors) = each(row.counts.sectors, row.counts.requests);
      } else {
        EXPECT_EQ(row.space, Space::shared) << kernel;
        (load ? cost.load_wavefronts : cost.store_wavefronts) = each(row.counts.wavefronts, row.counts.requests);
      }
    }
    return cost;
  }
};

/// A kernel without shared memory; its block is two-dimensional.
struct Plain {
  const char* kernel;
  Number (*load)(Number block_x);
  Number (*store)(Number block_x);
};
constexpr Plain plain[] = {
    {"copy_row", along_rows, along_rows},           {"copy_col", down_columns, down_columns},
    {"copy_row_unroll", along_rows, along_rows},    {"copy_col_unroll", down_columns, down_columns},
    {"naive_row", along_rows, down_columns},        {"naive_col", down_columns, along_rows},
    {"naive_row_unroll", along_rows, down_columns}, {"naive_col_unroll", down_columns, along_rows},
    {"naive_row_diag", along_rows, down_columns},   {"naive_col_diag", down_columns, along_rows}};

/// A kernel that moves single words through a tile.
constexpr const char* tiled[] = {"smem_tile", "smem_pad", "smem_swizzle", "smem_unroll", "smem_diag", "smem_copy"};
/// Kernels that move 16 bytes a lane: 512 bytes of a warp are 16 sectors.
constexpr const char* wide[] = {"copy_vec4", "vec4_tile", "best"};
/// Kernels of which there is nothing to count.
constexpr const char* called[] = {"copy_memcpy"};
/// The kernel that stores from the beginning of a sector on, whatever the length of a row.
constexpr const char* any_length = "every";

TEST_F(TransposeCounts, CoverTheWholeFamily) {
  std::set<std::string> counted(std::begin(tiled), std::end(tiled)), there;
  counted.insert(std::begin(wide), std::end(wide));
  counted.insert(std::begin(called), std::end(called));
  counted.insert(any_length);
  for (const Plain& kernel : plain) counted.insert(kernel.kernel);
  for (const auto& file : std::filesystem::directory_iterator(LANESCOPE_SOURCES "/kernels/transpose")) {
    if (file.path().extension() == ".cu") there.insert(file.path().stem().string());
  }
  EXPECT_EQ(counted, there);
}

TEST_F(TransposeCounts, AreTheSectorsOfTheBlockShapeWithoutATile) {
  for (const Plain& kernel : plain) {
    for (const Number block_x : {1, 2, 4, 8, 16, 32, 64, 256}) {
      const Cost found = cost(kernel.kernel, {{"block_x", block_x}, {"block_y", 256 / block_x}});
      EXPECT_EQ(found.load_sectors, static_cast<double>(kernel.load(block_x))) << kernel.kernel << " " << block_x;
      EXPECT_EQ(found.store_sectors, static_cast<double>(kernel.store(block_x))) << kernel.kernel << " " << block_x;
      EXPECT_EQ(found.load_wavefronts, 0) << kernel.kernel;
    }
  }
}

// Table of the two accesses together: a warp of (8, 4) or (4, 8) costs a third of one of (32, 1).
TEST_F(TransposeCounts, AreFewestWithBlocksNoWiderThanASector) {
  const auto both = [&](Number block_x) {
    const Cost found = cost("naive_row", {{"block_x", block_x}, {"block_y", 256 / block_x}});
    return found.load_sectors + found.store_sectors;
  };
  EXPECT_EQ(both(1), 36);
  EXPECT_EQ(both(2), 20);
  EXPECT_EQ(both(4), 12);
  EXPECT_EQ(both(8), 12);
  EXPECT_EQ(both(16), 20);
  EXPECT_EQ(both(32), 36);
}

TEST_F(TransposeCounts, AreFourSectorsWithEveryTile) {
  for (const char* const kernel : tiled) {
    for (const Number tile : {8, 16, 32, 64}) {
      const Number block_y = tile == 64 ? 16 : 8;
      const Cost found = cost(kernel, {{"tile", tile}, {"block_y", block_y}});
      EXPECT_EQ(found.load_sectors, 4) << kernel << " " << tile;
      EXPECT_EQ(found.store_sectors, 4) << kernel << " " << tile;
    }
  }
}

TEST_F(TransposeCounts, AreFourSectorsOfOddRowsThatAreStoredFromTheBeginningOfASector) {
  const auto stored = [&](const char* from) {
    return cost(any_length,
                {{"tile", Number{64}}, {"from", std::string(from)}, {"nx", Number{1024}}, {"ny", Number{1001}}})
        .store_sectors;
  };
  EXPECT_LE(stored("sector"), 4);
  EXPECT_GT(stored("anywhere"), 4.5);
}

/// Wavefronts with a tile of `tile` words and rows of tile + pad: the turn reads columns, the other side writes rows.
struct Degree {
  Number tile, pad;
  double columns, rows;
};
constexpr Degree degrees[] = {
    {32, 0, 32, 1}, {32, 1, 1, 1}, {32, 2, 2, 1}, {32, 3, 1, 1}, {32, 4, 4, 1}, {32, 8, 8, 1},
    {16, 0, 8, 1},  {16, 1, 2, 2}, {16, 2, 1, 2}, {16, 3, 2, 2}, {16, 4, 2, 2}, {16, 8, 4, 2},
    {8, 0, 2, 1},   {8, 1, 2, 2},  {8, 2, 2, 2},  {8, 3, 3, 2},  {8, 4, 1, 2},  {8, 8, 4, 2},
};

TEST_F(TransposeCounts, AreTheWavefrontsOfTheStrideInAPaddedTile) {
  for (const Degree& degree : degrees) {
    for (const char* const kernel : {"smem_pad", "smem_unroll"}) {
      const Cost found = cost(kernel, {{"tile", degree.tile}, {"pad", degree.pad}});
      EXPECT_EQ(found.load_wavefronts, degree.columns) << kernel << " " << degree.tile << " + " << degree.pad;
      EXPECT_EQ(found.store_wavefronts, degree.rows) << kernel << " " << degree.tile << " + " << degree.pad;
    }
  }
}

TEST_F(TransposeCounts, AreTheGreatestCommonDivisorWith32InATileAsWideAsAWarp) {
  for (Number tile : {32, 64}) {
    for (Number pad = 0; pad <= 8; ++pad) {
      const Cost found = cost("smem_pad", {{"tile", tile}, {"pad", pad}});
      EXPECT_EQ(found.load_wavefronts, static_cast<double>(std::gcd(tile + pad, Number{32}))) << tile << " + " << pad;
      EXPECT_EQ(found.store_wavefronts, 1) << tile << " + " << pad;
    }
  }
}

TEST_F(TransposeCounts, AreUpTo32WavefrontsInATileWithoutPadding) {
  for (const auto& [tile, wavefronts] : {std::pair<Number, double>{8, 2}, {16, 8}, {32, 32}, {64, 32}}) {
    const Cost plain_tile = cost("smem_tile", {{"tile", tile}});
    EXPECT_EQ(plain_tile.load_wavefronts, wavefronts) << tile;
    EXPECT_EQ(plain_tile.store_wavefronts, 1) << tile;
    const Cost diagonal = cost("smem_diag", {{"tile", tile}, {"pad", Number{0}}});
    EXPECT_EQ(diagonal.load_wavefronts, wavefronts) << tile;
    EXPECT_EQ(diagonal.store_wavefronts, 1) << tile;
  }
}

TEST_F(TransposeCounts, AreOneWavefrontInASwizzledTileAndInACopy) {
  for (const char* const kernel : {"smem_swizzle", "smem_copy"}) {
    for (const Number tile : {8, 16, 32, 64}) {
      const Cost found = cost(kernel, {{"tile", tile}});
      EXPECT_EQ(found.load_wavefronts, 1) << kernel << " " << tile;
      EXPECT_EQ(found.store_wavefronts, 1) << kernel << " " << tile;
    }
  }
}

TEST_F(TransposeCounts, AreSixteenSectorsWithSixteenBytesALane) {
  for (const char* const kernel : wide) {
    const Cost found = cost(kernel, {});
    EXPECT_EQ(found.load_sectors, 16) << kernel;
    EXPECT_EQ(found.store_sectors, 16) << kernel;
  }
}

TEST_F(TransposeCounts, AreOneWavefrontInAVec4TilePaddedByOne) {
  const Cost padded = cost("vec4_tile", {});
  EXPECT_EQ(padded.load_wavefronts, 1);
  EXPECT_EQ(padded.store_wavefronts, 1);
  EXPECT_GT(cost("vec4_tile", {{"pad", Number{0}}}).load_wavefronts, 1);
}

// 512 bytes of a warp are four wavefronts at least. Without the swizzle the eight lanes of a group all store into the
// same four banks.
TEST_F(TransposeCounts, AreTheFewestWavefrontsInEveryTileOfTheBest) {
  for (const Number tile_x : {32, 64, 128}) {
    for (const Number tile_y : {32, 64, 128}) {
      const catalogue::Values tile{{"tile_x", tile_x}, {"tile_y", tile_y}, {"block_x", tile_x * tile_y / 32}};
      if (tile_x * tile_y / 32 > 1024) continue;
      const Cost swizzled = cost("best", tile);
      EXPECT_EQ(swizzled.load_wavefronts, 4) << tile_x << " x " << tile_y;
      EXPECT_EQ(swizzled.store_wavefronts, 4) << tile_x << " x " << tile_y;
      EXPECT_EQ(swizzled.load_sectors, 16) << tile_x << " x " << tile_y;
      EXPECT_EQ(swizzled.store_sectors, 16) << tile_x << " x " << tile_y;
      catalogue::Values plain_tile = tile;
      plain_tile["layout"] = std::string("plain");
      const Cost straight = cost("best", plain_tile);
      EXPECT_EQ(straight.load_wavefronts, 4) << tile_x << " x " << tile_y;
      EXPECT_EQ(straight.store_wavefronts, 32) << tile_x << " x " << tile_y;
    }
  }
}

TEST_F(TransposeCounts, AreTheSameWithEveryCacheOperator) {
  for (const char* const load : {"ca", "cg", "cs", "cv"}) {
    for (const char* const store : {"wb", "cg", "cs", "wt"}) {
      const Cost found = cost("naive_col", {{"load_op", std::string(load)}, {"store_op", std::string(store)}});
      EXPECT_EQ(found.load_sectors, 32) << load << " " << store;
      EXPECT_EQ(found.store_sectors, 4) << load << " " << store;
    }
  }
}

}  // namespace
}  // namespace lanescope::worker
