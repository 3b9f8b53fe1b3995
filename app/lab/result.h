// Result: all that is known of one experiment at one moment. Immutable once published; a request is answered by
// several, each holding all of the one before: compiled, first sample (unverified), verified, refined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "lab/experiment.h"
#include "lab/metrics.h"
#include "lab/occupancy.h"
#include "lab/sass.h"
#include "lab/wire/heat_trace.h"
#include "lab/wire/ipc_slot.h"
#include "lab/wire/traced.h"

namespace warpscope::lab {

/// Where a number comes from.
enum class Origin { measured, counted, derived, recorded, predicted };
[[nodiscard]] std::string_view name_of(Origin origin);

/// How far an experiment got. Later stages hold all that earlier ones found; failed ends one at any stage.
enum class Stage { resolved, compiled, sampled, verified, refined, failed };
[[nodiscard]] std::string_view name_of(Stage stage);

/// Why no more samples were taken. spread: they lie within 0.5 %. stable: more no longer change how far apart they lie.
/// budget: the time for it was over. samples: there are as many as were asked for.
enum class SamplingEnd { unknown, spread, stable, budget, samples, abandoned };

/// Time of the plan. Milliseconds.
struct Samples {
  double median = 0, q1 = 0, q3 = 0;
  std::uint32_t samples = 0;
  std::uint32_t throttled = 0;  ///< discarded because the clock of the SMs was low (below 75 % of the default)
  bool low_clock = false;       ///< it was low all the time: these are the samples that would have been discarded
  std::uint32_t batch = 1;      ///< plans a sample, whose mean it is
  bool queue_blocked = false;   ///< the queue was blocked while it was filled, so that launch costs are not in the time
  SamplingEnd stop = SamplingEnd::unknown;  ///< why there are no more samples
  std::optional<double> clock_mhz = {};     ///< of the SMs, median of the samples
  friend bool operator==(const Samples&, const Samples&) = default;
};

/// What went wrong, as it is published. The message of a partner's fault names the partner.
struct Fault {
  FaultKind kind = FaultKind::none;
  std::string message;
  std::string remedy;
  std::string file;
  int line = 0;  ///< 0: none
  std::optional<std::uint64_t> block, thread, address;
  std::optional<std::int64_t> offset;  ///< bytes from the start of the buffer; negative: before it
  std::string buffer;
  std::string entry;        ///< the kernel it happened in; empty: not in one
  int column = 0;           ///< 0: none
  int ptx_line = 0;         ///< in Result::ptx, from 1; 0: none
  std::uint64_t count = 1;  ///< of threads (or elements) that did the same here
  friend bool operator==(const Fault&, const Fault&) = default;
};
/// An error as a fault of an experiment with that kernel: at the line of its file that the error names.
[[nodiscard]] Fault fault_of(const Error& error, const catalogue::KernelSource& source);

/// What is known of one step of the plan.
struct LaunchInfo {
  std::string entry;
  catalogue::Dim3 grid, block;
  std::optional<int> registers;              ///< a thread; from the cubin
  std::optional<std::int64_t> shared_bytes;  ///< a block, static + dynamic
  std::optional<std::int64_t> local_bytes;   ///< a thread
  std::optional<int> blocks_per_sm;          ///< as the driver computes it; without a GPU as `calculated` says
  std::optional<double> occupancy;           ///< resident warps / most warps of an SM, 0 ... 1; origin as above
  std::optional<Occupancy> calculated;       ///< by the rules of cuda_occupancy.h, for Result::sheet; predicted
  friend bool operator==(const LaunchInfo&, const LaunchInfo&) = default;
};

/// The machine a result was obtained on. Empty fields were not to be had.
struct Machine {
  std::string host, device, uuid, driver, nvrtc;
  std::string compute_capability;  ///< "9.0"
  int sm_count = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  double peak_gb_per_s = 0;  ///< from the device's attributes; 0: not known
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// The first element that was not what it must be.
struct Mismatch {
  std::uint64_t index = 0;                ///< in the output buffer, in elements
  std::vector<std::int64_t> coordinates;  ///< the same by the buffer's shape
  std::string expected, got;              ///< as text, with the bits for floating point
  bool unwritten = false;                 ///< still holds the poison
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

struct Verification {
  bool passed = false;
  std::string method;                                        ///< "exact property on the device", "CPU reference", ...
  std::uint64_t checked = 0, mismatches = 0, unwritten = 0;  ///< elements
  std::uint64_t guard_bytes_changed = 0;                     ///< in the zones around all buffers
  std::optional<double> max_error, tolerance;                ///< relative comparison only
  std::optional<Mismatch> first;
  std::vector<std::uint64_t> wrong;  ///< indices of wrong elements, rising: all, or a thousand; not kept in files
  friend bool operator==(const Verification&, const Verification&) = default;
};

/// A small picture of the checked output: values as f32, row-major, nearest element.
struct Preview {
  std::uint32_t width = 0, height = 0;
  std::vector<float> values;  ///< empty when the slot is used
  IpcSlot slot = {};
  friend bool operator==(const Preview&, const Preview&) = default;
};

/// What a copy reaches on a device: the practical bound of everything that moves memory.
struct CopyRate {
  double gb_per_s = 0;  ///< read and written
  std::string of;       ///< "cudaMemcpy of 512 MiB", or the kernel and its setting
  friend bool operator==(const CopyRate&, const CopyRate&) = default;
};

struct Result {
  std::uint64_t request = 0;  ///< number of the request it answers
  Stage stage = Stage::resolved;
  std::string kernel, target;
  Backend backend = Backend::automatic;  ///< that it ran on; automatic: it did not get as far
  std::map<std::string, catalogue::Value> parameters;
  std::map<std::string, std::int64_t> sizes;
  std::uint64_t seed = 1;
  Machine machine;
  std::optional<DataSheet> sheet;  ///< of the target, when there is one; theoretical numbers
  std::uint64_t schedule = 0;      ///< of the emulator
  std::vector<std::string> notes;  ///< sentences about the result as a whole ("sizes reduced from ...")
  std::string recorded;            ///< ISO date when this came from a file; its times then have origin recorded

