// Instrumentation: a module whose kernels also write down every access of chosen blocks, to be run anywhere that PTX
// runs. What they write is read back by gpu/trace/decode.h.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace warpscope::ptx {

/// A place of the original module that writes records.
struct RecordPoint {
  enum class Kind : std::uint8_t {
    access,            ///< a load, store, atomic or reduction
    copy_source,       ///< cp.async: where it reads; stands right before its copy_destination
    copy_destination,  ///< and where it writes
    fetch,             ///< a texture fetch: coordinates instead of addresses
    arrival,           ///< a barrier, before it
    release            ///< and behind it
  };
  Kind kind = Kind::access;
  Space space = Space::global;  ///< of an access
  std::string function;
  std::int32_t ptx_line = 0;  ///< of the original text
  bool waits = true;          ///< barriers: a release follows; not so for bar.arrive
  friend bool operator==(const RecordPoint&, const RecordPoint&) = default;
};

struct InstrumentOptions {
  bool values = true;  ///< also write what each lane moved
  /// By entry: where a trace shows each shared variable, in bytes; those of a function as "function/name". ptxas puts
  /// several variables in an order of its own, which records would change. Those not named here count from the first.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

struct Instrumented {
  Module module;
  std::vector<RecordPoint> points;  ///< by RecordHead::point
};

// The trace buffer: first its counters, then where the launch's arguments say the anchors of the blocks, the records of
// accesses and the records of barriers. Everything little-endian, addresses relative to the buffer.

/// How many records there would have been with room for all.
struct RecordCounters {
  std::uint64_t accesses = 0, barriers = 0;
  std::array<std::uint64_t, 6> reserved{};
};
static_assert(sizeof(RecordCounters) == 64);

/// Start of a block: one moment on the clock that all SMs share and on that of its own SM.
struct BlockAnchor {
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
  std::uint64_t cycles = 0;       ///< %clock64
  std::uint32_t sm = 0;
  std::uint32_t written = 0;  ///< 1, or 0 of a block that did not run
  std::uint64_t reserved = 0;
};
static_assert(sizeof(BlockAnchor) == 32);

/// Begins a record. Of an access there follow 32 addresses of 64 bits, and with InstrumentOptions::values 32 words.
/// Lanes outside the mask leave theirs as it was.
struct RecordHead {
  std::uint32_t point = 0;
  std::uint32_t launch = 0;
  std::uint32_t block = 0;  ///< linear in the grid, x fastest
  std::uint32_t warp = 0;   ///< in its block
  std::uint32_t active_mask = 0;
  std::uint32_t sm = 0;
  std::uint64_t cycles = 0;       ///< %clock64 of the SM
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
  std::uint64_t detail = 0;       ///< fetch: the texture's handle; barriers: their number
  std::array<std::uint64_t, 2> reserved{};
};
static_assert(sizeof(RecordHead) == 64);
inline constexpr std::uint32_t record_addresses = sizeof(RecordHead);      ///< offset of the addresses
inline constexpr std::uint32_t record_values = record_addresses + 32 * 8;  ///< offset of the values
[[nodiscard]] constexpr std::uint32_t record_bytes(bool values) {
  return values ? record_values + 32 * 4 : record_values;
}
/// Where an address lies is said by these bits of it, which no address has. Shared ones count as
/// InstrumentOptions::shared_variables says, local ones from the start of the function's local memory.
inline constexpr std::uint64_t shared_tag = std::uint64_t{1} << 60, local_tag = std::uint64_t{2} << 60,
                               parameter_tag = std::uint64_t{3} << 60, tag_mask = std::uint64_t{3} << 60;

/// What every kernel takes behind its own parameters, in this order. Offsets count from the trace buffer; counts beyond
/// which nothing is written; a launch's number is written as it is.
struct RecordParameter {
  std::string_view name;
  Type type = Type::u32;
};
inline constexpr std::array<RecordParameter, 9> record_parameters{{{"warpscope_buffer", Type::u64},
                                                                   {"warpscope_anchors", Type::u64},
                                                                   {"warpscope_records", Type::u64},
                                                                   {"warpscope_barriers", Type::u64},
                                                                   {"warpscope_launch", Type::u32},
                                                                   {"warpscope_first_block", Type::u32},
                                                                   {"warpscope_blocks", Type::u32},
                                                                   {"warpscope_most_records", Type::u32},
                                                                   {"warpscope_most_barriers", Type::u32}}};

/// Inserts a record behind each memory instruction and around each barrier of every function that has a body. Blocks
/// that were not chosen only test a predicate there. One record is what lanes that run together do with one
/// instruction: its number comes from one atomic of their lowest lane. Nothing else of the kernels changes; the
/// parameters of the entries keep their places. Error: an instruction that accesses memory in a way that no record
/// describes, two in one line of PTX, or a module that is instrumented already.
[[nodiscard]] Expected<Instrumented> instrument(const Module& module, const InstrumentOptions& options);

}  // namespace warpscope::ptx
