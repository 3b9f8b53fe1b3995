// What a prediction executes: some blocks, with the contents that buffers were given.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "compiler/fixture.h"
#include "compiler/messages/messages.h"
#include "simulator/plan/predict_plan.h"

namespace lanescope::simulator {
namespace {

/// A test kernel, compiled.
class APlan : public testing::Test {
 protected:
  explicit APlan(const std::string& file) {
    const std::string path = std::string(LANESCOPE_TEST_DATA) + "/kernels/" + file;
    const catalogue::KernelSource source{file, path, read_file(path).value(), {}};
    plan_ = catalogue::resolve(catalogue::read_kernel(source).value(), {}, 1).value();
    compiler::Request request;
    request.file = source.id;
    request.text = source.text;
    request.options = plan_.defines;
    request.target = {9, 0};
    const compiler::Compiled compiled = compiler::shared_compiler().compile(request).value();
    program_ = read_program(compiled.ptx, compiled.cubin, compiler::source_root).value();
  }

  catalogue::LaunchPlan plan_;
  Program program_;
};

/// It gathers n elements.
class AGather : public APlan {
 protected:
  static constexpr std::int32_t n = 1024;

  AGather() : APlan("gather.cu") {}

  Expected<std::vector<TracedLaunch>> trace(std::int32_t step) {
    std::vector<std::int32_t> places;
    for (std::int32_t i = 0; i < n; ++i) places.push_back(step * i % n);
    Inputs inputs;
    inputs["at"].resize(places.size() * sizeof(std::int32_t));
    std::memcpy(inputs["at"].data(), places.data(), inputs["at"].size());
    return trace_plan(program_, plan_, {}, 132, Deadline{}, 0, inputs);
  }

  /// The offsets in `from` that the first warp of the middle block reads.
  static std::vector<std::uint32_t> read_by(const TracedLaunch& launch) {
    const trace::Trace& trace = launch.block.trace;
    for (std::size_t record = 0; record < trace.headers.size(); ++record) {
      if (trace.headers[record].buffer == 1) return {trace.offsets[record].begin(), trace.offsets[record].end()};
    }
    return {};
  }
};

/// The blocks of its first quarter do more than the others.
class UnevenBlocks : public APlan {
 protected:
  UnevenBlocks() : APlan("uneven.cu") {}
};

TEST_F(AGather, IsPredictedFromTheIndicesThatItWasGiven) {
  for (const std::int32_t step : {1, 7, 33}) {
    const auto traced = trace(step);
    ASSERT_TRUE(traced) << traced.error().what.text();
    std::vector<std::uint32_t> expected;
    // The middle block of four is number 2.
    for (std::int32_t i = 512; i < 512 + 32; ++i) expected.push_back(static_cast<std::uint32_t>(4 * (step * i % n)));
    EXPECT_EQ(read_by(traced->front()), expected) << step;
    EXPECT_FALSE(traced->front().uneven);
  }
}

TEST_F(AGather, IsNotPredictedFromRandomNumbers) {
  const auto traced = trace_plan(program_, plan_, {}, 132, Deadline{});
  ASSERT_FALSE(traced);
  EXPECT_EQ(traced.error().what.id(), "prediction.faulty_access");
}

TEST_F(UnevenBlocks, ArePredictedByTheirMean) {
  const auto traced = trace_plan(program_, plan_, {}, 132, Deadline{});
  ASSERT_TRUE(traced) << traced.error().what.text();
  const TracedLaunch& launch = traced->front();
  EXPECT_TRUE(launch.uneven);
  const auto whole = emulate(program_.module, plan_, {}, Deadline{});
  ASSERT_TRUE(whole) << whole.error().what.text();
  double instructions = 0;
  for (const auto& [line, count] : launch.block.line_counts) instructions += static_cast<double>(count);
  const double mean =
      static_cast<double>(whole->instructions) / static_cast<double>(plan_.launches.front().grid.count());
  EXPECT_NEAR(instructions, mean, 0.15 * mean);
  EXPECT_NEAR(launch.work_of_mean, 1, 0.05) << "all blocks store as much";
}

}  // namespace
}  // namespace lanescope::simulator
