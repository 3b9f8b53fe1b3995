#include "gui/store/article_points.h"
#include "gui/screens/sweep/sweep_commands.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/support/fixture.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

const std::filesystem::path sources = LANESCOPE_SOURCES;

class ArticlePoints : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const Status written = write_file(folder_.path() / name, text);
    ASSERT_TRUE(written) << written.error().text();
  }
  const TemporaryFolder folder_;
};

TEST(ArticlePointsOfTheProgram, AreAtSettingsThatItsKernelsHave) {
  const auto points = read_article_points(sources / "assets" / "articles");
  ASSERT_TRUE(points) << points.error().text();
  ASSERT_GT(points->size(), 25U);
  catalogue::Catalogue catalogue(sources / "kernels");
  catalogue.refresh();
  const auto snapshot = catalogue.snapshot();
  for (const ArticlePoint& point : *points) {
    const auto kernel = snapshot->kernels.find(point.kernel);
    ASSERT_NE(kernel, snapshot->kernels.end()) << point.kernel;
    const auto plan = catalogue::resolve(*kernel->second, point.settings, 1);
    EXPECT_TRUE(plan) << point.kernel << ": " << plan.error().text();
    EXPECT_GT(point.gb_per_s + point.gflop_per_s, 0);
    EXPECT_TRUE(point.gb_per_s == 0 || point.gflop_per_s == 0) << "one number, one unit";
    if (point.gpu.empty()) continue;
    EXPECT_LE(point.gb_per_s, point.peak_gb_per_s) << point.row << ": faster than the memory";
    EXPECT_LE(point.gflop_per_s, point.peak_gflop_per_s) << point.row << ": faster than the GPU";
  }
}

TEST_F(ArticlePoints, TakeTheirNumbersOutOfTheArticlesFile) {
  write("points.csv",
        "kernel,settings,doc,table,row,param,gpu\n"
        "transpose/naive_row,block_x=32 nx=4096,007,bandwidth,naiveRow,mean,Old GPU\n");
  write("007.csv",
        "doc,table,row,param,value,unit,note\n"
        "007,gpu,Old GPU,theoretical bandwidth,112,GB/s,\n"
        "007,bandwidth,naiveRow,mean,33.5,GB/s,a footnote\n");
  const auto points = read_article_points(folder_.path());
  ASSERT_TRUE(points) << points.error().text();
  ASSERT_EQ(points->size(), 1U);
  EXPECT_EQ(points->front().gb_per_s, 33.5);
  EXPECT_EQ(points->front().peak_gb_per_s, 112);
  EXPECT_EQ(points->front().note, "a footnote");
  EXPECT_EQ(points->front().settings.at("block_x"), catalogue::Value(std::int64_t{32}));
}

TEST_F(ArticlePoints, MayBeOperationsASecondOnAGpuThatIsNotNamed) {
  write("points.csv",
        "kernel,settings,doc,table,row,param,gpu\n"
        "matmul/global,,007,rate,naive,mean,Old GPU\n"
        "matmul/tile,m=4096,007,rate,tiled,mean,\n");
  write("007.csv",
        "doc,table,row,param,value,unit,note\n"
        "007,gpu,Old GPU,peak,346.5,GFLOP/s,\n"
        "007,rate,naive,mean,15,GFLOP/s,\n"
        "007,rate,tiled,mean,90,GFLOP/s,\n");
  const auto points = read_article_points(folder_.path());
  ASSERT_TRUE(points) << points.error().text();
  EXPECT_TRUE(points->at(0).settings.empty()) << "the article names no size";
  EXPECT_EQ(points->at(0).gflop_per_s, 15);
  EXPECT_EQ(points->at(0).gb_per_s, 0);
  EXPECT_EQ(points->at(0).peak_gflop_per_s, 346.5);
  EXPECT_EQ(points->at(1).peak_gflop_per_s, 0) << "not known";
}

