#include "experiments/experiment.h"

#include <gtest/gtest.h>

namespace lanescope::experiments {
namespace {

TEST(ExperimentLine, NamesTheKernelAndWhatDiffersFromTheDefaults) {
  Experiment experiment;
  experiment.kernel.id = "transpose/naive_row";
  experiment.kernel.path = "/data/kernels/transpose/naive_row.cu";
  EXPECT_EQ(command_line_of(experiment), "lanescope run transpose/naive_row");
  experiment.values = {{"block_x", std::int64_t{8}}, {"load_op", std::string("ca")}};
  EXPECT_EQ(command_line_of(experiment), "lanescope run transpose/naive_row -p block_x=8 -p load_op=ca");
}

TEST(ExperimentLine, CarriesSeedDeviceTargetAndTimeout) {
  Experiment experiment;
  experiment.kernel.id = "copy/rows";
  experiment.seed = 18446744073709551615u;
  experiment.device = 0;
  experiment.target = "8.6";
  experiment.timeout = std::chrono::milliseconds(2500);
  EXPECT_EQ(command_line_of(experiment),
            "lanescope run copy/rows --seed 18446744073709551615 --device 0 --target 8.6 --timeout 2.5");
}

TEST(ExperimentLine, NamesALooseFileByItsPathAsAShellReadsIt) {
  Experiment experiment;
  experiment.kernel.id = "mine";
  experiment.kernel.path = "/home/ada/my kernels/it's mine.cu";
  EXPECT_EQ(command_line_of(experiment), "lanescope run '/home/ada/my kernels/it'\\''s mine.cu'");
}

}  // namespace
}  // namespace lanescope::experiments
