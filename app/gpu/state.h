// The members of a DeviceSession and an Execution. They are private to this room.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cuda/context.h"
#include "cuda/cublas.h"
#include "cuda/functions.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "gpu/messages.h"
#include "gpu/prepare/bind.h"
#include "gpu/prepare/textures.h"
#include "gpu/session.h"
#include "gpu/timing/stopwatch.h"
#include "gpu/tools/tools.h"

namespace lanescope::gpu {

struct DeviceSession::State {
  const cuda::Functions* functions = nullptr;
  cuda::DeviceInfo device;
  cuda::PrimaryContext context;  // it is made first and ends last, because all others live in it
  cuda::Stream stream;
  std::optional<Tools> tools;
  std::optional<Stopwatch> stopwatch;  // it refers to stream and tools
  std::vector<std::string> cublas_files = cuda::cublas_library_names();
  std::optional<cuda::Cublas> cublas;  // bound to the stream; none until a plan calls it
  cuda::DeviceMemory block;            // the buffers of the plan prepared last
  std::uint64_t prepared = 0;          // the number of plans so far; the block has the buffers of the last

  /// Makes the block at least so large, or fails with both numbers before anything is allocated. `beside` are bytes
  /// that the plan needs elsewhere.
  [[nodiscard]] Status reserve(std::uint64_t bytes, std::uint64_t beside);
  [[nodiscard]] Status open_cublas();
};

/// One launch, ready to be queued.
struct PreparedLaunch {
  const catalogue::Launch* launch = nullptr;
  CUfunction function = nullptr;
  ArgumentBytes arguments;
  std::vector<void*> pointers;             // one for each of the arguments
  cuda::Sgemm product;                     // for a library call
  cuda::DeviceMemory tensor_maps;          // for kernels that take the address of one
  int blocks_per_sm = 0;                   // the driver's value; 0 for copies and library calls
  std::optional<catalogue::Dim3> cluster;  // blocks of a thread block cluster
};

/// A launch as cuLaunchKernelEx takes it.
struct LaunchConfig {
  explicit LaunchConfig(const PreparedLaunch& step, CUstream stream);
  LaunchConfig(const LaunchConfig&) = delete;  // the configuration points to the attributes
  LaunchConfig& operator=(const LaunchConfig&) = delete;

  std::array<CUlaunchAttribute, 2> attributes{};
  CUlaunchConfig config{};
};

struct Execution::State {
  DeviceSession::State* session = nullptr;
  std::uint64_t number = 0;  // its number among the plans prepared
  catalogue::LaunchPlan plan;
  Layout layout;
  std::vector<std::optional<std::vector<std::byte>>> inputs;  // by buffer: given bytes instead of the fill
  cuda::Module module;
  Textures textures;
  std::vector<std::uint64_t> addresses;  // of the buffers, also of those that lie in variables of the module
  std::vector<SymbolBytes> symbols;      // what is written into variables before each run
  std::vector<PreparedLaunch> steps;
  bool filled = false;
  bool launched = false;  // each step ran at least once, so its code is loaded

  [[nodiscard]] std::uint64_t address(std::size_t buffer) const;
  /// Returns the tools. It throws when they were never loaded, or when another plan has taken over the memory.
  [[nodiscard]] const Tools& tools() const;
  /// Throws as tools() does.
  [[nodiscard]] Stopwatch& stopwatch() const;

  /// Queues the filling of the buffers: all of them the first time, later those that are reset.
  [[nodiscard]] Status fill();
  [[nodiscard]] Status fill_guards();
  /// Queues one launch.
  [[nodiscard]] Status launch(const PreparedLaunch& step) const;
  [[nodiscard]] Status queue(const PreparedLaunch& step) const;
  /// Launches each step and waits for it.
  [[nodiscard]] Status launch_all_waiting();
  /// Waits for all queued work, the last of which is that launch.
  [[nodiscard]] Status wait_for(const PreparedLaunch& step) const;
  /// Waits for all queued work, whose description has that id.
  template <FixedText id, class... Values>
  [[nodiscard]] Status wait(const Values&... values) const {
    return with_context<id>(session->stream.synchronize(), values...);
  }
};

}  // namespace lanescope::gpu
