// What is looked at before a launch on a GPU.
#include <chrono>

#include "worker/emulation/preflight.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

class BeforeALaunch : public Execute {
 protected:
  /// What the look before a launch finds.
  static std::vector<experiments::Fault> looked_at(const experiments::Experiment& experiment) {
    WorkerContext context({{}, {}});
    const auto kernel = catalogue::read_kernel(experiment.kernel);
    const auto plan = catalogue::resolve(kernel.value(), experiment.values, 1);
    const auto compiler = context.compiler_for({9, 0});
    if (!compiler) throw MachineError(compiler.error());
    const auto compiled = (*compiler)->compile(
        {experiment.kernel.path, experiment.kernel.text, experiment.kernel.headers, plan->defines, {9, 0}});
    if (!compiled) throw MachineError(compiled.error());
    const auto program = simulator::read_program(compiled->ptx, compiled->cubin);
    if (!program) throw MachineError(program.error());
    return preflight_faults({*program, *kernel, *plan, experiment}, {});
  }
};

TEST_F(BeforeALaunch, AStoreBehindTheEndIsFoundInTheCornerBlocks) {
  const auto faults = looked_at(emulated("out_of_bounds"));
  ASSERT_FALSE(faults.empty());
  EXPECT_EQ(faults[0].kind, FaultKind::out_of_bounds);
}

TEST_F(BeforeALaunch, ARightKernelPassesAndWhatIsOnlyUnwrittenToo) {
  EXPECT_TRUE(looked_at(own("transpose/smem_pad")).empty());
  EXPECT_TRUE(looked_at(emulated("unwritten")).empty());
  EXPECT_TRUE(looked_at(emulated("last_block_sum")).empty());
}

TEST_F(BeforeALaunch, AnEndlessKernelIsLookedAtNoLongerThanAMoment) {
  const auto start = std::chrono::steady_clock::now();
  static_cast<void>(looked_at(emulated("endless")));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << "compiling is most of it";
}

TEST_F(BeforeALaunch, OnlyUnchangedKernelsOfTheProgramAreInstalled) {
  experiments::Experiment experiment = own("transpose/smem_pad");
  EXPECT_TRUE(is_installed(experiment.kernel));
  experiment.kernel.text += "\n";
  EXPECT_FALSE(is_installed(experiment.kernel));
  EXPECT_FALSE(is_installed(emulated("copy").kernel));
}

TEST_F(BeforeALaunch, AnotherProgramSizeOrGridIsNew) {
  catalogue::LaunchPlan plan;
  plan.launches.resize(1);
  const std::string key = preflight_key("ptx", plan);
  EXPECT_EQ(preflight_key("ptx", plan), key);
  EXPECT_NE(preflight_key("other", plan), key);
  plan.launches[0].grid.x = 2;
  EXPECT_NE(preflight_key("ptx", plan), key);
}

}  // namespace
}  // namespace lanescope::worker
