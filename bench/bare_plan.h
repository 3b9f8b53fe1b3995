// A kernel of the catalogue on the device without the program's own kernels and guard zones. Each buffer is an
// allocation of exactly its size, so that compute-sanitizer sees the first byte behind it.
#pragma once

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "compiler/compiler.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "gpu/prepare/bind.h"
#include "gpu/prepare/textures.h"
#include "gpu/tools/tools.h"

namespace lanescope::bench {

/// The driver, the first device, its context, and a compiler for it. All functions throw MachineError.
class Machine {
 public:
  Machine();
  /// Compiles through the user's compile cache.
  [[nodiscard]] compiler::Compiled compile(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan) const;

  /// Returns the kernels that the stopwatch needs.
  [[nodiscard]] gpu::Tools tools() const;

  [[nodiscard]] const cuda::Functions& functions() const { return driver_.functions(); }
  [[nodiscard]] const cuda::DeviceInfo& device() const { return device_; }
  [[nodiscard]] const cuda::Stream& stream() const { return stream_; }

 private:
  cuda::Driver driver_;
  cuda::DeviceInfo device_;
  cuda::PrimaryContext context_;
  cuda::Stream stream_;
  compiler::Compiler compiler_;
};

/// A loaded plan that consists only of kernels.
class BarePlan {
 public:
  /// `given` are addresses of memory, by buffer, that is used instead of an allocation; 0 means none.
  BarePlan(const Machine& machine, const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
           const std::vector<std::uint64_t>& given = {});

  /// Writes inputs and zeros from the host. What the plan must write itself stays as it was allocated, so that
  /// initcheck finds reads that come too early.
  void fill() const;
  /// Queues all launches. It throws MachineError; faults of the kernels are reported later by the stream.
  void launch() const;
  /// Clears the buffers whose fill is zero.
  void clear() const;
  [[nodiscard]] const catalogue::LaunchPlan& plan() const { return plan_; }
  /// Returns the address of the buffer of that name, which must exist.
  [[nodiscard]] std::uint64_t address(const std::string& buffer) const;

 private:
  struct Step {
    const catalogue::Launch* launch = nullptr;
    CUfunction function = nullptr;
    gpu::ArgumentBytes arguments;
    std::vector<void*> pointers;
  };
  void add_step(const catalogue::Launch& launch, const std::vector<ptx::Signature>& signatures, std::size_t index);

  const Machine& machine_;
  catalogue::LaunchPlan plan_;
  cuda::Module module_;
  std::vector<cuda::DeviceMemory> memory_;
  std::vector<std::uint64_t> addresses_;
  gpu::Textures textures_;
  std::vector<Step> steps_;
};

}  // namespace lanescope::bench
