// Kernels whose knob `mistake` chooses one mistake.
#pragma once

#include <string>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {

struct Mistake {
  std::string name;
  FaultKind kind = FaultKind::none;
  std::string line;  ///< words of the line that the fault names
  std::string what;  ///< words of its message
};

/// Whatever order warps and blocks run in, the first fault is this one, and all are at its line.
inline void expect_found(const std::string& kernel_name, const Mistake& mistake) {
  const ReadyKernel kernel = program(test_kernel(kernel_name), {{"mistake", mistake.name}});
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    Options options;
    options.schedule_seed = seed;
    const Outcome outcome = run_program(kernel, options);
    ASSERT_FALSE(outcome.faults.empty()) << seed;
    for (const Fault& each : outcome.faults) {
      EXPECT_EQ(each.line, line_with(kernel, mistake.line)) << each.message;
    }
    const Fault& fault = outcome.faults.front();
    EXPECT_EQ(name_of(fault.kind), name_of(mistake.kind)) << fault.message;
    EXPECT_NE(fault.message.text().find(mistake.what), std::string::npos) << fault.message;
  }
}

}  // namespace lanescope::emulator
