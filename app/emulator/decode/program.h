// A decoded kernel with the functions that it calls: every operand is a place, every branch an index, every access a
// description.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "emulator/decode/lane_operation.h"
#include "emulator/further_instructions/decode/matrix.h"
#include "emulator/memory/memory.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace lanescope::emulator {

/// The effect of an operation.
enum class OpKind : std::uint8_t {
  lanes,            ///< computed by a LaneFunction
  select,           ///< likewise, and Code::selections[target]
  branch,           ///< to target; lanes whose guard is false fall through; both reconverge at `reconvergence_pc`
  branch_table,     ///< to Code::tables[target][index]
  load,             ///< described by Code::accesses[target]
  store,            ///< as load
  atomic,           ///< as load
  load_uniform,     ///< of a kernel parameter: Code::accesses[target]
  barrier,          ///< Code::barriers[target]
  cluster_barrier,  ///< target: a ClusterBarrierForm
  warp_barrier,     ///< bar.warp.sync: slots[0] is the membermask
  shuffle,          ///< Code::collectives[target]
  vote,
  match,
  redux,
  elect,
  matrix_load,     ///< ldmatrix and wmma.load: Code::accesses[target], whose `matrix` says more
  matrix_store,    ///< stmatrix and wmma.store, as matrix_load
  matrix_compute,  ///< movmatrix, mma, wmma.mma, and wgmma but for its wait: Code::matrices[target]
  group_wait,      ///< wgmma.wait_group; target: how many committed groups may stay pending
  active_mask,
  mbarrier,    ///< Code::accesses[target], whose `mbarrier` says what is done
  copy_async,  ///< Code::accesses[target] describes both sides
  copy_commit,
  bulk_copy,  ///< Code::bulk_copies[target]
  bulk_commit,
  bulk_wait,    ///< target: twice the number of groups that may stay pending, and 1 for .read
  store_async,  ///< st.async and red.async: Code::accesses[target], with the mbarrier as its source
  proxy_fence,  ///< fence.proxy.async: orders what threads and what copies do to shared memory
  copy_wait,    ///< target: how many committed groups may stay pending, or wait_for_all_copies
  texture,      ///< Code::fetches[target]
  surface,      ///< Code::surfaces[target]
  call,         ///< Code::calls[target]
  return_,
  exit,
  trap,
  unknown,  ///< what the emulator does not know: Code::unknown[target]
  clock,    ///< target: a ClockRegister
  fence,    ///< target: its Scope. The emulator completes every access at once; the checks know what it orders
  nothing   ///< fences, prefetches and hints, because the emulator completes every access at once
};

[[nodiscard]] constexpr bool works_on_matrices(OpKind kind) {
  return kind == OpKind::matrix_load || kind == OpKind::matrix_store || kind == OpKind::matrix_compute;
}

/// Op::target of cp.async.wait_all, which also waits for copies that no commit_group has closed.
inline constexpr std::uint32_t wait_for_all_copies = 0xffffffffu;

/// barrier.cluster: what it does, and whether it orders accesses (.relaxed does not).
enum class ClusterBarrierForm : std::uint32_t { arrive_relaxed, arrive_release, wait_relaxed, wait_acquire };

enum class ClockRegister : std::uint32_t { clock, clock_high, clock64, timer, timer_low, timer_high };

struct Op {
  OpKind kind = OpKind::nothing;
  bool guarded = false;
  bool guard_negated = false;
  Slot guard = 0;
  std::uint32_t target = 0;
  /// Of branches: the instruction at which diverged lanes reconverge; Code::ops.size() when they do so only at the end.
  std::uint32_t reconvergence_pc = 0;
  LaneFunction function = nullptr;
  Slots slots{};
};

// clang-format off
enum class AtomicOperation : std::uint8_t {
  add, minimum, maximum, and_, or_, xor_, exchange, compare_and_swap, increment, decrement
};
// clang-format on

/// An instruction on an mbarrier, an object of 8 bytes in shared memory.
enum class MbarrierOperation : std::uint8_t {
  none,
  initialise,     ///< slots[0]: a private register of 64 bits for the new state, slots[1]: the count
  arrive,         ///< slots[0]: the state before, slots[1]: the count, slots[2]: bytes to expect
  arrive_drop,    ///< likewise, and later phases expect so many fewer
  complete,       ///< slots[2]: bytes that came
  copies_arrive,  ///< cp.async.mbarrier.arrive: as arrive, once the copies of the lane are complete
  wait,           ///< slots[0]: a private register for the state now, slots[1]: the predicate, slots[2]: a state
  wait_parity     ///< likewise with a parity instead of a state
};

/// .cta, .cluster; all wider ones are grid.
enum class Scope : std::uint8_t { block, cluster, grid };

