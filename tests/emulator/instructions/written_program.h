// A kernel from a text that the test wrote.
#pragma once

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {

inline ReadyKernel written_program(const std::string& text) {
  const catalogue::KernelSource source{"written.cu", "written.cu", text, {}};
  const auto kernel = catalogue::read_kernel(source);
  if (!kernel) throw MachineError(kernel.error().front());
  auto plan = catalogue::resolve(*kernel, {}, 1);
  if (!plan) throw MachineError(plan.error());
  ptx::Module module = module_of(source, *plan);
  return {*std::move(plan), std::move(module), text};
}

}  // namespace lanescope::emulator
