// The errors that article 000 makes in its kernels and in how it checks them, each with a test that ours does not make
// it.
#include <set>

#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

/// The kernels of the family that have a knob of this name.
std::vector<KernelPointer> transposes_with(const std::string& knob) {
  std::vector<KernelPointer> found = family("transpose");
  std::erase_if(found, [&](const KernelPointer& kernel) { return !has_knob(*kernel, knob); });
  return found;
}

/// Bytes from one lane to the next in every full warp of the loads or stores to global memory; several when they
/// differ.
std::set<std::int64_t> strides(const trace::Trace& trace, Operation operation) {
  std::set<std::int64_t> found;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::global || site.operation != operation) continue;
    EXPECT_EQ(header.active_mask, 0xffffffffu);
    for (std::size_t lane = 1; lane < trace::lanes_per_warp; ++lane) {
      found.insert(std::int64_t{trace.offsets[record][lane]} - trace.offsets[record][lane - 1]);
    }
  }
  return found;
}

// The article's reference strides by nx where the output's rows have ny elements: past the end with nx > ny, and some
// elements written twice with nx < ny.
TEST(TheReference, TransposesARectangle) {
  for (const auto& [nx, ny] : {std::pair<Number, Number>{4, 3}, {3, 4}, {1, 7}, {7, 1}, {5, 5}}) {
    const auto ready = *SetKernel(kernel_of("transpose/naive_row"), {}).at(matrix(nx, ny));
    const auto in = filled(ready);
    const auto expected = values_of<std::uint32_t>(reference_of(ready));
    ASSERT_EQ(expected.size(), in.size());
    for (Number x = 0; x < nx; ++x) {
      for (Number y = 0; y < ny; ++y) {
        EXPECT_EQ(expected[static_cast<std::size_t>(x * ny + y)], in[static_cast<std::size_t>(y * nx + x)])
            << nx << " x " << ny << ": " << x << ", " << y;
      }
    }
  }
}

// The article copies the device's result over the reference and compares it with itself.
TEST(TheReference, IsNotMadeOfTheResult) {
  const auto ready = *SetKernel(kernel_of("transpose/naive_row"), {}).at(matrix(8, 8));
  Outcome outcome = run_program(ready);
  auto& out = outcome.buffers[ready.plan.check.output];
  EXPECT_TRUE(std::ranges::equal(out, reference_of(ready)));
  out[17] ^= std::byte{1};
  EXPECT_FALSE(std::ranges::equal(out, reference_of(ready))) << "one wrong bit is seen";
}

// The article holds its copies against the transpose, which only the comparison with itself hides.
TEST(TheReference, OfACopyIsTheInputAndOfATransposeIsNot) {
  int copies = 0, turns = 0;
  for (const KernelPointer& kernel : family("transpose")) {
    const bool copies_it = kernel->source.id.find("copy") != std::string::npos;
    const ReadyKernel ready{*catalogue::resolve(*kernel, with({}, matrix(64, 64)), 1), {}, {}};
    const auto in = catalogue::fill_buffer(ready.plan, buffer_number(ready.plan, "in"));
    EXPECT_EQ(reference_of(ready) == in, copies_it) << kernel->source.id;
    ++(copies_it ? copies : turns);
  }
  EXPECT_GT(copies, 0);
  EXPECT_GT(turns, 0);
}

// The article's cases 4 and 5 launch the same kernel, the one that reads columns.
TEST(TheUnrolledTransposes, ReadRowsWhereTheySayRowsAndColumnsWhereTheySayColumns) {
  constexpr Number nx = 256, ny = 128;
  for (const Number unroll : {1, 2, 4, 8}) {
    const auto trace_of = [&](const std::string& name) {
      SetKernel set(kernel_of("transpose/" + name),
                    {{"unroll", unroll}, {"block_x", Number{32}}, {"block_y", Number{4}}});
      return traced(*set.at(matrix(nx, 2 * ny)));
    };
    const trace::Trace rows = trace_of("naive_row_unroll"), columns = trace_of("naive_col_unroll");
    EXPECT_EQ(strides(rows, Operation::load), std::set<Number>{4}) << "coalesced";
    EXPECT_EQ(strides(rows, Operation::store), std::set<Number>{4 * 2 * ny}) << "a row of the output apart";
    EXPECT_EQ(strides(columns, Operation::load), std::set<Number>{4 * nx}) << "a row of the input apart";
    EXPECT_EQ(strides(columns, Operation::store), std::set<Number>{4}) << "coalesced";
  }
}

// The article guards only the first of the unrolled elements: 12,291 accesses too many at 4097 x 4097.
TEST(TheUnrolledKernels, GuardEveryElementOfTheTail) {
  for (const KernelPointer& kernel : transposes_with("unroll")) {
    const auto knob = std::find_if(kernel->parameters.begin(), kernel->parameters.end(),
                                   [](const catalogue::Parameter& each) { return each.name == "unroll"; });
    for (const Number unroll : knob->values) {
      SetKernel set(kernel, {{"unroll", unroll}});
      for (const auto& [nx, ny] : {std::pair<Number, Number>{4097, 3}, {3, 4097}, {4000, 2}, {2, 4000}, {100, 100}}) {
        if (!set.is_right_at(matrix(nx, ny))) continue;  // more tiles than fit into shared memory
        const MovedBytes moved = moved_bytes(traced(*set.at(matrix(nx, ny))));
        EXPECT_EQ(moved.loaded, static_cast<std::uint64_t>(4 * nx * ny)) << set.text() << " at " << nx << " x " << ny;
        EXPECT_EQ(moved.stored, static_cast<std::uint64_t>(4 * nx * ny)) << set.text() << " at " << nx << " x " << ny;
      }
    }
  }
}

