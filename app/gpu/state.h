// What a DeviceSession and an Execution hold. Private to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cuda/context.h"
#include "cuda/cublas.h"
#include "cuda/functions.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "gpu/prepare/bind.h"
#include "gpu/prepare/textures.h"
#include "gpu/session.h"
#include "gpu/timing/stopwatch.h"
#include "gpu/tools/tools.h"

namespace warpscope::gpu {

struct DeviceSession::State {
  const cuda::Functions* functions = nullptr;
  cuda::DeviceInfo device;
  cuda::PrimaryContext context;  // first in, last out: all others live in it
  cuda::Stream stream;
  std::optional<Tools> tools;
  std::optional<Stopwatch> stopwatch;  // refers to stream and tools
  std::vector<std::string> cublas_files = cuda::cublas_names();
  std::optional<cuda::Cublas> cublas;  // bound to the stream; none until a plan calls it
  cuda::DeviceMemory block;            // the buffers of the plan prepared last
  std::uint64_t prepared = 0;          // plans so far: whose buffers the block holds

  /// Makes the block at least so large. Refuses with both numbers before anything is allocated; `beside`: bytes that
  /// the plan needs elsewhere.
  [[nodiscard]] Status reserve(std::uint64_t bytes, std::uint64_t beside);
  [[nodiscard]] Status open_cublas();
};

/// One launch, ready.
struct PreparedLaunch {
  const catalogue::Launch* launch = nullptr;
  CUfunction function = nullptr;
  ArgumentBytes arguments;
  std::vector<void*> pointers;  // to each of the arguments
  cuda::Sgemm product;          // of a library call
  Occupancy occupancy;
};

struct Execution::State {
  DeviceSession::State* session = nullptr;
  std::uint64_t number = 0;  // among the plans prepared
  catalogue::LaunchPlan plan;
  Layout layout;
  std::vector<std::optional<std::vector<std::byte>>> inputs;  // by buffer: given bytes instead of the fill
  cuda::Module module;
  Textures textures;
  std::vector<PreparedLaunch> steps;
  bool filled = false;
  bool launched = false;  // each step at least once: its code is loaded

  /// Device address of a buffer.
  [[nodiscard]] std::uint64_t address(std::size_t buffer) const;
  /// Our own kernels. Throws when they were never loaded, or when another plan has taken over the memory.
  [[nodiscard]] const Tools& tools() const;
  /// Throws as tools().
  [[nodiscard]] Stopwatch& stopwatch() const;

  /// Queues the filling of the buffers: all the first time, then those that are reset.
  [[nodiscard]] Status fill();
  [[nodiscard]] Status fill_guards();
  /// Queues one launch.
  [[nodiscard]] Status launch(const PreparedLaunch& step) const;
  [[nodiscard]] Status queue(const PreparedLaunch& step) const;
  /// Launches each step and waits for it.
  [[nodiscard]] Status launch_all_waiting();
  /// Waits for all that was queued.
  [[nodiscard]] Status wait(std::string_view doing) const;
};

}  // namespace warpscope::gpu
