// Kernel files compiled with NVRTC and run in the emulator, and their buffers as values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/reference/reference.h"
#include "compiler/fixture.h"
#include "compiler/messages/messages.h"
#include "emulator/emulator.h"
#include "ptx/module.h"

namespace lanescope::emulator {

/// A kernel ready to run.
struct ReadyKernel {
  catalogue::LaunchPlan plan;
  ptx::Module module;
  std::string text;  ///< of the kernel file
};

inline std::string test_kernel(const std::string& name) {
  return std::string(LANESCOPE_TEST_DATA) + "/kernels/" + name + ".cu";
}

inline std::string museum_kernel(const std::string& name) {
  return std::string(LANESCOPE_SOURCES) + "/kernels/museum/" + name + ".cu";
}

/// The program's own kernels, and the headers that they include.
inline catalogue::Catalogue& own_kernels() {
  static catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  return kernels;
}

inline std::string own_kernel(const std::string& id) {
  return std::string(LANESCOPE_SOURCES) + "/kernels/" + id + ".cu";
}

/// The PTX of a plan of the kernel. Throws what a test cannot go on with.
inline ptx::Module module_of(const catalogue::KernelSource& source, const catalogue::LaunchPlan& plan,
                             compiler::ComputeCapability target = {9, 0}) {
  const auto compiled = compiler::shared_compiler().ptx({source.id, source.text, source.headers, plan.defines, target});
  if (!compiled) throw MachineError({compiled.error().text(), source.path, ""});
  auto module = ptx::parse(*compiled);
  if (!module) throw MachineError(module.error());
  return *std::move(module);
}

/// Throws what a test cannot go on with.
inline ReadyKernel program(const std::string& path, const catalogue::Values& values = {},
                           compiler::ComputeCapability target = {9, 0}) {
  const auto text = read_file(path);
  if (!text) throw MachineError(text.error());
  catalogue::KernelSource source{path.substr(path.rfind('/') + 1), path, *text, {}};
  if (const auto own = own_kernels().find(path)) source.headers = (*own)->source.headers;
  const auto kernel = catalogue::read_kernel(source);
  if (!kernel) throw MachineError(kernel.error().front());
  auto plan = catalogue::resolve(*kernel, values, 1);
  if (!plan) throw MachineError(plan.error());
  ptx::Module module = module_of(source, *plan, target);
  return {*std::move(plan), std::move(module), *text};
}

inline Outcome run_program(const ReadyKernel& program, Options options = {}) {
  if (options.step_budget == 0) options.step_budget = 10'000'000;  // an endless loop ends the test, not the day
  options.source_root = compiler::source_root;
  auto outcome = run(program.module, program.plan, options);
  if (!outcome) throw MachineError(outcome.error());
  return *std::move(outcome);
}

/// Runs without a fault, for two orders of warps and blocks and with one thread and several: the same buffers each
/// time.
inline Outcome run_clean(const ReadyKernel& program) {
  Outcome first;
  for (const std::uint64_t seed : {0u, 1u, 7u}) {
    Options options;
    options.schedule_seed = seed;
    options.threads = seed == 0 ? 1 : 3;
    Outcome outcome = run_program(program, options);
    for (const Fault& fault : outcome.faults) ADD_FAILURE() << "line " << fault.line << ": " << fault.message;
    EXPECT_TRUE(outcome.whole);
    if (seed == 0) {
      first = std::move(outcome);
      continue;
    }
    for (std::size_t i = 0; i < program.plan.buffers.size(); ++i) {
      EXPECT_EQ(outcome.buffers[i], first.buffers[i]) << program.plan.buffers[i].name << " with schedule " << seed;
    }
  }
  return first;
}

template <class T>
std::vector<T> values_of(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

inline std::size_t buffer_number(const catalogue::LaunchPlan& plan, const std::string& name) {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].name == name) return i;
  }
  throw MachineError({"there is no buffer " + name, plan.kernel, ""});
}

/// A buffer before the plan ran.
template <class T = std::uint32_t>
std::vector<T> filled(const ReadyKernel& program, const std::string& name = "in") {
  return values_of<T>(catalogue::fill_buffer(program.plan, buffer_number(program.plan, name)));
}

/// A buffer when it had run.
template <class T = std::uint32_t>
std::vector<T> result(const ReadyKernel& program, const Outcome& outcome, const std::string& name = "out") {
  return values_of<T>(outcome.buffers.at(buffer_number(program.plan, name)));
}

/// What the plan's own reference says.
inline std::vector<std::byte> reference_of(const ReadyKernel& program) {
  std::vector<std::vector<std::byte>> buffers(program.plan.buffers.size());
  for (const std::size_t input : program.plan.check.inputs) {
    buffers[input] = catalogue::fill_buffer(program.plan, input);
  }
  auto reference = catalogue::compute_reference(program.plan, buffers);
  if (!reference) throw MachineError(reference.error());
  return *std::move(reference);
}

/// The line of the file, from 1, that contains the words; they must stand there once.
inline std::int32_t line_with(const ReadyKernel& program, const std::string& words) {
  const std::size_t found = program.text.find(words);
  EXPECT_NE(found, std::string::npos) << words;
  EXPECT_EQ(program.text.find(words, found + 1), std::string::npos) << words << " stands there more than once";
  return 1 + static_cast<std::int32_t>(
                 std::count(program.text.begin(), program.text.begin() + static_cast<std::ptrdiff_t>(found), '\n'));
}

}  // namespace lanescope::emulator