// The same for the whole family, whatever makes its tails: nothing is read or written twice, or beside the matrix.
TEST(EveryKernelOfTheFamily, MovesEachElementExactlyOnce) {
  for (const KernelPointer& kernel : family("transpose")) {
    SetKernel set(kernel, {});
    for (const auto& [nx, ny] : {std::pair<Number, Number>{97, 65}, {65, 97}, {100, 68}, {1, 5}}) {
      const auto ready = *set.at(matrix(nx, ny));
      if (ready.plan.launches.front().call != catalogue::Launch::Call::kernel) continue;  // the driver's copy
      const MovedBytes moved = moved_bytes(traced(ready));
      EXPECT_EQ(moved.loaded, static_cast<std::uint64_t>(4 * nx * ny)) << kernel->source.id;
      EXPECT_EQ(moved.stored, static_cast<std::uint64_t>(4 * nx * ny)) << kernel->source.id;
    }
  }
}

// The article's diagonal visits some tiles twice and others never when the grid is no square: 5 x 7 and 7 x 5 blocks,
// 128 x 256 in the article's own sweep of thin blocks.
TEST(TheDiagonalOrder, ReachesEveryTileOfEveryGrid) {
  for (const KernelPointer& kernel : transposes_with("map")) {
    for (const char* const map : {"fixed", "cartesian"}) {
      catalogue::Values setting{{"map", std::string(map)}};
      if (has_knob(*kernel, "tile")) setting["tile"] = Number{8};
      if (has_knob(*kernel, "tile_x")) {
        setting.insert({{"tile_x", Number{32}}, {"tile_y", Number{32}}, {"block_x", Number{64}}});
      } else if (has_knob(*kernel, "block_x")) {
        setting.insert({{"block_x", Number{8}}, {"block_y", Number{8}}});
      }
      SetKernel set(kernel, setting);
      const Number tile = has_knob(*kernel, "tile_x") ? 32 : 8;
      for (const auto& [gx, gy] : {std::pair<Number, Number>{5, 7}, {7, 5}, {1, 9}, {9, 1}, {4, 8}, {8, 4}, {6, 6}}) {
        EXPECT_TRUE(set.is_right_at(matrix(gx * tile, gy * tile))) << set.text();
        EXPECT_TRUE(set.is_right_at(matrix(gx * tile - 3, gy * tile - 1))) << set.text();
      }
    }
  }
}

TEST(TheDiagonalOrder, IsRightWithABlockOf32By16OnASquareMatrixAndTheArticlesIsRefused) {
  for (const std::string name : {"naive_row_diag", "naive_col_diag"}) {
    const catalogue::Values block{{"block_x", Number{32}}, {"block_y", Number{16}}};
    SetKernel set(kernel_of("transpose/" + name), block);
    EXPECT_TRUE(set.is_right_at(matrix(256, 256)));
    catalogue::Values as_written = with(block, matrix(256, 256));
    as_written["map"] = std::string("doc");
    const auto refused = catalogue::resolve(*kernel_of("transpose/" + name), as_written, 1);
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().what.text().find("square grid"), std::string::npos) << refused.error().what;
  }
}

TEST(TheDiagonalOrder, IsTheArticlesWhereTheGridIsSquare) {
  for (const KernelPointer& kernel : transposes_with("map")) {
    catalogue::Values setting{{"map", std::string("doc")}};
    if (has_knob(*kernel, "block_x")) setting["block_y"] = Number{32};
    SetKernel article(kernel, setting);
    if (!article.at(matrix(160, 160))) continue;  // it has not the article's order
    setting["map"] = std::string("fixed");
    SetKernel ours(kernel, setting);
    const trace::Trace one = traced(*article.at(matrix(160, 160))), other = traced(*ours.at(matrix(160, 160)));
    EXPECT_TRUE(one.offsets == other.offsets) << kernel->source.id;
  }
}

TEST(BlocksInBands, ReachEveryTileOfEveryGrid) {
  for (const Number band : {1, 2, 4, 8, 128}) {
    SetKernel set(kernel_of("transpose/best"), {{"tile_x", Number{32}},
                                                {"tile_y", Number{32}},
                                                {"block_x", Number{64}},
                                                {"map", std::string("bands")},
                                                {"band", band}});
    for (const auto& [gx, gy] : {std::pair<Number, Number>{5, 7}, {7, 5}, {1, 9}, {9, 1}, {4, 8}}) {
      EXPECT_TRUE(set.is_right_at(matrix(32 * gx, 32 * gy - 4))) << set.text();
    }
  }
}

// The article's kernels that read columns take the matrix for one of the other shape.
TEST(TheTransposesThatReadColumns, TransposeTheSameMatrixAsThoseThatReadRows) {
  for (const auto& [nx, ny] : {std::pair<Number, Number>{96, 40}, {40, 96}, {37, 53}}) {
    const auto result_of = [&](const std::string& name) {
      const auto ready = *SetKernel(kernel_of("transpose/" + name), {}).at(matrix(nx, ny));
      EXPECT_EQ(ready.plan.buffers[ready.plan.check.output].shape, (std::vector<Number>{nx, ny})) << name;
      return result(ready, run_clean(ready));
    };
    const auto by_rows = result_of("naive_row");
    for (const std::string name : {"naive_col", "naive_col_unroll", "naive_col_diag"}) {
      EXPECT_EQ(result_of(name), by_rows) << name << " at " << nx << " x " << ny;
    }
  }
}

}  // namespace
}  // namespace lanescope::emulator
