// The Tiles view: what a block holds in shared memory and a thread in registers, how often it uses what it fetched, and
// what a click does.
#include <gtest/gtest.h>

#include <algorithm>

#include "gui/screens/tiles/tiles_view_model.h"
#include "gui/screens/views/tiles_fixture.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/tree_fixture.h"

namespace lanescope::gui::test {
namespace {

class Tiles : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.zoom = 0.75F;  // there is room
    ASSERT_TRUE(perform(state_, {"show_tiles"}, 0));
  }
  void show(std::shared_ptr<const analysis::Traced> traced) {
    accept(state_, with_tree(state_, std::move(traced)), 1);
    ASSERT_EQ(defect(*state_.playback.traced()), "");
  }
  [[nodiscard]] const TilesViewModel& view_model() {
    renew(view_model_, state_);
    return view_model_;
  }
  /// The accesses are numbered from 0: 8 fill the tiles, 32 multiply, and so on.
  const TilesViewModel& at(double access) {
    EXPECT_TRUE(perform(state_, ScrubTo{access + 0.5}, 1));
    return view_model();
  }
  [[nodiscard]] std::vector<std::uint32_t> in_shared(std::uint32_t buffer) {
    std::vector<std::uint32_t> elements;
    for (std::size_t n = 0; n < view_model_.flow.elements.size(); ++n) {
      const analysis::FetchedElement& element = view_model_.flow.elements[n];
      if (element.buffer == buffer && view_model_.moment.elements()[n].shared_units > 0)
        elements.push_back(element.element);
    }
    std::ranges::sort(elements);
    return elements;
  }
  [[nodiscard]] std::vector<analysis::FetchedElement> registers() {
    std::vector<analysis::FetchedElement> elements;
    for (const std::uint32_t number : view_model_.in_registers) elements.push_back(view_model_.flow.elements[number]);
    return elements;
  }
  /// The elements of a square of 8 x 8.
  [[nodiscard]] static std::vector<std::uint32_t> square(std::uint32_t row, std::uint32_t column) {
    std::vector<std::uint32_t> elements;
    for (std::uint32_t y = 0; y < product_tile; ++y) {
      for (std::uint32_t x = 0; x < product_tile; ++x) elements.push_back(product_width * (row + y) + column + x);
    }
    return elements;
  }

  State state_ = state_with_kernels();
  TilesViewModel view_model_;
};

TEST_F(Tiles, OfAProductAreHeldUntilTheNextOnesOverwriteThem) {
  show(TiledProduct(state_).traced());
  EXPECT_EQ(why_no_tiles(state_, at(0)), "");
  EXPECT_EQ(view_model().moment.elements_in_shared(), 0u) << "what was fetched is in registers";
  at(7);
  EXPECT_EQ(in_shared(0), square(8, 0));
  EXPECT_EQ(in_shared(1), square(0, 8));
  at(39);
  EXPECT_EQ(view_model().moment.elements_in_shared(), 128u);
  // The first warp has put its half of the second tiles.
  at(43);
  std::vector<std::uint32_t> mixed = square(8, 8);
  std::ranges::copy(square(8, 0), std::back_inserter(mixed));
  std::erase_if(mixed, [](std::uint32_t element) {
    const bool second = element % product_width >= 8, upper = element / product_width < 12;
    return second != upper;
  });
  std::ranges::sort(mixed);
  EXPECT_EQ(in_shared(0), mixed);
  at(47);
  EXPECT_EQ(in_shared(0), square(8, 8));
  EXPECT_EQ(in_shared(1), square(8, 8));
  // A step back is the same as the way there.
  at(7);
  EXPECT_EQ(in_shared(0), square(8, 0));
}

