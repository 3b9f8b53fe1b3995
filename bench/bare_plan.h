// A kernel of the catalogue on the device with nothing of ours around it: each buffer is an allocation of its own, of
// exactly its size, so that compute-sanitizer sees the first byte behind it, and no kernel but its own is launched.
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

namespace warpscope::bench {

/// The driver, the first device, its context, and a compiler for it. All of them throw MachineError.
class Machine {
 public:
  Machine();
  /// Through the user's compile cache.
  [[nodiscard]] compiler::Compiled compile(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan) const;

  /// The kernels that the stopwatch needs.
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

/// A plan of kernels only, loaded.
class BarePlan {
 public:
  /// `given`: by buffer, the address of memory that is used instead of an allocation; 0: none.
  BarePlan(const Machine& machine, const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
           const std::vector<std::uint64_t>& given = {});

  /// Inputs and zeros are written from the host; what the plan must write itself stays as it was allocated, so that
  /// initcheck sees who reads it too early.
  void fill() const;
  /// Queues all launches. Throws MachineError; says nothing of faults, which the stream tells later.
  void launch() const;
  /// Zeroes what has the fill zero.
  void clear() const;
  [[nodiscard]] const catalogue::LaunchPlan& plan() const { return plan_; }
  /// Of the buffer of that name, which there must be.
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

}  // namespace warpscope::bench
