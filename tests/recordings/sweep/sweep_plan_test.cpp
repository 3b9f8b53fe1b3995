#include "recordings/sweep/sweep_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "recordings/sweep/sweep_kernels.h"

namespace lanescope::recordings {
namespace {

SweepAxis axis(const std::string& text) {
  auto read = read_axis(text);
  if (!read) throw std::runtime_error(read.error().text());
  return *read;
}

/// The values of the rows kernel's setting along an axis, or what is wrong.
std::string along(const std::string& text) {
  const AxisValues taken = values_along(axis(text), *rows_kernel());
  if (!taken.refused.empty()) return taken.refused.front().what;
  std::vector<std::string> texts;
  for (const auto& value : taken.values) texts.push_back(catalogue::to_text(value));
  return join(texts, " ");
}

std::string wrong(const std::string& text) {
  const auto read = read_axis(text);
  return read ? "nothing" : read.error().what;
}

TEST(SweepAxis, TakesValuesPowersAndRangesOfASize) {
  EXPECT_EQ(along("nx=4096,100,2^10"), "4096 100 1024");
  EXPECT_EQ(along("nx=1024..8192"), "1024 2048 4096 8192");
  EXPECT_EQ(along("nx=2^10..2^12"), "1024 2048 4096");
  EXPECT_EQ(along("nx=100..5000"), "100 200 400 800 1600 3200");
  EXPECT_EQ(along("nx=100..500:+100"), "100 200 300 400 500");
  EXPECT_EQ(along("nx=100..450:+100"), "100 200 300 400");
  EXPECT_EQ(along("nx=1..6561:*9"), "1 9 81 729 6561");
  EXPECT_EQ(along("nx=7..7"), "7");
}

TEST(SweepAxis, TakesEachValueOnceInTheOrderWritten) {
  EXPECT_EQ(along("nx=64,16..64,16"), "64 16 32");
  EXPECT_EQ(along("block_x=64,all"), "64 8 16 32");
}

TEST(SweepAxis, TakesOfAKnobItsOwnValues) {
  EXPECT_EQ(along("block_x=all"), "8 16 32 64");
  EXPECT_EQ(along("block_x=10..50"), "16 32");
  EXPECT_EQ(along("load_op=all"), "ca cg");
  EXPECT_EQ(along("load_op=cg"), "cg");
}

TEST(SweepAxis, RefusesWhatTheSettingCannotTakeAndSaysWhy) {
  EXPECT_EQ(along("block_x=7"), "7 is not a value of 'block_x'");
  EXPECT_EQ(along("block_x=8..32:+8"), "a range of 'block_x' uses its own values and has no step");
  EXPECT_EQ(along("block_x=100..200"), "'block_x' has no value from 100 to 200");
  EXPECT_EQ(along("load_op=1..2"), "'load_op' has named values, which have no range");
  EXPECT_EQ(along("nx=all"), "'nx' is a problem size and has no list of values");
  EXPECT_EQ(along("nx=1..99999"), "'nx' cannot go from 1 to 99999");
  EXPECT_EQ(along("nx=0"), "'nx' cannot be 0");
  EXPECT_EQ(along("nx=1..16384:+1"), "'nx' would have more than 10000 values");
}

TEST(SweepAxis, ThatIsNotWellFormedIsAnError) {
  EXPECT_EQ(wrong("nx"), "'nx' is not of the form NAME=VALUE,VALUE,...");
  EXPECT_EQ(wrong("=3"), "'=3' is not of the form NAME=VALUE,VALUE,...");
  EXPECT_EQ(wrong("nx="), "'nx=' is not of the form NAME=VALUE,VALUE,...");
  EXPECT_EQ(wrong("nx=1,,2"), "a value is missing between commas");
  EXPECT_EQ(wrong("nx=8..4"), "the range 8..4 ends before it begins");
  EXPECT_EQ(wrong("nx=a..4"), "'a..4' is not a range of integers");
  EXPECT_EQ(wrong("nx=1..4:3"), "'3' is not a step");
  EXPECT_EQ(wrong("nx=1..4:*1"), "'*1' is not a step");
  EXPECT_EQ(wrong("nx=1..4:+0"), "'+0' is not a step");
  EXPECT_EQ(wrong("nx=2^99"), "'2^99' is not a power of integers up to 2^53");
  EXPECT_EQ(wrong("nx=2^2^2"), "'2^2^2' is not a power of integers up to 2^53");
}

/// "copy/rows block_x=8 nx=16", one a line.
std::string points_text(const SweepPlan& plan) {
  std::string text;
  for (const SweepPoint& point : plan.points) {
    text += plan.kernels[point.kernel]->source.id;
    for (const auto& [name, value] : point.values) text += fmt::format(" {}={}", name, catalogue::to_text(value));
    text += "\n";
  }
  return text;
}

TEST(SweepPlan, CrossesTheAxesWithTheLastOneFastest) {
  const auto plan = plan_sweep({rows_kernel()}, {axis("nx=100,200"), axis("block_x=16,8")});
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(points_text(*plan),
            "copy/rows block_x=16 nx=100\n"
            "copy/rows block_x=8 nx=100\n"
            "copy/rows block_x=16 nx=200\n"
            "copy/rows block_x=8 nx=200\n");
  EXPECT_TRUE(plan->omissions.empty());
}

TEST(SweepPlan, LeavesOutCombinationsThatBreakARequirementAndCountsThem) {
  const auto plan = plan_sweep({rows_kernel()}, {axis("nx=16,64"), axis("block_x=all")});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->points.size(), 6u);
  const auto counts = omission_counts(*plan);
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0].first, "a block must not be wider than the matrix");
  EXPECT_EQ(counts[0].second, 2u);
  EXPECT_EQ(plan->omissions[0].point.values,
            (catalogue::Values{{"nx", std::int64_t{16}}, {"block_x", std::int64_t{32}}}));
}

