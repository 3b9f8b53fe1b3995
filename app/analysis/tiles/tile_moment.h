// What a block has in shared memory at a moment, and one of its threads in registers (tile_flow.h).
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tiles/tile_flow.h"

namespace lanescope::analysis {

/// What the block has in shared memory after so many steps, and what it did with each element until then.
class TileMoment {
 public:
  struct Element {
    std::uint32_t shared_units = 0;  ///< units of shared memory that have it
    std::uint32_t fetches = 0;       ///< units that lanes fetched
    std::uint32_t uses = 0;          ///< units that lanes used
  };

  /// Goes to the moment after so many steps. A step forward costs the accesses in between, a step backward starts
  /// again. All calls must pass the same flow and sequence.
  void run_to(const AccessSequence& sequence, const TileFlow& flow, std::size_t steps);

  [[nodiscard]] const std::vector<Element>& elements() const { return elements_; }  ///< as TileFlow::elements
  /// By unit of shared memory: what it has. `computed` is something that is no element.
  [[nodiscard]] const std::vector<std::uint32_t>& shared() const { return shared_; }
  static constexpr std::uint32_t computed = no_element - 1;
  [[nodiscard]] std::uint32_t elements_in_shared() const {
    return elements_in_shared_;
  }  ///< different elements in shared memory
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  void take(const AccessSequence& sequence, const TileFlow& flow, const TileStep& step);
  void put(std::uint32_t unit, std::uint32_t element);

  std::vector<Element> elements_;
  std::vector<std::uint32_t> shared_;
  std::uint32_t elements_in_shared_ = 0;
  std::size_t steps_ = 0;
};

/// Returns the elements that a thread has in registers after so many steps, as indices into TileFlow::elements, each
/// once, rising: those that the last load of a register of the PTX brought, where an instruction behind the thread's
/// last access may still read the register or a copy of it.
[[nodiscard]] std::vector<std::uint32_t> elements_in_registers(const AccessSequence& sequence, const TileFlow& flow,
                                                               std::size_t steps, std::uint32_t thread);

}  // namespace lanescope::analysis
