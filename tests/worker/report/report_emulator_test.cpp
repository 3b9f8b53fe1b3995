// Faults of the emulator in the words of a Result.
#include <gtest/gtest.h>

#include "worker/report/report.h"

namespace lanescope::worker {
namespace {

TEST(ReportOfTheEmulator, AFaultKeepsItsPlaceThreadAndAddress) {
  emulator::Fault found;
  found.kind = FaultKind::out_of_bounds;
  found.message = "thread 3 of block 2 writes";
  found.entry = "kernel";
  found.file = "/home/mine.cu";
  found.line = 12;
  found.column = 7;
  found.ptx_line = 80;
  found.block = 2;
  found.thread = 3;
  found.address = 0x7000;
  found.memory.buffer = "out";
  found.offset = -4;
  found.count = 9;
  const experiments::Fault fault = fault_of(found, {"mine", "/home/mine.cu", "", {}});
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, found.message);
  EXPECT_FALSE(fault.remedy.empty());
  EXPECT_EQ(fault.file, "/home/mine.cu");
  EXPECT_EQ(fault.line, 12);
  EXPECT_EQ(fault.column, 7);
  EXPECT_EQ(fault.ptx_line, 80);
  EXPECT_EQ(fault.entry, "kernel");
  EXPECT_EQ(fault.block, 2u);
  EXPECT_EQ(fault.thread, 3u);
  EXPECT_EQ(fault.address, 0x7000u);
  EXPECT_EQ(fault.offset, -4);
  EXPECT_EQ(fault.count, 9u);
}

TEST(ReportOfTheEmulator, WhatWasNeverWrittenHasNoThread) {
  emulator::Fault found;
  found.kind = FaultKind::unwritten;
  const experiments::Fault fault = fault_of(found, {"mine", "/home/mine.cu", "", {}});
  EXPECT_EQ(fault.kind, FaultKind::unwritten);
  EXPECT_EQ(fault.file, "/home/mine.cu");
  EXPECT_FALSE(fault.block || fault.thread || fault.address);
}

}  // namespace
}  // namespace lanescope::worker
