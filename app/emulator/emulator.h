// Executes the PTX of a LaunchPlan on the CPU, as the chip would: warps of 32 lanes, blocks with barriers and shared
// memory, grids. Checks what the chip does not, and records every access.
//
// How an instruction gets from its text to its effect, and where to add one:
//
// ptx/parse: reads the text into a ptx::Instruction (opcode, suffixes, operands). A word of a newer ISA is an entry in
// the tables of ptx/instruction (opcodes, types) or ptx/modifier.cpp (all other words).
//
// decode: Decoder::instruction() turns it, once a launch, into an Op (program.h): an OpKind, operands as slots (byte
// offsets into a warp's registers, the constants or the special registers), and for what is not arithmetic a
// description in one of Code's lists (Access, Barrier, Collective, Call, Fetch).
//
// arithmetic: an instruction that works on each lane alone is OpKind::lanes. decode/forms.cpp says which forms exist,
// decode/suffixes.cpp reads its words into a Request, and the .inl files give the function that computes 32 lanes. A
// new one is a row in the table of forms and a case in one of those functions.
//
// execution: Block::run_split() executes Ops for the active lanes of a WarpSplit. Branches, calls, barriers and
// collectives change the splits and their reconvergence points.
//
// memory: Block::access_memory() resolves the addresses of an Access to a region, to shared or to local memory, checks
// and moves the data, and hands the record of it to the trace.
//
// checks: races in shared memory (SharedMemory, Clocks) and in global memory (AccessShadow, GridOrder), conflicts
// between blocks (BlockConflicts), values that nothing has written, the texts of faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warpscope::emulator {

/// One fault. Later ones of the same kind at the same instruction are only counted.
struct Fault {
  FaultKind kind = FaultKind::trap;
  std::string message;  ///< one sentence for a student: who did what to which element
  std::string entry;    ///< the kernel
  std::string file;
  std::int32_t line = 0, column = 0;  ///< in the source, from 1; 0: the compiler gave none
  std::int32_t ptx_line = 0;
  std::uint32_t launch = 0;  ///< step of the plan
  std::uint64_t block = 0;   ///< linear in the grid, x fastest
  std::uint32_t thread = 0;  ///< linear in the block, x fastest
  std::optional<std::uint64_t> address;
  std::string buffer;                  ///< the nearest buffer or variable; "shared memory", "local memory"
  std::optional<std::int64_t> offset;  ///< bytes from its start; negative: before it
  std::uint64_t count = 1;             ///< lanes that did the same here
  friend bool operator==(const Fault&, const Fault&) = default;
};

struct TraceRequest {
  bool values = false;                   ///< also what each lane moved
  std::uint64_t max_records = 1u << 20;  ///< further ones are counted as dropped
  /// Of the blocks that run, those whose accesses are recorded: linear indices in each launch's grid.
  std::uint64_t first_block = 0, blocks = ~std::uint64_t{0};

  [[nodiscard]] bool records(std::uint64_t block) const { return block >= first_block && block - first_block < blocks; }
};

/// Takes every access as it happens, for counting without a bound. Called from several threads at once for different
/// blocks, each with its own worker number below Options::threads.
using AccessListener = std::function<void(unsigned worker, const trace::Header&, const trace::Offsets&)>;

struct Options {
  /// Order of warps and blocks: 0 as the hardware tends to start them, any other number another legal order.
  std::uint64_t schedule_seed = 0;
  unsigned threads = 0;  ///< cores used; 0: all. Results do not depend on it.
  /// Linear indices of the blocks to run, rising; empty: all. Only for launches without
  /// dependencies between blocks: other launches run whole.
  std::vector<std::uint64_t> blocks;
  std::uint64_t step_budget = 0;      ///< warp instructions a block, then it is endless; 0: no limit
  bool continue_after_fault = false;  ///< further blocks run (and threads go on, with 0 where a read failed)
  std::size_t max_faults = 64;        ///< different ones that are kept
  std::optional<TraceRequest> trace;
  AccessListener listener;
  std::function<bool()> cancelled;                       ///< asked every few hundred microseconds, from any thread
  std::uint64_t max_memory = std::uint64_t{8} << 30;     ///< bytes: buffers, their shadow and the trace
  std::map<std::string, std::vector<std::byte>> inputs;  ///< raw elements instead of a buffer's fill
  /// File names in the PTX that begin with this are the kernel's own; code inlined from other files is shown at the
  /// line of the kernel that called it.
  std::string source_root;
  std::uint32_t sm_count = 132;  ///< %nsmid
};

struct Outcome {
  bool cancelled = false;                       ///< nothing below is complete then
  bool whole = true;                            ///< every block of every launch ran
  std::vector<std::vector<std::byte>> buffers;  ///< as LaunchPlan::buffers; empty vectors when only chosen blocks ran
  std::vector<Fault> faults;                    ///< in the order of launch, block and time
  std::vector<std::string> notes;               ///< sentences about the run that are no faults
  std::string printed;                          ///< what device printf wrote
  trace::Trace trace;
  std::vector<trace::LineExecution> lines;  ///< by file and line
  std::uint64_t instructions = 0, lane_instructions = 0;
  /// Reads of what other, not chosen blocks would have written: their values are unknown, and faults of threads that
  /// read them are not reported.
  std::uint64_t unknown_reads = 0;
  /// Elements of the buffer that no thread wrote (outputs filled with poison); as LaunchPlan::buffers.
  std::vector<std::uint64_t> unwritten;
};

/// Runs the plan. Throws std::bad_alloc when the machine has less memory than Options::max_memory lets it take. Error:
/// an instruction that is not known (names it, its PTX line and the kernel), an entry or argument that does not fit,
/// memory beyond the limit (with both numbers). Faults of the kernel are no errors.
[[nodiscard]] Expected<Outcome> run(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                    const Options& options);

/// Whether the blocks of the plan may depend on each other (global atomics, volatile, fences, cooperative, relaunch),
/// so that chosen blocks mean nothing. Error: as run().
[[nodiscard]] Expected<bool> has_inter_block_dependencies(const ptx::Module& module, const catalogue::LaunchPlan& plan);

using trace::TraceTables;

/// What a trace of the plan refers to, without running anything: for whoever records the same accesses in another way.
/// As Outcome::trace of a run without faults has them. source_root: as Options::source_root. Error: as run().
[[nodiscard]] Expected<TraceTables> trace_tables(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                 const std::string& source_root);

}  // namespace warpscope::emulator
