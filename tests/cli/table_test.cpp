// What a table says about numbers that are not whole.
#include "cli/print/table.h"

#include <gtest/gtest.h>

#include "cli/doctor_finding.h"
#include "gpu/counters/cupti_error.h"

namespace lanescope::cli {
namespace {

experiments::Result counted(std::uint64_t dropped) {
  model::TotalMetrics loads;
  loads.counts.requests = 155346;
  experiments::Result result;
  result.metrics.emplace();
  result.metrics->executed.totals = {loads};
  result.metrics->blocks = result.metrics->grid_blocks = 195314;
  result.metrics->dropped = dropped;
  return result;
}

TEST(Table, SaysHowManyAccessesAreInNoCount) {
  const std::string cut = table(counted(1'407'154));
  EXPECT_NE(cut.find("derived, from 195,314 of 195,314 blocks, 1,407,154 accesses not counted\n"), std::string::npos)
      << cut;
  const std::string whole = table(counted(0));
  EXPECT_NE(whole.find("derived, from 195,314 of 195,314 blocks\n"), std::string::npos) << whole;
}

TEST(DoctorOfCounters, HasTheExactRemedyOfTheSystemWithoutTheRightToCount) {
  // What CUPTI says of a driver that lets only the administrator count, to an ordinary user of three systems.
  const Error refused = gpu::cupti_error(35, "cuptiRangeProfilerStart", "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
  const auto doctor = [&](bool container, bool windows) {
    const gpu::CounterPermission permission =
        gpu::counter_permission({"RmProfilingAdminOnly: 1\n", false, windows, container});
    Error error = refused;
    error.remedy = permission.remedy;
    Finding counters{"counters"};
    add_counter_access(counters, tl::unexpected(error), permission);
    EXPECT_FALSE(counters.present);
    EXPECT_EQ(counters.kind, FaultKind::no_permission);
    EXPECT_EQ(counters.details.back(), "predicted values are shown instead");
    return counters;
  };
  EXPECT_NE(doctor(false, false).remedy.text().find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  EXPECT_NE(doctor(false, false).command.find("/etc/modprobe.d/"), std::string::npos);
  EXPECT_NE(doctor(true, false).remedy.text().find("--cap-add=SYS_ADMIN"), std::string::npos);
  EXPECT_NE(doctor(false, true).remedy.text().find("NVIDIA Control Panel"), std::string::npos);
  Finding readable{"counters"};
  add_counter_access(readable, {}, gpu::counter_permission({"RmProfilingAdminOnly: 0\n", false, false, false}));
  EXPECT_TRUE(readable.present);
  EXPECT_TRUE(readable.remedy.empty() && readable.command.empty());
}

}  // namespace
}  // namespace lanescope::cli
