// Executes the PTX of a LaunchPlan on the CPU as the GPU would: warps of 32 lanes, blocks with barriers and shared
// memory, grids. It also checks what the GPU does not check, and records every access.
//
// The stages from an instruction's text to its effect, and the place to add a new one:
//
// ptx/parse: reads the text into a ptx::Instruction (opcode, suffixes, operands). A word of a newer ISA is an entry in
// the tables of ptx/instruction (opcodes, types) or ptx/modifier.cpp (all other words).
//
// decode: Decoder::instruction() turns it, once per launch, into an Op (program.h): an OpKind, operands as slots (byte
// offsets into a warp's registers, the constants or the special registers), and, unless it is arithmetic, a description
// in one of Code's lists (Access, Barrier, Collective, Call, Fetch).
//
// arithmetic: an instruction that works on each lane alone is OpKind::lanes. decode/forms.cpp lists the forms,
// decode/suffixes.cpp reads its words into a Request, and the .inl files give the function that computes 32 lanes. A
// new instruction is a row in the table of forms and a case in one of those functions.
//
// execution: Block::run_split() executes Ops for the active lanes of a WarpSplit. Branches, calls, barriers and
// collectives change the splits and their reconvergence points.
//
// memory: Block::access_memory() resolves the addresses of an Access to a region, to shared or to local memory, checks
// and moves the data, and passes the record of the access to the trace.
//
// patterns: the addresses of a warp's lanes mostly lie as they did the last time. AddressPattern says how, and what
// follows from that alone; the functions above take shortcuts where they are given one (Options::shortcuts).
//
// further_instructions: the same stages for instructions that no kernel of the catalogue uses, so that the folders
// above hold what one has to know to follow its kernels.
//
// checks: races in shared memory (SharedMemory, VectorClocks) and in global memory (AccessShadow, GridOrder), conflicts
// between blocks (BlockConflicts), values that nothing has written, the texts of faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "emulator/memory/lazy_bytes.h"
#include "ptx/module.h"
#include "trace/access_tally.h"
#include "trace/memory.h"
#include "trace/trace.h"

namespace lanescope::emulator {

/// One fault. Later ones of the same kind at the same instruction are only counted.
struct Fault {
  FaultKind kind = FaultKind::trap;
  Message message;    ///< one sentence for a student: who did what to which element
  std::string entry;  ///< the kernel
  std::string file;
  std::int32_t line = 0, column = 0;  ///< in the source, from 1; 0 when the compiler gave none
  std::int32_t ptx_line = 0;
  std::int32_t other_line = 0;  ///< of a race in global memory: the line of the earlier access; 0 when unknown
  std::uint32_t launch = 0;     ///< step of the plan
  std::uint64_t block = 0;      ///< linear in the grid, x fastest
  std::uint32_t thread = 0;     ///< linear in the block, x fastest
  std::optional<std::uint64_t> address;
  trace::Memory memory;
  std::optional<std::int64_t> offset;  ///< bytes from the start of the memory; negative before it
  std::uint64_t count = 1;             ///< lanes that did the same here
  friend bool operator==(const Fault&, const Fault&) = default;
};

struct TraceRequest {
  bool values = false;                   ///< whether the values that the lanes move are recorded
  std::uint64_t max_records = 1u << 20;  ///< further ones are counted as dropped
  /// The blocks whose accesses are recorded when they run: linear indices in each launch's grid.
  std::uint64_t first_block = 0, blocks = ~std::uint64_t{0};
  /// So many records of one instruction in one warp are enough; 0 for all. What it accesses beyond them is only counted
  /// (Trace::unrecorded), and not done: loads leave their registers as they are. So it is for programs in which what
  /// memory holds decides nothing.
  std::uint32_t max_records_of_site = 0;
  /// Whether shfl and redux are recorded too (trace::Space::registers). Their sites follow those of TraceTables.
  bool exchanges = false;

  [[nodiscard]] bool records(std::uint64_t block) const { return block >= first_block && block - first_block < blocks; }
};

/// Is called for every access of a run, however many they are, for counting.
class AccessListener {
 public:
  AccessListener() = default;
  virtual ~AccessListener() = default;
  AccessListener(const AccessListener&) = delete;
  AccessListener& operator=(const AccessListener&) = delete;

