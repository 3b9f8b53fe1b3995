#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "gui/readings/buffer_words.h"
#include "gui/readings/lane_words.h"
#include "gui/screens/matrices/matrices_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

class Matrices : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.zoom = 0.75F;  // there is room for the controls
    ASSERT_TRUE(perform(state_, {"show_matrices"}, 0));
    accept(state_, with_naive_trace(state_), 1);
  }
  [[nodiscard]] std::vector<MatrixImage> images() const { return matrices_of(*state_.playback.traced()); }
  [[nodiscard]] std::string caption() {
    const Playback& playback = state_.playback;
    model::TouchCounter counter;
    const auto touches =
        model::touches_of(playback.traced()->trace, analysis::grids_of(*playback.traced()), playback.sequence->records);
    counter.count_to(playback.traced()->trace, touches, end_position(playback));
    return matrices_caption(state_, shown_access(playback, AnimatedView::matrices)->record, images(), counter.totals(),
                            wrong_element(state_));
  }

  State state_ = state_with_kernels();
};

TEST_F(Matrices, ShowWhatIsReadLeftOfWhatIsWritten) {
  const auto images = this->images();
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[0].buffer, 1u);
  EXPECT_TRUE(images[0].reads && !images[0].writes);
  EXPECT_EQ(images[0].grid.columns, naive_columns);
  EXPECT_EQ(images[1].buffer, 0u);
  EXPECT_TRUE(images[1].writes && !images[1].reads);
}

TEST_F(Matrices, SayWhatTheAccessDoesAndWhatIsWrong) {
  EXPECT_EQ(caption(), "Warp 0 of block 0 loads in[0][0] to in[0][31], contiguous.");
  ASSERT_TRUE(perform(state_, {"next_access"}, 2));
  EXPECT_EQ(caption(),
            "Warp 0 of block 0 stores in 32 lanes elements from out[0][0] to out[31][0], which are not contiguous.");
  accept(state_, with_wrong_element(state_), 3);
  EXPECT_NE(caption().find("out[3][4] is wrong: 7, expected 403. 3 elements are wrong in total."), std::string::npos)
      << caption();
}

TEST_F(Matrices, CountStoresToWhatWasStoredToBefore) {
  accept(state_, with_naive_trace(state_, true), 2);
  ASSERT_TRUE(perform(state_, ChooseRecord{64}, 2));
  EXPECT_NE(caption().find("32 stores went to elements that this launch had already stored to"), std::string::npos)
      << caption();
}

TEST_F(Matrices, FindAWrongElementOnlyInATraceOfTheSameSizes) {
  EXPECT_FALSE(wrong_element(state_));
  experiments::Result result = with_wrong_element(state_);
  accept(state_, result, 2);
  const auto wrong = wrong_element(state_);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->buffer, 0u);
  EXPECT_EQ(wrong->first.index, 3 * naive_rows + 4);
  auto smaller = std::make_shared<analysis::Traced>(*result.traced);
  smaller->sizes["nx"] = std::int64_t{1};
  result.traced = smaller;
  accept(state_, result, 3);
  EXPECT_FALSE(wrong_element(state_));
}

TEST_F(Matrices, KnowTheValueThatALaneMoved) {
  const analysis::Traced& traced = *state_.playback.traced();
  const MatrixImage in = images()[0];
  const auto lane = lane_of(traced.trace, 2, naive_columns + 5, in.grid);
  ASSERT_EQ(lane, 5u);
  EXPECT_EQ(value_of(traced, 2, 5, naive_columns + 5, in.grid), "105");
  EXPECT_FALSE(lane_of(traced.trace, 2, 5, in.grid)) << "an element of another row";
}

TEST(MatrixValue, IsShortAndOfItsType) {
  using catalogue::ElementType;
  EXPECT_EQ(value_text(ElementType::f32, std::bit_cast<std::uint32_t>(-0.125F)), "-0.125");
  EXPECT_EQ(value_text(ElementType::f32, std::bit_cast<std::uint32_t>(NAN)), "nan");
  EXPECT_EQ(value_text(ElementType::i8, 0xfeu), "-2");
  EXPECT_EQ(value_text(ElementType::u16, 0x1fffeu), "65534");
  EXPECT_EQ(value_text(ElementType::i32, 0xffffffffu), "-1");
  EXPECT_EQ(value_text(ElementType::f16, 0xc100u), "-2.5");
  EXPECT_EQ(value_text(ElementType::bf16, 0x3f80u), "1");
  EXPECT_EQ(value_text(ElementType::f64, 7), "") << "32 bits of 64 are no value";
}

