// execute() for files in which code of the host stands beside kernels without extern "C".
#include <algorithm>

#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using AFileOfSomebodyElse = Execute;

TEST_F(AFileOfSomebodyElse, IsRunAndItsHostCodeIsNamed) {
  experiments::Experiment experiment = test_experiment("whole_program");
  experiment.backend = experiments::Backend::emulator;
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.faults.empty()) << result.faults.front().message;
  ASSERT_TRUE(result.verification);
  EXPECT_TRUE(result.verification->passed);
  ASSERT_EQ(result.launches.size(), 1u);
  EXPECT_EQ(result.launches[0].name, "copy_all");
  EXPECT_TRUE(result.launches[0].registers.has_value());
  ASSERT_EQ(result.left_out.size(), 1u);
  const std::vector<LineRange>& lines = result.left_out.begin()->second;
  const auto at_line = [&](std::string_view part) {
    return 1 +
           static_cast<int>(std::count(
               experiment.kernel.text.begin(),
               experiment.kernel.text.begin() + static_cast<std::ptrdiff_t>(experiment.kernel.text.find(part)), '\n'));
  };
  for (const char* part : {"#include <vector>", "helper_that_nobody_has.h", "expected;", "void check", "int main()"}) {
    EXPECT_TRUE(contains_line(lines, at_line(part))) << part;
  }
  for (const char* part : {"__device__ float read", "__global__", "#define CHECK", "if (i < n)"}) {
    EXPECT_FALSE(contains_line(lines, at_line(part))) << part;
  }
}

TEST_F(AFileOfSomebodyElse, RunsATemplateWithTheKnobsInItsName) {
  experiments::Experiment experiment = test_experiment("template_copy");
  experiment.backend = experiments::Backend::emulator;
  experiment.values = {{"block", std::int64_t{64}}, {"element", "u32"}};
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.faults.empty()) << result.faults.front().message;
  ASSERT_TRUE(result.verification);
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.launches.at(0).name, "lesson::copy_all<unsigned int, 64>");
  EXPECT_TRUE(result.left_out.empty());
}

}  // namespace
}  // namespace lanescope::worker
