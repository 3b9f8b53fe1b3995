// Trace: every memory access of chosen blocks, one record a warp instruction. The same for the emulator and for an
// instrumented kernel on the GPU. Records are laid out so that a shader reads them as they are (std430: only 32-bit
// words, no padding).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::trace {

inline constexpr std::uint32_t lanes_per_warp = 32;
/// Offset of a lane whose access met no buffer of the plan (out of bounds).
inline constexpr std::uint32_t no_offset = 0xffffffffu;

enum class Space : std::uint32_t { global, shared, local, constant, parameter, texture };
enum class Operation : std::uint32_t { load, store, reduce, atomic, asynchronous_copy };
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Operation operation);
/// Whether accesses to it name one of Trace::buffers.
[[nodiscard]] constexpr bool lies_in_buffers(Space space) {
  return space == Space::global || space == Space::texture;
}

/// One memory instruction of the program: where it stands and what it does.
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

/// One warp instruction.
struct Header {
  std::uint32_t site = 0;                       ///< into Trace::sites
  std::uint32_t launch = 0;                     ///< which step of the plan
  std::uint32_t block = 0;                      ///< linear index in the grid: x fastest
  std::uint32_t warp = 0;                       ///< in its block
  std::uint32_t active_mask = 0;                ///< bit n: lane n takes part
  std::uint32_t buffer = 0;                     ///< into Trace::buffers for global and texture space; else 0
  std::uint32_t order_low = 0, order_high = 0;  ///< logical order over the whole trace
  std::uint32_t sm = 0;                         ///< instrumented only
  std::uint32_t time_low = 0, time_high = 0;    ///< nanoseconds since the first record; instrumented only, else 0
  std::uint32_t reserved = 0;

  [[nodiscard]] std::uint64_t order() const { return std::uint64_t{order_high} << 32 | order_low; }
  void set_order(std::uint64_t order) {
    order_low = static_cast<std::uint32_t>(order);
    order_high = static_cast<std::uint32_t>(order >> 32);
  }
  [[nodiscard]] std::uint64_t time() const { return std::uint64_t{time_high} << 32 | time_low; }
  friend bool operator==(const Header&, const Header&) = default;
};
static_assert(sizeof(Header) == 48 && alignof(Header) == 4);

/// A warp at a barrier of its block (bar.sync, bar.red, bar.arrive and barrier.*): the lanes that arrived together,
/// when they did, and when they could go on (the same moment for bar.arrive, which does not wait). Barriers take no
/// number of the order: an order here is that of the access that comes next, so that `arrived_order` 5 stands before
/// the access with order 5. Lanes of a warp that arrive one after the other have an entry each. 64 bytes in std430 as
/// Header.
struct Barrier {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint32_t warp = 0;  ///< in its block
  std::uint32_t active_mask = 0;
  std::uint32_t number = 0;                                     ///< which of the 16 of a block
  std::uint32_t line = 0, ptx_line = 0;                         ///< in the kernel source (0: not known) and in the PTX
  std::uint32_t sm = 0;                                         ///< instrumented only
  std::uint32_t arrived_order_low = 0, arrived_order_high = 0;  ///< emulator only, else 0
  std::uint32_t released_order_low = 0, released_order_high = 0;
  std::uint32_t arrived_time_low = 0, arrived_time_high = 0;  ///< as Header::time; instrumented only, else 0
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
/// Barrier::released_order() and released_time() of lanes that nobody released: the block ended in a deadlock or a
/// fault.
inline constexpr std::uint64_t never_released = ~std::uint64_t{0};
inline constexpr std::uint32_t barriers_per_block = 16;

/// Where each lane went: byte offsets divided by the buffer's granule (Trace::Buffer::granule), or bytes within shared
/// or local memory. no_offset for lanes that are inactive or out of bounds.
using Offsets = std::array<std::uint32_t, lanes_per_warp>;
/// Optionally what each lane moved: the low 32 bits of the value.
using Lanes = std::array<std::uint32_t, lanes_per_warp>;
static_assert(sizeof(Offsets) == 128 && sizeof(Lanes) == 128);

/// Bytes a unit of offset in a buffer of so many bytes: 1, or 16 where 32 bits do not count its bytes and have
/// no_offset left.
[[nodiscard]] constexpr std::uint32_t granule_of(std::uint64_t buffer_bytes) {
  return buffer_bytes > 0xfffffff0u ? 16 : 1;
}

/// One trace. headers, offsets and, when recorded, values run in parallel.
struct Trace {
  enum class Source { emulator, instrumented };
  struct Buffer {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t granule = 1;  ///< bytes a unit of offset: granule_of(bytes)
    friend bool operator==(const Buffer&, const Buffer&) = default;
  };

