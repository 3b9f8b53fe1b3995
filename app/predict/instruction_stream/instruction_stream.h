// What the warps of one block do, in the order of the machine code: waits, instructions, accesses.
//
// The trace knows what was accessed, and how often each warp ran each memory instruction; the cubin knows the order in
// which ptxas issues them, and what waits for what. A walk through the machine code joins the two: each region runs as
// often as the executions of the PTX lines in it demand, and each memory instruction takes the next record of its line.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "model/metrics/vectorization.h"
#include "predict/instruction_stream/machine_code.h"
#include "predict/locality/access.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace lanescope::predict {

/// One step of a warp: it waits for the scoreboards of the mask, issues its instructions, and then does one thing.
struct Op {
  enum class Kind : std::uint8_t { none, global, shared, barrier, fence, copy_group, copy_wait };
  Kind kind = Kind::none;
  std::uint8_t wait_mask = 0;
  std::uint8_t write_barrier = sass::no_scoreboard, read_barrier = sass::no_scoreboard;
  std::uint32_t access = 0;            ///< index, for global and shared
  std::uint32_t copy_groups_left = 0;  ///< of a wait: groups of asynchronous copies that may still be on their way
  std::uint32_t issued = 0;            ///< instructions, with the one of `kind`
  float clocks = 0;                    ///< from the first of them to the next op, for a warp alone
  float alu = 0;                       ///< clocks of the pipe for integers and logic of a scheduler
  float busy = 0;                      ///< clocks of the busiest one of its other pipes
  float shuffles = 0;                  ///< which go through the path of shared memory
  float special = 0;  ///< of `clocks`: spent waiting for results of a time that is not fixed, except of memory
};

/// What ptxas keeps in local memory has no site in the trace; it counts as these, behind all sites.
inline constexpr std::uint32_t spill_loads = 0, spill_stores = 1, spill_sites = 2;

struct InstructionStream {
  static constexpr std::uint32_t no_record = ~0u;
  std::vector<std::vector<Op>> warps;
  std::vector<Access> accesses;
  std::vector<std::uint32_t> records;  ///< by access: its record in the trace; of spills no_record
  std::vector<LineTouch> touches;
  double work = 0;       ///< instructions in `warps`
  double full_work = 0;  ///< the same without a limit of trips
  std::array<double, sass::unit_count>
      pipe_clocks{};            ///< by sass::Unit: that the instructions in `warps` take of a pipe
  std::uint64_t unmatched = 0;  ///< records of the trace that the walk did not meet
  std::uint64_t matched = 0;
  /// Where the walk came to accesses that were not recorded: so many of a warp and site would have to be. Else 0.
  std::uint32_t records_wanted = 0;
  bool uses_group_matrices = false;  ///< wgmma was used: its time is not known
};

/// The costs of arithmetic that a walk needs, in clocks.
struct PipeCosts {
  double alu = 1, fma = 1, integer_multiply = 1, half = 1, double_ = 1, special = 1, special_latency = 1;
  double matrix = 1, matrix_half = 1, matrix_double = 1;
};

struct InstructionStreamInput {
  const trace::Trace& trace;
  const model::Vectorization& vectorization;
  const ptx::Module& module;
  const MachineCode& code;
  /// Warp instructions by PTX line, of all blocks of the trace.
  const std::map<std::int32_t, std::uint64_t>& line_counts;
  std::uint64_t traced_warps = 1;  ///< of all blocks that `line_counts` counts
  std::uint32_t block_threads = 1;
  PipeCosts costs;
};

/// The instruction streams of one traced block, which differ in how far they follow long loops. What the input refers
/// to must outlive this.
class InstructionStreams {
 public:
  InstructionStreams(const InstructionStreamInput& input, std::uint64_t block);
  ~InstructionStreams();
  /// Builds the instruction stream in which a loop that nothing else surrounds makes at most `max_trips` trips.
  [[nodiscard]] InstructionStream of(std::uint64_t max_trips);

 private:
  class Builder;
  std::unique_ptr<Builder> builder_;
};

}  // namespace lanescope::predict
