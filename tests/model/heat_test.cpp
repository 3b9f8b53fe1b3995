#include "model/heat/heat.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "model/trace_builder.h"

namespace lanescope::model {
namespace {

using trace::Operation;
using trace::Space;
using Shape = std::vector<std::int64_t>;

ElementGrid grid_of(const Shape& shape, std::uint32_t bytes = 4, std::uint32_t granule = 1) {
  return element_grid(shape, bytes, granule).value();
}

std::vector<std::uint32_t> as_recorded(const trace::Trace& trace) {
  return trace::in_order(trace);
}

/// A naive transpose of 32 × 32 floats by one block of 32 × 8 threads: rows are read, columns written.
trace::Trace transpose() {
  trace::Trace trace;
  trace.buffers = {{"out", 4096, 1}, {"in", 4096, 1}};
  trace.sites = {site(Space::global, Operation::load, 4), site(Space::global, Operation::store, 4)};
  for (std::uint32_t row = 0; row < 32; ++row) {
    record(
        trace, 0, [&](std::uint32_t lane) { return 4 * (32 * row + lane); }, 0xffffffffu, row % 8, row / 8, 1);
    record(
        trace, 1, [&](std::uint32_t lane) { return 4 * (32 * lane + row); }, 0xffffffffu, row % 8, row / 8, 0);
  }
  return trace;
}

const std::vector<std::optional<ElementGrid>>& two_matrices() {
  static const std::vector<std::optional<ElementGrid>> grids{grid_of({32, 32}), grid_of({32, 32})};
  return grids;
}

TEST(ElementGrid, PutsTheLastDimensionIntoColumnsAndAllOthersIntoRows) {
  EXPECT_EQ(grid_of({30, 20}).columns, 20u);
  EXPECT_EQ(grid_of({30, 20}).rows, 30u);
  EXPECT_EQ(grid_of({4, 30, 20}).rows, 120u);
  EXPECT_EQ(grid_of({}).elements, 1u);
  EXPECT_FALSE(grid_of({30, 20}).folded);
}

TEST(ElementGrid, LeavesAShortVectorAStripAndFoldsALongOne) {
  EXPECT_EQ(grid_of({4096}).rows, 1u);
  const ElementGrid folded = grid_of({1 << 20});
  EXPECT_TRUE(folded.folded);
  EXPECT_EQ(folded.columns, 1024u);
  EXPECT_EQ(folded.rows, 1024u);
  const ElementGrid odd = grid_of({1'000'001});
  EXPECT_EQ(odd.columns, 1024u);
  EXPECT_EQ(odd.rows, 977u);
  EXPECT_EQ(odd.elements, 1'000'001u);
  EXPECT_TRUE(grid_of({1, 1, 1 << 20}).folded) << "one row, whatever its shape is called";
}

TEST(ElementGrid, IsNotMadeOfNothingOrOfMoreThanThirtyTwoBitsCount) {
  EXPECT_FALSE(element_grid(Shape{0, 4}, 4));
  EXPECT_FALSE(element_grid(Shape{1 << 16, 1 << 16}, 4));
  EXPECT_TRUE(element_grid(Shape{(1 << 16) - 1, 1 << 16}, 4));
  EXPECT_FALSE(element_grid(Shape{std::int64_t{1} << 40, std::int64_t{1} << 40}, 4)) << "no overflow";
}

TEST(ElementGrid, FindsTheElementOfAnOffset) {
  EXPECT_EQ(grid_of({64}, 8).element_at(24), 3u);
  EXPECT_EQ(grid_of({64}, 1).element_at(24), 24u);
  EXPECT_EQ(grid_of({64, 64}, 4, 16).element_at(3), 12u) << "offsets in units of 16 bytes";
}

TEST(HeatWindow, HasOneBinAnElementWhenElementsAreLargerThanPixels) {
  const HeatWindow window = heat_window(grid_of({100, 200}), {10.5, 20, 30, 10}, 300, 100);
  EXPECT_EQ(window, (HeatWindow{0, 0, 10, 20, 31, 10})) << "elements that are cut through count whole";
}

TEST(HeatWindow, HasBinsOfOneToTwoPixelsAndAlignsThemToTheMatrix) {
  const HeatWindow window = heat_window(grid_of({4096, 8192}), {0, 0, 8192, 4096}, 1000, 500);
  EXPECT_EQ(window, (HeatWindow{4, 4, 0, 0, 512, 256}));
  const HeatWindow moved = heat_window(grid_of({4096, 8192}), {5, 0, 8000, 4096}, 1000, 500);
  EXPECT_EQ(moved.first_x, 0u);
  EXPECT_EQ(moved.level_x, 3u);
}

TEST(HeatWindow, EndsWithTheGridAndIsEmptyBesideIt) {
  const ElementGrid grid = grid_of({10, 10});
  EXPECT_EQ(heat_window(grid, {-5, 6, 100, 100}, 1000, 1000), (HeatWindow{0, 0, 0, 6, 10, 4}));
  EXPECT_EQ(heat_window(grid, {20, 0, 5, 5}, 100, 100).bins(), 0u);
}

TEST(HeatWindow, CoversWhatLiesInsideIt) {
  const HeatWindow window{1, 1, 4, 4, 8, 8};
  EXPECT_TRUE(window.covers({1, 1, 5, 4, 7, 8}));
  EXPECT_FALSE(window.covers({1, 1, 5, 4, 8, 8}));
  EXPECT_FALSE(window.covers({0, 1, 5, 4, 1, 1}));
}

TEST(Heat, OfATransposeReadsRowByRowAndWritesColumnByColumn) {
  const trace::Trace trace = transpose();
  const Touches touches = touches_of(trace, two_matrices(), as_recorded(trace));
  const HeatWindow all{0, 0, 0, 0, 32, 32};
  Heat out(0, grid_of({32, 32}), all), in(1, grid_of({32, 32}), all);
  const std::vector<HeatRecord> records = heat_records(trace, touches);
  out.run_to(records, touches.sites, 21);  // ten rows, and the load of the eleventh
  in.run_to(records, touches.sites, 21);
  for (std::uint32_t y = 0; y < 32; ++y) {
    for (std::uint32_t x = 0; x < 32; ++x) {
      const HeatBin& read = *in.bin_of(x, y);
      EXPECT_EQ(read.touched(), y < 11);
      EXPECT_EQ(read.loads, y < 11 ? 1u : 0u);
      if (y < 11) {
        EXPECT_EQ(read.last_position(), 2 * y);
        EXPECT_FALSE(read.last_was_store());
      }
      const HeatBin& written = *out.bin_of(x, y);
      EXPECT_EQ(written.stores(), x < 10 ? 1u : 0u);
      if (x < 10) {
        EXPECT_EQ(written.first_position(), 2 * x + 1);
        EXPECT_TRUE(written.last_was_store());
      }
    }
  }
}

/// Bins by definition: every lane and element for itself.
std::vector<HeatBin> by_hand(const trace::Trace& trace, const Touches& touches, std::uint32_t buffer,
                             const ElementGrid& grid, const HeatWindow& window, std::uint32_t end) {
  std::vector<HeatBin> bins(window.bins());
  for (std::uint32_t position = 0; position < end; ++position) {
    const std::uint32_t record = touches.order[position];
    const trace::Header& header = trace.headers[record];
    const TouchSite& site = touches.sites[header.site];
    if (site.touch == 0 || header.buffer != buffer) continue;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const LaneElements elements = elements_of(trace, record, lane, grid);
      for (std::uint32_t n = 0; n < elements.count; ++n) {
        const std::int64_t column = (elements.first + n) % grid.columns, row = (elements.first + n) / grid.columns;
        const std::int64_t x = column / (1 << window.level_x) - window.first_x;
        const std::int64_t y = row / (1 << window.level_y) - window.first_y;
        if (x < 0 || y < 0 || x >= window.width || y >= window.height) continue;
        HeatBin& bin = bins[static_cast<std::size_t>(y * window.width + x)];
        const bool writes = (site.touch & TouchSite::writes) != 0;
        bin.loads += (site.touch & TouchSite::reads) != 0 ? 1 : 0;
        bin.stored += writes ? 1 : 0;
        if ((touches.rewriting[record] >> lane & 1u) != 0) bin.stored |= HeatBin::rewritten_bit;
        if (bin.first == 0) bin.first = ~position;
        bin.last = 2 * position + 2 + (writes ? 1 : 0);
      }
    }
  }
  return bins;
}

/// Loads, stores, atomics and textures of several widths, scattered, with inactive lanes and lanes beyond the buffers.
trace::Trace scattered(std::uint32_t records) {
  trace::Trace trace;
  trace.buffers = {{"a", 97 * 61 * 4, 1}, {"b", 5000 * 8, 1}};
  trace.sites = {site(Space::global, Operation::load, 4),   site(Space::global, Operation::store, 4),
                 site(Space::global, Operation::load, 16),  site(Space::global, Operation::atomic, 8),
                 site(Space::texture, Operation::load, 16), site(Space::shared, Operation::load, 4)};
  std::mt19937 random(7);
  for (std::uint32_t n = 0; n < records; ++n) {
    const auto which = static_cast<std::uint32_t>(random() % trace.sites.size());
    const std::uint32_t bytes = trace.sites[which].space == Space::texture ? 4 : trace.sites[which].bytes_per_lane;
    const auto buffer = static_cast<std::uint32_t>(random() % 2);
    const auto size = static_cast<std::uint32_t>(trace.buffers[buffer].bytes);
    const auto first = static_cast<std::uint32_t>(random()), stride = static_cast<std::uint32_t>(random() % 3);
    record(
        trace, which,
        [&](std::uint32_t lane) {
          if (random() % 16 == 0) return trace::no_offset;
          const std::uint32_t element = stride == 2 ? static_cast<std::uint32_t>(random()) : first + stride * lane;
          return element % (size / bytes) * bytes;
        },
        static_cast<std::uint32_t>(random()), n % 8, n / 100, buffer);
    trace.headers.back().launch = n / 700;
  }
  return trace;
}

TEST(Heat, IsWhatItsDefinitionSaysForAnyWidthShapeAndZoom) {
  const trace::Trace trace = scattered(2000);
  const std::vector<std::optional<ElementGrid>> grids{grid_of({97, 61}), grid_of({5000}, 8)};
  const Touches touches = touches_of(trace, grids, as_recorded(trace));
  const std::vector<HeatRecord> records = heat_records(trace, touches);
  for (const std::uint32_t buffer : {0u, 1u}) {
    const ElementGrid& grid = *grids[buffer];
    for (const HeatWindow& window : {HeatWindow{0, 0, 0, 0, grid.columns, grid.rows}, HeatWindow{2, 1, 1, 3, 9, 20},
                                     HeatWindow{5, 6, 0, 0, 2, 1}}) {
      Heat heat(buffer, grid, window);
      for (const std::uint32_t end : {1u, 500u, 1999u, 2000u, 731u}) {
        heat.run_to(records, touches.sites, end);
        const auto expected = by_hand(trace, touches, buffer, grid, window, end);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), heat.bins().begin(), heat.bins().end()))
            << "buffer " << buffer << ", level " << window.level_x << ", end " << end;
      }
    }
  }
}