/// cp.async.bulk and cp.reduce.async.bulk: what a copy moves, and how its end is known.
struct BulkCopy {
  enum class Way : std::uint8_t { to_shared, to_global, between_shared, prefetch };
  struct Place {
    Slot base = 0;
    std::int64_t offset = 0;
    bool wide = true;  ///< the base is 64 bits wide
  };
  Way way = Way::to_shared;
  Place shared;             ///< the source of to_global, else the destination
  Place other;              ///< in global memory; of a tensor its map; of between_shared the source
  Place mbarrier;           ///< that counts the bytes; to_global belongs to a group instead
  Slot size = 0;            ///< bytes; not of tensors
  unsigned dimensions = 0;  ///< of a tensor; 0: neighbouring bytes
  std::array<Slot, 5> coordinates{};
  bool multicast = false;
  Slot blocks = 0;  ///< of multicast: a bit for each rank
  std::optional<AtomicOperation> reduce{};
  ptx::Type type = ptx::Type::none;  ///< of the elements that are reduced; of a tensor its map says it
  std::uint32_t read_site = 0, write_site = 0;
  std::uint32_t own_site = 0;  ///< of the destination where that is the shared memory of the block that copies
};
/// The bytes of a piece of such a copy in a trace.
inline constexpr std::uint32_t trace_piece_bytes = 16;

/// One memory instruction. Op::slots holds the destinations of a load, the sources of a store, one for each element.
struct Access {
  ptx::Space space = ptx::Space::generic;
  trace::Operation operation = trace::Operation::load;
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;        ///< of the vector
  std::uint8_t register_bytes = 4;  ///< of the operands
  bool sign_extend = false;
  bool wide_address = true;                 ///< the base is 64 bits wide
  bool frame_relative = false;              ///< the base is the frame's local memory
  bool private_parameter = false;           ///< ld.param, st.param of calls: local memory that belongs to no variable
  bool strong = false;                      ///< relaxed, acquire or release; threads may synchronise through it
  bool acquires = false, releases = false;  ///< with .acquire, .release or both
  bool is_volatile = false;                 ///< or mmio
  Scope scope = Scope::grid;                ///< of what is strong: whose threads it synchronises
  bool polls = false;  ///< a volatile or strong load of memory that other blocks may write; a loop may wait for it
  /// Where a value that nothing has written is noted, because only selections read it, which may discard it: a mask of
  /// lanes in 64 bytes, then the address of each lane in 8. none_noted: nothing is noted, reading it is a fault.
  Slot undefined = none_noted;
  static constexpr Slot none_noted = 0xffffffffu;
  std::uint32_t array = no_array;  ///< of shared memory, into Code::shared_arrays of the entry
  static constexpr std::uint32_t no_array = 0xffffffffu;
  bool reserved = false;  ///< of shared memory that the system keeps: the address comes from %reserved_smem_offset_<n>
  std::uint64_t parameters = 0;  ///< of an entry: its parameters that the address is computed from, a bit each
  Slot base = 0;
  std::int64_t offset = 0;
  std::uint32_t site = 0;                        ///< index into Program::sites, or no_site when it is not traced
  std::uint32_t distributed_site = 0xffffffffu;  ///< the same of accesses to the memory of other blocks
  // Of atomics: slots[0] is the result (when `returns`), then the operand (and the new value of compare_and_swap).
  AtomicOperation atomic = AtomicOperation::add;
  ptx::Type type = ptx::Type::b32;
  bool returns = false;
  bool overwrites = false;  ///< an exchange whose result nothing uses: what was there before does not matter
  // Of asynchronous copies: the shared destination is at base, the global source is here.
  Slot source = 0;
  std::int64_t source_offset = 0;
  bool wide_source = true;  ///< of st.async and red.async, whose source is the address of the mbarrier
  Slot source_bytes = 0;    ///< the bytes to read (the rest is zero); a constant when not given
  std::uint32_t source_site = 0;
  MbarrierOperation mbarrier = MbarrierOperation::none;
  bool bulk = false;         ///< a part of a copy of many bytes, whose values are in no registers
  bool suspends = false;     ///< try_wait: the warp lets others run when the phase is not complete
  std::uint32_t matrix = 0;  ///< of matrix_load and matrix_store: into Code::matrices

  [[nodiscard]] std::uint32_t bytes() const { return std::uint32_t{element_bytes} * elements; }
};
inline constexpr std::uint32_t no_site = 0xffffffffu;

/// A selection that may take a value which was noted as undefined; op: that of the load, none where it cannot.
struct Selection {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t first = none, second = none;
};

struct Barrier {
  enum class Kind : std::uint8_t { sync, arrive, count, all, any };  ///< count, all and any are bar.red.popc, .and, .or
  Kind kind = Kind::sync;
  bool aligned = false;
  bool whole_block = true;  ///< no thread count was given
  Slot id = 0;
  Slot threads = 0;    ///< when not whole_block
  Slot predicate = 0;  ///< of reductions; slots[0] is the result
  bool predicate_negated = false;
};