TEST(SweepPlan, OfSeveralKernelsTakesForEachTheAxesAndValuesThatItHas) {
  const auto plan = plan_sweep({rows_kernel(), tiles_kernel()}, {axis("block_x=8,16"), axis("tile=all")});
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(points_text(*plan),
            "copy/rows block_x=8\n"
            "copy/rows block_x=16\n"
            "copy/tiles block_x=16 tile=1\n"
            "copy/tiles block_x=16 tile=2\n");
  const auto counts = omission_counts(*plan);
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0].first, "8 is not a value of 'block_x'");
}

TEST(SweepPlan, WithoutAxesIsOnePointAKernel) {
  const auto plan = plan_sweep({rows_kernel(), tiles_kernel()}, {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(points_text(*plan), "copy/rows\ncopy/tiles\n");
}

TEST(SweepPlan, NamesWhatNoKernelHas) {
  const auto error = [](const std::vector<std::string>& texts) {
    std::vector<SweepAxis> axes;
    for (const auto& text : texts) axes.push_back(axis(text));
    const auto plan = plan_sweep({rows_kernel(), tiles_kernel()}, axes);
    return plan ? Error{} : plan.error();
  };
  EXPECT_EQ(error({"blok_x=8"}).remedy, "did you mean 'block_x'?");
  EXPECT_EQ(error({"block_x=8,7"}).what, "7 is not a value of 'block_x'");
  EXPECT_EQ(error({"block_x=8", "block_x=16"}).what, "'block_x' is given twice");
  EXPECT_EQ(error({"block_x=128", "nx=16"}).what, "none of these combinations can run");
  EXPECT_EQ(error({"nx=1..9000:+1", "block_x=all", "load_op=all", "tile=all"})
                .what.text()
                .rfind("the sweep would have more", 0),
            std::string::npos)
      << "126 thousand combinations are allowed";
  EXPECT_FALSE(plan_sweep({}, {}));
}

TEST(SweepPlan, MakesAnExperimentOfAPoint) {
  const auto plan = plan_sweep({rows_kernel()}, {axis("nx=100")});
  ASSERT_TRUE(plan);
  experiments::Experiment base;
  base.seed = 7;
  base.values = {{"nx", std::int64_t{5}}};
  const experiments::Experiment experiment = experiment_at(*plan, plan->points[0], base);
  EXPECT_EQ(experiment.kernel.id, "copy/rows");
  EXPECT_EQ(experiment.values, (catalogue::Values{{"nx", std::int64_t{100}}}));
  EXPECT_EQ(experiment.seed, 7u);
}

TEST(WithSetting, SaysOfALostWorkersAnswerWhatWasAsked) {
  const auto kernel = rows_kernel();
  experiments::Experiment experiment;
  experiment.values = {{"block_x", std::int64_t{8}}};
  experiments::Machine machine;
  machine.device = "NVIDIA H200";
  experiments::Result lost;
  lost.stage = experiments::ResultStage::failed;
  lost.faults = {
      experiments::Fault{FaultKind::worker_lost, "the worker died", "", "", 0, {}, {}, {}, {}, {}, "", 0, 0, 1}};
  const experiments::Result whole = with_setting(lost, *kernel, experiment, machine);
  EXPECT_EQ(whole.kernel, "copy/rows");
  EXPECT_EQ(whole.backend, experiments::Backend::gpu);
  EXPECT_EQ(whole.machine, machine);
  EXPECT_EQ(whole.parameters.at("block_x"), catalogue::Value(std::int64_t{8}));
  EXPECT_EQ(whole.parameters.at("load_op"), catalogue::Value(std::string("ca")));
  EXPECT_EQ(whole.sizes.at("nx"), 4096);
  EXPECT_EQ(whole.faults, lost.faults);
}

}  // namespace
}  // namespace lanescope::recordings