TEST(Heat, FollowsTheOrderThatItIsGiven) {
  const trace::Trace trace = transpose();
  std::vector<std::uint32_t> backward(trace.headers.size());
  for (std::uint32_t n = 0; n < backward.size(); ++n) backward[n] = static_cast<std::uint32_t>(backward.size()) - 1 - n;
  const Touches touches = touches_of(trace, two_matrices(), backward);
  Heat in(1, grid_of({32, 32}), {0, 0, 0, 0, 32, 32});
  in.run_to(heat_records(trace, touches), touches.sites, 2);
  EXPECT_TRUE(in.bin_of(0, 31)->touched());
  EXPECT_FALSE(in.bin_of(0, 0)->touched());
}

TEST(HeatRecords, AreInTheOrderOfTheTouchesAndSayWhoseTheyAre) {
  trace::Trace trace = transpose();
  trace.headers[5].launch = 3;
  std::vector<std::uint32_t> backward(trace.headers.size());
  for (std::uint32_t n = 0; n < backward.size(); ++n) backward[n] = static_cast<std::uint32_t>(backward.size()) - 1 - n;
  Touches touches = touches_of(trace, two_matrices(), backward);
  touches.rewriting[5] = 0x80000001u;
  const std::vector<HeatRecord> records = heat_records(trace, touches);
  ASSERT_EQ(records.size(), 64u);
  const HeatRecord& record = records[64 - 1 - 5];
  EXPECT_EQ(record.site, 1);
  EXPECT_EQ(record.buffer, 0);
  EXPECT_EQ(record.launch, 3);
  EXPECT_EQ(record.warp, trace.headers[5].warp);
  EXPECT_EQ(record.block, trace.headers[5].block);
  EXPECT_EQ(record.rewriting, 0x80000001u);
  EXPECT_EQ(record.offsets, trace.offsets[5]);
}