TEST_F(Tiles, OfAProductUseEachByteOnceForEachThreadOfARow) {
  show(TiledProduct(state_).traced());
  at(7);
  EXPECT_EQ(view_model().totals().fetched, 512u);
  EXPECT_EQ(view_model().totals().used, 0u) << "what is only stored is not used yet";
  at(39);
  EXPECT_EQ(uses_per_byte(view_model().totals()), 8);
  EXPECT_EQ(view_model().totals().reused, view_model().totals().used);
  at(43);
  EXPECT_LT(uses_per_byte(view_model().totals()), 8) << "more is fetched";
  at(81);
  EXPECT_EQ(uses_per_byte(view_model().totals()), 8);
  for (const analysis::TileMoment::Element& element : view_model().moment.elements()) {
    EXPECT_EQ(element.uses, 8u);
    EXPECT_EQ(element.fetches, 1u);
  }
  EXPECT_EQ(view_model().totals().stored, 256u);
  EXPECT_EQ(view_model().totals().computed, 2048u);
  EXPECT_EQ(operations_per_byte(view_model().totals()), 2048.0 / (1024 + 256));
}

TEST_F(Tiles, ThreadsHoldWhatTheyLoadedWhileItMayStillBeRead) {
  show(TiledProduct(state_).traced());
  ASSERT_TRUE(perform(state_, ChooseWarp{0}, 1));
  ASSERT_TRUE(perform(state_, ChooseLane{9}, 1));
  at(0);
  ASSERT_EQ(registers().size(), 1u);
  EXPECT_EQ(registers()[0].element, 16u * 9 + 1) << "it was fetched, and is not stored yet";
  at(1);
  EXPECT_TRUE(registers().empty());
  at(11);  // both loads for the second product
  ASSERT_EQ(registers().size(), 2u);
  EXPECT_EQ(registers()[0].element, 16u * 9 + 1);
  EXPECT_EQ(registers()[1].element, 16u * 1 + 9);
  EXPECT_EQ(tiles_caption(state_, view_model()),
            "Line 42: warp 0 loads 8 elements of b from shared memory into registers of 32 lanes. Thread 9 (warp 0, "
            "lane 9) has a[9][1], b[1][9] in registers.");
  ASSERT_TRUE(perform(state_, {"use_chinese"}, 1));
  EXPECT_EQ(
      tiles_caption(state_, view_model()),
      "第 42 行：线程束 0 把 b 的 8 个元素从共享内存取到 32 个 lane 的寄存器。 线程 9（线程束 0，lane 9）的寄存器中有 "
      "a[9][1]、b[1][9]。");
}

TEST_F(Tiles, ComputedValuesInSharedMemoryAreNoElements) {
  // What is added to others in shared memory is an element as long as it is what was loaded.
  auto adding = std::make_shared<analysis::Traced>(*shared_tree(state_));
  adding->registers.resize(adding->trace.sites.size());
  adding->registers[global_load].filled = {0};
  adding->registers[tile_store].copies = {{0, 0, 0, 4, 0}};
  show(adding);
  at(1);
  EXPECT_EQ(view_model().moment.elements_in_shared(), 32u);
  at(4);
  EXPECT_EQ(view_model().moment.elements_in_shared(), 16u) << "16 lanes have stored sums";
  EXPECT_EQ(sentence_of_shared(state_, view_model(), 0), "Byte 0 of shared memory has a computed value.");
  EXPECT_EQ(sentence_of_shared(state_, view_model(), 1), "Byte 4 of shared memory has in[0][1].");
}

TEST_F(Tiles, SayOfAnElementWhereItIsAndHowOftenItWasUsed) {
  show(TiledProduct(state_).traced());
  at(11);
  const analysis::TileBuffer& a = view_model().flow.buffers.at(0);
  EXPECT_EQ(sentence_of_element(state_, view_model(), a, 16 * 8),
            "a[8][0]: used 8 times so far. It is in shared memory, at byte 0.");
  EXPECT_EQ(sentence_of_element(state_, view_model(), a, 16 * 8 + 8), "a[8][8]: the block fetches it later.");
  EXPECT_EQ(sentence_of_element(state_, view_model(), a, 0), "a[0][0]: the block does not fetch it.");
}

