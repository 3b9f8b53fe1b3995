// One running block of a kernel. The object is used again for other blocks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "emulator/checks/shared_memory.h"
#include "emulator/execution/cluster.h"
#include "emulator/execution/launch.h"
#include "emulator/execution/warp.h"
#include "emulator/execution/worker.h"
#include "emulator/further_instructions/memory/bulk_copy.h"

namespace lanescope::emulator {

/// The memory of a fault.
struct FaultAddress {
  std::optional<std::uint64_t> address{};
  trace::Memory memory{};
  std::optional<std::int64_t> offset{};  ///< in the memory
  std::int32_t other_line = 0;           ///< Fault::other_line
};
[[nodiscard]] inline FaultAddress in_shared_memory(std::uint64_t byte) {
  return {byte, {trace::Space::shared}, static_cast<std::int64_t>(byte)};
}
[[nodiscard]] inline FaultAddress in_local_memory(std::uint64_t byte) {
  return {byte, {trace::Space::local}, static_cast<std::int64_t>(byte)};
}
[[nodiscard]] inline FaultAddress in_region(const Region& region, std::uint64_t offset) {
  return {region.base + offset, {trace::Space::global, region.name.text()}, static_cast<std::int64_t>(offset)};
}

class Block {
 public:
  /// `worker` belongs to the CPU thread that runs it, and counts what it does. The cluster owns the block, as its block
  /// `rank`.
  Block(Launch& launch, Worker& worker, Cluster& cluster, std::uint32_t rank);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Begins block `index` of the grid with fresh registers and shared memory. The cluster has begun.
  void start(std::uint64_t index, std::uint64_t seed);
  /// Runs about `steps` warp instructions, or until all its warps wait for other blocks. Returns true when the block
  /// has ended (or was stopped).
  [[nodiscard]] bool run(std::uint64_t steps);
  /// Whether all threads wait for the barrier of the grid, or for others of the block that do, and have done nothing
  /// else since the last call.
  [[nodiscard]] bool only_waits_for_grid();
  /// The block waits at the barrier of the grid for `ended`, which will not come there, and `others` more.
  void report_grid_deadlock(std::uint64_t ended, std::uint64_t others);
  /// The block cannot go on: some wait for others that wait elsewhere. It is stopped.
  void report_deadlock();
  /// Lets the threads go on that wait at the barrier of the cluster for a phase that is complete.
  void leave_cluster_barrier();

  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] BlockOutput& output() { return output_; }
  /// Whether a warp does not wait. Else all wait for the cluster, or for ever.
  [[nodiscard]] bool has_runnable_warp() const;
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::uint32_t live_threads() const { return live_; }
  /// Returns how many actors a block has (checks/vector_clocks.h).
  [[nodiscard]] std::uint32_t actors() const { return static_cast<std::uint32_t>(warps_.size()) + copy_actors; }

 private:
  enum class SplitState : std::uint8_t { running, suspended };  ///< suspended: the split ended, waits, or yields

  // warps and paths (run_warp.cpp)
  void run_warp(Warp& warp, std::uint64_t steps);
  [[nodiscard]] bool choose_split(Warp& warp);
  void run_split(Warp& warp, std::uint64_t& steps);
  void diverge(Warp& warp, std::uint32_t taken, std::uint32_t target, std::uint32_t reconvergence_pc);
  void separate(Warp& warp, std::uint32_t active);
  /// Does what separate() does, but with a reconvergence point after the instruction even when no other lanes are left.
  void continue_alone(Warp& warp, std::uint32_t active);
  [[nodiscard]] SplitState reconverge(Warp& warp);
  [[nodiscard]] SplitState branch_table(Warp& warp, const Op& op, std::uint32_t active);
  [[nodiscard]] SplitState leave_function(Warp& warp, std::uint32_t lanes);
  [[nodiscard]] SplitState end_lanes(Warp& warp, std::uint32_t lanes);
  /// Ends the lanes that wait only for others of their warp to end with them, while those wait for a barrier. False:
  /// there are none.
  [[nodiscard]] bool end_parked_lanes();
  [[nodiscard]] static bool waits_for_parked_lanes(Warp& warp, CodePlace asks_at);
  static void release_parked_lanes(Warp& warp);
  static void release_parked_lanes(Warp& warp, ReconvergencePoint& parked);
  void remove_lanes(Warp& warp, std::int32_t reconvergence, std::uint32_t lanes, std::uint32_t min_depth);
  [[nodiscard]] std::int32_t add_reconvergence_point(Warp& warp, std::uint32_t pc, const WarpSplit& split,
                                                     std::uint32_t expected);
  void drop_current(Warp& warp);