TEST(HeatRecords, ThatNameWhatDoesNotExistAreNotDrawn) {
  std::vector<HeatRecord> records(3);
  EXPECT_EQ(defect(records, 1, 1), "");
  records[1].site = 1;
  EXPECT_NE(defect(records, 1, 1).find("site 1"), std::string::npos);
  EXPECT_EQ(defect(records, 2, 1), "");
  records[2].buffer = 7;
  EXPECT_NE(defect(records, 2, 7).find("buffer 7"), std::string::npos);
  EXPECT_NE(defect(std::vector<HeatRecord>(1), 0, 0), "");
}

TEST(TouchSites, ReadWriteOrDoBothInGlobalAndTextureSpaceAndNothingElsewhere) {
  const std::vector<trace::Site> sites = {
      site(Space::global, Operation::load, 16),  site(Space::global, Operation::asynchronous_copy, 8),
      site(Space::global, Operation::store, 4),  site(Space::global, Operation::reduce, 4),
      site(Space::global, Operation::atomic, 8), site(Space::texture, Operation::load, 4),
      site(Space::shared, Operation::store, 4),  site(Space::local, Operation::load, 4)};
  constexpr std::uint32_t reads = TouchSite::reads, writes = TouchSite::writes;
  const std::vector<TouchSite> expected = {{reads, 16},         {reads, 8}, {writes, 4}, {reads | writes, 4},
                                           {reads | writes, 8}, {reads, 0}, {0, 4},      {0, 4}};
  EXPECT_TRUE(touch_sites(sites) == expected);
  EXPECT_TRUE(touch_sites({}).empty());
}

