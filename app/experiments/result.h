// Result: what is known of one experiment at one moment. It is immutable once published. Several answer a request, each
// holding all of the one before: compiled, first sample (unverified), verified, refined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/traced.h"
#include "base/error.h"
#include "base/line_range.h"
#include "base/value_types.h"
#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "catalogue/measurement.h"
#include "counters/counted.h"
#include "experiments/experiment.h"
#include "experiments/wire/heat_trace.h"
#include "experiments/wire/ipc_slot.h"
#include "model/hardware/devices.h"
#include "model/hardware/occupancy.h"
#include "model/metrics/metrics.h"
#include "predict/prediction.h"
#include "trace/block_times.h"
#include "trace/memory.h"

namespace lanescope::experiments {

/// How far an experiment got. Later stages hold all that earlier ones found; `failed` can follow any stage.
enum class ResultStage { resolved, compiled, sampled, verified, refined, failed };
[[nodiscard]] std::string_view name_of(ResultStage stage);

/// A problem as it is published. The message of a reference kernel's fault names that kernel.
struct Fault {
  FaultKind kind = FaultKind::none;
  Message message;
  Message remedy;
  std::string file;
  int line = 0;  ///< 0 when unknown
  std::optional<std::uint64_t> block, thread, address;
  std::optional<std::int64_t> offset;  ///< bytes from the start of the memory; negative before it
  trace::Memory memory;
  std::string entry;        ///< the kernel in which it happened; empty outside a kernel
  int column = 0;           ///< 0 when unknown
  int ptx_line = 0;         ///< in Result::ptx, from 1; 0 when unknown
  std::uint64_t count = 1;  ///< how many threads (or elements) did the same here
  friend bool operator==(const Fault&, const Fault&) = default;
};
/// Returns an error as a fault of an experiment with that kernel, at the line of its file that the error names.
[[nodiscard]] Fault fault_of(const Error& error, const catalogue::KernelSource& source);

/// What is known of one step of the plan.
struct LaunchInfo {
  std::string entry;  ///< as the PTX names it
  std::string name;   ///< as the kernel file names it, where that differs: "reduce<int, 256>"
  catalogue::Dim3 grid, block;
  std::optional<catalogue::Dim3> cluster = {};  ///< blocks of a thread block cluster, where there are clusters
  std::optional<int> registers;                 ///< per thread, from the cubin
  std::optional<std::int64_t> shared_bytes;     ///< per block, static and dynamic
  std::optional<std::int64_t> local_bytes;      ///< per thread
  std::optional<int> blocks_per_sm;             ///< as the driver computes it; without a GPU as in `calculated`
  std::optional<double> occupancy;              ///< resident warps / maximum warps of an SM, 0 ... 1; same source
  std::optional<model::Occupancy> calculated;   ///< predicted by the rules of cuda_occupancy.h for Result::sheet
  /// Returns the name that people read, which is that of the kernel file.
  [[nodiscard]] const std::string& title() const { return name.empty() ? entry : name; }
  friend bool operator==(const LaunchInfo&, const LaunchInfo&) = default;
};

/// The three curves of the classical occupancy calculator, for one demand.
struct OccupancyCurves {
  std::string entry;
  int block_threads = 0;
  model::OccupancyCurve block_size;     ///< threads per block
  model::OccupancyCurve registers;      ///< per thread
  model::OccupancyCurve shared_memory;  ///< bytes per block
  friend bool operator==(const OccupancyCurves&, const OccupancyCurves&) = default;
};

/// The machine on which a result was obtained. Unknown fields are empty.
struct Machine {
  std::string host, device, uuid, driver, nvrtc;
  std::string compute_capability;  ///< "9.0"
  int sm_count = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  double peak_gb_per_s = 0;  ///< from the device's attributes; 0 when unknown
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// The machine code of a kernel with the lines that it comes from.
struct SassInstruction {
  std::uint32_t address = 0;  ///< in its function, in bytes
  std::string text;           ///< as nvdisasm writes it; empty where that is not available
  std::string file;           ///< empty when the cubin does not name it
  std::int32_t line = 0;      ///< from 1; 0 when unknown
  std::int32_t ptx_line = 0;  ///< in Result::ptx, from 1; 0 when unknown
  friend bool operator==(const SassInstruction&, const SassInstruction&) = default;
};

struct SassFunction {
  std::string name;
  std::vector<SassInstruction> instructions;  ///< by address
  friend bool operator==(const SassFunction&, const SassFunction&) = default;
};

struct Sass {
  std::vector<SassFunction> functions;
  Message without_text;  ///< why the instructions have no text; empty when they have it
  Message remedy;        ///< what the user can do about it; may be empty
  friend bool operator==(const Sass&, const Sass&) = default;
};

/// A small picture of the checked output: values as f32, row-major, of the nearest element.
struct Preview {
  std::uint32_t width = 0, height = 0;
  std::vector<float> values;  ///< empty when the slot is used
  IpcSlot slot = {};
  friend bool operator==(const Preview&, const Preview&) = default;
};

/// The rate of a copy on a device, which is the practical bound of every kernel that moves memory.
struct CopyRate {
  double gb_per_s = 0;  ///< bytes read plus bytes written
  std::string of;       ///< "cudaMemcpy of 512 MiB", or the kernel and its setting
  friend bool operator==(const CopyRate&, const CopyRate&) = default;
};

/// What the model says of a plan. It is of the sizes that were asked for, also where the emulator verifies smaller
/// ones.
struct PredictedRun {
  predict::Prediction prediction;
  std::map<std::string, std::int64_t> sizes;
  std::int64_t work_bytes = 0, work_flops = 0;
  std::vector<std::uint64_t> launch_blocks = {};  ///< by launch: blocks of its grid
  friend bool operator==(const PredictedRun&, const PredictedRun&) = default;
};

struct Result {
  std::uint64_t request = 0;  ///< number of the request that it answers
  ResultStage stage = ResultStage::resolved;
  std::string kernel, target;
  Backend backend = Backend::automatic;  ///< on which it ran; automatic when it failed before that
  std::map<std::string, catalogue::Value> parameters;
  std::map<std::string, std::int64_t> sizes;
  std::map<std::string, std::int64_t> requested_sizes;  ///< where the emulator ran smaller ones, `sizes`; else empty
  std::uint64_t seed = 1;
  Machine machine;
  std::optional<model::DataSheet> sheet;  ///< of the target, when there is one; theoretical numbers
  std::uint64_t schedule = 0;             ///< of the emulator
  std::vector<Message> notes;             ///< sentences about the result as a whole ("sizes reduced from ...")
  std::string recorded;                   ///< ISO date when this came from a file

