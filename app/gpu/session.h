// Runs a LaunchPlan on one device, verifies and times it. It needs a driver; every failure is a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/launch_plan.h"
#include "catalogue/measurement.h"
#include "cuda/driver.h"
#include "gpu/failure.h"
#include "gpu/prepare/layout.h"
#include "gpu/prepare/limits.h"
#include "gpu/timing/statistics.h"
#include "gpu/timing/stopwatch.h"

namespace lanescope::gpu {

/// Returns the CUDA C++ of the program's own small kernels (fill, guard check, comparison, preview, timing), for the
/// worker to compile once for each target. It includes nothing and needs no options.
[[nodiscard]] std::string_view device_source();

/// Timing ends when the samples lie close together, when further samples change nothing (gpu/timing/statistics.h), when
/// the budget is used up, or at the largest number of samples.
struct TimingRequest {
  Caches caches = Caches::hot;
  double budget_ms = 20;          ///< Measuring stops after this time,
  std::uint32_t min_samples = 5;  ///< but not with fewer samples than this.
  std::uint32_t max_samples = 200;
  double sample_ms = 0.5;  ///< A hot batch takes about this time; a cold batch is one plan.
};

/// A nearest-element picture of a buffer as f32, row-major, in device memory.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::uint64_t address = 0;  ///< the device address of width × height floats
};

/// The rate of the driver's own copy between two buffers of `bytes`.
struct MemcpyRate {
  double gb_per_s = 0;  ///< bytes read and bytes written
  std::uint64_t bytes = 0;
};

class Execution;

/// Holds the primary context of one device, the module of the small kernels, and device memory kept between plans.
class DeviceSession {
 public:
  /// `device` -1 means the first. The context becomes current on the calling thread, which must make all further calls.
  /// The driver must outlive the session. It fails with no_device.
  [[nodiscard]] static Expected<std::unique_ptr<DeviceSession>> open(const cuda::Driver& driver, int device);
  ~DeviceSession();
  DeviceSession(const DeviceSession&) = delete;  // executions refer to it
  DeviceSession& operator=(const DeviceSession&) = delete;

  /// Loads the cubin made of device_source(). It must precede anything that fills, verifies or draws.
  [[nodiscard]] Status load_tools(const std::vector<std::uint8_t>& cubin);

  /// Does everything before the first launch. Kinds of errors: resolve (an entry the source lacks, an argument that
  /// does not fit its PTX parameter; `what` names both), launch (too much shared memory, threads ... for this device,
  /// with the two numbers), out_of_memory (bytes needed and bytes free). `inputs` replace fills, by buffer name. It
  /// reuses the memory of the plan prepared before, whose Execution must not be used any more.
  [[nodiscard]] Expected<std::unique_ptr<Execution>> prepare(
      const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint8_t>& cubin,
      const std::map<std::string, std::vector<std::byte>>& inputs = {});

  /// Measures now, in about 10 ms, with buffers much larger than the L2 cache. It is empty when there is no memory for
  /// them. It needs load_tools().
  [[nodiscard]] Expected<std::optional<MemcpyRate>> copy_rate();

  /// Sets where cuBLAS may be, in the order of trying: paths, or names for the loader. It is opened for the first plan
  /// that calls it, not before. By default the loader's cuBLAS is used.
  void set_cublas_files(std::vector<std::string> files);

  [[nodiscard]] const cuda::DeviceInfo& device() const;
  /// Returns the context, for libraries that watch it.
  [[nodiscard]] CUcontext context() const;

  struct State;

 private:
  explicit DeviceSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A plan made ready on the device: the module is loaded, arguments are laid out, buffers lie between guard zones. It
/// must end before its session. An error with context_lost ends the use of both.
class Execution {
 public:
  struct State;
  explicit Execution(std::unique_ptr<State> state);  ///< DeviceSession::prepare() makes it.
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Fills the buffers (those that are never reset only the first time) and the guard zones, and runs the plan once. It
  /// waits after each launch, so that a failure names the launch that caused it.
  [[nodiscard]] Status run();
  /// Times the plan on the buffers as they are; a plan that is not repeatable is reset before every run, outside the
  /// measured part. Samples with the SMs below 75 % of the device's default clock are counted and left out. `abandoned`
  /// is asked between batches; then the samples so far are returned, or an error of kind abandoned when there are none.
  /// Cold times need an empty why_no_cold().
  [[nodiscard]] Expected<Timing> time(const TimingRequest& request, const std::function<bool()>& abandoned);
  /// Tells why cold times cannot be measured; empty when they can.
  [[nodiscard]] const Message& why_no_cold() const;
  /// Returns the milliseconds of an interval with nothing in it, which are subtracted from every time.
  [[nodiscard]] Expected<double> empty_interval();
  /// Fills, runs once, then checks guard zones, unchanged inputs, and the output: against the exact property (every
  /// element), the CPU reference (the rows that check.sampled_rows asks for), or `expected`, the output of the kernel
  /// that [check] same_as names. A plan without [check] is only checked for guards and inputs. `passed` is false when
  /// anything is wrong.
  [[nodiscard]] Expected<catalogue::Verdict> verify(std::span<const std::byte> expected = {});
  /// Fills, launches each step once and waits, and does nothing else, for ncu and compute-sanitizer.
  [[nodiscard]] Status profile();
  /// Makes a run find what every run finds: buffers filled, and the caches as asked for (cold needs an empty
  /// why_no_cold(); for hot ones the plan runs once, if it is repeatable). It waits. The first call also loads the
  /// plan's code.
  [[nodiscard]] Status reset(Caches caches);
  /// Queues all launches without a gap, and waits.
  [[nodiscard]] Status launch_all();
  /// Queues one launch, and waits.
  [[nodiscard]] Status launch_one(std::size_t index);
  [[nodiscard]] std::size_t launches() const;
  /// Whether the plan is nothing but one launch of a kernel.
  [[nodiscard]] bool is_one_kernel() const;
  /// Returns the present bytes of a buffer. It fails (resolve) when the plan has no such buffer.
  [[nodiscard]] Expected<std::vector<std::byte>> read(std::string_view buffer);
  /// Reads bytes of a buffer, as many as `into` holds; they must lie inside.
  [[nodiscard]] Status read(std::size_t buffer, std::uint64_t offset, std::span<std::byte> into);
  /// Returns the device address of a buffer, by its index in LaunchPlan::buffers.
  [[nodiscard]] std::uint64_t address(std::size_t buffer) const;
  /// Returns the address of a global or constant variable; empty when the loaded module does not tell it.
  [[nodiscard]] std::optional<std::uint64_t> variable(const std::string& name) const;
  /// Returns the objects of a step's textures, in their order.
  [[nodiscard]] const std::vector<std::uint64_t>& textures(std::size_t launch) const;
  /// Writes a picture of the checked output (without a check, of the first buffer that is written), at most so many
  /// pixels, to device memory of the caller (at least 4 × max_width × max_height bytes). The last extent of the shape
  /// is the width, the product of the others the height. It is complete when it returns.
  [[nodiscard]] Expected<Picture> picture(std::uint64_t destination, std::uint32_t max_width, std::uint32_t max_height);
  /// Returns the driver's value for each step of the plan; zero for copies.
  [[nodiscard]] std::vector<int> blocks_per_sm() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::gpu
