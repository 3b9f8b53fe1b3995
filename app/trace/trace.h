// Trace: every memory access of chosen blocks, with one record for each warp instruction. It has the same form for the
// emulator and for an instrumented kernel on the GPU. A shader reads records without conversion (std430: only 32-bit
// words, no padding).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::trace {

inline constexpr std::uint32_t lanes_per_warp = 32;
/// Offset of a lane that accessed no buffer of the plan (out of bounds).
inline constexpr std::uint32_t no_offset = 0xffffffffu;

/// distributed is shared memory through the network of a cluster: that of another block, or by a load, store or atomic
/// that may name another one. A bulk copy to the block that makes it is in shared. registers is no memory: lanes hand
/// each other values with shfl (load) and redux (reduce). There an offset is 4 times the lane whose value a lane takes,
/// its own for redux, and the values are those that the lanes give.
enum class Space : std::uint32_t { global, shared, local, constant, parameter, texture, distributed, registers };
/// bulk_load and bulk_store are those of copies that no lane makes (cp.async.bulk): a record has up to 32 pieces of 16
/// bytes, each in the place of a lane. matrix_load and matrix_store are those of ldmatrix, stmatrix and wmma, where
/// each lane names a row and receives elements of other rows. asynchronous_copy is cp.async.ca, which goes through the
/// L1, and asynchronous_bypass cp.async.cg, which does not. matrix_operand is an operand that wgmma reads from shared
/// memory, with pieces as in a bulk load.
// clang-format off
enum class Operation : std::uint32_t {
  load, store, reduce, atomic, asynchronous_copy, matrix_load, matrix_store, bulk_load, bulk_store,
  asynchronous_bypass, matrix_operand
};
// clang-format on
inline constexpr std::size_t operation_count = 11;
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Operation operation);
/// Whether accesses to the space name one of Trace::buffers.
[[nodiscard]] constexpr bool lies_in_buffers(Space space) {
  return space == Space::global || space == Space::texture;
}

/// One memory instruction of the program: its place and its operation.
struct Site {
  std::string entry;
  std::string file;
  std::int32_t line = 0, column = 0;  ///< in the kernel source, from 1; 0 when the compiler gave none
  std::int32_t ptx_line = 0;          ///< in the PTX text, from 1
  Space space = Space::global;
  Operation operation = Operation::load;
  std::uint32_t bytes_per_lane = 0;  ///< as written: 1, 2, 4, 8 or 16
  friend bool operator==(const Site&, const Site&) = default;
};

/// One executed warp instruction.
struct Header {
  std::uint32_t site = 0;         ///< index into Trace::sites
  std::uint32_t launch = 0;       ///< step of the plan
  std::uint32_t block = 0;        ///< linear index in the grid, x fastest
  std::uint32_t warp = 0;         ///< in its block
  std::uint32_t active_mask = 0;  ///< bit n is set when lane n takes part
  /// Index into Trace::buffers for global and texture space; for distributed shared memory the rank, in the cluster, of
  /// the block whose memory it is; else 0.
  std::uint32_t buffer = 0;
  std::uint32_t order_low = 0, order_high = 0;  ///< logical order over the whole trace
  std::uint32_t sm = 0;                         ///< only in instrumented traces
  std::uint32_t time_low = 0, time_high = 0;    ///< nanoseconds since the first record, only in instrumented traces
  /// Of the destination of cp.async: source_degrees() of its source, or 0 where that is not known; else 0.
  std::uint32_t source_degrees = 0;

  [[nodiscard]] std::uint64_t order() const { return std::uint64_t{order_high} << 32 | order_low; }
  void set_order(std::uint64_t order) {
    order_low = static_cast<std::uint32_t>(order);
    order_high = static_cast<std::uint32_t>(order >> 32);
  }
  [[nodiscard]] std::uint64_t time() const { return std::uint64_t{time_high} << 32 | time_low; }
  friend bool operator==(const Header&, const Header&) = default;
};
static_assert(sizeof(Header) == 48 && alignof(Header) == 4);