  std::string source, ptx;
  std::vector<Diagnostic> diagnostics;
  LinesByFile left_out;  ///< of the source and its headers: what belongs to the host and is no part of `ptx`
  std::vector<LaunchInfo> launches;
  std::vector<OccupancyCurves> curves;        ///< one for each different demand among the launches; predicted
  std::optional<ValueTypes> parameter_types;  ///< of Experiment::types_of
  std::optional<double> compile_ms;
  bool compile_cached = false;

  std::optional<catalogue::Samples> cold;  ///< the L2 cache is flushed, and left clean, before each run
  std::optional<catalogue::Samples> hot;   ///< repeated runs
  std::optional<double> empty_ms;          ///< time of an empty interval, which is subtracted from all times
  std::optional<CopyRate> best_copy;       ///< the best verified one that this worker has measured on the device
  std::vector<float> recent;               ///< single samples of hot in milliseconds, at most 512
  std::optional<double> clock_mhz;         ///< of the SMs, measured with time()
  std::int64_t work_bytes = 0, work_flops = 0;
  std::optional<PredictedRun> predicted;  ///< absent when the model declines
  Message without_prediction;             ///< why it declines; one of the notes where nothing is measured; not in files

  std::optional<model::Metrics> metrics;  ///< derived
  /// What hardware counters said, page by page; absent when no page was asked for.
  std::optional<counters::Counted> counted;
  std::optional<Sass> sass;  ///< only when asked for
  /// Only when asked for; follows the numbers and stays in later stages. Null before that or when `notes` say why.
  std::shared_ptr<const analysis::Traced> traced;
  std::optional<HeatTrace> heat;                         ///< only when asked for and on a GPU; follows the verification
  std::shared_ptr<const trace::BlockTimes> block_times;  ///< only when asked for and on a GPU
  Message without_trace;  ///< why a trace that was asked for is missing; one of the notes; not kept in files
  /// What is still to be sent for this Result (experiments/wire/attachment.h).
  std::vector<AttachmentKind> pending_attachments;
  std::string printed;  ///< what device printf wrote in the emulator

  std::optional<catalogue::Verification> verification;  ///< files do not keep which elements are `wrong`
  /// The fault that the kernel file promises with [expect]; none when the kernel is launched on a GPU despite it. The
  /// verification passes when this fault and no other appeared; the fault is also in `faults`.
  FaultKind expected = FaultKind::none;
  std::vector<Fault> faults;
  bool launch_blocked = false;  ///< failed before the GPU launch, which Experiment::proceed would allow
  std::optional<Preview> preview;
  std::map<std::string, std::vector<std::byte>> dumps;

  /// Returns the samples of the time from which rates are computed (experiments/sheet/rates.h): with cold caches when
  /// there are any, else with hot ones; null where nothing was timed.
  [[nodiscard]] const catalogue::Samples* time() const { return cold ? &*cold : hot ? &*hot : nullptr; }
  [[nodiscard]] bool failed() const { return stage == ResultStage::failed; }
  /// Whether no later stage will come. Attachments may still follow it.
  [[nodiscard]] bool ended() const { return stage == ResultStage::refined || failed(); }
  /// Whether nothing more will come: neither a later stage nor an attachment.
  [[nodiscard]] bool is_complete() const { return ended() && pending_attachments.empty(); }
  [[nodiscard]] bool has_fault(FaultKind kind) const;
  /// Whether it ran without a fault and nothing was compared: nothing is known about what it computed.
  [[nodiscard]] bool compared_nothing() const;
  /// Whether the faults are those that the kernel file promises.
  [[nodiscard]] bool as_expected() const;

  friend bool operator==(const Result&, const Result&) = default;
};

/// The result without its texts, machine code, single samples and curves, and without the room that these took: for
/// those of which thousands are kept.
[[nodiscard]] Result without_bulky_parts(Result result);

}  // namespace lanescope::experiments