TEST(MatrixViewport, ZoomsAboutTheMouseAndStopsAtTheWhole) {
  const model::ElementGrid grid = model::element_grid(std::array<std::int64_t, 2>{1000, 2000}, 4).value();
  const MatrixViewport whole = whole_viewport(grid, 0.5);
  EXPECT_NEAR(whole.across, 2040, 1);
  const model::GridPart before = part_of(whole, 0.5);
  const MatrixViewport closer = zoomed(whole, grid, 0.5, 0.5, 0.25, 0.75);
  const model::GridPart after = part_of(closer, 0.5);
  EXPECT_NEAR(before.x + 0.25 * before.width, after.x + 0.25 * after.width, 1e-6);
  EXPECT_NEAR(before.y + 0.75 * before.height, after.y + 0.75 * after.height, 1e-6);
  EXPECT_DOUBLE_EQ(zoomed(closer, grid, 0.5, 100, 0.5, 0.5).across, whole.across);
  EXPECT_DOUBLE_EQ(zoomed(closer, grid, 0.5, 1e-9, 0.5, 0.5).across, 3) << "single elements";
}

TEST(MatrixViewport, ShowsWhatTheBlocksTouchedWithAMargin) {
  const model::ElementGrid grid = model::element_grid(std::array<std::int64_t, 2>{4096, 4096}, 4).value();
  const std::vector<model::BlockArea> areas{{0, 0, 0, 0, 64, 32, 96, 64}, {0, 1, 0, 0, 96, 32, 128, 64}};
  const model::GridPart part = part_of(touched_viewport(grid, areas, 1), 1);
  EXPECT_LT(part.x, 64);
  EXPECT_GT(part.x, 50);
  EXPECT_GT(part.x + part.width, 128);
  EXPECT_LT(part.width, 90);
  EXPECT_EQ(touched_viewport(grid, {}, 1), whole_viewport(grid, 1));
}

TEST(MatrixStrip, IsTheRowsThatAreSeenOneAfterTheOther) {
  const model::ElementGrid grid = model::element_grid(std::array<std::int64_t, 2>{10, 20}, 4).value();
  EXPECT_EQ(strip_of(grid).columns, 200u);
  EXPECT_EQ(strip_of(grid).rows, 1u);
  EXPECT_EQ(strip_part(grid, {5, 2.5, 3, 2}), (model::GridPart{40, 0, 60, 1}));
  EXPECT_EQ(strip_part(grid, {-5, -5, 100, 100}), (model::GridPart{0, 0, 200, 1}));
}

TEST_F(Matrices, NameElementsByTheShapeOfTheirBuffer) {
  const analysis::TracedBuffer cube{"cube", catalogue::Role::in, catalogue::ElementType::f32, {4, 3, 2}};
  EXPECT_EQ(element_name(cube, 23), "cube[3][2][1]");
  EXPECT_EQ(shape_text(cube), "4 × 3 × 2 f32");
  EXPECT_EQ(element_name({"v", catalogue::Role::in, catalogue::ElementType::f32, {100}}, 7), "v[7]");
}

TEST_F(Matrices, LightUpWhereTheAccessIsAndAreChosenByAClick) {
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"matrices"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  ASSERT_TRUE(desk.has("matrices/image/in"));
  ASSERT_TRUE(desk.has("matrices/strip/out"));
  const render::Image before = desk.image();
  ASSERT_TRUE(perform(state_, ChooseRecord{90}, 2));
  desk.frames(3);
  EXPECT_FALSE(desk.image() == before);
  // The middle of what both blocks read: row 16, columns 31 or 32.
  desk.click("matrices/image/in");
  const auto at = shown_access(state_.playback, AnimatedView::matrices);
  ASSERT_TRUE(at);
  const trace::Header& header = state_.playback.sequence->header(at->index);
  EXPECT_EQ(header.site, row_load);
  EXPECT_TRUE(header.warp == 7 || header.warp == 0) << "rows 15 and 16 are the second of warp 7, the third of warp 0";
  ASSERT_TRUE(state_.playback.focus.lane);
  EXPECT_TRUE(*state_.playback.focus.lane == 0 || *state_.playback.focus.lane == 31);
}

TEST_F(Matrices, AreZoomedWithTheWheelAndMovedByDragging) {
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"matrices"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("matrices/whole");
  const render::Image whole = desk.image();
  desk.move_to(desk.place("matrices/image/in").GetCenter());
  ImGui::GetIO().AddMouseWheelEvent(0, 6);
  desk.frames(2);
  const render::Image zoomed = desk.image();
  EXPECT_FALSE(zoomed == whole);
  const double position = state_.playback.position;
  desk.drag("matrices/image/in", "matrices/heading/in");
  EXPECT_FALSE(desk.image() == zoomed);
  EXPECT_EQ(state_.playback.position, position) << "to drag is not to click";
  desk.click("matrices/traced");
  desk.click("matrices/access");
  EXPECT_TRUE(desk.has("matrices/image/in"));
}

