// One device: runs a LaunchPlan on it, verifies and times it. Needs a driver; everything that goes wrong is a value.
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

namespace warpscope::gpu {

/// CUDA C++ of our own small kernels (fill, guard check, comparison, preview), for the worker to compile once a target.
/// Includes nothing and needs no options.
[[nodiscard]] std::string_view device_source();

/// It ends when the samples lie close together, when they do not but more of them change nothing
/// (gpu/timing/statistics.h), when the budget is over, or with the most samples.
struct TimingRequest {
  Caches caches = Caches::hot;
  double budget_ms = 20;          ///< stop after this much measuring
  std::uint32_t min_samples = 5;  ///< but not with fewer than these
  std::uint32_t max_samples = 200;
  double sample_ms = 0.5;  ///< hot batches are made about this long; cold ones are one plan
};

/// Nearest-element picture of a buffer as f32, row-major, left in device memory.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::uint64_t address = 0;  ///< device address of width × height floats
};

/// What the driver's own copy reaches between two buffers of `bytes`.
struct MemcpyRate {
  double gb_per_s = 0;  ///< read and written
  std::uint64_t bytes = 0;
};

class Execution;

/// Holds the primary context of one device, the module of our own kernels, and device memory kept between plans.
class DeviceSession {
 public:
  /// `device` -1: the first. The context is current on the calling thread, which must make all further calls. The
  /// driver must outlive the session. Error: no_device.
  [[nodiscard]] static Expected<std::unique_ptr<DeviceSession>> open(const cuda::Driver& driver, int device);
  ~DeviceSession();
  DeviceSession(const DeviceSession&) = delete;  // executions refer to it
  DeviceSession& operator=(const DeviceSession&) = delete;

  /// The cubin made of device_source(). Needed before anything that fills, verifies or draws.
  [[nodiscard]] Status load_tools(const std::vector<std::uint8_t>& cubin);

  /// Everything up to the first launch. Kinds of errors: resolve (an entry the source lacks, an argument that does not
  /// fit its PTX parameter: `what` names both), launch (too much shared memory, threads ... for this device, with
  /// the two numbers), out_of_memory (bytes needed and bytes free). inputs: by buffer name, instead of fill.
  /// The memory is that of the plan prepared before: its Execution must not be used any more.
  [[nodiscard]] Expected<std::unique_ptr<Execution>> prepare(
      const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint8_t>& cubin,
      const std::map<std::string, std::vector<std::byte>>& inputs = {});

  /// Measured now, in about 10 ms, with buffers much larger than the L2 cache. Empty when there is no memory for them.
  /// After load_tools().
  [[nodiscard]] Expected<std::optional<MemcpyRate>> copy_rate();

  /// Where cuBLAS may be, in the order of trying: paths, or names for the loader. It is opened for the first plan that
  /// calls it; until then nothing is looked at. Not called: what the loader finds.
  void look_for_cublas(std::vector<std::string> files);

  [[nodiscard]] const cuda::DeviceInfo& device() const;

  struct State;

 private:
  explicit DeviceSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A plan made ready on the device: module loaded, arguments laid out, buffers placed between guard zones. Must end
/// before its session. An error with context_lost ends the use of both.
class Execution {
 public:
  struct State;
  explicit Execution(std::unique_ptr<State> state);  ///< by DeviceSession::prepare
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Fills the buffers (those that are never reset only the first time) and the guard zones, runs the plan once, waits
  /// after each launch, so that a failure names the launch that caused it.
  [[nodiscard]] Status run();
  /// Times the plan on the buffers as they are; a plan that is not repeatable is reset before every run, outside the
  /// measured part. Samples with the SMs below 75 % of the device's default clock are counted and left out.
  /// `abandoned` is asked between batches: what was measured until then is returned, or an error of kind abandoned
  /// when that is nothing. Cold only where no_cold() is empty.
  [[nodiscard]] Expected<Timing> time(const TimingRequest& request, const std::function<bool()>& abandoned);
  /// Why cold times are not to be had; empty: they are.
  [[nodiscard]] const std::string& no_cold() const;
  /// Milliseconds that an interval with nothing in it takes, which are taken off every time.
  [[nodiscard]] Expected<double> empty_interval();
  /// Fresh fill, one run, then: guard zones, inputs unchanged, and the output against the exact property (every
  /// element), the CPU reference (the rows that check.sampled_rows asks for), or `expected`: the output of the kernel
  /// that check.same_as names. A plan without [check] is only checked for guards and inputs. Leaves `passed` false when
  /// anything is off.
  [[nodiscard]] Expected<catalogue::Verdict> verify(std::span<const std::byte> expected = {});
  /// Fill, one launch of each step, wait; nothing else: for ncu and compute-sanitizer.
  [[nodiscard]] Status profile();
  /// The bytes of a buffer as they are. Error (resolve): the plan has no such buffer.
  [[nodiscard]] Expected<std::vector<std::byte>> read(std::string_view buffer);
  /// Some bytes of it, which must lie inside: as many as there is room for.
  [[nodiscard]] Status read(std::size_t buffer, std::uint64_t offset, std::span<std::byte> into);
  /// Device address of a buffer, by its place in LaunchPlan::buffers.
  [[nodiscard]] std::uint64_t address(std::size_t buffer) const;
  /// And of a global or constant variable of the program. Empty: the loaded module does not tell it.
  [[nodiscard]] std::optional<std::uint64_t> variable(const std::string& name) const;
  /// Objects of the textures of a step, in their order.
  [[nodiscard]] const std::vector<std::uint64_t>& textures(std::size_t launch) const;
  /// Writes the picture of the checked output (without a check: of the first buffer that is written), at most so many
  /// pixels, to device memory of the caller (at least 4 × max_width × max_height bytes). The last extent of the shape
  /// is the width, the others together the height. Done when it returns.
  [[nodiscard]] Expected<Picture> picture(std::uint64_t destination, std::uint32_t max_width, std::uint32_t max_height);
  /// Per step of the plan, as the driver computes it; zero for copies.
  [[nodiscard]] std::vector<int> blocks_per_sm() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace warpscope::gpu