  Source source = Source::emulator;
  std::vector<Site> sites;
  std::vector<Buffer> buffers;
  std::vector<Header> headers;
  std::vector<Offsets> offsets;
  std::vector<Lanes> values;                                   ///< empty when values were not recorded
  std::vector<Barrier> barriers;                               ///< of each block in the order of arrival
  std::uint64_t dropped = 0;                                   ///< records beyond the bound
  std::uint64_t dropped_barriers = 0;                          ///< beyond the same bound, counted for itself
  std::uint32_t first_block = 0, blocks = 0, grid_blocks = 0;  ///< the blocks that were traced, and those of the grid

  [[nodiscard]] bool has_values() const { return !values.empty(); }
  /// Times, and the multiprocessors that they were taken on: only hardware has them.
  [[nodiscard]] bool has_clock() const { return source == Source::instrumented; }
  [[nodiscard]] bool has_multiprocessors() const { return source == Source::instrumented; }

  /// What places a record or a barrier among the others: the time where there is a clock, else the logical order.
  [[nodiscard]] std::uint64_t moment_of(const Header& header) const {
    return has_clock() ? header.time() : header.order();
  }
  [[nodiscard]] std::uint64_t arrival_of(const Barrier& barrier) const {
    return has_clock() ? barrier.arrived_time() : barrier.arrived_order();
  }
  [[nodiscard]] std::uint64_t release_of(const Barrier& barrier) const {
    return has_clock() ? barrier.released_time() : barrier.released_order();
  }

  /// Bytes a unit of the record's offsets: those of its buffer; 1 in spaces without buffers.
  [[nodiscard]] std::uint32_t granule_of(const Header& header) const {
    const bool in_buffer = lies_in_buffers(sites[header.site].space) && header.buffer < buffers.size();
    return in_buffer ? buffers[header.buffer].granule : 1;
  }
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// Why a trace is not well formed (lengths differ, a site or buffer that does not exist, a lane outside the mask with
/// an offset, a barrier that is left before it is reached), or empty. What comes over a pipe is checked with it before
/// anything draws it.
[[nodiscard]] std::string defect(const Trace& trace);

/// Records in time order: by time for instrumented traces, else by logical order. Indices into headers.
[[nodiscard]] std::vector<std::uint32_t> in_order(const Trace& trace);

/// Calls the function with the number of each set bit, rising.
template <class Function>
void for_each_lane(std::uint32_t mask, Function&& function) {
  for (; mask != 0; mask &= mask - 1) function(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

/// What the records of a program's traces refer to. The same for the emulator and for an instrumented kernel on the
/// GPU, so that their traces can be laid beside each other.
struct TraceTables {
  /// By entry in the order of the launches, in the order of the text. A generic access has three in a row (global,
  /// shared, local), an asynchronous copy two (source, destination).
  std::vector<Site> sites;
  /// The plan's own, then the module's global and constant variables, then what a grid barrier counts in.
  std::vector<Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< by PTX line: line of the kernel source
  std::vector<std::uint64_t> shared_bytes;             ///< by launch: of a block, static and dynamic
  /// By entry: offset of each shared variable; those of a function as "function/name". An assembler may put them in
  /// another order, and does so as it likes: a trace shows them here.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

/// How often a line of the source ran. Of all instructions that came from the line, also those that touch no memory.
struct LineExecution {
  std::string file;
  std::int32_t line = 0;
  std::uint64_t instructions = 0;  ///< warp instructions
  std::uint64_t lanes = 0;         ///< lanes active in them; 32 × instructions where no path diverges

  /// 0 to 1. 0 without instructions.
  [[nodiscard]] double lane_efficiency() const {
    return instructions == 0 ? 0 : static_cast<double>(lanes) / (32.0 * static_cast<double>(instructions));
  }
  friend bool operator==(const LineExecution&, const LineExecution&) = default;
};

}  // namespace warpscope::trace