TEST_F(Tiles, TurnPagesWhereNotAllFits) {
  show(TiledProduct(state_).traced());
  at(7);
  const analysis::TileBuffer& a = view_model().flow.buffers.at(0);
  EXPECT_EQ(page_of(view_model(), a, 16, 8), (TilePage{0, 8, 16, 8}));
  EXPECT_EQ(page_of(view_model(), a, 8, 8), (TilePage{0, 8, 8, 8}));
  at(43);
  EXPECT_EQ(page_of(view_model(), a, 8, 8), (TilePage{8, 8, 8, 8}));
}

TEST_F(Tiles, OfATraceOfTheGpuHaveUsesInPlaceOfOperations) {
  auto of_gpu = TiledProduct(state_).traced();
  of_gpu->trace.source = trace::Trace::Source::instrumented;
  of_gpu->trace.float_operations.clear();
  of_gpu->trace.values.clear();
  show(of_gpu);
  at(81);
  EXPECT_FALSE(view_model().computes());
  EXPECT_EQ(curve_value(view_model(), view_model().totals()), 8);
  EXPECT_EQ(in_shared(0), square(8, 8)) << "the registers tell it without values";
  EXPECT_NE(summary(state_, view_model()).find("only the emulator counts operations"), std::string::npos);
  EXPECT_EQ(readings_of(state_, view_model()).back().name, "uses per fetched byte");
}

TEST_F(Tiles, OfZerosBeyondTheEdgeAreNoElements) {
  // The second warp found its rows of the first tile outside, and stored 0.
  auto outside = TiledProduct(state_).traced();
  outside->trace.values.at(5).fill(0);
  show(outside);
  at(7);
  const auto upper = square(8, 0);
  EXPECT_EQ(in_shared(0), std::vector<std::uint32_t>(upper.begin(), upper.begin() + 32));
}

TEST_F(Tiles, SayWhyThereIsNothing) {
  auto only_stores = std::make_shared<analysis::Traced>(*TiledProduct(state_).traced());
  for (trace::Site& site : only_stores->trace.sites) {
    if (site.space == trace::Space::global) site.operation = trace::Operation::store;
  }
  show(only_stores);
  EXPECT_EQ(why_no_tiles(state_, view_model()), "Block 3 fetches no elements of a buffer from global memory.");
}

class TilesPanel : public Tiles {
 protected:
  void SetUp() override {
    Tiles::SetUp();
    show(TiledProduct(state_).traced());
    ASSERT_TRUE(perform(state_, ScrubTo{20.5}, 1));
    desk_ = std::make_unique<Desk>(state_, 1280, 720, Desk::Layouts(), Effects{FocusPanel{"tiles"}});
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    desk_->frames(4);
  }
  std::unique_ptr<Desk> desk_;
};

TEST_F(TilesPanel, SelectsTheAccessThatMovedAClickedElement) {
  const ImRect buffer = desk_->place("tiles/buffer/0");
  // Element [9][2] of a: the page has the rows 8 to 15.
  desk_->move_to({buffer.Min.x + 2.5F / 16 * buffer.GetWidth(), buffer.Min.y + 1.5F / 8 * buffer.GetHeight()});
  desk_->frames(2);
  desk_->press();
  desk_->frames(1);
  desk_->release();
  desk_->frames(3);
  const auto now = shown_access(state_.playback, AnimatedView::tiles);
  ASSERT_TRUE(now);
  EXPECT_EQ(now->record, 12u) << "the first warp reads the third column of the tile";
  EXPECT_EQ(state_.playback.focus.line, write_line);
}

TEST_F(TilesPanel, ShowsNumbersAndACurveInBothLanguagesAndWithWholeBuffers) {
  EXPECT_TRUE(desk_->has("tiles/curve"));
  EXPECT_TRUE(desk_->has("tiles/shared"));
  const ImRect part = desk_->place("tiles/buffer/0");
  ASSERT_TRUE(perform(state_, {"toggle_whole_buffers"}, 1));
  desk_->frames(2);
  EXPECT_NE(desk_->place("tiles/buffer/0").GetHeight(), part.GetHeight());
}

}  // namespace
}  // namespace lanescope::gui::test