  // calls (call.cpp)
  [[nodiscard]] SplitState call(Warp& warp, const Op& op, std::uint32_t active);
  void enter(Warp& warp, std::uint32_t function, const Call& call);
  void print(Warp& warp, const Call& call, std::uint32_t active);
  void fail_assertion(Warp& warp, const Call& call, std::uint32_t active);
  static void set_local_addresses(Warp& warp, const CallFrame& frame, const Code& code, std::uint32_t lanes);
  [[nodiscard]] std::uint64_t frame_value(const Warp& warp, const CallFrame& frame, const ByteRange& piece,
                                          std::uint32_t lane) const;
  [[nodiscard]] std::string text_at(std::uint64_t address) const;

  // lanes that work together (collective.cpp)
  [[nodiscard]] SplitState collective(Warp& warp, const Op& op, std::uint32_t active);
  void release_waiting_lanes(Warp& warp);
  /// Whether the warp can run; lanes that others of it wait for go on where that alone lets it.
  [[nodiscard]] static bool can_run(Warp& warp);
  [[nodiscard]] bool waits_for(const Warp& warp, const WarpSplit& split, const WarpSplit& other) const;
  [[nodiscard]] static std::uint32_t named_lanes(const Warp& warp, const WarpSplit& split);
  [[nodiscard]] static const WarpSplit& path_of(const Warp& warp, std::uint32_t lane);
  void perform(Warp& warp, const WarpSplit& split, const std::vector<WarpSplit*>& paths, std::uint32_t lanes);
  void perform(Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active);
  void shuffle(const Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active);
  void vote(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);
  void match(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);
  void redux(const Warp& warp, const Op& op, const Bases& bases, const Collective& how, std::uint32_t active);
  void record_exchanges(const Warp& warp, std::uint32_t active, const std::uint32_t* takes_from,
                        const std::uint32_t* given);
  void record_exchange(const Warp& warp, std::uint32_t exchange, std::uint32_t active, const std::uint32_t* takes_from,
                       const std::uint32_t* given);

  // matrices (matrix.cpp)
  void matrix(Warp& warp, const Op& op, std::uint32_t active);
  void matrix_rows(Warp& warp, const Op& op, const MatrixOperation& how, std::uint32_t active);
  void matrix_fragment(Warp& warp, const Op& op, const MatrixOperation& how, std::uint32_t active);

  // warpgroups (group_matrix.cpp)
  void group_matrix(Warp& warp, const MatrixOperation& how);
  void group_multiply(Warp& warp, const MatrixOperation& how);
  /// Reads the rows from `first` on of a matrix that a descriptor describes, by rows, or into columns.
  void read_group_operand(Warp& warp, const Fragment& fragment, std::uint64_t descriptor, bool transposed,
                          unsigned first, std::vector<std::uint32_t>& elements);
  [[nodiscard]] bool read_group_piece(Warp& warp, std::uint32_t offset);
  void record_group_operand(Warp& warp, std::uint32_t site, std::size_t first);
  void take_group_registers(Warp& warp, const MatrixOperation& how);
  /// An instruction other than wgmma is about to use these registers.
  void check_registers(Warp& warp, const RegisterUse& use);
  /// The four warps of a warpgroup meet here.
  [[nodiscard]] SplitState group_wait(Warp& warp, const Op& op, std::uint32_t active);
  void complete_groups(std::uint32_t first_warp, std::uint32_t may_stay);

  // barriers (barrier.cpp)
  [[nodiscard]] SplitState barrier(Warp& warp, const Op& op, std::uint32_t active);
  void release_complete_barriers();
  void release(std::uint32_t number);
  [[nodiscard]] std::size_t record_arrival(const Warp& warp, std::uint32_t number, std::uint32_t active);
  void record_release(std::size_t record);
  [[nodiscard]] bool waits_for_grid(const Warp& warp) const;
  [[nodiscard]] bool asks_grid_barrier(const Warp& warp) const;