  std::string source, ptx;
  std::vector<Diagnostic> diagnostics;
  std::vector<LaunchInfo> launches;
  std::vector<OccupancyCurves> curves;  ///< one for each different demand among the launches; predicted
  std::optional<double> compile_ms;
  bool compile_cached = false;

  std::optional<Samples> cold;        ///< the L2 cache flushed, and left clean, before each run
  std::optional<Samples> hot;         ///< run after run
  std::optional<double> empty_ms;     ///< what an interval with nothing in it takes there: taken off all times
  std::optional<CopyRate> best_copy;  ///< the best verified one that this worker has measured on the device
  std::vector<float> recent;          ///< single samples behind hot, milliseconds, at most 512
  std::optional<double> clock_mhz;    ///< of the SMs, with time()
  std::int64_t work_bytes = 0, work_flops = 0;

  std::optional<Metrics> metrics;  ///< derived
  std::optional<Sass> sass;        ///< when asked for
  /// When asked for: comes after the numbers, and stays with the later stages. Null: not yet, or `notes` say why not.
  std::shared_ptr<const Traced> traced;
  std::optional<HeatTrace> heat;  ///< when asked for, of a GPU: comes behind the verification
  std::string without_trace;  ///< why there is no trace though one was asked for: one of the notes; not kept in files
  std::vector<AttachmentKind> follows;  ///< what is still on its way to this Result (lab/wire/attachment.h)
  std::string printed;                  ///< what device printf wrote in the emulator

  std::optional<Verification> verification;
  /// The fault that the kernel file promises with [expect]; none also where it is launched on a GPU all the same. The
  /// verification then passes when it appeared, and nothing else; it stands among the faults all the same.
  FaultKind expected = FaultKind::none;
  std::vector<Fault> faults;
  bool launch_blocked = false;  ///< failed before the GPU launch, which Experiment::proceed makes all the same
  std::optional<Preview> preview;
  std::map<std::string, std::vector<std::byte>> dumps;

  /// Origin of the times: measured, or recorded.
  [[nodiscard]] Origin time_origin() const { return recorded.empty() ? Origin::measured : Origin::recorded; }
  /// The time that rates are computed from: cold when there is one, else hot.
  [[nodiscard]] const Samples* time() const { return cold ? &*cold : hot ? &*hot : nullptr; }
  /// work_bytes / median time. Empty without time or work.
  [[nodiscard]] std::optional<double> gb_per_s() const;
  [[nodiscard]] std::optional<double> gflop_per_s() const;
  /// gb_per_s() as a part of the theoretical bandwidth, and of the best copy; caches may lift both above 1.
  [[nodiscard]] std::optional<double> share_of_peak() const;
  [[nodiscard]] std::optional<double> share_of_copy() const;
  [[nodiscard]] bool failed() const { return stage == Stage::failed; }
  /// Whether the faults are those that the kernel file promises.
  [[nodiscard]] bool as_expected() const;

  friend bool operator==(const Result&, const Result&) = default;
};

}  // namespace warpscope::lab