TEST_F(Matrices, ShowTheWholeGridWhereItsAccessesAreKnown) {
  accept(state_, with_whole_grid(state_), 2);
  ASSERT_TRUE(state_.playback.heat);
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"matrices"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(perform(state_, ChooseRecord{90}, 2));
  desk.frames(3);
  ASSERT_TRUE(desk.has("matrices/grid"));
  desk.save("matrices_whole_grid");
  const render::Image grid = desk.image();
  desk.click("matrices/grid");
  desk.move_to({2, 2});
  EXPECT_FALSE(desk.image() == grid) << "the blocks of the trace alone";
}

TEST_F(Matrices, ExplainAnElementOfTheWholeGrid) {
  accept(state_, with_whole_grid(state_), 2);
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"matrices"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(perform(state_, ChooseRecord{127}, 2));
  desk.frames(3);
  const render::Image before = desk.image();
  desk.move_to(desk.place("matrices/image/in").GetCenter());
  desk.frames(40);
  EXPECT_FALSE(desk.image() == before) << "a sentence";
  desk.save("matrices_whole_grid_element");
}

TEST_F(Matrices, TheWholeGridGoesAlongWithTheTrace) {
  accept(state_, with_whole_grid(state_), 2);
  Playback& playback = state_.playback;
  const experiments::HeatTrace& heat = *playback.heat;
  ASSERT_EQ(heat.records, 384u);
  playback.position = 0;
  EXPECT_EQ(grid_end_position(playback, heat), 3u) << "the first of 128 accesses stands for three";
  playback.position = 63;
  EXPECT_EQ(grid_end_position(playback, heat), 192u);
  playback.position = 127.9;
  EXPECT_EQ(grid_end_position(playback, heat), 384u);
}

TEST_F(Matrices, SayHowMuchOfTheGridIsThere) {
  experiments::HeatTrace heat = *with_whole_grid(state_).heat;
  EXPECT_EQ(grid_caption(state_, heat, 192), "Whole grid: 192 of 384 accesses, in GPU order.");
  EXPECT_TRUE(is_whole(heat));
  heat.blocks = 4;
  heat.dropped = 7;
  EXPECT_FALSE(is_whole(heat));
  EXPECT_EQ(grid_caption(state_, heat, 192),
            "Blocks 0 to 3 of 6: 192 of 384 accesses, in GPU order. 7 more were dropped.");
}

TEST_F(Matrices, SayWhoTouchedAnElementOfTheGridLast) {
  const experiments::HeatTrace heat = *with_whole_grid(state_).heat;
  model::Heat in(1, images()[0].grid, {0, 0, 0, 0, naive_columns, naive_rows});
  in.run_to(*heat.sent, model::touch_sites(heat.sites), 384);
  const model::HeatBin bin = *in.bin_of(70, 40);
  const std::string text = grid_sentence(state_, heat, "in[40][70]", bin, heat.sent->at(bin.last_position()));
  EXPECT_NE(text.find("in[40][70]: warp 0 of block 5 loads it last"), std::string::npos) << text;
}

TEST_F(Matrices, MarkAWrongElementWithACross) {
  accept(state_, with_wrong_element(state_), 2);
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"matrices"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  EXPECT_TRUE(desk.has("matrices/wrong"));
}

struct MatricesRenderer {
  const char* name;
  std::size_t record;
  std::vector<const char*> buttons;
  bool again = false, wrong = false;
};

TEST_F(Matrices, AreDrawnFromTheWholeToSingleElements) {
  const std::vector<MatricesRenderer> renderers{{"traced", 89, {}},
                                                {"whole", 89, {"matrices/whole"}},
                                                {"access", 89, {"matrices/access"}},
                                                {"order", 129, {"matrices/order"}, true},
                                                {"wrong", 127, {}, false, true}};
  for (const MatricesRenderer& scene : renderers) {
    State state = state_with_kernels();
    const Outcome shown = perform(state, {"show_matrices"}, 0);
    ASSERT_TRUE(shown);
    accept(state, scene.wrong ? with_wrong_element(state) : with_naive_trace(state, scene.again), 1);
    ASSERT_TRUE(perform(state, ChooseRecord{scene.record}, 1));
    for (const auto& [width, height] : {std::pair{1280u, 720u}, std::pair{1920u, 1080u}}) {
      for (const bool wide : {false, true}) {
        state.ui.zoom = wide ? 0.75F : 1;
        Desk desk(state, width, height, {}, *shown);
        if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
        desk.frames(3);
        for (const char* button : scene.buttons) {
          const bool in_menu = desk.has("matrices/show");  // of a small panel
          if (in_menu) desk.click("matrices/show");
          desk.click(button);
          if (in_menu) desk.click("matrices/caption");  // beside the menu, which closes it
        }
        desk.move_to({2, 2});
        desk.save(std::string("matrices_") + scene.name + (wide ? "_wide_" : "_") + std::to_string(height));
        EXPECT_TRUE(desk.has("matrices/caption"));
        EXPECT_EQ(desk.has("matrices/wrong"), scene.wrong);
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::gui::test