  // the cluster (cluster_barrier.cpp)
  [[nodiscard]] SplitState cluster_barrier(Warp& warp, const Op& op, std::uint32_t active);
  void leave_cluster(Warp& warp, std::uint32_t lanes);
  void check_accesses_of_others();

  // memory (access.cpp, global_access.cpp, shared_access.cpp, local_access.cpp, atomic.cpp)
  void access(Warp& warp, const Op& op, std::uint32_t active);
  /// Makes the access at these addresses, which may be changed.
  /// `pattern`, here and below: that of the lanes' addresses, or null.
  void access_at(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::uint64_t* address,
                 const AddressPattern* pattern = nullptr);
  void global_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                     std::uint32_t site, const AddressPattern* pattern = nullptr);
  /// Addresses are those of memory/memory.h, and may lie in the memory of several blocks.
  void shared_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                     std::uint32_t site, const AddressPattern* pattern = nullptr);
  /// Accesses the shared memory of one block of the cluster.
  void shared_access_in(Block& home, Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                        const std::uint64_t* address, std::uint32_t site, const AddressPattern* pattern);
  /// Returns the block of the cluster whose shared memory an address names, with a fault where there is none any more.
  [[nodiscard]] Block* home_of(const Warp& warp, std::uint32_t lane, const Access& how, std::uint64_t address);
  /// Notes that the lane accesses the shared memory of another block, which must not end before.
  void record_remote_access(Block& home, const Warp& warp, std::uint32_t lane);
  /// "shared memory", or that of another block.
  [[nodiscard]] Message shared_memory_of(const Block& home) const;
  /// Does a whole plain_shared access of the memo's pattern whose first lane is at `first`. False: it is not as simple
  /// as that, and must be done in the usual way.
  [[nodiscard]] bool try_fast_shared_access(Warp& warp, const Op& op, const Access& how, AccessMemo& memo,
                                            std::uint64_t first);
  void local_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                    std::uint32_t site);
  void load_uniform(Warp& warp, const Op& op, std::uint32_t active);
  /// `address`: of an mbarrier, by shared_place().
  void atomic(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::byte* const* places,
              std::uint64_t address = 0);
  void copy_async(Warp& warp, const Op& op, std::uint32_t active);
  void wait_copies(Warp& warp, std::uint32_t active, std::uint32_t may_stay);
  void access_memory(Warp& warp, const Op& op, std::uint32_t active);
  /// Counts one more access of a warp at an instruction; true when it is beyond TraceRequest::max_records_of_site.
  [[nodiscard]] bool is_beyond_limit(const Warp& warp, const Op& op);
  void record_unrecorded();

  // copies of many bytes (bulk_copy.cpp, tensor_copy.cpp)
  void bulk_copy(Warp& warp, const Op& op, std::uint32_t active);
  void bulk_copy_of(Warp& warp, const Op& op, const BulkCopy& copy, const Bases& bases, std::uint32_t lane);
  void store_async(Warp& warp, const Op& op, std::uint32_t active);
  void wait_bulk_copies(Warp& warp, std::uint32_t active, std::uint32_t may_stay, bool only_reads);
  void check_open_copies(Warp& warp, std::uint32_t lanes);
  void begin_copy(Warp& warp, std::uint32_t lane);
  /// Finds the bytes of a box of the tensor whose map is at an address. False after a fault.
  [[nodiscard]] const BoundTensorMap* tensor_map_at(const Warp& warp, std::uint32_t lane, std::uint64_t address);
  [[nodiscard]] bool takes_box(const Warp& warp, const BulkCopy& copy, std::uint32_t lane,
                               const catalogue::TensorMap& map, const std::array<std::int64_t, 5>& first);
  [[nodiscard]] bool tensor_pieces(const Warp& warp, const BulkCopy& copy, const Bases& bases, std::uint32_t lane,
                                   std::uint64_t map_address, std::uint64_t shared, CopyPieces& pieces);
  [[nodiscard]] static std::optional<std::uint64_t> shared_address(std::uint64_t address);
  [[nodiscard]] Block* check_shared_place(const Warp& warp, std::uint32_t lane, std::uint64_t& address,
                                          std::uint64_t bytes, std::uint64_t alignment, const Message& doing);
  [[nodiscard]] bool check_global_pieces(const Warp& warp, std::uint32_t lane, const CopyPieces& pieces,
                                         const Message& doing, bool writes);
  void read_global_pieces(Warp& warp, const Op& op, std::uint32_t site, CopyPieces& pieces);
  void write_global_pieces(Warp& warp, const Op& op, const BulkCopy& copy, const CopyPieces& pieces);
  void read_shared_pieces(Warp& warp, std::uint32_t site, CopyPieces& pieces);
  void write_shared_pieces(Warp& warp, Block& home, const BulkCopy& copy, const CopyPieces& pieces);
  void record_pieces(Warp& warp, std::uint32_t site, const CopyPieces& pieces, bool global, std::uint32_t buffer);
  [[nodiscard]] bool is_fenced(const Warp& warp, std::uint32_t offset, std::uint32_t bytes,
                               SharedMemory::Conflict& conflict) const;
  /// The mbarrier of a block counts bytes that have come.
  void complete_bytes(Warp& warp, Block& home, std::uint32_t offset, std::uint32_t bytes, std::uint32_t site);
  [[nodiscard]] static CodePlace split_place(Warp& warp) { return {current(warp).top.code, current(warp).pc}; }
  [[nodiscard]] std::uint32_t first_copy_actor() const {
    return first_actor_ + static_cast<std::uint32_t>(warps_.size());
  }
  /// Returns true when the path waits for a phase that is not complete and other warps should run.
  [[nodiscard]] bool mbarrier(Warp& warp, const Op& op, std::uint32_t active);
  void update_mbarrier(const Warp& warp, const Op& op, const Access& how, std::uint32_t lane, std::byte* place,
                       std::uint64_t address);
  /// Prepares an access of lanes to a region: fills its pages, and notes the access where blocks may conflict. Returns
  /// false when blocks conflict, and this block stops.
  [[nodiscard]] bool begin_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets,
                                  std::uint64_t bytes, bool write, const AddressPattern* pattern = nullptr);
  /// Notes that the lanes have read what another block may have written. Returns false when all blocks run.
  [[nodiscard]] bool note_unknown(Warp& warp, std::uint32_t lanes);

  // races in global memory (global_races.cpp)
  /// A strong write at the address (that of shared memory: shared_place()), also of an atomic: what the warp passes on
  /// there; also to other blocks where its scope is beyond the block (fences.cpp).
  void release_at(Warp& warp, std::uint64_t address, const Access& how);
  /// A strong read at the address.
  void acquire_at(Warp& warp, std::uint64_t address, const Access& how);
  void fence(Warp& warp, Scope scope);
  [[nodiscard]] std::shared_ptr<const Passed> all_before(Warp& warp);
  void know_what_was_read(Warp& warp, Scope scope);
  void complete_reads(std::uint32_t warps);
  void join_grid_knowledge(std::uint32_t warps);
  /// The lanes access bytes of a region that is watched, before any of them moves.
  void check_global_races(Warp& warp, const Op& op, const Access& how, Region& region, std::uint32_t lanes,
                          const std::uint64_t* offsets, std::uint32_t site);
  /// Returns who accessed the words of a region that is watched, as far as this block must know.
  [[nodiscard]] AccessShadow& shadow_of(Region& region);
  void check_cell(const Warp& warp, std::uint32_t lane, const Access& how, Region& region, std::uint64_t cell,
                  Epoch self, bool same);
  [[nodiscard]] Epoch unordered(Epoch cell, const Warp& warp, std::uint32_t lane, std::optional<Scope> strong);
  [[nodiscard]] bool are_strong_together(Scope scope, Epoch other) const;
  void publish_at(std::uint64_t place, const Passed* passed, bool fresh);
  /// The address of a byte of shared memory that no other block of the cluster has.
  [[nodiscard]] std::uint64_t shared_place(std::uint64_t offset) const {
    return shared_window + (std::uint64_t{rank_} + 1) * block_window_bytes + offset;
  }
  /// "thread 3", "thread 3 of block 7", "an asynchronous copy": who a number of SharedMemory is.
  [[nodiscard]] Message who(std::uint32_t thread) const;
  [[nodiscard]] Message who(std::uint64_t block, std::uint32_t slot, std::uint32_t lane) const;
  [[nodiscard]] bool is_before(Epoch other, const Warp& warp, std::uint32_t lane) const;
  [[nodiscard]] Epoch joined(Epoch cell, Epoch self, const Warp& warp, std::uint32_t lane);
  [[nodiscard]] std::vector<EpochSet>& epoch_sets();
  void report_global_race(const Warp& warp, std::uint32_t lane, const Access& how, const Region& region,
                          std::uint64_t offset, Epoch other, bool other_wrote);
  /// `memory`: the name of the buffer or shared memory.
  void note_equal_writes(const Warp& warp, std::uint64_t offset, const MessageArgument& memory,
                         std::uint32_t other_site);
  /// Of two volatile accesses that nothing orders, in a program without fences. other: the earlier one, or none.
  void note_volatile(const Warp& warp, std::uint64_t offset, const MessageArgument& memory, Epoch other);

  void fetch_texture(Warp& warp, const Op& op, std::uint32_t active);
  void access_surface(Warp& warp, const Op& op, std::uint32_t active);
  /// The lane's byte in the buffer of a surface; nothing for a lane that moves nothing. Faults are reported.
  [[nodiscard]] std::optional<std::uint64_t> surface_place(const Warp& warp, const Surface& how,
                                                           const BoundTexture& surface, std::uint32_t lane);
  [[nodiscard]] std::uint32_t check_global(Warp& warp, const Access& how, std::uint32_t active,
                                           const std::uint64_t* address, Region*& region, std::uint64_t* offsets);
  void note_block_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets, std::uint64_t bytes,
                         bool write, const AddressPattern* pattern);
  void record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer, const trace::Offsets& offsets,
              const Op* op, std::uint32_t register_bytes, std::uint32_t source_degrees = 0);
  /// Does the same with `lanes`, which have an offset; offsets are counted in granules.
  void record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer, std::uint32_t lanes,
              const std::uint64_t* offsets, std::uint32_t granule, const Op& op, std::uint32_t register_bytes,
              const AddressPattern* pattern = nullptr);
  /// Adds one access of the pattern to the worker's tally. first: the offset of its first lane in the buffer, in bytes.
  void count_access(AccessMemo& memo, std::uint32_t site, std::uint32_t active, std::uint32_t buffer,
                    std::uint64_t first, const AddressPattern& pattern);
  void flush_tally_if_full();
  /// Counts an operation that so many lanes execute; each makes so many floating-point operations.
  void count(Count& counted, std::uint32_t executing, std::uint32_t float_operations) {
    ++counted.instructions;
    const auto lanes = executing == all_lanes ? warp_lanes : static_cast<std::uint64_t>(std::popcount(executing));
    counted.lanes += lanes;
    if (float_operations != 0) float_operations_ += lanes * float_operations;
  }
  /// Whether accesses of this block are kept one by one.
  [[nodiscard]] bool is_traced() const { return launch_.options->trace && launch_.options->trace->records(index_); }
  void allocate_local_memory(Warp& warp, std::uint32_t bytes) const;

  // malloc and free (heap_calls.cpp)
  void allocate(Warp& warp, const Call& call, std::uint32_t active);
  void release(Warp& warp, const Call& call, std::uint32_t active);
  void check_free(const Warp& warp, std::uint32_t lane, const Region& region);

  // faults (fault.cpp)
  /// The lane came to a trap, or to what the emulator does not know.
  void report_trap(const Warp& warp, const Op& op, std::uint32_t lane);
  /// A fault of a lane at its instruction. The first two arguments of its message are the thread and its block.
  template <FixedText id, class... Values>
  void fault(FaultKind kind, const Warp& warp, std::uint32_t lane, const FaultAddress& where, const Values&... values) {
    const WarpSplit& split = warp.splits[warp.current];
    fault_at<id>(kind, warp, *split.top.code, split.pc, lane, where, values...);
  }
  template <FixedText id, class... Values>
  void fault_at(FaultKind kind, const Warp& warp, const Code& code, std::uint32_t pc, std::uint32_t lane,
                const FaultAddress& where, const Values&... values) {
    Fault* const fault = new_fault(kind, warp, code, pc, lane, where);
    if (fault != nullptr) fault->message = message<id>(fault->thread, fault->block, values...);
  }
  /// Adds a fault without its message. Null: it is only counted, or not of interest.
  Fault* new_fault(FaultKind kind, const Warp& warp, const Code& code, std::uint32_t pc, std::uint32_t lane,
                   const FaultAddress& where);
  /// Returns a fault without address or message.
  [[nodiscard]] Fault fault_of(FaultKind kind, const Warp& warp, const CodePlace& place, std::uint32_t lane) const;
  /// Where a thread is that has not ended; one that waits for a value comes before the others.
  [[nodiscard]] std::optional<Fault> open_thread() const;
  /// A selection of the active lanes was made. True: one took a value that nothing had written, and the block stops.
  [[nodiscard]] bool select(const Warp& warp, const Op& op, const Bases& bases, std::uint32_t active);
  /// The lanes read what nothing has written, at these addresses: a fault, or noted where a selection may discard it.
  /// Of all that the load reads with the active lanes.
  void note_undefined(const Bases& bases, const Access& how, std::uint32_t active, std::uint32_t lanes,
                      const std::uint64_t* address);
  /// The lane reads bytes of shared memory (no region) or of a region that nothing has written: a fault, which becomes
  /// a race when another thread of the block writes there before the next barrier. The block goes on that far to see
  /// it, and reports nothing else.
  /// `home`: the block whose shared memory it is.
  void report_early_read(const Warp& warp, std::uint32_t lane, const Region* region, std::uint64_t offset,
                         const Access& how, const Block* home = nullptr);
  /// The lane writes bytes in conflict with an earlier access. True: that was an early read, whose fault is a race now.
  /// place: of the write.
  bool is_late_write(const Warp& warp, std::uint32_t lane, const Region* region, std::uint64_t offset,
                     std::uint32_t bytes, const Message& place, const Block* home = nullptr);
  /// From here on writes are ordered behind the early reads.
  void end_search();
  void memory_fault(FaultKind kind, const Warp& warp, std::uint32_t lane, const Access& how, std::uint64_t address);
  /// Returns the memory that an address was meant for: the region that it lies in; else that of the only parameter with
  /// an address that the instruction computes its own from; else the nearest one, where that is near. Or null.
  [[nodiscard]] const Region* meant_region(const Access& how, std::uint64_t address) const;
  /// Notes how far an access reaches that lies in no buffer (Options::measures_reach).
  void note_reach(std::uint64_t address, std::uint32_t bytes);
  /// Likewise for the block's shared memory; whether it was one past its end, and is noted.
  bool notes_shared_reach(std::uint64_t address, std::uint32_t bytes);
  [[nodiscard]] Message line_of(const Code& code, std::uint32_t pc) const;
  [[nodiscard]] Message line_of_site(std::uint32_t site) const;

  /// Returns the number of the next access.
  [[nodiscard]] std::uint64_t& order() { return launch_.order != nullptr ? *launch_.order : output_.accesses; }
  [[nodiscard]] static WarpSplit& current(Warp& warp) { return warp.splits[warp.current]; }
  [[nodiscard]] static ReconvergencePoint& point(Warp& warp, std::int32_t index) {
    return warp.reconvergence_points[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] static Bases bases_of(const Warp& warp, const CallFrame& frame) {
    return {warp.registers.data() + frame.registers, frame.code->constants.data(), warp.specials.data()};
  }
  [[nodiscard]] std::uint64_t random();
  /// Returns who acts for a warp now: itself, or an actor that copies for it.
  [[nodiscard]] std::uint32_t actor(const Warp& warp) const { return first_actor_ + slot(warp); }
  /// The same among the actors of the block.
  [[nodiscard]] std::uint32_t slot(const Warp& warp) const { return acting_ == no_actor ? warp.index : acting_; }

  Launch& launch_;
  Worker& worker_;
  Cluster& cluster_;
  std::uint32_t rank_;         ///< in the cluster
  std::uint32_t first_actor_;  ///< of the block, among those of the cluster
  static constexpr std::uint32_t no_actor = 0xffffffffu;
  std::uint32_t acting_ = no_actor;
  std::uint32_t copy_lane_ = 0;     ///< that stands for the copy which runs now
  std::uint32_t issuing_lane_ = 0;  ///< whose copy it is
  std::uint64_t index_ = 0;
  bool is_listened_to_ = false;  ///< Options::listener hears of its accesses
  std::uint64_t random_ = 0;
  bool shuffled_ = false;
  bool stopped_ = false;
  bool searching_ = false;              ///< a fault was found, and only what tells more of it is looked for
  std::uint64_t search_end_ = 0;        ///< in steps
  bool released_ = false;               ///< a barrier was released, so the warps take turns from the first one on
  std::uint64_t steps_ = 0;             ///< of this block
  std::uint64_t float_operations_ = 0;  ///< of this block, where it is traced
  std::uint32_t turns_ = 0;             ///< of warps, over all blocks
  std::uint64_t changes_before_ = 0;    ///< those of all warps at the last call of only_waits_for_grid()
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> order_;  ///< of the warps
  std::size_t next_warp_ = 0;
  SharedMemory shared_;
  VectorClocks& clocks_;  ///< the cluster's
  /// The last access of an actor of another block to our shared memory; clock 0: none.
  struct RemoteAccess {
    std::uint32_t clock = 0, warp = 0, lane = 0, pc = 0;
    const Code* code = nullptr;
    Block* by = nullptr;
  };
  std::vector<RemoteAccess> remote_;  ///< by actor; empty while there was none
  std::uint32_t threads_ = 0, live_ = 0;

  struct NamedBarrier {
    std::uint32_t threads = 0;  ///< expected; 0: the whole block
    std::uint32_t arrived = 0;
    std::uint32_t warps = 0;  ///< that took part
    bool aligned = false;     ///< all arrivals were of aligned forms
    bool in_use = false;
    const Code* code = nullptr;  ///< of the first arrival
    std::uint32_t pc = 0;
    std::uint32_t warp = 0, lane = 0;
    bool other_place = false;  ///< somebody arrived from another instruction
    std::uint32_t other_pc = 0, other_warp = 0, other_lane = 0;
    std::uint32_t count = 0;                ///< bar.red: threads whose predicate held
    std::array<std::uint32_t, 32> lanes{};  ///< by warp: lanes that arrived, all of them by aligned forms
  };
  [[nodiscard]] std::uint32_t threads_that_came(const NamedBarrier& named) const;
  std::array<NamedBarrier, 16> barriers_{};

  std::vector<EpochSet> sets_;  ///< of this block, where blocks run concurrently
  std::vector<std::pair<const Region*, std::unique_ptr<AccessShadow>>> shadows_;  ///< the same
  std::size_t used_sets_ = 0;
  std::map<std::tuple<FaultKind, const Code*, std::uint32_t>, std::size_t> fault_by_place_;
  /// Reads of what nothing had written, since the last barrier.
  struct EarlyRead {
    std::size_t fault = 0;  ///< into BlockOutput::faults
    std::uint32_t thread = 0;
    const Region* region = nullptr;  ///< null: shared memory
    std::uint32_t home = 0;          ///< of shared memory: the rank of the block that has it
    std::uint64_t offset = 0;
    std::uint32_t bytes = 0;
  };
  std::vector<EarlyRead> early_reads_;
  /// The fault of an early read becomes a race with a writer at a place.
  void turn_into_race(const EarlyRead& early, const Message& writer, const Message& place);
  /// Of an access whose lanes are in several regions: how many of them are being worked on, and where the lanes are
  /// that access allocations of the device heap.
  unsigned region_depth_ = 0;
  std::uint32_t heap_lanes_ = 0, heap_buffer_ = 0;
  std::array<std::uint64_t, warp_lanes> heap_offsets_{};
  std::uint32_t site_limit_ = 0;                 ///< TraceRequest::max_records_of_site where this block is traced
  std::vector<std::uint32_t> accesses_of_site_;  ///< by warp and site, where there is such a limit
  BlockOutput output_;
};

}  // namespace lanescope::emulator
