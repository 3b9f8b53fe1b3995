// Instrumentation: a module whose kernels also record every access of chosen blocks, and which runs anywhere that PTX
// runs. gpu/trace/decode.h reads the records.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace lanescope::ptx {

/// A place of the original module that writes records.
struct RecordPoint {
  enum class Kind : std::uint8_t {
    access,            ///< a load, store, atomic or reduction
    copy_source,       ///< cp.async: its source address; comes right before its copy_destination
    copy_destination,  ///< cp.async: its destination address
    fetch,             ///< a texture fetch, with coordinates instead of addresses
    arrival,           ///< a record before a barrier
    release            ///< a record after a barrier
  };
  Kind kind = Kind::access;
  Space space = Space::global;  ///< of an access
  std::string function;
  std::int32_t ptx_line = 0;  ///< of the original text
  bool waits = true;          ///< whether a release follows an arrival; false for bar.arrive
  friend bool operator==(const RecordPoint&, const RecordPoint&) = default;
};

struct InstrumentOptions {
  bool values = true;  ///< also record the value of each lane
  /// By entry: the offset of each shared variable in a trace; those of a function are "function/name". ptxas chooses
  /// their order itself, and records would change it. Variables not named here count from the first one.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

struct Instrumented {
  Module module;
  std::vector<RecordPoint> points;  ///< by RecordHead::point
};

// The trace buffer has first its counters, then, at offsets from the launch's arguments, the anchors of the blocks, the
// records of accesses and the records of barriers. Everything is little-endian; offsets count from the buffer.

/// The number of records that would exist with room for all.
struct RecordCounters {
  std::uint64_t accesses = 0, barriers = 0;
  std::array<std::uint64_t, 6> reserved{};
};
static_assert(sizeof(RecordCounters) == 64);

/// The start of a block: one moment on the clock that all SMs share and on that of its own SM.
struct BlockAnchor {
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
  std::uint64_t cycles = 0;       ///< %clock64
  std::uint32_t sm = 0;
  std::uint32_t written = 0;  ///< 1, or 0 for a block that did not run
  std::uint64_t reserved = 0;
};
static_assert(sizeof(BlockAnchor) == 32);

/// The start of a record. For an access, 32 addresses of 64 bits follow, and with InstrumentOptions::values 32 words.
/// Lanes outside the mask leave theirs unchanged.
struct RecordHead {
  std::uint32_t point = 0;
  std::uint32_t launch = 0;
  std::uint32_t block = 0;  ///< linear in the grid, x fastest
  std::uint32_t warp = 0;   ///< in its block
  std::uint32_t active_mask = 0;
  std::uint32_t sm = 0;
  std::uint64_t cycles = 0;       ///< %clock64 of the SM
  std::uint64_t nanoseconds = 0;  ///< %globaltimer
  std::uint64_t detail = 0;       ///< handle of a fetch's texture, or number of a barrier
  std::array<std::uint64_t, 2> reserved{};
};
static_assert(sizeof(RecordHead) == 64);
inline constexpr std::uint32_t record_addresses = sizeof(RecordHead);      ///< offset of the addresses
inline constexpr std::uint32_t record_values = record_addresses + 32 * 8;  ///< offset of the values
[[nodiscard]] constexpr std::uint32_t record_bytes(bool values) {
  return values ? record_values + 32 * 4 : record_values;
}
/// These bits of an address, which no address uses, name its space. An address of shared memory that another block of
/// the cluster may have also has that block's rank, from bit rank_bit on. Shared addresses count as in
/// InstrumentOptions::shared_variables, local ones from the start of the function's local memory.
inline constexpr std::uint64_t shared_tag = std::uint64_t{1} << 60, local_tag = std::uint64_t{2} << 60,
                               parameter_tag = std::uint64_t{3} << 60, distributed_tag = std::uint64_t{4} << 60,
                               tag_mask = std::uint64_t{7} << 60;
inline constexpr unsigned tag_bit = 60, rank_bit = 40;

/// The parameters of every kernel after its own ones, in this order: offsets from the trace buffer; counts beyond which
/// nothing is written; the number of the launch, which is recorded unchanged.
struct RecordParameter {
  std::string_view name;
  Type type = Type::u32;
};
inline constexpr std::array<RecordParameter, 9> record_parameters{{{"lanescope_buffer", Type::u64},
                                                                   {"lanescope_anchors", Type::u64},
                                                                   {"lanescope_records", Type::u64},
                                                                   {"lanescope_barriers", Type::u64},
                                                                   {"lanescope_launch", Type::u32},
                                                                   {"lanescope_first_block", Type::u32},
                                                                   {"lanescope_blocks", Type::u32},
                                                                   {"lanescope_max_records", Type::u32},
                                                                   {"lanescope_max_barriers", Type::u32}}};

/// Inserts a record after each memory instruction and around each barrier of every function with a body. Other blocks
/// only test a predicate there. One record holds one instruction of the active lanes; an atomic of the lowest lane
/// gives its number. Nothing else of the kernels changes; the parameters of the entries keep their places. It fails for
/// an instruction whose accesses no record describes, for two of them in one line of PTX, or for a module that is
/// instrumented already.
[[nodiscard]] Expected<Instrumented> instrument(const Module& module, const InstrumentOptions& options);

}  // namespace lanescope::ptx
