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

/// The test kernel that gathers n elements.
class AGather : public testing::Test {
 protected:
  static constexpr std::int32_t n = 1024;

  AGather() {
    const std::string path = std::string(LANESCOPE_TEST_DATA) + "/kernels/gather.cu";
    const catalogue::KernelSource source{"gather.cu", path, read_file(path).value(), {}};
    plan_ = catalogue::resolve(catalogue::read_kernel(source).value(), {}, 1).value();
    compiler::Request request;
    request.file = source.id;
    request.text = source.text;
    request.options = plan_.defines;
    request.target = {9, 0};
    const compiler::Compiled compiled = compiler::shared_compiler().compile(request).value();
    program_ = read_program(compiled.ptx, compiled.cubin, compiler::source_root).value();
  }

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

  catalogue::LaunchPlan plan_;
  Program program_;
};

TEST_F(AGather, IsPredictedFromTheIndicesThatItWasGiven) {
  for (const std::int32_t step : {1, 7, 33}) {
    const auto traced = trace(step);
    ASSERT_TRUE(traced) << traced.error().what.text();
    std::vector<std::uint32_t> expected;
    // The middle block of four is number 2.
    for (std::int32_t i = 512; i < 512 + 32; ++i) expected.push_back(static_cast<std::uint32_t>(4 * (step * i % n)));
    EXPECT_EQ(read_by(traced->front()), expected) << step;
  }
}

TEST_F(AGather, IsNotPredictedFromRandomNumbers) {
  const auto traced = trace_plan(program_, plan_, {}, 132, Deadline{});
  ASSERT_FALSE(traced);
  EXPECT_EQ(traced.error().what.id(), "prediction.faulty_access");
}

}  // namespace
}  // namespace lanescope::simulator