struct Collective {
  // clang-format off
  enum class Kind : std::uint8_t {
    up, down, butterfly, index, all, any, uniform, ballot, match_any, match_all, reduce
  };
  // clang-format on
  Kind kind = Kind::index;
  bool has_predicate = false;  ///< slots[1] is a destination that is read
  bool negated = false;        ///< the source predicate of votes
  bool masked = true;          ///< false for the forms without .sync
  std::uint8_t bytes = 4;
  AtomicOperation reduce = AtomicOperation::add;
  ptx::Type type = ptx::Type::u32;
  std::uint32_t exchange = 0;  ///< of shfl and redux: index into Program::exchanges
};

/// An array of shared memory.
struct SharedArray {
  std::string name;  ///< as the source has it
  std::uint32_t begin = 0;
  std::uint32_t bytes = 0;  ///< 0: up to the end of what the launch gives
};

/// The bytes of a variable in a frame, or of a parameter among the kernel's parameters.
struct ByteRange {
  std::uint32_t offset = 0, bytes = 0;
};

struct Call {
  enum class Target : std::uint8_t { function, pointer, print, assertion, allocation, release };
  Target target = Target::function;
  std::uint32_t function = 0;  ///< index into Program::codes
  Slot pointer = 0;
  std::vector<ByteRange> arguments, results;  ///< in the caller's frame
  bool no_return = false;
};

struct Fetch {
  bool two_dimensional = false;
  bool integer_coordinates = false;  ///< tex.1d with .s32: linear memory
  ptx::Type type = ptx::Type::f32;
  Slot handle = 0, x = 0, y = 0;
  std::uint32_t site = 0;
};

/// suld.b and sust.b: one element or vector of each lane, at a byte of a row of an array.
struct Surface {
  enum class Outside : std::uint8_t { trap, clamp, zero };
  Outside outside = Outside::trap;  ///< what coordinates outside of the array mean
  bool two_dimensional = false;
  Slot handle = 0, x = 0, y = 0;  ///< x counts bytes, y rows
  Access access;
};

/// The line of the source and of the PTX that an operation comes from.
struct SourceLocation {
  std::int32_t line = 0, column = 0, ptx_line = 0;
  std::uint32_t file = 0;  ///< index into Program::files
};

/// Memory that is aligned for moves of whole registers.
struct AlignedBytes {
  static constexpr std::size_t alignment = 64;
  void resize(std::size_t bytes);
  [[nodiscard]] std::byte* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, std::align_val_t{alignment}); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;
  std::size_t size_ = 0;
};

/// The registers of an op by their place, in units of 64 bytes of the function's registers.
struct RegisterUse {
  std::vector<std::uint32_t> reads, writes;
  bool moves = false;  ///< it only copies, or sets a constant: a compiler may put such anywhere
};
inline constexpr std::uint32_t register_unit = 64;

/// A register that a frame begins with: the address of one of its local variables, plus an offset.
struct LocalAddress {
  Slot slot = 0;
  std::uint32_t bytes = 0;  ///< of a lane's register
  std::uint64_t offset = 0;
};

struct Code {
  std::uint32_t index = 0;  ///< index into Program::codes
  std::string name;
  std::vector<Op> ops;
  std::vector<SourceLocation> locations;        ///< by op
  std::vector<std::uint32_t> float_operations;  ///< by op: those of one lane
  std::vector<Access> accesses;
  std::vector<Barrier> barriers;
  std::vector<Collective> collectives;
  std::vector<MatrixOperation> matrices;
  /// By op, where the function has wgmma, which works on registers while the warp goes on; else empty.
  std::vector<RegisterUse> register_uses;
  std::vector<BulkCopy> bulk_copies;
  std::vector<Call> calls;
  std::vector<Fetch> fetches;
  std::vector<Surface> surfaces;
  std::vector<Selection> selections;
  std::vector<Message> unknown;            ///< messages
  std::vector<SharedArray> shared_arrays;  ///< entries: of all functions, by rising begin
  std::vector<std::vector<std::uint32_t>> tables;
  AlignedBytes constants;
  std::uint32_t register_bytes = 0;
  /// Registers that some path reads before it writes them. They start as zero, so that every run is the same.
  std::vector<ByteRange> zeroed;
  std::vector<LocalAddress> local_addresses;
  std::uint32_t local_bytes = 0;     ///< of a frame: variables, parameters and results, parameters of its calls
  std::uint32_t variable_bytes = 0;  ///< the first part of it, which the source calls local memory
  std::vector<ByteRange> parameters, results;
  std::uint32_t shared_bytes = 0;           ///< of entries: static, of all functions
  bool depends_on_other_blocks = false;     ///< by global atomics, volatile or strong accesses, fences beyond the block
  bool uses_other_blocks = false;           ///< likewise, except by atomics whose result nothing uses
  bool uses_reserved_shared = false;        ///< it accesses the shared memory that the system keeps
  std::uint8_t smallest_shared_access = 4;  ///< bytes
  std::uint8_t smallest_global_access = 4;  ///< bytes, at most 4
  /// What the functions write in global memory: kernel parameters that hold the addresses, a bit each, and variables.
  std::uint64_t written_parameters = 0;
  std::vector<std::string> written_variables;
  bool writes_unknown_addresses = false;  ///< through addresses of which the text does not tell where they point
  bool synchronises_grid = false;         ///< fences, acquires or releases beyond the block
  /// Warps are put in order by other things than barriers of the whole block: objects in shared memory, clusters.
  bool exact_order = false;
  bool synchronises = false;  ///< it has fences, acquires or releases; without, strong accesses order no others
};

