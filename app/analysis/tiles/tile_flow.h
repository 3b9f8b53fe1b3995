// TileFlow says which elements of the buffers one block has in shared memory and in registers at any moment, and how
// often it has used each. It follows the addresses of a trace and the registers of the PTX (model::SiteRegisters): a
// load from global memory brings elements to registers, a store puts them in words of shared memory, cp.async and bulk
// copies bring them there directly, a load from shared memory brings them to registers again.
//
// Fetched is what warp instructions ask of global memory: an element counts once for each instruction that names it,
// also where several lanes of the warp name it, and again for each later instruction. Used is what comes to a register
// of a thread, or to the tensor cores, to be computed with: a load from shared memory for each lane, and a load from
// global memory unless all that is done with it is to store it in shared memory.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/access_sequence.h"
#include "model/heat/heat_grid.h"

namespace lanescope::analysis {

inline constexpr std::uint32_t no_element = 0xffffffffu;

struct FetchedElement {
  std::uint32_t buffer = 0;   ///< index into Trace::buffers
  std::uint32_t element = 0;  ///< of that buffer
};

/// What an access does to what the block has.
enum class TileAction : std::uint8_t {
  nothing,
  fetch,      ///< from global memory, for shared memory
  fetch_use,  ///< from global memory, to compute with
  place,      ///< into shared memory
  read,       ///< from shared memory
  store       ///< to global memory
};

/// One access of the block. Of each active lane, in rising order, it moves `units` units of TileFlow::unit bytes.
struct TileStep {
  std::uint32_t index = 0;  ///< in AccessSequence::records
  TileAction action = TileAction::nothing;
  std::uint32_t first = 0;  ///< of its lanes in TileFlow::moved
  std::uint32_t units = 0;
};

/// Sums over the accesses up to one, with it. Bytes are those of elements of buffers.
struct TileTotals {
  std::uint64_t fetched = 0;   ///< bytes from global memory
  std::uint64_t stored = 0;    ///< bytes to global memory, counted as the fetched ones
  std::uint64_t used = 0;      ///< bytes that came to registers to be computed with
  std::uint64_t reused = 0;    ///< of these, the ones from shared memory
  std::uint64_t computed = 0;  ///< floating-point operations before the access
};

/// A buffer of which the block fetches elements.
struct TileBuffer {
  std::uint32_t buffer = 0;  ///< index into Trace::buffers
  model::ElementGrid grid;   ///< a buffer of one dimension is folded so that what is fetched is about as wide as high
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;  ///< around all that it fetches; right and bottom are outside
  std::uint32_t first = 0, last = 0;                       ///< elements that it fetches
  std::uint32_t elements = 0;                              ///< different ones that it fetches
};

struct TileFlow {
  std::uint32_t launch = 0, block = 0;
  std::uint32_t threads = 0, unit = 4, shared_bytes = 0;
  bool knows_registers = false;    ///< otherwise only copies without registers are followed
  bool counts_operations = false;  ///< whether TileTotals::computed is known
  std::uint32_t max_uses = 0;      ///< of one unit, at the end
  std::vector<FetchedElement> elements;
  std::vector<TileBuffer> buffers;   ///< first the one that is fetched first
  std::vector<TileStep> steps;       ///< in the order of the sequence
  std::vector<TileTotals> totals;    ///< by step
  std::vector<std::uint32_t> moved;  ///< indices into `elements`, or no_element
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;

  [[nodiscard]] static std::uint64_t key_of(std::uint32_t buffer, std::uint32_t element) {
    return std::uint64_t{buffer} << 32 | element;
  }
  /// Returns the index into `elements`, or no_element when the block never fetches it.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t buffer, std::uint32_t element) const {
    const auto found = numbers.find(key_of(buffer, element));
    return found == numbers.end() ? no_element : found->second;
  }
};

[[nodiscard]] TileFlow tile_flow(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block);

}  // namespace lanescope::analysis