TEST(Touches, KnowWhichStoresWriteAnElementAgain) {
  trace::Trace trace;
  trace.buffers = {{"out", 4096, 1}};
  trace.sites = {site(Space::global, Operation::store, 4), site(Space::global, Operation::reduce, 4),
                 site(Space::global, Operation::store, 8)};
  record(trace, 0, [](std::uint32_t lane) { return 4 * lane; });         // 0 ... 31
  record(trace, 0, [](std::uint32_t lane) { return 4 * (lane + 24); });  // 24 ... 55: eight of them again
  record(trace, 1, [](std::uint32_t) { return 0u; });                    // atomics are meant to
  record(
      trace, 2, [](std::uint32_t lane) { return 8 * lane + 200; }, 0xfu);  // 50 ... 57: lanes 0 to 2 again
  record(
      trace, 0, [](std::uint32_t) { return 400u; }, 0xffu);       // eight lanes, one element
  record(trace, 0, [](std::uint32_t lane) { return 4 * lane; });  // the next launch
  trace.headers.back().launch = 1;
  const std::vector<std::optional<ElementGrid>> grids{grid_of({1024})};
  const Touches touches = touches_of(trace, grids, as_recorded(trace));
  EXPECT_EQ(touches.rewriting, (std::vector<std::uint32_t>{0, 0xff, 0, 0x7, 0xfe, 0}));
  EXPECT_EQ(touches.first_touches, (std::vector<std::uint32_t>{32, 24, 0, 2, 1, 0}));
  TouchCounter counter;
  counter.count_to(trace, touches, 6);
  EXPECT_EQ(counter.totals().at(0), (TouchTotals{32, 32 * 4 + 4 + 8, 59, 18, 0}));
  counter.count_to(trace, touches, 1);
  EXPECT_EQ(counter.totals().at(0), (TouchTotals{0, 32, 32, 0, 0})) << "backward it begins anew";
}

TEST(Touches, LeaveOutBuffersWithoutAGridAndCountLanesBeyond) {
  trace::Trace trace;
  trace.buffers = {{"a", 64, 1}, {"b", 64, 1}};
  trace.sites = {site(Space::global, Operation::load, 4)};
  record(trace, 0, [](std::uint32_t lane) { return lane < 16 ? 4 * lane : trace::no_offset; });
  record(
      trace, 0, [](std::uint32_t lane) { return 4 * (lane % 16); }, 0xffffffffu, 0, 0, 1);
  const std::vector<std::optional<ElementGrid>> grids{grid_of({16}), std::nullopt};
  const Touches touches = touches_of(trace, grids, as_recorded(trace));
  EXPECT_EQ(touches.first_touches, (std::vector<std::uint32_t>{16, 0}));
  TouchCounter counter;
  counter.count_to(trace, touches, 2);
  EXPECT_EQ(counter.totals().at(0), (TouchTotals{16, 0, 16, 0, 16}));
}

TEST(BlockAreas, AreInTheOrderInWhichTheBlocksCame) {
  const trace::Trace trace = transpose();
  const Touches touches = touches_of(trace, two_matrices(), as_recorded(trace));
  const auto read = block_areas(trace, touches, 1, grid_of({32, 32}));
  ASSERT_EQ(read.size(), 4u);
  for (std::uint32_t block = 0; block < 4; ++block) {
    EXPECT_EQ(read[block], (BlockArea{0, block, 16 * block, 16 * block + 14, 0, 8 * block, 32, 8 * block + 8}));
  }
  const auto written = block_areas(trace, touches, 0, grid_of({32, 32}));
  ASSERT_EQ(written.size(), 4u);
  EXPECT_EQ(written[2], (BlockArea{0, 2, 33, 47, 16, 0, 24, 32}));
}

}  // namespace
}  // namespace lanescope::model
