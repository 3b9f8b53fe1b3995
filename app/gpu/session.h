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
#include "cuda/driver.h"
#include "gpu/failure.h"
#include "gpu/layout.h"
#include "gpu/limits.h"
#include "gpu/statistics.h"

namespace warpscope::gpu {

/// CUDA C++ of our own small kernels (fill, guard check, comparison, preview), for the worker to compile once a target.
/// Includes nothing and needs no options.
[[nodiscard]] std::string_view device_source();

struct TimingRequest {
  double budget_ms = 20;            ///< stop after this much measuring
  std::uint32_t least_samples = 5;  ///< but not with fewer than these
  std::uint32_t most_samples = 200;
  double sample_ms = 0.5;  ///< batches are made about this long
};

struct Verdict {
  bool passed = false;
  std::string method;
  std::uint64_t checked = 0;                        ///< elements of the output; 0: the plan has no check
  std::uint64_t mismatches = 0;                     ///< of these, wrong
  std::uint64_t unwritten = 0;                      ///< of the wrong ones, still holding the poison
  std::uint64_t guard_bytes_changed = 0;            ///< around all buffers
  std::optional<double> max_error, tolerance;       ///< relative comparison only
  std::optional<std::uint64_t> first_index;         ///< lowest index that differs
  std::uint64_t first_expected = 0, first_got = 0;  ///< raw bits of that element
  bool first_unwritten = false;
  std::vector<Failure> faults;  ///< guard zones ("guard") and inputs ("input_changed"), named by buffer and offset
};

/// Relative errors are |value - reference| / max(|reference|, tiny): the smallest normal f32.
inline constexpr double tiny = 0x1p-126;

/// Nearest-element picture of a buffer as f32, row-major, left in device memory.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::uint64_t address = 0;  ///< device address of width × height floats
};

class Execution;

/// Holds the primary context of one device, the module of our own kernels, and device memory kept between plans.
class Session {
 public:
  /// `device` -1: the first. The context is current on the calling thread, which must make all further calls. The
  /// driver must outlive the session. Failure kind: "no_device".
  [[nodiscard]] static Outcome<std::unique_ptr<Session>> open(const cuda::Driver& driver, int device);
  ~Session();
  Session(const Session&) = delete;  // executions refer to it
  Session& operator=(const Session&) = delete;

  /// The cubin made of device_source(). Needed before anything that fills, verifies or draws.
  [[nodiscard]] Outcome<void> load_tools(const std::vector<std::uint8_t>& cubin);

  /// Everything up to the first launch. Failure kinds: "resolve" (an entry the source lacks, an argument that does not
  /// fit its PTX parameter: `message` names both), "launch" (too much shared memory, threads ... for this device, with
  /// the two numbers), "out_of_memory" (bytes needed and bytes free). inputs: by buffer name, instead of fill.
  /// The memory is that of the plan prepared before: its Execution must not be used any more.
  [[nodiscard]] Outcome<std::unique_ptr<Execution>> prepare(
      const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint8_t>& cubin,
      const std::map<std::string, std::vector<std::byte>>& inputs = {});

  [[nodiscard]] const cuda::DeviceInfo& device() const;

  struct State;

 private:
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A plan made ready on the device: module loaded, arguments laid out, buffers placed between guard zones. Must end
/// before its session. A Failure with context_lost ends the use of both.
class Execution {
 public:
  struct State;
  explicit Execution(std::unique_ptr<State> state);  ///< by Session::prepare
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Fills the buffers (those that are never reset only the first time) and the guard zones, runs the plan once, waits
  /// after each launch, so that a failure names the launch that caused it.
  [[nodiscard]] Outcome<void> run();
  /// Times the plan on the buffers as they are; a plan that is not repeatable is reset before every run, outside the
  /// measured part. `abandoned` is asked between batches: what was measured until then is returned, or a Failure of
  /// kind "abandoned" when that is nothing.
  [[nodiscard]] Outcome<Timing> time(const TimingRequest& request, const std::function<bool()>& abandoned);
  /// Fresh fill, one run, then: guard zones, inputs unchanged, and the output against the exact property, the CPU
  /// reference, or `expected`: the output of the kernel that check.same_as names. A plan without [check] is only
  /// checked for guards and inputs. Leaves `passed` false when anything is off.
  [[nodiscard]] Outcome<Verdict> verify(std::span<const std::byte> expected = {});
  /// Fill, one launch of each step, wait; nothing else: for ncu and compute-sanitizer.
  [[nodiscard]] Outcome<void> profile();
  /// The bytes of a buffer as they are. Failure "resolve": the plan has no such buffer.
  [[nodiscard]] Outcome<std::vector<std::byte>> read(std::string_view buffer);
  /// Writes the picture of the checked output (without a check: of the first buffer that is written), at most so many
  /// pixels, to device memory of the caller (at least 4 × most_width × most_height bytes). The last extent of the shape
  /// is the width, the others together the height. Done when it returns.
  [[nodiscard]] Outcome<Picture> picture(std::uint64_t destination, std::uint32_t most_width,
                                         std::uint32_t most_height);
  /// Per step of the plan; zero for copies.
  [[nodiscard]] std::vector<Occupancy> occupancy() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace warpscope::gpu
