#include "model/hardware/occupancy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/hardware/devices.h"
#include "model/hardware/roofline.h"

namespace lanescope::model {
namespace {

const MultiprocessorLimits& limits_of(std::string_view name) {
  return device_sheet(name)->limits.value();
}

Occupancy of(std::string_view name, const BlockDemand& demand) {
  auto result = occupancy(limits_of(name), demand);
  if (!result) throw MachineError(result.error());
  return *std::move(result);
}

TEST(Occupancy, RoundsRegistersByWarpWhereNaiveArithmeticDoesNot) {
  // The article's GTX 1050 Ti: 65,536 / (224 * 92) = 3.2, yet each warp takes 3,072 registers of a quarter's 16,384:
  // five warps a quarter, twenty in all, two blocks of seven.
  for (const std::string_view name : {"GTX 1050 Ti", "A100", "H200", "RTX 4090", "RTX 5090"}) {
    EXPECT_EQ(65536 / (224 * 92), 3);
    const Occupancy result = of(name, {.threads = 224, .registers_per_thread = 92});
    EXPECT_EQ(result.blocks_per_sm, 2) << name;
    EXPECT_EQ(result.resident_warps, 14);
    EXPECT_EQ(result.limits, std::vector{Limit::registers}) << name;
  }
}

TEST(Occupancy, NamesWhatLimits) {
  const Occupancy full = of("H200", {.threads = 256, .registers_per_thread = 32});
  EXPECT_EQ(full.blocks_per_sm, 8);
  EXPECT_EQ(full.fraction, 1.0);
  EXPECT_EQ(full.max_warps, 64);
  EXPECT_TRUE(std::count(full.limits.begin(), full.limits.end(), Limit::threads));

  const Occupancy small = of("H200", {.threads = 32, .registers_per_thread = 16});
  EXPECT_EQ(small.blocks_per_sm, 32);
  EXPECT_EQ(small.fraction, 0.5);
  EXPECT_EQ(small.limits, std::vector{Limit::blocks});

  const Occupancy shared = of("H200", {.threads = 256, .registers_per_thread = 32, .static_shared_bytes = 48 * 1024});
  EXPECT_EQ(shared.blocks_per_sm, 4);  // 228 / (48 + 1) KiB
  EXPECT_EQ(shared.limits, std::vector{Limit::shared_memory});
  EXPECT_EQ(shared.allocated_shared_bytes, 49 * 1024);
}

TEST(Occupancy, KnowsTheBlocksAndThreadsOfEachGeneration) {
  const auto blocks = [](std::string_view name) {
    return of(name, {.threads = 32, .registers_per_thread = 16}).blocks_per_sm;
  };
  EXPECT_EQ(blocks("GTX 1050 Ti"), 32);
  EXPECT_EQ(blocks("T4"), 16);
  EXPECT_EQ(blocks("A100"), 32);
  EXPECT_EQ(blocks("RTX 3060"), 16);
  EXPECT_EQ(blocks("RTX 4090"), 24);
  EXPECT_EQ(blocks("H100"), 32);
  const auto warps = [](std::string_view name) {
    return of(name, {.threads = 256, .registers_per_thread = 32}).resident_warps;
  };
  EXPECT_EQ(warps("A100"), 64);
  EXPECT_EQ(warps("T4"), 32);
  EXPECT_EQ(warps("RTX 3060"), 48);
  EXPECT_EQ(warps("RTX 5090"), 48);
}

TEST(Occupancy, AsksForTheLargestSharedMemoryALaunchMayHave) {
  EXPECT_EQ(of("H200", {.threads = 128, .registers_per_thread = 32, .dynamic_shared_bytes = 227 * 1024}).blocks_per_sm,
            1);
  EXPECT_EQ(
      of("H200", {.threads = 128, .registers_per_thread = 32, .dynamic_shared_bytes = 227 * 1024 + 1}).blocks_per_sm,
      0);
  EXPECT_EQ(of("T4", {.threads = 128, .registers_per_thread = 32, .dynamic_shared_bytes = 64 * 1024}).blocks_per_sm, 1);
  EXPECT_EQ(
      of("RTX 4090", {.threads = 128, .registers_per_thread = 32, .dynamic_shared_bytes = 99 * 1024}).blocks_per_sm, 1);
}

TEST(Occupancy, OfABlockThatCannotBeLaunchedIsZeroAndSaysWhy) {
  const Occupancy large = of("H200", {.threads = 1056, .registers_per_thread = 16});
  EXPECT_EQ(large.blocks_per_sm, 0);
  EXPECT_TRUE(std::count(large.limits.begin(), large.limits.end(), Limit::threads));
  const Occupancy greedy = of("H200", {.threads = 1024, .registers_per_thread = 96});
  EXPECT_EQ(greedy.blocks_per_sm, 0);
  EXPECT_TRUE(std::count(greedy.limits.begin(), greedy.limits.end(), Limit::registers));
  EXPECT_EQ(of("H200", {.threads = 512, .registers_per_thread = 32, .max_threads = 256}).blocks_per_sm, 0);
}

TEST(Occupancy, OfNonsenseIsAnError) {
  EXPECT_FALSE(occupancy(limits_of("H200"), {.threads = 0, .registers_per_thread = 32}));
  EXPECT_FALSE(occupancy(limits_of("H200"), {.threads = 32, .registers_per_thread = -1}));
  MultiprocessorLimits unknown = limits_of("H200");
  unknown.compute_major = 99;
  const auto result = occupancy(unknown, {.threads = 32, .registers_per_thread = 32});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().what.text().find("99.0"), std::string::npos) << result.error().text();
}

TEST(OccupancyCurves, FallWithRegistersAndSharedMemoryAndHoldTheirOwnPoint) {
  const BlockDemand demand{.threads = 256, .registers_per_thread = 40, .dynamic_shared_bytes = 8192};
  const auto& h200 = limits_of("H200");
  const auto sizes = vary_block_size(h200, demand);
  const auto registers = vary_registers(h200, demand);
  const auto shared = vary_shared_memory(h200, demand);
  ASSERT_TRUE(sizes && registers && shared);
  EXPECT_EQ(sizes->warps.size(), 32u);
  EXPECT_EQ(registers->warps.size(), 255u);
  EXPECT_EQ(shared->warps.size(), 228u);
  const auto falls = [](const OccupancyCurve& curve) {
    return std::is_sorted(curve.warps.rbegin(), curve.warps.rend());
  };
  EXPECT_TRUE(falls(*registers));
  EXPECT_TRUE(falls(*shared));
  const int here = of("H200", demand).resident_warps;
  EXPECT_EQ(sizes->warps.at(256 / 32 - 1), here);
  EXPECT_EQ(registers->warps.at(39), here);
  EXPECT_EQ(shared->warps.at(8), here);
}

TEST(DeviceSheets, AgreeWithWhatTheirMakersAndTheDocumentsSay) {
  const auto near = [](std::string_view name, double peak, double bandwidth) {
    const DeviceSheet* sheet = device_sheet(name);
    ASSERT_NE(sheet, nullptr) << name;
    EXPECT_NEAR(sheet->fp32_gflop_per_s, peak, 0.007 * peak) << name;
    EXPECT_NEAR(sheet->gb_per_s, bandwidth, 0.005 * bandwidth) << name;
  };
  near("GTX 1050 Ti", 2138, 112.1);  // the transposes' notebook
  near("T4", 8100, 320);
  near("A100", 19500, 1555);  // the reductions
  near("RTX 3060", 12740, 360);
  near("RTX 4090", 82600, 1008);
  near("RTX 5090", 104800, 1792);
  near("H100", 67000, 3350);
  near("H200", 67000, 4814);
  near("GTX 260", 477, 111.9);    // the Laplacian: 448 bit at 1,998 MT/s
  near("8800 GTX", 346.5, 86.4);  // the matrix product
  EXPECT_EQ(device_sheet("H200")->sm_count, 132);
  EXPECT_EQ(device_sheet("H200")->l2_bytes, 60 * 1024 * 1024);
}

TEST(DeviceSheets, AreFoundByNameAndByCapability) {
  EXPECT_EQ(device_sheet("NVIDIA GeForce RTX 4090"), device_sheet("rtx 4090"));
  EXPECT_EQ(device_sheet("Tesla T4")->name, "T4");
  EXPECT_EQ(device_sheet("NVIDIA H100 80GB HBM3"), device_sheet("H100"));
  EXPECT_EQ(device_sheet("NVIDIA H100 PCIe"), nullptr) << "it has fewer multiprocessors";
  EXPECT_EQ(device_sheet("GeForce RTX 4090 Ti"), nullptr);
  EXPECT_EQ(device_sheet(""), nullptr);
  EXPECT_EQ(device_sheet(8, 0)->name, "A100");
  EXPECT_EQ(device_sheet(9, 0)->name, "H200");
  EXPECT_EQ(device_sheet(2, 0), nullptr);
  for (const DeviceSheet& sheet : device_sheets()) {
    EXPECT_EQ(device_sheet(sheet.name), &sheet);
    if (!sheet.limits) continue;
    EXPECT_EQ(sheet.limits->compute_major, sheet.compute_major) << sheet.name;
    EXPECT_EQ(sheet.limits->compute_minor, sheet.compute_minor) << sheet.name;
    EXPECT_TRUE(occupancy(*sheet.limits, {.threads = 256, .registers_per_thread = 32})) << sheet.name;
  }
}

TEST(Roofline, OfTheMatrixProductsOnG80) {
  // Two floats read for each multiply-add: 0.25 flop a byte, 21.6 GFLOP/s, a sixteenth of the peak.
  const DeviceSheet& g80 = *device_sheet("8800 GTX");
  const Roofs roofs{g80.gb_per_s, g80.fp32_gflop_per_s, 0};
  const auto attainable = [&](double bytes) { return 2 / limiting_roof({bytes, 2, 0}, roofs).value().seconds * 1e-9; };
  EXPECT_DOUBLE_EQ(attainable(8), 21.6);
  EXPECT_EQ(limiting_roof({8, 2, 0}, roofs)->bound, Bound::memory);
  EXPECT_NEAR(g80.fp32_gflop_per_s / attainable(8), 16.0, 0.1);
  // Tiles of 16 reuse each float 16 times: 4 flop a byte meets the peak.
  EXPECT_NEAR(attainable(8.0 / 16), 345.6, 0.01);
  EXPECT_NEAR(roofs.operations / roofs.bytes, 4.0, 0.01);
}

TEST(Roofline, SaysWhatBindsAndHowLongItTakesAtLeast) {
  const Roofs roofs{100, 1000, 0};
  EXPECT_EQ(limiting_roof({1e9, 1e13, 0}, roofs)->bound, Bound::compute);
  EXPECT_DOUBLE_EQ(limiting_roof({1e9, 1e13, 0}, roofs)->seconds, 10);
  EXPECT_EQ(limiting_roof({1e11, 1e9, 0}, roofs)->bound, Bound::memory);
  EXPECT_DOUBLE_EQ(limiting_roof({1e11, 1e9, 0}, roofs)->seconds, 1);
  EXPECT_EQ(limiting_roof({0, 5, 0}, roofs)->bound, Bound::compute);
  EXPECT_EQ(limiting_roof({5, 0, 0}, roofs)->bound, Bound::memory);
}

}  // namespace
}  // namespace lanescope::model
