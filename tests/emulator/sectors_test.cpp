// What the reductions, Laplaces and products ask global memory for: sectors of a request of a full warp, from the
// addresses, held against closed forms worked out by hand.
#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

/// Sectors of the requests of full warps to a buffer: least and most.
struct Sectors {
  std::size_t least = 0, most = 0;
  friend bool operator==(const Sectors&, const Sectors&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Sectors& sectors) {
    return out << sectors.least << " to " << sectors.most;
  }
};
constexpr Sectors always(Number sectors) {
  return {static_cast<std::size_t>(sectors), static_cast<std::size_t>(sectors)};
}

class Asked {
 public:
  Asked(const std::string& id, const catalogue::Values& setting, const Sizes& sizes) {
    auto ready = SetKernel(kernel_of(id), setting).at(sizes);
    if (!ready) throw MachineError({id + " refuses the setting", "sectors", ""});
    ready_ = *std::move(ready);
    trace_ = traced(ready_);
    EXPECT_EQ(trace_.dropped, 0u);
  }

  [[nodiscard]] Sectors of(const std::string& buffer, Operation operation) const {
    const std::size_t number = buffer_number(ready_.plan, buffer);
    Sectors found;
    for (std::size_t record = 0; record < trace_.headers.size(); ++record) {
      const trace::Header& header = trace_.headers[record];
      const trace::Site& site = trace_.sites[header.site];
      if (site.space != trace::Space::global || site.operation != operation || header.buffer != number) continue;
      if (header.active_mask != 0xffffffffu) continue;
      std::set<std::uint32_t> sectors;
      for (const std::uint32_t offset : trace_.offsets[record]) {
        for (std::uint32_t byte = 0; byte < site.bytes_per_lane; byte += 4) sectors.insert((offset + byte) / 32);
      }
      found.least = found.most == 0 ? sectors.size() : std::min(found.least, sectors.size());
      found.most = std::max(found.most, sectors.size());
    }
    return found;
  }

 private:
  ReadyKernel ready_;
  trace::Trace trace_;
};

Sizes cube(Number extent) {
  return {{"m", extent}, {"n", extent}, {"k", 32}};
}

/// Along rows: as many rows as the block has in a warp, eight words a sector.
Number along_rows(Number block_x) {
  return std::max<Number>(1, 32 / block_x) * std::max<Number>(1, std::min<Number>(block_x, 32) / 8);
}

// With x along the rows of c a row of a is one sector for all its lanes, and b comes side by side. With x down the
// columns each lane stands in another row.
TEST(AProductWithoutATile, AsksByTheShapeOfTheBlockAndTheOrderOfItsAxes) {
  for (const auto& [x, y] : {std::pair<Number, Number>{32, 8}, {16, 16}, {8, 32}, {4, 64}}) {
    const catalogue::Values block{{"block_x", x}, {"block_y", y}};
    const Number rows = std::min(y, std::max<Number>(1, 32 / x)), columns = std::min<Number>(x, 32);
    const Asked straight("matmul/global", with(block, {}), cube(64));
    EXPECT_EQ(straight.of("a", Operation::load), always(rows)) << x;
    EXPECT_EQ(straight.of("b", Operation::load), always(std::max<Number>(1, columns / 8))) << x;
    EXPECT_EQ(straight.of("c", Operation::store), always(along_rows(x))) << x;

    catalogue::Values exchanged = block;
    exchanged["map"] = std::string("x_row");
    const Asked turned("matmul/global", exchanged, cube(64));
    EXPECT_EQ(turned.of("a", Operation::load), always(columns)) << x;
    EXPECT_EQ(turned.of("b", Operation::load), always(std::max<Number>(1, rows / 8))) << x;
    EXPECT_EQ(turned.of("c", Operation::store), always(columns * std::max<Number>(1, rows / 8))) << x;
  }
}

TEST(AProductThroughATile, AsksAlongTheRowsOfTheTile) {
  for (const std::string name : {"tile", "tile_pad"}) {
    for (const Number tile : {8, 16, 32}) {
      const Asked asked("matmul/" + name, {{"tile", tile}}, cube(64));
      EXPECT_EQ(asked.of("a", Operation::load), always(along_rows(tile))) << name << tile;
      EXPECT_EQ(asked.of("b", Operation::load), always(along_rows(tile))) << name << tile;
      EXPECT_EQ(asked.of("c", Operation::store), always(along_rows(tile))) << name << tile;
    }
  }
}

// 512 bytes of a warp are 16 sectors. Fours of c that leave gaps between lanes fill half of each sector they meet.
TEST(AProductOfFours, Asks16SectorsAndStoresByTheColumnsOfALane) {
  for (const Number columns : {4, 8}) {
    const Asked v6("matmul/v6", {{"tn", columns}}, cube(128));
    EXPECT_EQ(v6.of("a", Operation::load), always(16));
    EXPECT_EQ(v6.of("b", Operation::load), always(16));
    EXPECT_EQ(v6.of("c", Operation::store), always(columns == 4 ? 16 : 32));

    const Asked v10("matmul/v10", {{"tile_col", columns}}, cube(128));
    EXPECT_EQ(v10.of("a", Operation::load), always(16));
    EXPECT_EQ(v10.of("b", Operation::load), always(16));
    EXPECT_EQ(v10.of("c", Operation::store), always(columns == 4 ? 16 : 32));
  }
}

TEST(AReduction, AsksFourSectorsForWordsAnd16ForFours) {
  for (const std::string name : {"k0", "k1", "k2", "k3", "k5", "k6", "k7", "shfl", "redux"}) {
    const Asked asked("reduce/" + name, {}, {{"n", 65536}});
    EXPECT_EQ(asked.of("in", Operation::load), always(4)) << name;
  }
  for (const std::string name : {"vec4", "best"}) {
    for (const std::string element : {"i32", "f32"}) {
      const Asked asked("reduce/" + name, {{"element", element}}, {{"n", 65536}});
      EXPECT_EQ(asked.of("in", Operation::load), always(16)) << name << ' ' << element;
    }
  }
}

// Neighbours of fours that each lane loads itself lie 16 bytes apart too, and begin in the sector before.
TEST(ALaplaceOfFours, Asks16SectorsOnBothSidesAndForItsNeighboursAgain) {
  const Asked coarse("laplace/coarse", {}, {{"n", 65536}}), best("laplace/best", {}, {{"n", 65536}});
  EXPECT_EQ(coarse.of("x", Operation::load), (Sectors{16, 17}));
  EXPECT_EQ(best.of("x", Operation::load), always(16)) << "here they come from other lanes";
  EXPECT_EQ(coarse.of("y", Operation::store), always(16));
  EXPECT_EQ(best.of("y", Operation::store), always(16));
}

}  // namespace
}  // namespace lanescope::emulator