TEST_F(ArticlePoints, NameTheLineThatIsWrong) {
  write("007.csv",
        "doc,table,row,param,value,unit,note\n"
        "007,gpu,Old GPU,theoretical bandwidth,112,GB/s,\n"
        "007,time,naiveRow,mean,33.5,s,\n");
  const std::string header = "kernel,settings,doc,table,row,param,gpu\n";
  for (const auto& [line, reason] : {std::pair{"k,a=1,007,bandwidth,naiveRow,mean,Old GPU", "no number"},
                                     std::pair{"k,a=1,007,time,naiveRow,mean,Old GPU", "not a rate in GB/s"},
                                     std::pair{"k,a,007,time,naiveRow,mean,Old GPU", "not NAME=VALUE"},
                                     std::pair{"k,a=1,007,time,naiveRow,mean", "6 fields"}}) {
    write("points.csv", header + line + "\n");
    const auto points = read_article_points(folder_.path());
    ASSERT_FALSE(points) << line;
    EXPECT_EQ(points.error().where.text(), "points.csv:2");
    EXPECT_NE(points.error().what.text().find(reason), std::string::npos) << points.error().what;
  }
  write("points.csv", "kernel,settings\n");
  EXPECT_FALSE(read_article_points(folder_.path()));
  EXPECT_FALSE(read_article_points(folder_.path() / "nowhere"));
}

class Overlay : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<ArticlePoint> points;
    for (const std::int64_t block : {8, 32}) {
      points.push_back({"transpose/naive_row",
                        {{"block_x", block}, {"block_y", std::int64_t{16}}, {"nx", std::int64_t{4096}}},
                        static_cast<double>(block),
                        "000",
                        "naiveRow",
                        "Old GPU",
                        112,
                        ""});
    }
    state_.known.articles = std::make_shared<const std::vector<ArticlePoint>>(points);
  }
  State state_ = test::state_with_kernels();
};

TEST_F(Overlay, StandsAtTheArticlesPointsAndSaysHowTheyDiffer) {
  const SweepViewModel view_model = sweep_view_model(state_);
  ASSERT_TRUE(view_model.article);
  ASSERT_EQ(view_model.article->marks.size(), 2U);
  EXPECT_EQ(view_model.article->marks[1].cell, 5U) << "block_x = 32";
  EXPECT_EQ(view_model.article->marks[1].value, 32);
  EXPECT_FALSE(view_model.article->marks[1].exact) << "our block_y is 8";
  EXPECT_NE(view_model.article->caption.find("Old GPU"), std::string::npos);
  EXPECT_NE(view_model.article->caption.find("block_y=16"), std::string::npos) << view_model.article->caption;
  EXPECT_NE(view_model.marks[5].detail.find("article 000"), std::string::npos);

  ASSERT_TRUE(perform(state_, SetKnob{"block_y", std::int64_t{16}}, 1));
  const SweepViewModel same = sweep_view_model(state_);
  EXPECT_TRUE(same.article->marks[1].exact);
  EXPECT_EQ(same.article->caption, "article 000, Old GPU");
}

TEST_F(Overlay, IsOfBandwidthOfItsKernelAlone) {
  ASSERT_TRUE(perform(state_, SetSweepAxis{SweepAxis::first, "nx"}, 1));
  EXPECT_TRUE(sweep_view_model(state_).article) << "at nx = 4096, with another block";
  ASSERT_TRUE(perform(state_, SetSweepAxis{SweepAxis::first, "block_x"}, 1));
  ASSERT_TRUE(perform(state_, SetSweepQuantity{counters::QuantityId("occupancy.theoretical")}, 1));
  EXPECT_EQ(sweep_view_model(state_).quantity, counters::QuantityId("occupancy.theoretical"));
  EXPECT_FALSE(sweep_view_model(state_).article);
  ASSERT_TRUE(perform(state_, SetSweepQuantity{counters::QuantityId("rate.memory")}, 1));
  ASSERT_TRUE(perform(state_, SelectKernel{"transpose/copy_row"}, 1));
  EXPECT_FALSE(sweep_view_model(state_).article);
}

}  // namespace
}  // namespace lanescope::gui
