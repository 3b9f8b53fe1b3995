// Experiment: everything that decides a result. The window, the command line and the tests send it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/kernel.h"
#include "experiments/counter_request.h"
#include "trace/trace.h"

namespace lanescope::experiments {

/// The accesses that shall be recorded.
struct TraceChoice {
  trace::Trace::Source source = trace::Trace::Source::emulator;  ///< `instrumented` means on the GPU
  bool inside = true;             ///< the block in the middle of the grid, which no edge cuts off; else `first_block`
  std::uint64_t first_block = 0;  ///< linear index in the grid: x fastest
  std::uint64_t blocks = 1;       ///< from there on; blocks that the grid does not have are left out
  std::uint64_t max_records = 1u << 14;  ///< further ones are counted as dropped; 312 bytes each
  bool values = true;  ///< whether the values that each lane moved are recorded, and in the emulator also shuffles
  /// The bound for Result::heat on a GPU: the accesses of the whole grid, or of as many blocks as fit. 0 for none.
  std::uint64_t max_heat_records = 0;
  bool block_times = false;  ///< whether a GPU records when each block ran, for Result::block_times
  friend bool operator==(const TraceChoice&, const TraceChoice&) = default;
};

/// Where an experiment runs. `automatic` means the GPU when there is one or a device was asked for by its number; else,
/// for a target that names another GPU, and for kernels that promise a fault, the emulator. `cpu` times the plan's CPU
/// reference and runs no kernel.
enum class Backend { automatic, gpu, emulator, cpu };
[[nodiscard]] std::string_view name_of(Backend backend);

/// The blocks whose accesses the metrics count. Plans whose blocks depend on each other always run whole.
struct BlockChoice {
  /// A sample is a few blocks spread over the grid (all, where the emulator runs the plan anyway). A range is `count`
  /// blocks starting at `first`.
  enum class Kind { sample, range, all };
  Kind kind = Kind::sample;
  std::uint64_t first = 0, count = 0;  ///< linear indices, x fastest; only used by a range
  friend bool operator==(const BlockChoice&, const BlockChoice&) = default;
};
[[nodiscard]] std::string_view name_of(BlockChoice::Kind kind);

/// What a buffer must hold after the run; it takes the place of the kernel file's [check].
struct ExpectedBuffer {
  std::string buffer, file;      ///< The name of the file is only for messages.
  std::vector<std::byte> bytes;  ///< of the file: raw little-endian elements, or .npy
  double tolerance = 0;          ///< The largest relative error; 0 compares bits.
  friend bool operator==(const ExpectedBuffer&, const ExpectedBuffer&) = default;
};

struct Experiment {
  catalogue::KernelSource kernel;
  std::optional<catalogue::KernelSource> reference_kernel;  ///< the kernel that [check] same_as names; may be empty
  catalogue::Values values;                                 ///< knobs and sizes that differ from their defaults
  std::uint64_t seed = 1;
  Backend backend = Backend::automatic;
  int device = -1;                            ///< ordinal; with -1 the worker chooses the first
  std::string target;                         ///< "9.0" or a data sheet ("rtx 4090"); default: device's, else H200
  std::chrono::milliseconds timeout{10'000};  ///< for one step without an answer; then the worker is killed
  std::chrono::milliseconds budget{200};      ///< for refining the timing
  bool verify = true;
  bool analyse = true;               ///< derive Result::metrics by executing blocks in the emulator
  BlockChoice blocks;                ///< which the metrics count
  bool scale_to_grid = false;        ///< estimate the whole grid's metrics from the chosen blocks
  bool disassemble = false;          ///< derive Result::sass
  std::optional<TraceChoice> trace;  ///< what is recorded in Result::traced; empty for nothing
  std::uint64_t schedule = 0;  ///< order of warps and blocks in the emulator; 0 is the usual order of the hardware
  CounterRequest counters;     ///< what is counted in Result::counted, on a GPU, after everything that is timed
  /// Whether places in a PTX file are its own lines, rather than those of the sources that its .loc lead to.
  bool ptx_lines = false;
  bool proceed = false;     ///< launch on the GPU without looking for faults in the emulator first
  bool keep_going = false;  ///< whether other blocks and threads of the emulator go on after a fault
  bool preview = false;     ///< also send a picture of the checked output
  bool interop = false;     ///< whether the picture may stay in GPU memory and travel as a CUDA IPC handle
  std::map<std::string, std::vector<std::byte>> inputs;  ///< raw little-endian elements by buffer name; replace fill
  std::optional<ExpectedBuffer> expect;
  std::vector<std::string> dump;  ///< names of buffers whose bytes come back
  /// A kernel of the file, "reduce<int, 256>": only Result::parameter_types is wanted. The file needs no front matter
  /// then, and nothing is run.
  std::optional<std::string> types_of;

  friend bool operator==(const Experiment&, const Experiment&) = default;
};

/// Returns the command that repeats the experiment, "lanescope run transpose/naive_row -p block_x=8 -p nx=4096", as one
/// line for a shell, quoted where needed. It leaves out defaults and settings without an option (buffers, time budget,
/// preview).
[[nodiscard]] std::string command_line_of(const Experiment& experiment);

}  // namespace lanescope::experiments
