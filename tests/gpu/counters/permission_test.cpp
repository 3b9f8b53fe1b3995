#include "gpu/counters/permission.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "gpu/counters/cupti_error.h"
#include "gpu/counters/profiler.h"
#include "temporary_folder.h"

namespace lanescope::gpu {
namespace {

using Rule = CounterPermission::Rule;

constexpr const char* restricted = "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n";
constexpr const char* open_to_all = "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 0\n";

TEST(CounterPermission, FollowsTheDriversRuleAndTheUser) {
  EXPECT_EQ(counter_permission({"", false, false, false}).rule, Rule::unknown);
  EXPECT_EQ(counter_permission({open_to_all, false, false, false}).rule, Rule::everybody);
  EXPECT_EQ(counter_permission({restricted, true, false, false}).rule, Rule::administrator);
  EXPECT_EQ(counter_permission({restricted, false, false, false}).rule, Rule::denied);
}

TEST(CounterPermission, HasTheRemedyOfItsSystem) {
  const CounterPermission plain = counter_permission({restricted, false, false, false});
  EXPECT_NE(plain.remedy.text().find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos) << plain.remedy;
  EXPECT_NE(plain.command.find("/etc/modprobe.d/"), std::string::npos) << plain.command;
  const CounterPermission container = counter_permission({restricted, true, false, true});
  EXPECT_NE(container.remedy.text().find("--cap-add=SYS_ADMIN"), std::string::npos) << container.remedy;
  EXPECT_TRUE(container.command.empty()) << "no command inside of a container helps";
  const CounterPermission windows = counter_permission({"", false, true, false});
  EXPECT_NE(windows.remedy.text().find("NVIDIA Control Panel"), std::string::npos) << windows.remedy;
}

TEST(CounterPermission, ErrorsOfCuptiHaveKindNameAndRemedy) {
  struct Expected {
    int code;
    FaultKind kind;
  };
  for (const auto& [code, kind] : {Expected{35, FaultKind::no_permission}, Expected{40, FaultKind::no_permission},
                                   Expected{26, FaultKind::counters_busy}, Expected{39, FaultKind::counters_busy},
                                   Expected{27, FaultKind::no_counters}, Expected{46, FaultKind::no_counters},
                                   Expected{999, FaultKind::no_counters}, Expected{8, FaultKind::out_of_memory}}) {
    const Error error = cupti_error(code, "cuptiRangeProfilerStart", "CUPTI_ERROR_SOMETHING");
    EXPECT_EQ(error.kind, kind) << code;
    EXPECT_NE(error.what.text().find("cuptiRangeProfilerStart: CUPTI_ERROR_SOMETHING"), std::string::npos)
        << error.what;
    EXPECT_NE(error.what.text().find(std::to_string(code)), std::string::npos) << error.what;
    EXPECT_FALSE(error.remedy.empty()) << code;
    EXPECT_FALSE(error.context_lost);
  }
}

TEST(CounterPermission, NamesTheProfilersThatRun) {
  const TemporaryFolder processes;
  const auto process = [&](const char* id, const char* name) {
    std::filesystem::create_directory(processes.path() / id);
    ASSERT_TRUE(write_file(processes.path() / id / "comm", name));
  };
  process("10", "bash\n");
  EXPECT_EQ(running_profilers(processes.path()), "");
  process("11", "nv-hostengine\n");
  process("12", "ncu\n");
  EXPECT_EQ(running_profilers(processes.path()), "ncu (Nsight Compute), nv-hostengine (DCGM)");
}

TEST(CuptiFiles, AreThoseOfToolkitsAndWheelsNoNewerThanTheDriver) {
  const TemporaryFolder root;
  const auto make = [&](const std::filesystem::path& file) {
    std::filesystem::create_directories((root.path() / file).parent_path());
    EXPECT_TRUE(write_file(root.path() / file, ""));
    return (root.path() / file).string();
  };
  const std::string beside = make("toolkit/extras/CUPTI/lib64/libcupti.so.12");
  const std::string newer = make("wheel/libcupti.so.13");
  const std::vector<std::filesystem::path> folders = {root.path() / "toolkit", root.path() / "wheel"};
  EXPECT_EQ(cupti_files(folders, 13, false), (std::vector{newer, beside}));
  EXPECT_EQ(cupti_files(folders, 12, false), std::vector{beside});
  EXPECT_EQ(cupti_files(folders, 12, true), (std::vector<std::string>{beside, "libcupti.so.12"}));
}

TEST(SamplingPeriod, GivesAboutTheSameNumberOfSamplesOfShortAndLongKernels) {
  EXPECT_EQ(sampling_period(0, 1980, 132), 5u) << "the shortest, where the time is not known";
  EXPECT_EQ(sampling_period(0.001, 1980, 132), 5u);
  EXPECT_EQ(sampling_period(1, 1980, 132), 10u);
  EXPECT_EQ(sampling_period(1000, 1980, 132), 20u);
}

}  // namespace
}  // namespace lanescope::gpu
