// ValueFlow says who combines whose value in one block: a graph of values, found from what the lanes of a trace load,
// store and hand each other.
//
// A trace has no registers, so what a thread computed is known once it gives the value away, by a store, a shuffle or
// an atomic. Then the values that it had until then are tried: their sum, product, bitwise combinations, or one of
// them. A value that nothing explains has an unknown operation. Step 0 has the values that threads begin with; a value
// is one step further than the last of those that it was made from, and than the one before of its own thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/access_sequence.h"
#include "catalogue/element.h"

namespace lanescope::analysis {

/// How a value was made. `start` is one that a thread begins with.
enum class FlowOperation : std::uint8_t { start, add, multiply, minimum, maximum, bit_and, bit_or, bit_xor, unknown };
/// How a value came to the thread that uses it. `own` is one that it had in a register.
enum class FlowPath : std::uint8_t { own, shared, shuffle, global, atomic };

inline constexpr std::uint32_t no_node = 0xffffffffu;

struct FlowInput {
  std::uint32_t node = 0;  ///< index into ValueFlow::nodes
  FlowPath path = FlowPath::own;
  std::uint32_t index = 0;  ///< the access with which it came, in AccessSequence::records
  std::uint32_t word = 0;   ///< that it came through, for FlowPath::shared
};

struct FlowNode {
  std::uint32_t thread = 0;  ///< that made it: 32 * warp + lane
  std::uint32_t step = 0;
  std::uint32_t index = 0;  ///< the access from which on it is shown, in AccessSequence::records
  std::uint32_t bits = 0;   ///< the low 32 bits of the value
  bool known = true;        ///< whether the bits are known
  FlowOperation operation = FlowOperation::start;
  std::uint32_t loads = 0;            ///< of FlowOperation::start: the values from memory that it was made from
  bool used = false;                  ///< whether a result depends on it
  bool hidden = false;                ///< a constant of a thread that had a value before; it has no place of its own
  std::optional<std::uint32_t> word;  ///< of shared memory, that it was stored to first
  std::vector<FlowInput> inputs;

  [[nodiscard]] bool combines() const { return operation != FlowOperation::start; }
  [[nodiscard]] bool takes_from_others(const std::vector<FlowNode>& nodes) const;
};

/// A value that leaves the block for global memory.
struct FlowResult {
  std::uint32_t node = 0;
  std::uint32_t thread = 0;  ///< that stores it
  std::uint32_t index = 0;   ///< in AccessSequence::records
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0;  ///< in bytes
  bool is_atomic = false;
};

/// What is said of all values of one step.
struct FlowStep {
  std::uint32_t threads = 0;             ///< that combine values
  std::uint32_t used = 0;                ///< of these, the ones whose value a result depends on
  std::uint32_t warps = 0;               ///< that have at least one of these threads
  FlowPath path = FlowPath::own;         ///< of most values that come from other threads
  std::optional<std::int32_t> distance;  ///< to the thread whose value is taken, where it is the same for all
  FlowOperation operation = FlowOperation::unknown;
  std::uint32_t first_index = 0;  ///< of the access with which its first value came
};

struct ValueFlow {
  std::uint32_t launch = 0, block = 0;
  std::uint32_t threads = 0;  ///< of the block
  std::vector<FlowNode> nodes;
  std::vector<FlowResult> results;
  std::vector<FlowStep> steps;                                ///< [0] has the values that threads begin with
  catalogue::ElementType type = catalogue::ElementType::i32;  ///< that the values have most likely

  /// Returns whether any thread combines its value with that of another one in a way that is understood.
  [[nodiscard]] bool has_flow() const { return combinations > 0; }
  std::uint32_t combinations = 0;     ///< understood, with a value of another thread
  std::uint32_t reads_of_others = 0;  ///< of shared memory, of words that another thread stored
  std::uint32_t unexplained = 0;      ///< made from values of other threads in an unknown way
};

[[nodiscard]] ValueFlow value_flow(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block);

}  // namespace lanescope::analysis