/// Shared memory of a block that an H100 keeps for the system, with driver 580, and the part of it that is in use.
/// Shared memory of the emulator begins at 0 all the same.
inline constexpr std::uint32_t reserved_shared_bytes = 1024, used_reserved_bytes = 288;
/// The size of a block's shared memory is a multiple of this from compute capability 8.0 on (PTX ISA,
/// %total_smem_size).
inline constexpr std::uint32_t shared_allocation_unit = 128;
/// Where the emulator has what the system keeps: behind the `limit` bytes of a block's own memory, which begin at 0. On
/// a GPU it lies before them.
[[nodiscard]] inline std::uint32_t reserved_begin(std::uint32_t limit) {
  return (limit + shared_allocation_unit - 1) / shared_allocation_unit * shared_allocation_unit;
}

/// The bytes of shared memory that an access of an entry may reach, from and to: of its array where it belongs to one.
/// limit: bytes that a block has.
[[nodiscard]] inline std::pair<std::uint32_t, std::uint32_t> extent_of(const Code& entry, const Access& how,
                                                                       std::uint32_t limit) {
  if (how.reserved) return {reserved_begin(limit), reserved_begin(limit) + reserved_shared_bytes};
  if (how.array == Access::no_array) return {0, limit};
  const SharedArray& array = entry.shared_arrays[how.array];
  return {array.begin, array.bytes != 0 ? array.begin + array.bytes : limit};
}

/// The slots of Bases::specials.
namespace specials {
inline constexpr std::uint32_t slot_bytes = 4 * warp_lanes;
// clang-format off
enum Name : std::uint32_t {
  tid_x, tid_y, tid_z, ctaid_x, ctaid_y, ctaid_z, ntid_x, ntid_y, ntid_z, nctaid_x, nctaid_y, nctaid_z, laneid,
  warpid, nwarpid, smid, nsmid, gridid, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt,
  dynamic_smem_size, total_smem_size, envreg1, envreg2, warp_size, zero, cluster_ctaid_x, cluster_ctaid_y,
  cluster_ctaid_z, cluster_nctaid_x, cluster_nctaid_y, cluster_nctaid_z, clusterid_x, clusterid_y, clusterid_z,
  nclusterid_x, nclusterid_y, nclusterid_z, cluster_ctarank, cluster_nctarank, is_explicit_cluster, aggr_smem_size,
  count
};
// clang-format on
inline constexpr std::uint32_t bytes = slot_bytes * count;
}  // namespace specials

struct Program {
  std::vector<std::unique_ptr<Code>> codes;
  std::map<std::string, std::uint32_t> by_name;  ///< entries
  /// By entry: the functions that it can reach, for pointers to them.
  std::map<std::string, std::map<std::string, std::uint32_t>> functions;
  /// By entry: the offsets of its shared variables; those of a function are "function/name".
  std::map<std::string, std::map<std::string, std::uint32_t>> shared;
  std::vector<std::string> files;  ///< of source locations; [0] is ""
  std::vector<trace::Site> sites;
  std::vector<Scope> scopes;           ///< by site, of strong accesses; grid behind its end
  std::vector<trace::Site> exchanges;  ///< shfl and redux, which follow `sites` in traces that have them
  std::uint64_t dynamic_shared_alignment = 16;
  bool allows_unsupported = false;  ///< decode() makes an operation of what it does not know instead of failing
};

/// Decodes the entry and everything that it can call into `program` (all entries of a plan share sites and files).
/// `variables` must hold the global and constant variables of the module (name to address). An error names the
/// instruction and its line of the source, or of the PTX where the compiler gave none.
[[nodiscard]] Expected<std::uint32_t> decode(const ptx::Module& module, const std::string& entry,
                                             const std::map<std::string, std::uint64_t>& variables,
                                             const std::string& source_root, Program& program);

}  // namespace lanescope::emulator
