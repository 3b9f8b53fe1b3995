// Layouts that are found, and pictures of layouts.
#include "layout/find.h"

#include <gtest/gtest.h>

#include "layout/picture.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

FoundLayouts find(const Matrix& tile, unsigned bits, std::initializer_list<const char*> names) {
  std::vector<Access> accesses;
  for (const char* const name : names) accesses.push_back(read_access(name).value());
  auto found = find_layouts(tile, bits, accesses);
  if (!found) throw MachineError(found.error());
  return *std::move(found);
}

TEST(FindLayouts, HasTheSwizzleOfTmaFirst) {
  const FoundLayouts found = find({64, 64}, 16, {"store.tile.b128", "ldmatrix.x4.trans"});
  const FoundLayout& best = found.best.front();
  EXPECT_EQ(best.total, found.bound);
  EXPECT_EQ(best.counts, (std::vector<std::uint64_t>{64, 64}));
  EXPECT_EQ(best.wasted_bytes, 0);
  EXPECT_EQ(best.tensor_map, 128);
  EXPECT_EQ(best.descriptor, 128);
  EXPECT_EQ(best.mapping.text(), "Sw<3,3,3> o 0 o (64,64):(64,1)");
}

TEST(FindLayouts, PadsAndSwizzlesForRowsAndColumns) {
  const FoundLayouts found = find({32, 32}, 32, {"row", "column"});
  EXPECT_EQ(found.best.front().total, 64u);
  EXPECT_EQ(found.bound, 64u);
  EXPECT_EQ(found.best.front().wasted_bytes, 0);
  bool pads = false;
  for (const FoundLayout& each : found.best)
    pads = pads || (each.mapping.text() == "(32,32):(33,1)" && each.total == 64 && each.wasted_bytes == 31 * 4);
  EXPECT_TRUE(pads);
}

TEST(FindLayouts, CountsEachCandidateAsItsAccessCosts) {
  const FoundLayouts found = find({16, 32}, 16, {"column.b32"});
  EXPECT_GT(found.tried, 100u);
  for (const FoundLayout& each : found.best) {
    EXPECT_EQ(cost_of(each.mapping, read_access("column.b32").value()).value().count, each.total);
    EXPECT_GE(each.total, found.bound);
  }
}

TEST(FindLayouts, SaysWhyThereIsNone) {
  const Access wide = read_access("row.b128").value();
  EXPECT_EQ(find_layouts({3, 3}, 32, {wide}).error().what.id(), "memory_layout.no_vectors");
  EXPECT_EQ(find_layouts({8, 8}, 32, {}).error().what.id(), "memory_layout.no_access");
}

TEST(LayoutPictures, ShowOffsetsWithBanksAndThreadsWithValues) {
  const Picture memory = picture_of(read_mapping("(4,8):(9,1)").value()).value();
  EXPECT_EQ(memory.grid, (Matrix{4, 8}));
  ASSERT_EQ(memory.cells.size(), 32u);
  EXPECT_EQ(memory.cells[31].number, "34");
  EXPECT_EQ(memory.cells[31].below, "b2");
  const Picture fragment = picture_of(read_mapping("mma.m16n8k16 f16 A").value()).value();
  EXPECT_EQ(fragment.grid, (Matrix{16, 16}));
  ASSERT_EQ(fragment.cells.size(), 256u);
  for (const Cell& cell : fragment.cells) {
    if (cell.row == 9 && cell.column == 13) {
      EXPECT_EQ(cell.number + cell.below, "T6V7");
    }
  }
  const std::string svg = svg_of(memory, "a < b");
  EXPECT_NE(svg.find("<title>a &lt; b</title>"), std::string::npos);
  EXPECT_EQ(picture_of(read_mapping("(1024,1024):(1024,1)").value()).error().what.id(),
            "memory_layout.too_many_elements");
}

}  // namespace
}  // namespace lanescope::layout
