// Experiment: everything that decides a result. What the window, the command line and the tests send.
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
#include "lab/wire/traced.h"

namespace warpscope::lab {

/// Where an experiment runs. automatic: on the GPU when there is one, or when a device was asked for by its number;
/// else in the emulator. cpu: the plan's CPU reference is timed, nothing of the kernel runs.
enum class Backend { automatic, gpu, emulator, cpu };
[[nodiscard]] std::string_view name_of(Backend backend);

/// The blocks whose accesses the metrics count. Plans whose blocks depend on each other run whole whichever is chosen.
struct BlockChoice {
  /// sample: a few, spread over the grid (all, where the emulator runs the plan anyway). range: `count` from `first`
  /// on.
  enum class Kind { sample, range, all };
  Kind kind = Kind::sample;
  std::uint64_t first = 0, count = 0;  ///< linear indices, x fastest; of a range only
  friend bool operator==(const BlockChoice&, const BlockChoice&) = default;
};
[[nodiscard]] std::string_view name_of(BlockChoice::Kind kind);

struct Experiment {
  catalogue::KernelSource kernel;
  std::optional<catalogue::KernelSource> same_as;  ///< the kernel that its [check] same_as names; empty: it names none
  catalogue::Values values;                        ///< knobs and sizes that differ from their defaults
  std::uint64_t seed = 1;
  Backend backend = Backend::automatic;
  int device = -1;                            ///< ordinal; -1: the worker chooses (the first)
  std::string target;                         ///< "9.0", or a data sheet: "rtx 4090"; empty: the device's, else H200
  std::chrono::milliseconds timeout{10'000};  ///< of one step without an answer, then the worker is killed
  std::chrono::milliseconds budget{200};      ///< for refining the timing
  bool verify = true;
  bool analyse = true;               ///< derive Result::metrics by executing blocks in the emulator
  BlockChoice blocks;                ///< of the metrics
  bool scale_to_grid = false;        ///< estimate the whole grid's metrics from the chosen blocks
  bool disassemble = false;          ///< derive Result::sass
  std::optional<TraceChoice> trace;  ///< what is recorded in Result::traced; empty: nothing
  std::uint64_t schedule = 0;  ///< order of warps and blocks in the emulator: 0 as the hardware tends to start them
  bool proceed = false;        ///< launch on the GPU without looking for faults in the emulator first
  bool keep_going = false;     ///< in the emulator: other blocks and threads go on after a fault
  bool preview = false;        ///< also send a picture of the checked output
  bool interop = false;        ///< the picture may stay in GPU memory and travel as a CUDA IPC handle; false: as bytes
  std::map<std::string, std::vector<std::byte>> inputs;  ///< by buffer name: raw little-endian elements instead of fill
  std::vector<std::string> dump;                         ///< names of buffers whose bytes come back

  friend bool operator==(const Experiment&, const Experiment&) = default;
};

/// The command that repeats the experiment, "warpscope run transpose/naive_row -p block_x=8 -p nx=4096": one line for a
/// shell, quoted where needed. Settings at their defaults and what has no option (buffers, time budget, preview) are
/// left out.
[[nodiscard]] std::string experiment_line(const Experiment& experiment);

}  // namespace warpscope::lab
