// What the Source panel says and does, without a picture.
#include "gui/screens/source/source_costs.h"
#include "gui/screens/source/listings.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include "gui/support/source_fixture.h"

namespace lanescope::gui {
namespace {

class SourceCost : public testing::Test {
 protected:
  void SetUp() override { test::accept(state_, test::with_costs(state_), 1); }

  void act(const Command& command) {
    const Outcome done = perform(state_, command, 2);
    EXPECT_TRUE(done) << done.error().text();
  }
  [[nodiscard]] const SourceCosts& costs() const { return present_costs(state_); }
  [[nodiscard]] CostCell cell(int line, const char* column) const {
    const experiments::LineSheet* cost = costs().at(line);
    return cost == nullptr ? CostCell{}
                           : cost_cell(*english(), costs(), *cost, source_column(column), state_.source.unit);
  }

  State state_ = test::state_with_kernels();
  const int guard_ = test::line_of(state_, "if (x < nx");
  const int access_ = test::line_of(state_, "out[static_cast");
};

TEST_F(SourceCost, AddsUpLoadsAndStoresOfALineOfThisFile) {
  ASSERT_EQ(costs().lines.size(), 2U);
  EXPECT_EQ(cell(access_, "column/requests").number, "48") << "not those of the header's line of that number";
  EXPECT_EQ(cell(access_, "column/sectors").number, "864 / 192");
  EXPECT_EQ(cell(access_, "column/sectors").ratio, "4.5×");
  EXPECT_EQ(cell(access_, "column/wavefronts").number, "");
  EXPECT_EQ(cell(access_, "column/lanes").number, "100 %");
  EXPECT_EQ(cell(guard_, "column/wavefronts").number, "64 / 32");
  EXPECT_EQ(cell(guard_, "column/lanes").number, "50 %");
  EXPECT_EQ(costs().at(access_ + 1), nullptr);
}

TEST_F(SourceCost, SaysHowManySectorsTheCachesArePredictedToHold) {
  EXPECT_FALSE(costs().has(source_column("column/l1_hits"))) << "nothing is predicted";
  predict::Prediction prediction;
  predict::LaunchCounts& launch = prediction.launches.emplace_back();
  const auto add = [&](int line, trace::Operation operation, const predict::TrafficCounts& counts) {
    predict::SiteTraffic& site = launch.sites.emplace_back();
    site.site.file = state_.source.text.path;
    site.site.line = line;
    site.site.operation = operation;
    site.counts = counts;
  };
  add(access_, trace::Operation::load, {10, 0, 400, 300, 20, 100, 25, 75, 0});
  add(access_, trace::Operation::store, {10, 0, 400, std::nullopt, 20, 400, 400, 0, 400});
  experiments::LineSources sources;
  sources.metrics = &*state_.known.counted->metrics;
  sources.prediction = &prediction;
  const SourceCosts predicted = source_costs(*english(), sources, state_.source.text.path);
  const auto hits = [&](int line, const char* column) {
    return cost_cell(*english(), predicted, *predicted.at(line), source_column(column), CostUnit::absolute).number;
  };
  EXPECT_TRUE(predicted.has(source_column("column/l1_hits")));
  EXPECT_EQ(hits(access_, "column/l1_hits"), "75 %") << "of loads: stores are not looked up";
  EXPECT_EQ(hits(access_, "column/l2_hits"), "25 %");
  EXPECT_NE(cost_details(*english(), predicted, *predicted.at(access_)).find("(predicted, cold caches)"),
            std::string::npos);
  EXPECT_EQ(hits(guard_, "column/l1_hits"), "");
}

TEST_F(SourceCost, CountsAPartOfTheWholeKernelInPercent) {
  act({"toggle_percent"});
  EXPECT_EQ(cell(access_, "column/sectors").number, "90 %") << "864 of 960, the header's among them";
  EXPECT_EQ(cell(guard_, "column/wavefronts").number, "100 %");
  EXPECT_EQ(cell(guard_, "column/requests").number, "33 %") << "32 of 96";
}

TEST_F(SourceCost, SaysWhyALineIsApproximate) {
  EXPECT_TRUE(costs().at(guard_)->why_approximate);
  EXPECT_NE(cost_details(*english(), costs(), *costs().at(guard_)).find("approximate: the cubin has no such load"),
            std::string::npos);
  EXPECT_FALSE(costs().at(access_)->why_approximate);
}

TEST_F(SourceCost, SaysInWordsWhatALineWastes) {
  EXPECT_TRUE(excess_in_words(*english(), costs(), *costs().at(access_))
                  .starts_with("scattered or misaligned addresses: 4.5× as many sectors"));
  EXPECT_TRUE(
      excess_in_words(*english(), costs(), *costs().at(guard_)).starts_with("bank conflicts: 2.0× as many wavefronts"));
}

TEST_F(SourceCost, SwitchesToAccessesAsWritten) {
  EXPECT_EQ(costs().view, "as executed");
  act({"toggle_as_written"});
  EXPECT_EQ(costs().view, "as written");
  EXPECT_EQ(cell(guard_, "column/wavefronts").number, "128 / 32");
  EXPECT_EQ(cell(guard_, "column/wavefronts").ratio, "4.0×");
}

TEST_F(SourceCost, GoesToTheWorstLineAndThenToTheNext) {
  act({"worst_line"});
  EXPECT_EQ(state_.playback.focus.line, access_) << "672 sectors too many against 32 wavefronts";
  act({"worst_line"});
  EXPECT_EQ(state_.playback.focus.line, guard_);
  act({"worst_line"});
  EXPECT_EQ(state_.playback.focus.line, access_) << "and around";
}

TEST_F(SourceCost, KnowsNoWorstLineWhereNothingIsWasted) {
  experiments::Result result = test::with_costs(state_);
  for (model::LineMetrics& line : result.metrics->executed.lines) {
    line.counts.sectors = line.counts.sectors_ideal;
    line.counts.wavefronts = line.counts.wavefronts_ideal;
  }
  test::accept(state_, std::move(result), 2);
  const Outcome done = perform(state_, {"worst_line"}, 2);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().what.text().find("no line needs more"), std::string::npos);
}

TEST_F(SourceCost, KeepsTheCostsOfTheEarlierSettingAndSaysSo) {
  act(SetKnob{"block_x", std::int64_t{16}});
  EXPECT_FALSE(costs().lines.empty());
  EXPECT_TRUE(line_costs_are_stale(state_));
  test::accept(state_, test::with_costs(state_), 3);
  EXPECT_FALSE(line_costs_are_stale(state_));
  act(SelectKernel{"transpose/copy_row"});
  EXPECT_TRUE(costs().lines.empty()) << "another kernel's";
  EXPECT_EQ(why_no_costs(state_), "counting the accesses");
}

TEST_F(SourceCost, RefusesALineThatIsNotThere) {
  EXPECT_FALSE(perform(state_, SelectLine{100000}, 2));
  EXPECT_FALSE(perform(state_, SelectLine{-1}, 2));
  act(SelectLine{guard_});
  EXPECT_EQ(state_.playback.focus.line, guard_);
}

TEST_F(SourceCost, LinksThePtxToTheOutermostLine) {
  act({"toggle_ptx"});
  const Listing& ptx = shown_ptx(state_);
  ASSERT_EQ(ptx.lines.size(), 23U);
  EXPECT_EQ(ptx.lines[12].source, guard_) << ptx.lines[12].text;
  EXPECT_EQ(ptx.lines[15].source, access_) << "inlined from a header: " << ptx.lines[15].text;
  EXPECT_EQ(ptx.lines[17].source, access_) << ptx.lines[17].text;
  EXPECT_EQ(ptx.lines[0].source, 0);
  EXPECT_EQ(ptx.first_of(access_), 15);
}

TEST_F(SourceCost, AsksForMachineCodeOncePerSetting) {
  State fresh = test::state_with_kernels();
  EXPECT_FALSE(experiment_of(fresh)->disassemble);
  const Outcome toggled = perform(fresh, {"toggle_sass"}, 1);
  ASSERT_TRUE(toggled);
  EXPECT_EQ(test::count_of<Measure>(*toggled), 1U);
  EXPECT_TRUE(experiment_of(fresh)->disassemble);
  test::accept(fresh, test::with_costs(fresh), 2);
  EXPECT_FALSE(experiment_of(fresh)->disassemble) << "it is there";
  ASSERT_EQ(shown_sass(fresh).lines.size(), 5U);
  EXPECT_EQ(shown_sass(fresh).first_of(access_), 2);
  experiments::Result repeated = test::with_costs(fresh);
  repeated.sass.reset();
  test::accept(fresh, std::move(repeated), 3);
  EXPECT_EQ(shown_sass(fresh).lines.size(), 5U) << "measured once more, it stays";
  ASSERT_TRUE(perform(fresh, {"raise_knob"}, 4));
  EXPECT_TRUE(experiment_of(fresh)->disassemble) << "of another setting";
}

TEST_F(SourceCost, SaysHowToGetTheTextOfMachineCode) {
  experiments::Result result = test::with_costs(state_);
  result.sass->without_text = "nvdisasm was not found next to the compiler; it comes with the CUDA Toolkit";
  result.sass->remedy = "install the CUDA Toolkit, or `pip install nvidia-cuda-nvdisasm`, and see `lanescope doctor`";
  test::accept(state_, std::move(result), 2);
  act({"toggle_sass"});
  EXPECT_NE(shown_sass(state_).remedy.find("pip install nvidia-cuda-nvdisasm"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::gui
