
#include <gtest/gtest.h>

#include "worker/report/report.h"

namespace lanescope::worker {
namespace {

struct Example {
  catalogue::LaunchPlan plan;
  compiler::Compiled compiled;
  experiments::Result result;
};

/// `launches` of 224 threads with 92 registers each.
Example example(std::size_t launches) {
  Example made;
  made.plan.launches.resize(launches);
  for (catalogue::Launch& launch : made.plan.launches) {
    launch.entry = "kernel";
    launch.block = {224, 1, 1};
  }
  made.compiled.entries["kernel"] = {92, 0, 0, 0};
  made.result.launches = launches_of(made.plan, made.compiled);
  return made;
}

TEST(OccupancyOf, NamesWhatBindsAndDrawsACurveForEachDemandOnce) {
  Example made = example(3);
  made.plan.launches[2].block = {256, 1, 1};
  made.result.launches = launches_of(made.plan, made.compiled);
  add_occupancy(made.plan, made.compiled, *limits_of(model::device_sheet("H200"), nullptr), made.result);
  const auto& calculated = made.result.launches[0].calculated;
  ASSERT_TRUE(calculated);
  EXPECT_EQ(calculated->blocks_per_sm, 2);
  EXPECT_EQ(calculated->resident_warps, 14);
  EXPECT_EQ(calculated->max_warps, 64);
  EXPECT_EQ(calculated->limits, std::vector{model::Limit::registers});
  EXPECT_EQ(made.result.launches[0].blocks_per_sm, 2);
  ASSERT_EQ(made.result.curves.size(), 2u);
  const experiments::OccupancyCurves& curves = made.result.curves[0];
  EXPECT_EQ(curves.block_threads, 224);
  EXPECT_EQ(curves.block_size.first, 32);
  EXPECT_EQ(curves.block_size.step, 32);
  EXPECT_EQ(curves.block_size.now, 224);
  EXPECT_EQ(curves.block_size.warps.at(6), 14);
  EXPECT_EQ(curves.registers.warps.size(), 255u);
  EXPECT_EQ(curves.registers.now, 92);
  EXPECT_EQ(curves.shared_memory.step, 1024);
}

TEST(OccupancyOf, WhatTheDriverSaidStays) {
  Example made = example(1);
  made.result.launches[0].blocks_per_sm = 7;
  made.result.launches[0].occupancy = 0.5;
  add_occupancy(made.plan, made.compiled, *limits_of(model::device_sheet("H200"), nullptr), made.result);
  EXPECT_EQ(made.result.launches[0].blocks_per_sm, 7);
  EXPECT_EQ(made.result.launches[0].occupancy, 0.5);
  EXPECT_EQ(made.result.launches[0].calculated->blocks_per_sm, 2);
}

TEST(OccupancyOf, ADeviceThatIsThereOverridesItsSheet) {
  cuda::DeviceInfo device;
  device.compute_major = 9;
  device.max_threads_per_block = 1024;
  device.max_threads_per_sm = 1024;
  device.shared_bytes_per_block = 48 << 10;
  device.shared_bytes_per_block_optin = 99 << 10;
  device.shared_bytes_per_sm = 100 << 10;
  const auto limits = limits_of(model::device_sheet("H200"), &device);
  ASSERT_TRUE(limits);
  EXPECT_EQ(limits->max_threads, 1024);
  EXPECT_EQ(limits->registers, 65536);
  EXPECT_FALSE(limits_of(nullptr, &device));
  EXPECT_FALSE(limits_of(model::device_sheet("GTX 260"), nullptr));
}

TEST(DataSheet, KeepsTheTheoreticalNumbers) {
  const model::DataSheet sheet = *model::device_sheet("RTX 4090");
  EXPECT_EQ(sheet.name, "RTX 4090");
  EXPECT_EQ(sheet.compute_capability, "8.9");
  EXPECT_EQ(sheet.gb_per_s, 1008);
  EXPECT_NEAR(sheet.fp32_gflop_per_s, 82'575, 1);
}

}  // namespace
}  // namespace lanescope::worker