  /// The run begins. It may begin anew; then accesses so far do not count.
  virtual void on_begin() = 0;
  /// So many equal accesses were made. Calls come from several threads, but one at a time; their order and how accesses
  /// are divided among them depend on the run, their sums do not.
  virtual void on_accesses(const trace::AccessTally::Entry& accesses) = 0;
};

/// Races and reads of what nothing wrote: nowhere, in shared memory, or everywhere, with conflicts between blocks.
enum class Checks : std::uint8_t { none, shared, all };

struct Options {
  /// Order of warps and blocks: 0 is the usual order of the hardware, any other number gives another legal order.
  std::uint64_t schedule_seed = 0;
  unsigned threads = 0;  ///< cores used; 0 for all. Results do not depend on it.
  /// Linear indices of the blocks to run, in rising order; empty for all. It applies only to launches without
  /// dependencies between blocks; others run whole.
  std::vector<std::uint64_t> blocks;
  /// Only the chosen blocks run even where blocks depend on each other. What the others would have written is unknown,
  /// so that accesses can be other ones than in a whole run; a block that waits for another one ends by step_budget.
  bool ignore_block_dependencies = false;
  std::uint64_t step_budget = 0;  ///< warp instructions per block, beyond which it is endless; 0 for no limit
  /// What the emulator does not know is a fault of the thread that comes to it, and all before it runs; else run()
  /// fails.
  bool stop_at_unsupported_instruction = false;
  bool continue_after_fault = false;  ///< other blocks run, and threads go on (with 0 where a read failed)
  /// Accesses past the end of a buffer or of dynamic shared memory are no faults: they read 0 and write nothing, and
  /// Outcome says how far they reach.
  bool measures_reach = false;
  std::size_t max_faults = 64;  ///< how many different ones are kept
  std::optional<TraceRequest> trace;
  AccessListener* listener = nullptr;  ///< may be null
  /// The blocks for whose accesses it is called: linear indices in each launch's grid.
  std::uint64_t first_listened_block = 0, listened_blocks = ~std::uint64_t{0};
  std::function<bool()> cancelled;                    ///< called every few hundred microseconds, from any thread
  std::uint64_t max_memory = std::uint64_t{8} << 30;  ///< bytes: buffers, their shadow and the trace
  std::uint64_t max_local = std::uint64_t{2} << 30;   ///< bytes: local memory of the blocks that are resident at once
  std::map<std::string, std::vector<std::byte>> inputs;  ///< raw elements that replace a buffer's fill
  /// File names in the PTX with this prefix are the kernel's own. Code that was inlined from other files is shown at
  /// the line of the kernel that called it.
  std::string source_root;
  std::uint32_t sm_count = 132;  ///< %nsmid
  /// False: each access goes lane by lane through every check, as the rules are written. The results are the same;
  /// tests compare the two.
  bool shortcuts = true;
  /// What is looked for beside bounds and alignment; less than all is for measuring what that costs.
  Checks checks = Checks::all;
};

struct Outcome {
  Outcome() = default;
  Outcome(Outcome&&) = default;
  Outcome& operator=(Outcome&&) = default;

  bool cancelled = false;          ///< if true, nothing below is complete
  std::optional<Fault> open_at;    ///< where a thread was that had not ended when the run was cancelled
  bool whole = true;               ///< whether every block of every launch ran
  std::vector<LazyBytes> buffers;  ///< as LaunchPlan::buffers; without bytes when only chosen blocks ran
  std::vector<Fault> faults;       ///< in the order of launch, block and time
  std::vector<Message> notes;      ///< sentences about the run that are no faults
  std::string printed;             ///< output of device printf
  trace::Trace trace;
  std::vector<trace::LineExecution> lines;          ///< by file and line
  std::map<std::int32_t, std::uint64_t> ptx_lines;  ///< warp instructions by line of the PTX
  std::set<std::int32_t> parted;  ///< lines of the PTX with branches at which lanes of a warp went different ways
  std::uint64_t instructions = 0, lane_instructions = 0;
  std::map<std::uint64_t, std::uint64_t> block_instructions;  ///< warp instructions of chosen blocks, of all launches
  std::uint64_t atomic_lanes = 0;                             ///< the part of lane_instructions that are atomics
  /// Reads of data that blocks outside the choice would have written. The values are unknown, and faults of threads
  /// that read them are not reported.
  std::uint64_t unknown_reads = 0;
  /// Elements of each buffer that no thread wrote (outputs filled with poison), as LaunchPlan::buffers.
  std::vector<std::uint64_t> unwritten;
  /// With Options::measures_reach: the bytes up to the end of the furthest access past the end, of each buffer as
  /// LaunchPlan::buffers and of the dynamic shared memory of each launch; 0 where no access goes past the end.
  std::vector<std::uint64_t> reach, shared_reach;
  std::uint64_t strays = 0;  ///< With Options::measures_reach: accesses of lanes that are near the end of no buffer.

  /// Returns what the buffers hold, as LaunchPlan::buffers, without copying.
  [[nodiscard]] std::vector<std::span<const std::byte>> views() const { return {buffers.begin(), buffers.end()}; }
};

/// Runs the plan. It throws std::bad_alloc when the machine has less memory than Options::max_memory allows. It fails
/// on an unknown instruction (the error names it and its line), on an entry or argument that does not fit, and on
/// memory beyond the limit (with both numbers). Faults of the kernel are not errors.
[[nodiscard]] Expected<Outcome> run(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                    const Options& options);

/// Whether what a block does may depend on other blocks (results of global atomics, volatile, fences, cooperative,
/// relaunch), so that a choice of blocks would not do what it does among all; also where they contain what the emulator
/// does not know.
[[nodiscard]] Expected<bool> has_inter_block_dependencies(const ptx::Module& module, const catalogue::LaunchPlan& plan);

/// Whether the blocks of each launch of the plan run side by side on the cores, as nothing in them depends on others of
/// the same launch.
[[nodiscard]] Expected<bool> runs_concurrently(const ptx::Module& module, const catalogue::LaunchPlan& plan);

using trace::TraceTables;

/// Returns the tables of a trace of the plan without running it, for recording the same accesses in another way. They
/// are those of Outcome::trace of a run without faults. `source_root` is that of Options. It fails as run() does.
[[nodiscard]] Expected<TraceTables> trace_tables(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                 const std::string& source_root);

}  // namespace lanescope::emulator