/// A warp at a barrier of its block (bar.sync, bar.red, bar.arrive and barrier.*): the lanes that arrived together, the
/// moment of their arrival, and the moment of their release (the same moment for bar.arrive, which does not wait).
/// Barriers take no number of the order: an order here is that of the next access, so that `arrived_order` 5 comes
/// before the access with order 5. Lanes of a warp that arrive at different times have separate entries. An entry has
/// 64 bytes in std430, like Header.
struct Barrier {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint32_t warp = 0;  ///< in its block
  std::uint32_t active_mask = 0;
  std::uint32_t number = 0;                                     ///< one of the 16 of a block
  std::uint32_t line = 0, ptx_line = 0;                         ///< source line (0 when unknown) and PTX line
  std::uint32_t sm = 0;                                         ///< only in instrumented traces
  std::uint32_t arrived_order_low = 0, arrived_order_high = 0;  ///< only from the emulator, else 0
  std::uint32_t released_order_low = 0, released_order_high = 0;
  std::uint32_t arrived_time_low = 0, arrived_time_high = 0;  ///< as Header::time; only in instrumented traces
  std::uint32_t released_time_low = 0, released_time_high = 0;

  [[nodiscard]] std::uint64_t arrived_order() const { return joined(arrived_order_high, arrived_order_low); }
  [[nodiscard]] std::uint64_t released_order() const { return joined(released_order_high, released_order_low); }
  [[nodiscard]] std::uint64_t arrived_time() const { return joined(arrived_time_high, arrived_time_low); }
  [[nodiscard]] std::uint64_t released_time() const { return joined(released_time_high, released_time_low); }
  void set_arrived_order(std::uint64_t order) {
    arrived_order_low = static_cast<std::uint32_t>(order);
    arrived_order_high = static_cast<std::uint32_t>(order >> 32);
  }
  void set_released_order(std::uint64_t order) {
    released_order_low = static_cast<std::uint32_t>(order);
    released_order_high = static_cast<std::uint32_t>(order >> 32);
  }
  friend bool operator==(const Barrier&, const Barrier&) = default;

 private:
  static std::uint64_t joined(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }
};
static_assert(sizeof(Barrier) == 64 && alignof(Barrier) == 4);
/// Barrier::released_order() and released_time() of lanes that were never released, because the block ended in a
/// deadlock or a fault.
inline constexpr std::uint64_t never_released = ~std::uint64_t{0};
inline constexpr std::uint32_t barriers_per_block = 16;

/// How often a warp made an access beyond those of the same instruction that were recorded.
struct Unrecorded {
  std::uint32_t launch = 0, block = 0, warp = 0, site = 0;
  std::uint64_t times = 0;
  friend bool operator==(const Unrecorded&, const Unrecorded&) = default;
};

/// Whether lanes copy from global to shared memory with cp.async.
[[nodiscard]] constexpr bool is_asynchronous_copy(Operation operation) {
  return operation == Operation::asynchronous_copy || operation == Operation::asynchronous_bypass;
}

/// The place that each lane accessed: the byte offset divided by the buffer's granule (Trace::Buffer::granule), or
/// bytes within shared or local memory. It is no_offset for lanes that are inactive or out of bounds.
using Offsets = std::array<std::uint32_t, lanes_per_warp>;
/// The optional values that the lanes moved: the low 32 bits of each.
using Lanes = std::array<std::uint32_t, lanes_per_warp>;
static_assert(sizeof(Offsets) == 128 && sizeof(Lanes) == 128);

/// Returns the bytes per unit of offset in a buffer of this size: 1, or 16 when 32 bits cannot count its bytes beside
/// no_offset.
[[nodiscard]] constexpr std::uint32_t granule_of(std::uint64_t buffer_bytes) {
  return buffer_bytes > 0xfffffff0u ? 16 : 1;
}

/// One trace. headers, offsets and (if recorded) values run in parallel.
struct Trace {
  enum class Source { emulator, instrumented };
  struct Buffer {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t granule = 1;  ///< bytes per unit of offset: granule_of(bytes)
    friend bool operator==(const Buffer&, const Buffer&) = default;
  };

  Source source = Source::emulator;
  std::vector<Site> sites;
  std::vector<Buffer> buffers;
  std::vector<Header> headers;
  std::vector<Offsets> offsets;
  std::vector<Lanes> values;  ///< empty when values were not recorded
  /// By record: the floating-point operations that its block had made before it (ptx::float_operations() of all lanes).
  /// Only the emulator counts them; else it is empty.
  std::vector<std::uint64_t> float_operations;
  std::vector<Barrier> barriers;  ///< those of each block in the order of arrival
  std::uint64_t dropped = 0;      ///< records beyond the bound
  /// Accesses beyond a bound by warp and site. Such a trace stays in the process that made it.
  std::vector<Unrecorded> unrecorded;
  std::uint64_t dropped_barriers = 0;                          ///< beyond the same bound, counted separately
  std::uint32_t first_block = 0, blocks = 0, grid_blocks = 0;  ///< traced blocks, and all blocks of the grid

  [[nodiscard]] bool has_values() const { return !values.empty(); }
  /// Whether there are times and multiprocessors, which only hardware has.
  [[nodiscard]] bool has_clock() const { return source == Source::instrumented; }
  [[nodiscard]] bool has_multiprocessors() const { return source == Source::instrumented; }

  /// Returns the moment of a record or a barrier: the time where there is a clock, else the logical order.
  [[nodiscard]] std::uint64_t moment_of(const Header& header) const {
    return has_clock() ? header.time() : header.order();
  }
  [[nodiscard]] std::uint64_t arrival_of(const Barrier& barrier) const {
    return has_clock() ? barrier.arrived_time() : barrier.arrived_order();
  }
  [[nodiscard]] std::uint64_t release_of(const Barrier& barrier) const {
    return has_clock() ? barrier.released_time() : barrier.released_order();
  }

  /// Returns the bytes per unit of the record's offsets: those of its buffer, or 1 in spaces without buffers.
  [[nodiscard]] std::uint32_t granule_of(const Header& header) const {
    const bool in_buffer = lies_in_buffers(sites[header.site].space) && header.buffer < buffers.size();
    return in_buffer ? buffers[header.buffer].granule : 1;
  }
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// How many lanes of cp.async meet in the busiest bank of the L1 at the source, for each group of lanes that go
/// together (32, 16 or 8 for 4, 8 or 16 bytes): the first group in the lowest 8 bits. `bytes` are the offsets of the
/// active lanes in bytes.
[[nodiscard]] std::uint32_t source_degrees(const std::array<std::uint64_t, lanes_per_warp>& bytes, std::uint32_t active,
                                           std::uint32_t bytes_per_lane);

/// Returns why a trace is not well formed (lengths differ, a site or buffer does not exist, a lane outside the mask has
/// an offset, a barrier is left before it is reached), or empty. A trace from a pipe is checked with it before it is
/// drawn.
[[nodiscard]] std::string defect(const Trace& trace);

/// Returns indices into headers in the order of time for instrumented traces, else in logical order.
[[nodiscard]] std::vector<std::uint32_t> in_order(const Trace& trace);

/// Calls the function with the number of each set bit, in rising order.
template <class Function>
void for_each_lane(std::uint32_t mask, Function&& function) {
  for (; mask != 0; mask &= mask - 1) function(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

/// The tables that the records of a program's traces refer to. They are the same for the emulator and for an
/// instrumented kernel on the GPU, so that their traces can be compared.
struct TraceTables {
  /// By entry in the order of the launches, then in the order of the text. A generic access has three consecutive sites
  /// (global, shared, local), and a fourth (distributed) in programs that name shared memory of other blocks; an
  /// asynchronous copy has two (source, destination).
  std::vector<Site> sites;
  /// The plan's own buffers, then the module's global and constant variables, then the counter of a grid barrier.
  std::vector<Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< line of the kernel source by PTX line
  std::vector<std::uint64_t> shared_bytes;             ///< by launch; per block, static and dynamic
  /// By entry: the offset of each shared variable in a trace; those of a function are named "function/name". An
  /// assembler may put them in any other order.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

/// How often a source line ran, counting all instructions of the line, also those that access no memory.
struct LineExecution {
  std::string file;
  std::int32_t line = 0;
  std::uint64_t instructions = 0;  ///< warp instructions
  std::uint64_t lanes = 0;         ///< active lanes in them; 32 × instructions where no path diverges

  /// Returns 0 to 1, and 0 without instructions.
  [[nodiscard]] double lane_efficiency() const {
    return instructions == 0 ? 0 : static_cast<double>(lanes) / (32.0 * static_cast<double>(instructions));
  }
  friend bool operator==(const LineExecution&, const LineExecution&) = default;
};

}  // namespace lanescope::trace
